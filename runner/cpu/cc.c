#include "cc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input.h"

static const char *const options[] = {
	"-std=gnu17", "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-shared", "-fPIC",
	    "-w",
};
enum { NOPTIONS = sizeof options / sizeof *options };

static const char *
compiler(void)
{
	const char *cc = getenv("ASSAY_CC");

	return cc && *cc ? cc : "cc";
}

/* Runs argv in dir with both outputs to file out; -1 unless it exits 0. */
static int
run(char *const argv[], const char *dir, const char *out, as_err *e)
{
	int st;
	pid_t pid = fork();

	if (pid < 0)
		return as_fail(e, argv[0], 0, "cannot fork: %s", strerror(errno));
	if (pid == 0) {
		int fd;
		setpgid(0, 0); /* an interrupt from the terminal is ours, not the compiler's */
		if (chdir(dir) != 0 || (fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0666)) < 0)
			_exit(126);
		dup2(fd, 1);
		dup2(fd, 2);
		execvp(argv[0], argv);
		_exit(127);
	}
	while (waitpid(pid, &st, 0) < 0)
		if (errno != EINTR)
			return as_fail(e, argv[0], 0, "%s", strerror(errno));
	if (WIFEXITED(st) && WEXITSTATUS(st) == 127)
		return as_fail(e, argv[0], 0, "cannot run the compiler");
	if (!WIFEXITED(st) || WEXITSTATUS(st) != 0)
		return as_fail(e, argv[0], 0, "the compiler failed with status %d",
		    WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st));
	return 0;
}

static int
write_text(const char *path, const char *text, as_err *e)
{
	FILE *fp = fopen(path, "w");
	int bad = !fp || fputs(text, fp) < 0;

	if (fp && fclose(fp) != 0)
		bad = 1;
	return bad ? as_fail(e, path, 0, "cannot write: %s", strerror(errno)) : 0;
}

static int
scratch(char dir[4096], as_err *e)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(dir, 4096, "%s/refrun.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	return mkdtemp(dir) ? 0 : as_fail(e, dir, 0, "cannot make it: %s", strerror(errno));
}

static void
clear(const char *dir, const char *const *file, size_t n)
{
	char path[4400];

	for (size_t i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, file[i]);
		unlink(path);
	}
	rmdir(dir);
}

int
rr_cc_version(char *buf, size_t size, as_err *e)
{
	static const char *const left[] = {"log"};
	char dir[4096], path[4400], *text = NULL;
	char *argv[] = {(char *)compiler(), "--version", NULL};
	size_t n;
	int rc;

	if (scratch(dir, e) < 0)
		return -1;
	snprintf(path, sizeof path, "%s/log", dir);
	rc = run(argv, dir, "log", e);
	if (rc == 0 && (rc = as_slurp(path, 1 << 20, &text, &n, e)) == 0)
		snprintf(buf, size, "%.*s", (int)strcspn(text, "\n"), text);
	free(text);
	clear(dir, left, 1);
	return rc;
}

int
rr_cc(const char *source, const char *id, rr_build *out, void **handle, as_err *e)
{
	char dir[4096], c[64], so[64], path[4400];
	char *argv[NOPTIONS + 8];
	const char *left[] = {c, so, "log"};
	double t0;
	size_t k = 0, n;
	as_err ignore;
	int rc;

	memset(out, 0, sizeof *out);
	*handle = NULL;
	if (scratch(dir, e) < 0)
		return -1;
	snprintf(c, sizeof c, "%.40s.c", id);
	snprintf(so, sizeof so, "%.40s.so", id);
	argv[k++] = (char *)compiler();
	for (size_t i = 0; i < NOPTIONS; i++) {
		argv[k++] = (char *)options[i];
		snprintf(out->options + strlen(out->options), sizeof out->options - strlen(out->options), "%s%s",
		    i ? " " : "", options[i]);
	}
	argv[k++] = "-o";
	argv[k++] = so;
	argv[k++] = c;
	argv[k++] = "-lm";
	argv[k] = NULL;
	snprintf(path, sizeof path, "%s/%s", dir, c);
	t0 = rr_now_ms();
	rc = write_text(path, source, e);
	if (rc == 0)
		rc = run(argv, dir, "log", e);
	out->ms = rr_now_ms() - t0;
	snprintf(path, sizeof path, "%s/log", dir);
	if (as_slurp(path, 1 << 20, &out->log, &n, &ignore) < 0)
		out->log = NULL;
	snprintf(path, sizeof path, "%s/%s", dir, so);
	if (rc == 0)
		rc = as_slurp(path, 1 << 28, (char **)&out->object, &out->nobject, e);
	if (rc == 0 && !(*handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
		rc = as_fail(e, path, 0, "%s", dlerror());
	clear(dir, left, 3);
	return rc;
}
