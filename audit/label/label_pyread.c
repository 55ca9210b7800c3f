/* label_pyread.c - reads files by the python3 of this machine; see read_python().
 *
 * The worker is `python3 -I -S -B -W ignore -c TEXT`: isolated from the folder it runs in, from
 * the user's modules and from the environment, so that no module of the target can stand in for
 * one of Python's own. The names come to it as an unlinked file; it answers on a pipe. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "label_facts.h"

extern const char label_pytext[]; /* label_data.py and label_py.py */

enum { MOST_ANSWER = 1 << 28, MOST_DEATHS = 4 };

typedef struct {
	source *const *file;
	program *p;
	uint32_t n, done;        /* done: files that are read, or cannot be */
	char *buf;               /* an answer */
	size_t cap;
	pid_t pid;               /* 0: it does not run */
	FILE *answers;
} reader;

/* python3 in the absolute folders of PATH; "." and the like could be the target's. */
static char *find_python(void) {
	const char *p = getenv("PATH"), *end;
	for (p = p ? p : "/usr/local/bin:/usr/bin:/bin"; ; p = end + 1) {
		char *s;
		end = strchrnul(p, ':');
		if (*p == '/') {
			if (asprintf(&s, "%.*s/python3", (int)(end - p), p) < 0) return NULL;
			if (access(s, X_OK) == 0) return s;
			free(s);
		}
		if (!*end) return NULL;
	}
}

/* A worker for the files from `done` on. 0, or the number of the error. */
static int start(reader *r, char *python) {
	char *argv[] = {python, "-I", "-S", "-B", "-W", "ignore", "-c", (char *)label_pytext, NULL};
	FILE *names = tmpfile();
	int out[2], quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
	for (uint32_t i = r->done; names && i < r->n; i++)
		fprintf(names, "%c%s%c", r->file[i]->lang ? 'P' : 'D', r->file[i]->path, '\0');
	if (!names || quiet < 0 || fflush(names) != 0 || lseek(fileno(names), 0, SEEK_SET) != 0 ||
	    pipe2(out, O_CLOEXEC) != 0 || (r->pid = fork()) < 0)
		return r->pid = 0, errno;
	if (r->pid == 0) {
		if (dup2(fileno(names), 0) == 0 && dup2(out[1], 1) == 1 && dup2(quiet, 2) == 2)
			execv(python, argv);
		_exit(127);
	}
	close(out[1]);
	close(quiet);
	fclose(names);
	return (r->answers = fdopen(out[0], "r")) ? 0 : errno;
}

static void end(reader *r) {
	if (!r->pid) return;
	if (r->answers) fclose(r->answers);
	kill(r->pid, SIGKILL);
	while (waitpid(r->pid, NULL, 0) < 0 && errno == EINTR)
		;
	r->pid = 0;
	r->answers = NULL;
}

/* Builds files until it has answered for all of them, or ends, or writes what is no answer. */
static void listen(reader *r) {
	size_t size;
	char nl;
	while (r->answers && r->done < r->n && fscanf(r->answers, "%zu%c", &size, &nl) == 2) {
		if (nl != '\n' || size > MOST_ANSWER) return;
		if (as_grow(&r->buf, size, &r->cap, 1) != 0) program_nomem(r->p);
		if (fread(r->buf, 1, size, r->answers) != size) return;
		source *file = r->file[r->done++];
		file->unread = py_build_file(r->p, file, r->buf, size);
	}
}

/* Starts a worker, and another where one died: the file it was at cannot be read. */
static int read_all(reader *r, char *python, as_err *e) {
	const char *why = "there is no python3 in PATH to read it";
	for (uint32_t i = 0; i < r->n && !python; i++)
		if (r->file[i]->lang) return as_fail(e, r->file[i]->path, 0, "%s", why);
	for (int deaths = 0; python && r->done < r->n && deaths < MOST_DEATHS; deaths++) {
		int rc = start(r, python);
		if (rc != 0) return as_fail(e, python, 0, "cannot be started: %s", strerror(rc));
		listen(r);
		end(r);
		why = "python3 did not finish reading it";
		if (r->done < r->n) r->file[r->done++]->unread = why;
	}
	while (r->done < r->n) r->file[r->done++]->unread = why;
	return 0;
}

int read_python(program *p, source *const *file, uint32_t n, as_err *e) {
	reader r = {.file = file, .n = n, .p = p};
	char *const python = find_python();
	int rc = n ? read_all(&r, python, e) : 0;
	end(&r);
	free(r.buf);
	free(python);
	return rc;
}
