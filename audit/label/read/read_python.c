/* read_python.c - see read_python.h.
 *
 * A worker is `python3 -I -S -B -W ignore -c TEXT`: isolated from the folder it
 * runs in, from the user's modules and from the environment, so that no module
 * of the target can stand in for one of Python's own. The names come to it as
 * an unlinked file on its standard input; it answers on a pipe. */
#include "read_python.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grow.h"

extern const char label_pyfacts[]; /* audit/label/read/python/, see audit/build.mk */
extern char **environ;

enum { MAX_WORKERS = 8, MAX_FRUITLESS = 4, CHUNK = 1 << 16, ENOUGH = 1 << 19 /* bytes of source that are worth a worker */ };

typedef struct {
	const char *const *path; /* (n) its share of the files */
	size_t n, done;          /* done: whose nodes are whole */
	fact_tree *t, own;       /* where its nodes go: own, but for the first worker */
	uint32_t whole;          /* nodes of the files done */
	char *buf;               /* what was read and not yet taken */
	size_t len, cap;
	pid_t pid;
	int fd;                  /* its answers; -1: it is not running */
	int nonsense;            /* what it wrote is no fact: it was stopped */
	int fruitless;           /* starts in a row that read no file */
} worker;

/* python3 in the absolute folders of PATH; "." and the like could be the target's. */
static char *
find_python(void)
{
	const char *p = getenv("PATH"), *end;
	char *s;

	for (p = p ? p : "/usr/local/bin:/usr/bin:/bin"; ; p = end + 1) {
		end = strchrnul(p, ':');
		if (*p == '/') {
			if (asprintf(&s, "%.*s/python3", (int)(end - p), p) < 0)
				return NULL;
			if (access(s, X_OK) == 0)
				return s;
			free(s);
		}
		if (!*end)
			return NULL;
	}
}

/* The names of the files from `done` on, as a file to read; -1. */
static int
names_file(const worker *w)
{
	FILE *f = tmpfile();
	int fd = -1;

	if (!f)
		return -1;
	for (size_t i = w->done; i < w->n; i++)
		fwrite(w->path[i], 1, strlen(w->path[i]) + 1, f);
	if (fflush(f) == 0 && !ferror(f) && lseek(fileno(f), 0, SEEK_SET) == 0)
		fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, 3);
	fclose(f);
	return fd;
}

static int
start(worker *w, const char *python)
{
	char *argv[] = {(char *)python, "-I", "-S", "-B", "-W", "ignore", "-c", (char *)label_pyfacts, NULL};
	posix_spawn_file_actions_t fa;
	int in = names_file(w), out[2], rc;

	w->fd = -1;
	if (in < 0)
		return -1;
	if (pipe2(out, O_CLOEXEC) != 0) {
		close(in);
		return -1;
	}
	if ((rc = posix_spawn_file_actions_init(&fa)) == 0) {
		if ((rc = posix_spawn_file_actions_adddup2(&fa, in, 0)) == 0 &&
		    (rc = posix_spawn_file_actions_adddup2(&fa, out[1], 1)) == 0 &&
		    (rc = posix_spawn_file_actions_addopen(&fa, 2, "/dev/null", O_WRONLY, 0)) == 0)
			rc = posix_spawn(&w->pid, python, &fa, NULL, argv, environ);
		posix_spawn_file_actions_destroy(&fa);
	}
	close(in);
	close(out[1]);
	if (rc != 0) {
		close(out[0]);
		return -1;
	}
	w->fd = out[0];
	w->len = 0;
	w->nonsense = 0;
	w->fruitless++;
	return 0;
}

static void
unread(worker *w, const char *why)
{
	const char *path = w->path[w->done++];

	fact_open(w->t, FACT_FILE, 1, FACT_MODULE, path, strlen(path));
	fact_leaf(w->t, FACT_ERROR, 1, why);
	fact_close(w->t);
	w->whole = w->t->n;
}

/* Adds the nodes of the lines that are whole; -1 if one is none. */
static int
take_lines(worker *w)
{
	char *p = w->buf, *end = w->buf + w->len, *nl;

	for (; (nl = memchr(p, '\n', (size_t)(end - p))); p = nl + 1) {
		if (w->done == w->n)
			return -1;
		if (nl == p) {
			fact_wire_end(w->t);
			w->done++;
			w->fruitless = 0;
			w->whole = w->t->n;
		} else if (*p == '0') {
			const char *path = w->path[w->done];

			if (w->t->n != w->whole)
				return -1;
			fact_open(w->t, FACT_FILE, 1, FACT_MODULE, path, strlen(path));
		} else if (w->t->n == w->whole || fact_wire_line(w->t, p, (size_t)(nl - p)) != 0)
			return -1;
	}
	w->len = (size_t)(end - p);
	memmove(w->buf, p, w->len);
	return 0;
}

