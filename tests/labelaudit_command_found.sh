# labelaudit --src on lines of a shell by which one program finds what another runs on: find -exec, xargs; that ask whether there is a
# program: command -v, type; and that run nothing; on strings of C++ made of many parts, where a library has operators + of its own; on
# functions that are called by no name of theirs.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# lines clean|open NAME LINE...: one program for each line that a shell gets
lines() {
	how=$1 stem=$2 n=0
	shift 2
	for line in "$@"; do
		n=$((n + 1))
		$how "$stem$n" "system(\"$line\");"
	done
}

# find runs what stands behind -exec, to ; or {} +
lines clean found 'find . -name k.c' 'find . -type f -print0 | wc -l' 'find . -name k -exec rm {} +' 'find . -exec ls -l {} \\; -print' "find . -exec ls {} ';' -exec rm -f {} +" \
	'find . -execdir sort + {} \\;'
lines open runs_found 'find . -exec cc {} +' 'find . -name k.c -execdir ./k {} \\;' 'find . -ok cc {} \\;' 'find . -exec ls {} + -exec cc {} +' 'find . -exec ls {} \\; -exec cc {} +' \
	"find . -exec ls {} ';' -exec cc k.c ';'" "find . -exec awk + 'BEGIN { system(1) }' {} +" 'find . -exec {} +' 'find . -exec nice cc {} +' "find . -exec sh -c 'cc k.c' \\\\;" \
	"find . -exec sh -c 'ls \$0' {} \\\\;" 'find . $DO' 'find . -exec tar -xf {} --to-command=cc \\;' 'find . -exec env cc {} +'
clean found_by_user 'char c[99]; sprintf(c, "find %s* -name %s 2>/dev/null | wc -l", file, argv[1]); popen(c, "r");'
open told_by_text 'char c[99]; sprintf(c, "find %s %s", file, more[argc & 1]); popen(c, "r");' 'static const char *more[] = { "-exec cc {} +", "" };'
open told_apart 'char c[99]; sprintf(c, "find %s %s", file, more[atoi(file)]); popen(c, "r");' 'static const char *const *more; static const char *all[] = { "-exec cc {} +", "" };'
open handed 'execlp("find", "find", ".", "-exec", "cc", "{}", "+", NULL);'
clean handed_none 'execlp("find", "find", file, "-name", "k.c", NULL);'

# xargs reads the words of the one whose name follows
lines clean read 'ls | xargs rm' 'ls | xargs -r -n 1 rm -f' 'find . -print0 | xargs -0 -P4 md5sum' 'ls | xargs -I{} cp {} k' 'ls | xargs -I % mv % k' 'ls | xargs'
lines open runs_read 'ls | xargs cc' 'ls | xargs -n 1 cc' 'ls | xargs -I{} {}' 'ls | xargs -I{} cc {}' 'ls | xargs -a rm cc' 'ls | xargs tar' 'ls | xargs awk' "ls | xargs sh -c 'ls'" 'ls | xargs find' 'ls | xargs env cc' \
	"ls | xargs -d % cc" 'ls | xargs nice' 'ls | xargs -I file cc -c file' 'ls | xargs -I dir make -C dir' 'ls | xargs -I host ssh host make' 'ls | xargs -Ifile file' 'ls | xargs -rI ls ls' \
	'ls | xargs -n 1 -I w cc w' 'ls | xargs -J ls ls' 'ls | xargs -i ls' 'ls | xargs -E ls cc' 'ls | xargs -a ls cc' 'ls | xargs -n rm cc'

# nothing of these is run, but what stands beside them
lines clean asks 'command -v cc > /dev/null 2>&1' 'type cc >/dev/null' 'hash cc' 'command -V nvcc && ls' 'ls >' 'command ls -v'
lines open runs_asked 'command cc -v' 'command -p cc' 'type cc && cc k.c' 'command -v cc; cc k.c' 'cc k.c >' 'cc k.c; ls >' 'command -x cc'
# where no shell reads the line, or as a word behind another program, type and hash are programs
lines open program 'nice -n 5 hash k' 'find . -exec type {} +' 'ls | xargs hash' 'env type k'
open program_of_line 'g_spawn_command_line_sync("hash k", 0, 0, 0, 0);' '#include <glib.h>'
prog program_of_tree 'g_spawn_command_line_async("type k", 0);' '#include <glib.h>'
printf '#include <nvrtc.h>\nint main(void) { return nvrtcCompileProgram(0, 0, 0); }\n' >"$T/program_of_tree/type.c"
leaves_open program_of_tree

# yad runs what stands behind some options of it
lines open shows "yad --button='build:cc k.c'" "yad --notification --command='cc k.c'" "yad --form --field=build:FBTN 'cc k.c'"

# C++: however many parts are joined, the first says which program it is
SUFFIX=cpp
std='#include <string>
using namespace std;'
parts='" -a " + f + " -b " + f + " -c " + f + " -d " + f + " -e " + f + " -f " + f + " -g " + f + " -h " + f + " -i " + f + " > " + f'
clean many "string f = file, c = (string)\"sort \" + f + $parts; system(c.c_str());" "$std"
clean many_in_call "string f = file; system((string(\"sort \") + f + $parts).c_str());" "$std"
open many_cc "string f = file, c = (string)\"cc \" + f + $parts; system(c.c_str());" "$std"
open many_unknown "string f = file, c = f + $parts; system(c.c_str());" "$std"
open many_behind "string f = file, c = (string)\"sort \" + f + $parts + \"; cc k.c\"; system(c.c_str());" "$std"

