/* Stored sources compiled anew, and their code compared. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input.h"
#include "shelf.h"
#include "words.h"

/* The options of refrun's CPU device; no others are ever passed on. */
static const char OPTIONS[] = "-std=gnu17 -O3 -march=native -fno-math-errno -fno-trapping-math "
    "-shared -fPIC -w";
enum { MAX_FILE = 1 << 26, SECONDS = 60 };

static void
limits(void)
{
	const struct rlimit cpu = {SECONDS, SECONDS}, file = {MAX_FILE, MAX_FILE},
	    memory = {(rlim_t)4 << 30, (rlim_t)4 << 30};

	setrlimit(RLIMIT_CPU, &cpu);
	setrlimit(RLIMIT_FSIZE, &file);
	setrlimit(RLIMIT_AS, &memory);
	alarm(SECONDS);
}

/* Runs argv in dir, output to its file "log". 0: it exited 0. */
static int
run(char *const argv[], const char *dir)
{
	int st;
	pid_t pid = fork();

	if (pid < 0)
		return -1;
	if (pid == 0) {
		int fd;

		if (chdir(dir) != 0 || (fd = open("log", O_WRONLY | O_CREAT | O_TRUNC, 0600)) < 0)
			_exit(126);
		dup2(fd, 1);
		dup2(fd, 2);
		close(0);
		open("/dev/null", O_RDONLY);
		limits();
		execvp(argv[0], argv);
		_exit(127);
	}
	while (waitpid(pid, &st, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(st) && WEXITSTATUS(st) == 0 ? 0 : -1;
}

static int
put(const char *path, const char *text, size_t n)
{
	FILE *fp = fopen(path, "w");
	int bad = !fp || fwrite(text, 1, n, fp) != n;

	if (fp && fclose(fp) != 0)
		bad = 1;
	return bad ? -1 : 0;
}

/* Section NAME of a 64-bit little-endian ELF file: its bytes, or NULL. */
static const char *
section(const char *o, size_t n, const char *name, size_t *size)
{
	Elf64_Ehdr h;
	Elf64_Shdr s, names;

	if (n < sizeof h)
		return NULL;
	memcpy(&h, o, sizeof h);
	if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 ||
	    h.e_ident[EI_DATA] != ELFDATA2LSB || h.e_shentsize != sizeof s || h.e_shstrndx >= h.e_shnum ||
	    h.e_shoff > n || (n - h.e_shoff) / sizeof s < h.e_shnum)
		return NULL;
	memcpy(&names, o + h.e_shoff + h.e_shstrndx * sizeof s, sizeof s);
	if (names.sh_offset > n || names.sh_size > n - names.sh_offset || !names.sh_size ||
	    o[names.sh_offset + names.sh_size - 1])
		return NULL;
	for (size_t i = 0; i < h.e_shnum; i++) {
		memcpy(&s, o + h.e_shoff + i * sizeof s, sizeof s);
		if (s.sh_name >= names.sh_size || strcmp(o + names.sh_offset + s.sh_name, name) != 0)
			continue;
		if (s.sh_type == SHT_NOBITS || s.sh_offset > n || s.sh_size > n - s.sh_offset)
			return NULL;
		*size = s.sh_size;
		return o + s.sh_offset;
	}
	return NULL;
}

/* Sections that hold what runs: 1 the same, 0 not, -1 there is no code. */
static int
same_code(const char *a, size_t na, const char *b, size_t nb)
{
	static const char *const name[] = {".text", ".rodata", ".dynsym", ".dynstr", ".init", ".fini",
	    ".plt", ".rela.plt", ".rela.dyn", ".data", ".init_array", ".fini_array"};

	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		size_t p = 0, q = 0;
		const char *s = section(a, na, name[i], &p), *t = section(b, nb, name[i], &q);

		if (i == 0 && !t)
			return -1;
		if ((s != NULL) != (t != NULL) || (s && (p != q || memcmp(s, t, p) != 0)))
			return 0;
	}
	return 1;
}