/* It has ended, or is to end: the file it was at is not read, the rest is by a new one. */
static void
ended(worker *w, const char *python)
{
	char why[80];
	int status = 0;

	close(w->fd);
	w->fd = -1;
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (w->done == w->n || w->t->nomem)
		return;
	fact_cut(w->t, w->whole, 0);
	if (w->nonsense)
		snprintf(why, sizeof why, "Python's parser wrote what is no fact");
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		snprintf(why, sizeof why, "Python's parser did not end");
	else if (WIFSIGNALED(status))
		snprintf(why, sizeof why, "Python's parser died of signal %d", WTERMSIG(status));
	else
		snprintf(why, sizeof why, "Python's parser stopped with status %d", WEXITSTATUS(status));
	unread(w, why);
	if (w->done < w->n && (w->fruitless >= MAX_FRUITLESS || start(w, python) != 0))
		while (w->done < w->n)
			unread(w, w->fruitless >= MAX_FRUITLESS ? why : "python3 cannot be started");
}

/* Reads once from a worker that has something to say. */
static void
take(worker *w, const char *python)
{
	ssize_t got;

	if (as_grow(&w->buf, w->len + CHUNK - 1, &w->cap, 1) != 0) {
		w->t->nomem = 1;
		return;
	}
	if ((got = read(w->fd, w->buf + w->len, w->cap - w->len)) < 0 && errno == EINTR)
		return;
	if (got > 0)
		w->len += (size_t)got;
	if (got > 0 && take_lines(w) == 0)
		return;
	if (got > 0) {
		w->nonsense = 1;
		kill(w->pid, SIGKILL);
	}
	ended(w, python);
}

/* Until all of them have ended. */
static int
run(worker *w, int n, const char *python)
{
	struct pollfd fd[MAX_WORKERS];
	int running = 1, nomem = 0;

	while (running && !nomem) {
		running = 0;
		for (int i = 0; i < n; i++) {
			fd[i] = (struct pollfd){.fd = w[i].fd, .events = POLLIN};
			running |= w[i].fd >= 0;
			nomem |= w[i].t->nomem;
		}
		if (!running || nomem || poll(fd, (nfds_t)n, -1) < 0)
			continue;
		for (int i = 0; i < n; i++)
			if (fd[i].revents)
				take(&w[i], python);
	}
	for (int i = 0; i < n; i++)
		if (w[i].fd >= 0) {
			kill(w[i].pid, SIGKILL);
			w[i].n = w[i].done;
			ended(&w[i], python);
		}
	return nomem ? -1 : 0;
}

int
read_python(const char *const *path, const uint64_t *size, size_t n, fact_tree *t)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	worker w[MAX_WORKERS] = {0};
	char *python = find_python();
	uint64_t bytes = 0, sum = 0;
	size_t from = 0, to = 0;
	int k = 1, rc;

	for (size_t i = 0; i < n; i++)
		bytes += size[i];
	while (k < MAX_WORKERS && k < cpus && bytes / ENOUGH > (uint64_t)k && (size_t)k < n)
		k++;
	for (int i = 0; i < k; i++) {
		while (to < n && (i == k - 1 || sum < bytes / (uint64_t)k * (uint64_t)(i + 1)))
			sum += size[to++];
		w[i] = (worker){.path = path + from, .n = to - from, .t = i ? &w[i].own : t, .fd = -1};
		from = to;
		if (i && fact_tree_init(&w[i].own) != 0)
			w[i].own.nomem = 1;
		w[i].whole = w[i].t->n;
		if (w[i].n && (!python || start(&w[i], python) != 0))
			while (w[i].done < w[i].n)
				unread(&w[i], python ? "python3 cannot be started" : "there is no python3 to read it");
	}
	rc = run(w, k, python);
	for (int i = 0; i < k; i++) {
		if (i && rc == 0)
			fact_append(t, &w[i].own);
		if (i)
			fact_tree_free(&w[i].own);
		free(w[i].buf);
	}
	free(python);
	return rc != 0 || t->nomem ? -1 : 0;
}
