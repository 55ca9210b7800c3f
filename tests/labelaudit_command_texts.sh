# labelaudit --src on commands of C and C++ whose texts come in several ways: by cases, by functions of the tree and of libraries, as
# words of a list, for a shell or for a program that runs another.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# what tells one program to run another is asked of that program alone
clean other_told 'char c[99]; sprintf(c, "gunzip -c %s", file); popen(c, "r");' 'static const char *more = "-T";'
open same_told 'char c[99]; sprintf(c, "zip -q x %s", file); popen(c, "r");' 'static const char *more = "-T";'
open same_told_by_path 'char c[99]; sprintf(c, "cat x | /usr/bin/zip -q x %s", file); popen(c, "r");' 'static const char *more = "-T";'
open same_told_quoted "char c[99]; sprintf(c, \"'zi'p -q x %s\", file); popen(c, \"r\");" 'static const char *more = "-T";'