/* One artifact: 1 the same code, 0 another, -1 the compiler failed. */
static int
again(ev_run *r, const ev_shelf *s, const cJSON *a, char *cc, const char *dir)
{
	char c[80], so[80], *argv[32], options[sizeof OPTIONS], *save;
	char *src = NULL, *old = NULL, *new = NULL;
	const char *id = ev_str(a, "id"), *at, *made;
	size_t n, nold, nnew, k = 0;
	int same = -1;
	as_err e;

	snprintf(c, sizeof c, "%.40s.c", id);
	snprintf(so, sizeof so, "%.40s.so", id);
	memcpy(options, OPTIONS, sizeof options);
	argv[k++] = cc;
	for (char *p = strtok_r(options, " ", &save); p; p = strtok_r(NULL, " ", &save))
		argv[k++] = p;
	memcpy(argv + k, (char *[]){"-o", so, c, "-lm", NULL}, 5 * sizeof *argv);
	at = as_text(&r->keep, "%s/%s", dir, c);
	made = as_text(&r->keep, "%s/%s", dir, so);
	if (ev_shelf_slurp(r, s, ev_str(a, "source"), &src, &n) == 0 && put(at, src, n) == 0 &&
	    run(argv, dir) == 0 && as_slurp(made, MAX_FILE, &new, &nnew, &e) == 0 &&
	    ev_shelf_slurp(r, s, ev_str(a, "object"), &old, &nold) == 0)
		same = same_code(old, nold, new, nnew);
	unlink(at);
	unlink(made);
	free(src);
	free(old);
	free(new);
	return same;
}

/* Why an artifact cannot be compiled here; NULL: it can. */
static const char *
cannot(const cJSON *a, const char *here)
{
	const char *id = ev_str(a, "id"), *object = ev_str(a, "object");

	if (!*object)
		return "it has no object";
	if (!as_ends_with(object, ".so") || strspn(id, "0123456789abcdef") != strlen(id) ||
	    strcmp(ev_str(a, "compiler"), here) != 0)
		return "its compiler is not installed";
	return strcmp(ev_str(a, "options"), OPTIONS) == 0 ? NULL : "its options are not those of refrun";
}

static void
version(ev_run *r, char *cc, const char *dir, char *here, size_t size)
{
	char *argv[] = {cc, "--version", NULL}, *text;
	size_t n;
	as_err e;

	here[0] = '\0';
	if (run(argv, dir) == 0 && as_slurp(as_text(&r->keep, "%s/log", dir), 1 << 20, &text, &n,
	    &e) == 0) {
		snprintf(here, size, "%.*s", (int)strcspn(text, "\n"), text);
		free(text);
	}
}

/* -march=native is of the processor, and its name says its code only in part:
 * where no object at all is the same, it is taken for another. */
static int
other_processor(const ev_run *r)
{
	const char *cpu = ev_str(ev_get(r->manifest, "environment"), "cpu"), *name = "";
	char line[512];
	FILE *fp = fopen("/proc/cpuinfo", "r");

	while (fp && !*name && fgets(line, sizeof line, fp))
		if (strncmp(line, "model name", 10) == 0 && (name = strchr(line, ':')))
			name += 1 + strspn(name + 1, " \t");
	if (fp)
		fclose(fp);
	return !*name || strlen(cpu) != strcspn(name, "\n") || strncmp(name, cpu, strlen(cpu)) != 0;
}

/* What is found, and sets *bad; NULL: no memory. */
static const char *
compare(ev_run *r, const ev_shelf *s, const char *dir, int *bad)
{
	const char *why = NULL, *id = "";
	char here[256], plain[] = "cc", *asked = getenv("ASSAY_CC"), *cc = asked && *asked ? asked : plain;
	size_t done = 0, other = 0;

	version(r, cc, dir, here, sizeof here);
	for (size_t i = 0; i < s->n; i++) {
		const char *no = cannot(s->doc[i], here);
		int same = no ? -1 : again(r, s, s->doc[i], cc, dir);

		if (same < 0 && !why)
			why = no ? no : "the compiler failed on it";
		done += same >= 0;
		if (same == 0 && other++ == 0)
			id = ev_str(s->doc[i], "id");
	}
	*bad = other ? other < done ? 1 : -1 : done < s->n ? -1 : 0;
	if (*bad > 0)
		return as_text(&r->keep,
		    "the object of %.40s has different code than its source gives", id);
	if (other)
		return "not compared: on this processor no source gives its stored object";
	if (*bad < 0)
		return as_text(&r->keep, "not compared: %s (%zu of %zu are the same)", why, done, s->n);
	return as_text(&r->keep, "all %zu sources, compiled again, give the stored code", s->n);
}

void
ev_recompile(ev_run *r, ev_shelf *s)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = as_text(&r->keep, "%s/labelaudit.XXXXXX", tmp && *tmp ? tmp : "/tmp");

	s->again_bad = -1;
	if (!s->n)
		s->again = "not compared: no artifact is stored";
	else if (other_processor(r))
		s->again = "not compared: the run is from another processor";
	else if (!mkdtemp(dir))
		s->again = "not compared: a temporary folder cannot be made";
	else {
		s->again = compare(r, s, dir, &s->again_bad);
		unlink(as_text(&r->keep, "%s/log", dir));
		rmdir(dir);
	}
}
