#include "command.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grow.h"
#include "words.h"

/* what a signal ends and removes */
static volatile pid_t running;
static char folder[1000], file[sizeof folder + 16];

static void
remove_scratch(void)
{
	if (folder[0]) {
		unlink(file);
		rmdir(folder);
	}
}

static void
on_signal(int which)
{
	if (running > 0)
		kill(running, SIGTERM);
	remove_scratch();
	raise(which); /* SA_RESETHAND: as if there were no handler */
}

static void
take_signals(void)
{
	static const int which[] = {SIGHUP, SIGINT, SIGTERM};
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND | SA_NODEFER}, was;

	for (size_t i = 0; i < sizeof which / sizeof *which; i++)
		if (sigaction(which[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL)
			sigaction(which[i], &act, NULL);
}

const char *
command_scratch(as_err *e)
{
	const char *tmp = getenv("TMPDIR");

	if (folder[0])
		return file;
	take_signals();
	tmp = tmp && *tmp ? tmp : "/tmp";
	snprintf(folder, sizeof folder, "%s/assay-report.XXXXXX", tmp);
	if (!mkdtemp(folder)) {
		folder[0] = '\0';
		as_fail(e, tmp, 0, "cannot make a folder for pictures: %s", strerror(errno));
		return NULL;
	}
	snprintf(file, sizeof file, "%s/picture.svg", folder);
	atexit(remove_scratch);
	return file;
}

static void
add(command *c, const char *word)
{
	if (as_grow(&c->word, c->n + 1, &c->cap, sizeof *c->word) != 0 ||
	    !(c->word[c->n] = strdup(word)))
		c->nomem = 1;
	else
		c->word[++c->n] = NULL;
}

void
command_add(command *c, ...)
{
	const char *word;
	va_list ap;

	va_start(ap, c);
	while ((word = va_arg(ap, const char *)) != NULL)
		add(c, word);
	va_end(ap);
}

void
command_option(command *c, const char *option, const char *value)
{
	if (value)
		command_add(c, option, value, NULL);
}

void
command_add_all(command *c, char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(c, word[i]);
}

void
command_free(command *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->word[i]);
	free(c->word);
	free(c->said);
	if (c->out)
		fclose(c->out);
	*c = (command){0};
}

void
command_picture(command *c, size_t number, const char *kind, const char *what)
{
	snprintf(c->picture, sizeof c->picture, "%zu-%s%s%.70s", number, kind, *what ? "-" : "", what);
	for (char *s = c->picture; *s; s++)
		*s = isalnum((unsigned char)*s) || strchr("-_.", *s) ? *s : '-';
	strcat(c->picture, ".svg");
}

void
command_put(const command *c, FILE *fp)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "0123456789-_=+,./:@%";

	for (size_t i = 0; i < c->n; i++) {
		const char *s = strcmp(c->word[i], file) ? c->word[i] : c->picture;
		const int quote = !*s || s[strspn(s, plain)];

		fputs(i ? " " : "", fp);
		fputs(quote ? "'" : "", fp);
		for (; *s; s++)
			if (*s == '\'')
				fputs("'\\''", fp);
			else
				putc(*s, fp);
		fputs(quote ? "'" : "", fp);
	}
	putc('\n', fp);
}

/* The tool beside this program; NULL: no memory. */
static char *
path_of(const char *tool)
{
	char self[4096], *path;
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	self[n > 0 ? n : 0] = '\0';
	return asprintf(&path, "%.*s%s", (int)(as_base_name(self) - self), self, tool) < 0 ? NULL :
	    path;
}

static _Noreturn void
child(const command *c, const char *path, pid_t parent, FILE *input, FILE *said)
{
	/* it ends with its parent, which may be gone by now */
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent)
		_exit(126);
	if (input ? dup2(fileno(input), 0) < 0 : !freopen("/dev/null", "r", stdin))
		_exit(126);
	if (dup2(fileno(c->out), 1) < 0 || dup2(fileno(said), 2) < 0)
		_exit(126);
	execv(path, c->word);
	_exit(127);
}

/* An error with what the tool said last. */
static int
failed(const command *c, int status, as_err *e)
{
	size_t n = strlen(c->said), from;

	while (n > 0 && c->said[n - 1] == '\n')
		n--;
	for (from = n; from > 0 && c->said[from - 1] != '\n'; from--)
		;
	if (WIFSIGNALED(status))
		return as_fail(e, NULL, 0, "%s was ended by signal %d", c->word[0], WTERMSIG(status));
	if (n == 0)
		return as_fail(e, NULL, 0, "%s ended with status %d", c->word[0], WEXITSTATUS(status));
	return as_fail(e, NULL, 0, "%.*s", (int)(n - from), c->said + from);
}

static int
run(command *c, const char *path, FILE *input, FILE *said, as_err *e)
{
	const pid_t parent = getpid();
	size_t n = 0;
	int status;
	pid_t pid;

	take_signals();
	if (input)
		lseek(fileno(input), 0, SEEK_SET);
	fflush(NULL);
	if ((pid = fork()) == 0)
		child(c, path, parent, input, said);
	if (pid < 0)
		return as_fail(e, NULL, 0, "cannot run %s: %s", c->word[0], strerror(errno));
	running = pid;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR) {
			running = 0;
			return as_fail(e, NULL, 0, "cannot wait for %s: %s", c->word[0], strerror(errno));
		}
	running = 0;
	rewind(said);
	if (getdelim(&c->said, &n, '\0', said) < 0) { /* it said nothing */
		free(c->said);
		c->said = strdup("");
	}
	if (!c->said)
		return as_nomem(e);
	c->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	if (c->status != 0 && c->status != 1 && c->status != 3)
		return failed(c, status, e);
	rewind(c->out);
	return 0;
}

int
command_run(command *c, FILE *input, as_err *e)
{
	char *path = path_of(c->word[0]);
	FILE *said = tmpfile();
	int rc;

	c->out = tmpfile();
	if (c->nomem || !path)
		rc = as_nomem(e);
	else if (!c->out || !said)
		rc = as_fail(e, NULL, 0, "cannot make a temporary file: %s", strerror(errno));
	else if (access(path, X_OK) != 0)
		rc = as_fail(e, path, 0, "cannot run: %s", strerror(errno));
	else
		rc = run(c, path, input, said, e);
	if (said)
		fclose(said);
	free(path);
	return rc;
}
