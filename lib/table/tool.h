/* tool.h - what every tool's main needs: the one header whose functions print
 * and exit. It is compiled into the tools and never into libassay.
 *
 * A tool defines TOOL (its name, a string literal) before it includes this. */
#ifndef AS_TOOL_H
#define AS_TOOL_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "err.h"
#include "nearest.h"
#include "num.h"
#include "opts.h"
#include "progress.h"
#include "version.h"

enum { TOOL_OK = 0, TOOL_FAILED = 1, TOOL_ERROR = 2, TOOL_OPEN = 3 };

/* Prints "tool: file:line: message", as far as known. */
static inline void
tool_say(const as_err *e)
{
	as_progress_hold();
	fprintf(stderr, "%s: ", TOOL);
	if (e->file[0] && e->line)
		fprintf(stderr, "%s:%zu: ", e->file, e->line);
	else if (e->file[0])
		fprintf(stderr, "%s: ", e->file);
	fprintf(stderr, "%s\n", e->msg);
	as_progress_release();
}

/* Set where what was read leaves the question open: tool_exit then makes 3 of 0. */
static int tool_left_open;

/* Says it; for as_opts_init. */
static inline void
tool_said(const as_err *what, int open)
{
	tool_say(what);
	tool_left_open |= open;
}

/* What main begins with: the defaults of the options, and a line where the work takes long. */
static inline void
tool_init(as_opts *o)
{
	as_opts_init(o, TOOL, tool_said);
	as_progress_start(TOOL);
}

/* Says it and exits 2. */
static inline _Noreturn void
tool_die(const as_err *e)
{
	as_progress_end();
	tool_say(e);
	exit(TOOL_ERROR);
}

/* "tool: message" of what no file is to blame for, and exits 2. */
static inline _Noreturn void tool_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static inline _Noreturn void
tool_fail(const char *fmt, ...)
{
	as_err e;
	va_list ap;

	va_start(ap, fmt);
	as_vfail(&e, NULL, 0, fmt, ap);
	va_end(ap);
	tool_die(&e);
}

/* Says it of a file (NULL: of none), and goes on. */
static inline void tool_warn(const char *file, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static inline void
tool_warn(const char *file, const char *fmt, ...)
{
	as_err e;
	va_list ap;

	va_start(ap, fmt);
	as_vfail(&e, file, 0, fmt, ap);
	va_end(ap);
	tool_say(&e);
}

static inline _Noreturn void
tool_nomem(void)
{
	tool_fail("out of memory");
}

/* Flushes standard output and exits with status, or 2 if a write failed: a
 * full disk or a closed pipe never passes for a result. */
static inline _Noreturn void
tool_exit(int status)
{
	as_progress_end();
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "%s: cannot write standard output\n", TOOL);
		exit(TOOL_ERROR);
	}
	exit(status == TOOL_OK && tool_left_open ? TOOL_OPEN : status);
}

/* The options that tool_getopt reads, and of which word. */
static const struct option *tool_options;
static const char *tool_word_read;

/* --completion alone: the table of options for lib/completion.sh. */
static inline _Noreturn void
tool_list_options(const struct option *o)
{
	for (; o->name; o++) {
		const int letter = !o->flag && o->val < 128;

		printf("--%s %s%c %d\n", o->name, letter ? "-" : "", letter ? o->val : '-', o->has_arg);
	}
	tool_exit(TOOL_OK);
}

/* getopt_long, which has already named on standard error what is no option. An option that only
 * sets a number does so by its flag, and is not returned. */
static inline int
tool_getopt(int argc, char *const *argv, const char *letters, const struct option *options)
{
	int c;

	if (argc == 2 && strcmp(argv[1], "--completion") == 0)
		tool_list_options(options);
	while ((c = getopt_long(argc, argv, letters, options, NULL)) == 0)
		;
	tool_options = options;
	tool_word_read = c == '?' && optopt == 0 ? argv[optind - 1] : NULL;
	return c;
}

