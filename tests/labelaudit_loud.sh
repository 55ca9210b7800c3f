# labelaudit --src: names of libraries of C and C++ that start programs, load code, run text, compile or make code. Each name of the tables
# is called by a program of its own: by names alone it hides, and on a path it is an edge, for either alone would say label-only.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

mkdir "$T/all"
"$BUILD/tests/facts_loud" >"$T/names"
check 'the table is not empty' test "$(wc -l <"$T/names")" -gt 500
awk -v dir="$T/all" '{
	n = $4; sub(/\*$/, "", n); gsub(/\./, "->", n); sub(/^QProcess$/, "QProcess::execute", n) # whose name alone starts nothing
	file = dir "/" NR ".cpp"
	print "#include <cstring>" >file
	if ($1 != "-") print "#include <" $1 ($1 ~ /\/$/ ? "k.h" : $1 ~ /\.h/ ? "" : ".h") ">" >file
	print "int main(int argc, char **argv)\n{\n\tif (argc > 1 && strcmp(argv[1], \"fast" NR "\") == 0)\n\t\t" ($2 ? "lib::" : "") n "(argv[2]);\n\treturn 0;\n}" >file
	close(file)
	print "--label=fast" NR
}' "$T/names" >"$T/labels"
xargs labelaudit --src "$T/all" <"$T/labels" >"$T/out"
grep -E '^fast[0-9]+: ' "$T/out" | grep -v ': unknown$' >"$T/left"
check 'each was judged' test "$(grep -cE '^fast[0-9]+: ' "$T/out")" -eq "$(wc -l <"$T/names")"
if [ -s "$T/left" ]; then
	not_ok 'each name of the table hides, by names and on a path'
	while IFS=': ' read -r label verdict; do echo "# $verdict: $(sed -n "${label#fast}p" "$T/names")"; done <"$T/left"
else
	ok 'each name of the table hides, by names and on a path'
fi

# what starts a program by its command line, and what loads a library by a name that is asked for
SUFFIX=c
for f in system popen execv execvp execve execvpe execl execlp posix_spawn posix_spawnp fexecve CreateProcessA CreateProcessW ShellExecuteA ShellExecuteExW WinExec _wsystem _popen _spawnl \
	g_spawn_sync g_spawn_async g_spawn_command_line_async g_subprocess_new uv_spawn apr_proc_create wordexp SDL_CreateProcess \
	dlopen dlmopen LoadLibraryA LoadLibraryExW g_module_open lt_dlopen lt_dlopenext android_dlopen_ext uv_dlopen apr_dso_load SDL_LoadObject PyImport_ImportModule dlsym GetProcAddress; do
	open "f_$f" "$f(argv[2]);" '#include <lib.h>'
	open "p_$f" "go($f, argv[2]);" '#include <lib.h>
static void go(int (*run)(const char *), const char *s) { run(s); }'
done

# a name that is looked up in the C library
for f in sqlite3_load_extension __libc_dlopen_mode Tcl_Main wxExecute _jit_emit glLinkProgram; do
	open "looked_$f" "((int (*)(char *))dlsym(dlopen(\"libc.so.6\", 1), \"$f\"))(argv[2]);" '#include <dlfcn.h>'
done

# where a name stands: a field, a base, a parameter, a macro, a text that is no expression, an object of the file
SUFFIX=cpp
Q='#include <QProcess>'
open field 'Job j; j.go();' "$Q
struct Job { QProcess p; void go() { p.start(\"cc\"); } };"
open field_pointer 'Job *j = new Job(); j->go();' "$Q
struct Job { QProcess *p; Job() : p(0) {} void go() { p->start(\"cc\"); } };"
open base 'Job j; j.go();' "$Q
class Job : public QProcess { public: void go() { start(\"cc\"); } };"
open base_far 'More j; j.go();' "$Q
class Job : public QProcess { public: void go() { start(\"cc\"); } };
class More : public Job { };"
open parameter 'go(*job());' "$Q
QProcess *job(); static void go(QProcess &p) { p.start(\"cc\"); }"
open template_argument 'std::unique_ptr<QProcess> p(make()); p->start("cc");' "$Q
std::unique_ptr<QProcess> make();"
open macro 'RUN("cc");' '#define RUN wxExecute'
open macro_called 'RUN("cc");' '#define RUN(c) wxExecute(c, 1)'
open macro_whole 'RUN;' '#define RUN wxExecute("cc")'
open object 'job.start("cc");' "$Q
static QProcess job;"
open table 'jobs[0].go("cc");' '#include <lib.h>
static const struct { const char *name; long (*go)(const char *); } jobs[] = {{"cc", wxExecute}};'
open condition 'if (wxExecute("cc") > 0 && argc > 2) return 1;'
open returned 'return argc > 2 ? wxExecute("cc") : 0;'
open lambda 'auto go = [](const char *s) { return wxExecute(s); }; go("cc");'
open root 'gSystem->Exec("cc");' '#include <TSystem.h>'
clean root_other 'gSystem->ExpandPathName(s);' '#include <TSystem.h>
static char *s;'

# what only looks like it: the tree's own, another object's, a macro that is asked for, a header that is not included, a name that goes on
clean own 'wxExecute("cc");' 'static int wxExecute(const char *s) { return *s; }'
clean own_class 'QProcess p; p.go();' 'class QProcess { public: void go() {} };'
clean other_object 'bench->Exec("k");' 'struct B { void Exec(const char *) {} }; static B b, *bench = &b;'
clean other_header 'Process p; p.go();' '#include <string>
struct Process { void go() {} };'
clean goes_on 'QProcessEnvironment e; e.insert("A", "b");' '#include <QProcessEnvironment>'
clean asked_for '
#ifdef wxExecute
	puts("x");
#endif
' '#include <wx/wx.h>'
clean variable 'int readNet = argc; printf("%d\n", readNet);'
clean declared 'int dasm_result; scanf("%d", &dasm_result); printf("%d\\n", dasm_result);'
open declared_in_a_block '{ int dasm_link = argc; argc += dasm_link; } return dasm_link(file, 3);' '#include <lib.h>'
open declared_of_another 'extern int dasm_link(const char *, int); return dasm_link(file, 3);'
clean compiled_elsewhere 'puts("x");' "$Q
void other() { QProcess p; p.start(\"cc\"); }"
prog own_test 'wxExecute("cc");' '#include <wx/wx.h>'
mkdir -p "$T/own_test/tests"
echo 'int wxExecute(const char *s) { return *s; }' >"$T/own_test/tests/stub.cpp"
says unknown fast own_test

# the program itself is opened: what is looked up in it counts; libraries by which a device is asked for its state
SUFFIX=c
D='#include <dlfcn.h>'
clean itself 'void *h = dlopen(NULL, RTLD_NOW); void (*f)(void) = (void (*)(void))dlsym(h, "abort"); if (argc > 9) f(); else dlclose(file ? h : NULL);' "$D"
clean itself_cast 'void *h = dlopen((const char *)0, RTLD_NOW); dlclose(file ? h : NULL);' "$D"
open itself_any 'int (*f)(void) = (int (*)(void))dlsym(dlopen(NULL, RTLD_NOW), file); return f();' "$D"
open itself_system 'int (*f)(const char *) = (int (*)(const char *))dlsym(dlopen(NULL, RTLD_NOW), "system"); return f(file);' "$D"
clean device 'int (*f)(void) = (int (*)(void))dlsym(dlopen("libnvidia-ml.so.1", RTLD_NOW), "nvmlInit_v2"); return f();' "$D"
open device_of_another 'int (*f)(int) = (int (*)(int))dlsym(dlopen("libmade.so", RTLD_NOW), "run"); return f(0);' "$D"
