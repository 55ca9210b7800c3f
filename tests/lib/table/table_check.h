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
	as_table *t = as_table_new();

	as_table_column(t, "mode", AS_STR, 1);
	as_table_column(t, "backend", AS_STR, 1);
	as_table_column(t, "n", AS_INT, 0);
	as_table_column(t, "mean", AS_REAL, 0);
	row(t, "prefill", "eager", 273, 404.0512);
	row(t, "prefill", "compile", 9, -1.0 / 3);
	row(t, "kv", "eager", 1, NAN);
	return t;
}

#endif