/* The long option that may be meant by a word that is the beginning of none; s NULL: none. */
static inline as_str
tool_meant(const char *word)
{
	as_nearest near = as_nearest_to(word);

	near.word.n = strcspn(word, "=");
	for (const struct option *o = tool_options; o->name; o++) {
		if (strncmp(o->name, word, near.word.n) == 0)
			return (as_str){NULL, 0};
		as_nearest_try(&near, (as_str){o->name, strlen(o->name)});
	}
	return near.best;
}

/* For a usage error that has been named on standard error. */
static inline _Noreturn void
tool_bad_usage(void)
{
	as_str meant = {NULL, 0};

	if (tool_word_read)
		meant = tool_meant(tool_word_read + strspn(tool_word_read, "-"));
	if (meant.s)
		fprintf(stderr, "Did you mean '--%s'? ", meant.s);
	fprintf(stderr, "Try '%s --help'.\n", TOOL);
	exit(TOOL_ERROR);
}

static inline _Noreturn void
tool_version(void)
{
	printf("%s (assay) %s\n", TOOL, AS_VERSION);
	tool_exit(TOOL_OK);
}

/* The number of an option's word among words, which ends with NULL; exits 2 if it is none. */
static inline int
tool_word(const char *arg, const char *option, const char *const *words)
{
	as_err e;
	int i = as_word_parse(arg, option, words, &e);

	if (i < 0)
		tool_die(&e);
	return i;
}

/* The argument of an option: a list, a number between lo and hi (INFINITY: no bound), a whole
 * number from lo to hi (INT64_MAX: no bound). Exits 2 if it is none. */
static inline void
tool_list(as_list *l, const char *arg, const char *option)
{
	as_err e;

	if (as_list_parse(l, arg, option, &e) != 0)
		tool_die(&e);
}

static inline double
tool_number(const char *arg, const char *option, double lo, double hi)
{
	double x;

	if (as_num_parse(arg, strlen(arg), &x) == AS_NUM_OK && x > lo && x < hi)
		return x;
	if (isinf(hi))
		tool_fail("%s needs a number above %g, not '%s'", option, lo, arg);
	tool_fail("%s needs a number above %g and below %g, not '%s'", option, lo, hi, arg);
}

static inline int64_t
tool_whole(const char *arg, const char *option, int64_t lo, int64_t hi)
{
	int64_t n;

	if (as_int_parse(arg, strlen(arg), &n) == AS_NUM_OK && n >= lo && n <= hi)
		return n;
	if (hi == INT64_MAX)
		tool_fail("%s needs a whole number from %lld, not '%s'", option, (long long)lo, arg);
	tool_fail("%s needs a whole number from %lld to %lld, not '%s'", option, (long long)lo,
	    (long long)hi, arg);
}

static inline as_table *
tool_table(void)
{
	as_table *t = as_table_new();

	if (!t)
		tool_nomem();
	return t;
}

/* Writes the table and frees it; exits 2 where it cannot be written. */
static inline void
tool_write(const as_opts *o, as_table *t)
{
	as_err e;

	if (as_opts_write(o, t, &e) != 0)
		tool_die(&e);
	as_table_free(t);
}

/* Exits 2 where the output is one of the operands, those from optind on, or another input. */
static inline void
tool_apart(const as_opts *o, int argc, char *const *argv)
{
	as_err e;

	if (as_opts_apart(o, argv + optind, (size_t)(argc - optind), &e) != 0)
		tool_die(&e);
}

/* Takes an option that is not the tool's own: a common one (opts.h), -h by
 * usage(), --version, or one that getopt has already refused. */
static inline void
tool_option(as_opts *o, int c, const char *arg, void (*usage)(void))
{
	as_err e;
	int taken;

	if (c == 'h') {
		usage();
		tool_exit(TOOL_OK);
	}
	if (c == AS_OPT_VERSION)
		tool_version();
	if ((taken = as_opts_take(o, c, arg, &e)) < 0)
		tool_die(&e);
	if (taken == 0)
		tool_bad_usage();
}

#endif