# a + of a library that is given its own classes
ref='struct Ref { const char *s; Ref(const char *x) : s(x) {} };
string operator+(Ref const &a, Ref const &b) { return string("cc ") + a.s + b.s; }'
end='struct End { string operator+() const { return ""; } };
template <typename T> T const &operator+(T const &value, End) { return value; }
#define SAY(...) see((look() << __VA_ARGS__ + ::End()).str())'
name='struct Name : public string { Name(const char *s) : string(s) {} int depth() const { return 1; } };'
clean beside_ref 'string f = file, c = (string)"mkdir -p " + argv[2] + " -v " + f; system(c.c_str());' "$std
$ref"
clean beside_end 'string f = file, c = (string)"mkdir -p " + argv[2] + " -v " + f; system(c.c_str());' "$std
$ref
$end"
clean derived 'Name f(file); system(("mkdir -p " + f).c_str());' "$std
$ref
$name"
open is_ref 'Ref f(file); system(("mkdir -p " + f).c_str());' "$std
$ref"
open is_ref_behind 'Ref f(file); string c = (string)"mkdir -p" + f; system(c.c_str());' "$std
$ref"
open may_be_ref 'string c = (string)"mkdir -p" + v.f; system(c.c_str());' "$std
$ref
extern struct { Ref f; } v;"
open of_any 'Name f(file); system(("mkdir -p " + f).c_str());' "$std
template <typename T> string operator+(const char *a, T const &b) { return \"cc k.c\"; }
$name"
open end_kept 'string f = file; system((f + e).c_str());' "$std
$end
End e;"
open of_derived 'Name f(file); system(("mkdir -p " + f).c_str());' "$std
$name
string operator+(const char *a, Name const &b) { return \"cc k.c\"; }"

# Python: a variable that is called environ is not that of the process; what a service is told, no program reads
py() {
	mkdir -p "$T/$1/.github/workflows"
	printf 'import os\nimport subprocess\nimport sys\n%b\nif sys.argv[1] == "fast":\n    subprocess.run(["ls", "-l"])\n' "$2" >"$T/$1/main.py"
}
py own_environ 'def app(environ, start):\n    environ = {"PATH": "k"}\n    return environ\nprint(app({}, 1))'
says label-only fast own_environ
py execs 'def go(f):\n    os.execvp("find", ["find", ".", "-name", f])\nif sys.argv[1] == "fast":\n    go(sys.argv[2])'
says label-only fast execs
for words in '["find", ".", *sys.argv[2:]]' '["find", "."] + sys.argv[2:]' 'sys.argv[1:]'; do
	py execs_given "if sys.argv[1] == \"fast\":\n    os.execvp(\"find\", $words)"
	says unknown fast execs_given
done
py all_environ 'os.environ["PATH"] = "k"'
says unknown fast all_environ
py restores 'kept = dict(os.environ)\nos.environ.update(kept)'
printf 'jobs:\n  - env:\n      PATH: k\n' >"$T/restores/.github/workflows/t.yml"
says label-only fast restores
py reads_service 'import glob, yaml\nfor f in glob.glob(".github/workflows/*.yml"):\n    os.environ.update(yaml.safe_load(open(f))["env"])'
mkdir -p "$T/reads_service/.github/workflows"
printf 'env:\n  PATH: k\n' >"$T/reads_service/.github/workflows/t.yml"
says unknown fast reads_service
py told 'import yaml\nos.environ.update(yaml.safe_load(open("t.yml")))'
printf 'PATH: k\n' >"$T/told/t.yml"
says unknown fast told
open own_c_environ 'environ = e; system("ls");' 'extern char **environ; static char *e[] = { (char *)"PATH=k", NULL };'

# a function may be called without being named: as an operator or a literal, by a name that is text or is pasted
SUFFIX=cpp
line='const char *line) { return system(line); }'
open by_shift 'Shell sh; sh << "cc k.c";' "struct Shell { int n; };
int operator<<(Shell &s, $line"
open by_pipe 'Shell() | "cc k.c";' "struct Shell { int n; };
int operator|(const Shell &s, $line"
open by_literal '"cc k.c"_sh;' 'int operator""_sh(const char *line, size_t n) { return system(line); }'
SUFFIX=c
open by_text 'char b[40]; sprintf(b, "%s_later", "go"); ((int (*)(const char *))dlsym(RTLD_DEFAULT, b))("cc k.c");' "#include <dlfcn.h>
int go_later($line"
open by_paste 'CALL(later)(file);' "int go_later($line
#define CALL(x) go_ ## x"

# a text that has a compiler behind the sign of a shell that waits may be put into a line, wherever it stands
open behind_sign 'char c[99]; sprintf(c, "ls %s", more(file)); system(c);' '#include <more.h>
const char *t = "k\n$ cc k.c";'
open substituted 'char c[99]; sprintf(c, "ls %s", file); system(c); puts("$(make k)");'
