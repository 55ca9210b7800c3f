/* Running gnuplot as a child. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plot.h"

/* The child: program from in, picture to out, what it says to err. It ends with its parent,
 * however that ends. */
static _Noreturn void
child(pid_t parent, int in, int out, int err)
{
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
		_exit(126);
	if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		_exit(126);
	setenv("LC_ALL", "C.UTF-8", 1);
	unsetenv("GNUTERM");
	execlp("gnuplot", "gnuplot", "-d", "-", (char *)NULL);
	_exit(errno == ENOENT ? 127 : 126);
}

/* The last line that gnuplot wrote to standard error. */
static void
last_words(FILE *said, char *line, size_t size)
{
	char one[512];

	line[0] = '\0';
	rewind(said);
	while (fgets(one, sizeof one, said)) {
		size_t n = strspn(one, " \t^");
		one[strcspn(one, "\n")] = '\0';
		if (one[n])
			snprintf(line, size, "%s", one + n);
	}
}

/* Passes on what gnuplot draws. Its text terminal starts with a form feed and
 * pads every line with blanks: neither is part of the picture. */
static int
pass_on(FILE *drawn, int text, FILE *fp)
{
	size_t blanks = 0;
	int c;

	rewind(drawn);
	while ((c = getc(drawn)) != EOF) {
		if (text && (c == ' ' || c == '\f')) {
			blanks += c == ' ';
			continue;
		}
		for (; blanks > 0; blanks--)
			if (c != '\n')
				putc(' ', fp);
		putc(c, fp);
	}
	return ferror(drawn) || fflush(fp) != 0 || ferror(fp) ? -1 : 0;
}

FILE *
plot_run(const plot *p, as_err *e)
{
	/* by files, so that no pipe waits for another */
	FILE *program = tmpfile(), *said = tmpfile(), *drawn = tmpfile(), *picture = tmpfile();
	const pid_t parent = getpid();
	char words[512];
	int status = 0, rc = -1;
	pid_t pid;

	if (!program || !said || !drawn || !picture) {
		as_fail(e, NULL, 0, "cannot make a temporary file: %s", strerror(errno));
		goto done;
	}
	plot_script(p, program);
	if (fflush(program) != 0 || ferror(program)) {
		as_fail(e, NULL, 0, "cannot write the gnuplot program: %s", strerror(errno));
		goto done;
	}
	rewind(program);
	if ((pid = fork()) == 0)
		child(parent, fileno(program), fileno(drawn), fileno(said));
	if (pid < 0 || waitpid(pid, &status, 0) < 0) {
		as_fail(e, NULL, 0, "cannot run gnuplot: %s", strerror(errno));
		goto done;
	}
	last_words(said, words, sizeof words);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		as_fail(e, NULL, 0, "cannot run gnuplot: it is not installed (Debian: gnuplot-nox)");
	else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		as_fail(e, NULL, 0, "gnuplot failed: %s", words);
	else if ((p->medium == PLOT_SVG ? plot_svg(p, drawn, picture) :
	    pass_on(drawn, p->medium == PLOT_TEXT, picture)) != 0)
		as_fail(e, NULL, 0, "cannot keep what gnuplot draws: %s", strerror(errno));
	else
		rc = 0;
done:
	if (program)
		fclose(program);
	if (said)
		fclose(said);
	if (drawn)
		fclose(drawn);
	if (rc == 0)
		rewind(picture);
	else if (picture) {
		fclose(picture);
		picture = NULL;
	}
	return picture;
}
