# labelaudit --src: a program of C that starts itself again does what its main() does, if that is surely what it starts.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
SUFFIX=c
clean self 'execv(argv[0], argv);'
clean self_first 'execve(*argv, argv, environ);' 'extern char **environ;'
clean self_linux 'execv("/proc/self/exe", argv);'
clean self_linux_too 'execl("/proc/self/exe", "k", file, NULL);'
open self_set 'argv[0] = argv[2]; execv(argv[0], argv);'
open self_first_set '*argv = argv[2]; execv(argv[0], argv);'
open self_first_set_too '*argv = argv[2]; execve(*argv, argv, environ);' 'extern char **environ;'
open self_moved 'argv++; execv(argv[0], argv);'
open self_moved_too 'argv += 2; execv(*argv, argv);'
open self_of_function 'set(argv); execv(argv[0], argv);' 'static void set(char **v) { v[0] = v[2]; }'
open self_of_pointer 'char **p = argv; p[0] = argv[2]; execv(argv[0], argv);'
open self_written 'strcpy(argv[0], argv[2]); execv(argv[0], argv);'
open self_written_first 'strcpy(*argv, argv[2]); execv(argv[0], argv);'
open self_letter 'argv[0][0] = *argv[2]; execv(argv[0], argv);'
open self_by_address 'char **p = &argv[0]; *p = argv[2]; execv(argv[0], argv);'
open self_kept 'keep = argv; other(); execv(argv[0], argv);' 'static char **keep; static void other(void) { keep[0] = keep[2]; }'
open self_cast '*(char **)argv = argv[2]; execv(argv[0], argv);'
open self_rest 'memmove(argv, argv + 1, argc * sizeof *argv); execv(argv[0], argv);'
open self_others 'memcpy(argv, args, sizeof args); execv(argv[0], argv);' 'static char *args[] = { "cc", "k.c", NULL };'
open self_read 'read(0, argv[0], 2); execv(argv[0], argv);'
open self_put 'put(argv[0]); execv(argv[0], argv);' "static void put(char *s) { char *q = s; *q++ = 'c'; *q++ = 'c'; *q = 0; }"
open self_in_struct 'struct { char **v; } s = { argv }; s.v[0] = argv[2]; execv(argv[0], argv);'
clean self_read_other 'read(0, buf, 2); execv(argv[0], argv);' 'static char buf[9];'
clean self_shown 'show(argv[0]); execv(argv[0], argv);' 'static void show(char *s) { char *q = s; puts(q); }'
SUFFIX=cpp
open self_rotated 'std::rotate(argv, argv + 1, argv + argc); execv(argv[0], argv);' '#include <algorithm>'
open self_swapped 'std::swap(argv[0], argv[1]); execv(argv[0], argv);' '#include <utility>'
open self_span 'for (auto &a : std::span(argv, argc)) a = argv[2]; execv(argv[0], argv);' '#include <span>'
clean self_sorted 'std::sort(v, v + 2); execv(argv[0], argv);' '#include <algorithm>
static int v[2];'
SUFFIX=c
open self_next 'execv(argv[1], argv);'
open self_environment 'execve("/proc/self/exe", argv, given);' 'extern char **given;'
open self_near 'execv("/proc/self/exe.old", argv);'
mkdir "$T/host"; printf '#include <stdio.h>\n#include <string.h>\n#include <unistd.h>\nint again(char **v) { return execv("/proc/self/exe", v); }\nint go(const char *how, char **v) { if (strcmp(how, "fast") == 0) return again(v); return 0; }\n' >"$T/host/k.c"
says unknown fast host
open self_of_shell 'system("/proc/self/exe -c k.sh");'
open self_of_shell_too 'execl("/bin/sh", "sh", "-c", "/proc/self/exe k.sh", NULL);'
hot self_compiles 'if (argc > 9) compile_it(); execv("/proc/self/exe", argv);' '#include <dlfcn.h>
static void compile_it(void) { void *p = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); ((void (*)(void))p)(); }'
mkdir "$T/again"; cat >"$T/again/main.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "other") == 0) {
		void *p = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		((void (*)(void))p)();
	}
	if (argc > 2 && strcmp(argv[1], "fast") == 0)
		execl("/proc/self/exe", "k", argv[2], NULL);
	return 0;
}
C
leaves_open again
