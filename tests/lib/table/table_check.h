/* table_check.h - what a written table is held against, and a small one. */
#ifndef TABLE_CHECK_H
#define TABLE_CHECK_H

#include <stdlib.h>
#include <string.h>

#include "table.h"
#include "unit_check.h"

/* The table as written, malloc'd; NULL (and *e) if it could not be. */
static inline char *
written(const as_table *t, const as_style *s, as_err *e)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (fp == NULL)
		abort();
	if (as_table_write(t, s, fp, e) != 0) {
		fclose(fp);
		free(text);
		return NULL;
	}
	fclose(fp);
	return text;
}

static inline void
is_text(const as_table *t, const as_style *s, const char *want, const char *what)
{
	as_err e;
	char *got = written(t, s, &e);

	if (!unit_ok(got != NULL && strcmp(got, want) == 0, what))
		printf("# got:\n%s\n# want:\n%s\n", got ? got : e.msg, want);
	free(got);
}

static inline void
is_error(const as_table *t, const as_style *s, const char *want)
{
	as_err e;
	char *got = written(t, s, &e);

	if (!unit_ok(got == NULL && strcmp(e.msg, want) == 0, want))
		printf("# got %s\n", got ? got : e.msg);
	free(got);
}

/* The same in a format, which *s keeps. */
static inline void
is_as(const as_table *t, as_style *s, as_format format, const char *want, const char *what)
{
	s->format = format;
	is_text(t, s, want, what);
}

/* An empty table with these columns: "mode* n:int", a key, and one of whole numbers. Words that
 * may stand behind a colon are text (as without one), int, real and bool. */
static inline as_table *
columns(const char *names)
{
	static const struct { const char *word; as_type type; } types[] = {{"text", AS_STR},
	    {"int", AS_INT}, {"real", AS_REAL}, {"bool", AS_BOOL}};
	as_table *t = as_table_new();
	char name[40], word[10];

	for (int n; sscanf(names, " %39[^:* ]%n", name, &n) == 1; names += n) {
		as_type type = AS_STR;

		names += n;
		n = 0;
		if (sscanf(names, ":%9[a-z]%n", word, &n) == 1)
			for (size_t i = 0; i < sizeof types / sizeof *types; i++)
				type = strcmp(types[i].word, word) == 0 ? types[i].type : type;
		as_table_column(t, name, type, names[n] == '*');
		n += names[n] == '*';
	}
	return t;
}

static inline as_style
style(as_format format)
{
	as_style s = {.format = format, .decimals = 2, .width = 80, .tool = "latstats"};

	return s;
}

static inline void
row(as_table *t, const char *mode, const char *backend, int64_t n, double mean)
{
	as_table_str(t, mode);
	as_table_str(t, backend);
	as_table_int(t, n);
	as_table_real(t, mean);
}

static inline as_table *
small(void)
{
	as_table *t = columns("mode* backend* n:int mean:real");

	row(t, "prefill", "eager", 273, 404.0512);
	row(t, "prefill", "compile", 9, -1.0 / 3);
	row(t, "kv", "eager", 1, NAN);
	return t;
}

#endif
