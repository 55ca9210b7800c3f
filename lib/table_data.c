/* Tables that programs read: CSV and JSON. */
#include <inttypes.h>
#include <string.h>

#include "num.h"
#include "table_impl.h"
#include "utf8.h"
#include "version.h"

/* A field as RFC 4180 has it. Blanks at the ends are quoted too, since
 * readers in the manner of libcsv trim them. */
static void
put_csv(const char *s, FILE *fp)
{
	size_t n = strlen(s);
	int quote = strpbrk(s, ",\"\r\n") != NULL ||
	    (n > 0 && (s[0] == ' ' || s[0] == '\t' || s[n - 1] == ' ' || s[n - 1] == '\t'));

	if (!quote) {
		fputs(s, fp);
		return;
	}
	putc('"', fp);
	for (; *s; s++) {
		if (*s == '"')
			putc('"', fp);
		putc(*s, fp);
	}
	putc('"', fp);
}

/* The one text that CSV and JSON share for a number. */
static void
put_number(const table_cell *c, FILE *fp)
{
	char buf[AS_NUM_BUF];

	if (c->type == AS_INT) {
		fprintf(fp, "%" PRId64, c->v.i);
		return;
	}
	as_num_format(buf, c->v.r);
	fputs(buf, fp);
}

static void
put_csv_cell(const table_cell *c, int alone, FILE *fp)
{
	if (alone && (c->na || (c->type == AS_STR && !c->v.s[0]))) {
		fputs("\"\"", fp); /* an empty line would be no record */
	} else if (c->na) {
		return;
	} else if (c->type == AS_STR) {
		put_csv(c->v.s, fp);
	} else if (c->type == AS_BOOL) {
		putc(c->v.i ? '1' : '0', fp);
	} else {
		put_number(c, fp);
	}
}

void
as_write_csv(const as_table *t, FILE *fp)
{
	size_t i;

	for (i = 0; i < t->ncol; i++) {
		put_csv(t->col[i].name, fp);
		putc(i + 1 < t->ncol ? ',' : '\n', fp);
	}
	for (i = 0; i < t->ncell; i++) {
		put_csv_cell(&t->cell[i], t->ncol == 1, fp);
		putc((i + 1) % t->ncol ? ',' : '\n', fp);
	}
}

/* One code point of valid UTF-8, escaped if it is a quote, a backslash or a
 * control (C1 and DEL as well: JSON is often read on a terminal). Returns the
 * bytes taken. */
static size_t
put_json_char(const char *text, FILE *fp)
{
	const unsigned char *s = (const unsigned char *)text;

	if (s[0] == '"' || s[0] == '\\')
		fprintf(fp, "\\%c", s[0]);
	else if (s[0] == '\n')
		fputs("\\n", fp);
	else if (s[0] == '\t')
		fputs("\\t", fp);
	else if (s[0] < 0x20 || s[0] == 0x7f)
		fprintf(fp, "\\u%04x", s[0]);
	else if (s[0] == 0xc2 && s[1] < 0xa0) {
		fprintf(fp, "\\u%04x", s[1]);
		return 2;
	} else
		putc(s[0], fp);
	return 1;
}

/* A string; bytes that are not UTF-8 (a file's name may hold such) become
 * U+FFFD. */
static void
put_json(const char *s, FILE *fp)
{
	size_t left = strlen(s);

	putc('"', fp);
	while (left > 0) {
		size_t good = as_utf8_invalid(s, left), i = 0;

		while (i < good)
			i += put_json_char(s + i, fp);
		if (good < left) {
			fputs("\xef\xbf\xbd", fp);
			good++;
		}
		s += good;
		left -= good;
	}
	putc('"', fp);
}

static void
put_json_cell(const table_cell *c, FILE *fp)
{
	if (c->na)
		fputs("null", fp);
	else if (c->type == AS_STR)
		put_json(c->v.s, fp);
	else if (c->type == AS_BOOL)
		fputs(c->v.i ? "true" : "false", fp);
	else
		put_number(c, fp);
}

static void
put_json_head(const as_table *t, const char *tool, FILE *fp)
{
	static const char *const type[] = {
		[AS_STR] = "string", [AS_INT] = "integer", [AS_REAL] = "number", [AS_BOOL] = "boolean"
	};
	size_t i;

	fputs("{\"tool\": ", fp);
	put_json(tool ? tool : "", fp);
	fputs(",\n \"version\": ", fp);
	put_json(AS_VERSION, fp);
	fputs(",\n \"definitions\": {", fp);
	for (i = 0; i < t->ndef; i++) {
		fputs(i ? ", " : "", fp);
		put_json(t->def[i].name, fp);
		fputs(": ", fp);
		put_json(t->def[i].value, fp);
	}
	fputs("},\n \"notes\": [", fp);
	for (i = 0; i < t->nnote; i++) {
		fputs(i ? ", " : "", fp);
		put_json(t->note[i], fp);
	}
	fputs("],\n \"columns\": [", fp);
	for (i = 0; i < t->ncol; i++) {
		fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", fp);
		put_json(t->col[i].name, fp);
		fprintf(fp, ", \"type\": \"%s\", \"key\": %s}", type[t->col[i].type],
		    t->col[i].key ? "true" : "false");
	}
	fputs("\n ],\n", fp);
}

void
as_write_json(const as_table *t, const char *tool, FILE *fp)
{
	size_t i;

	put_json_head(t, tool, fp);
	fputs(" \"rows\": [", fp);
	for (i = 0; i < t->ncell; i++) {
		size_t j = i % t->ncol;

		if (j == 0)
			fputs(i ? "},\n  {" : "\n  {", fp);
		else
			fputs(", ", fp);
		put_json(t->col[j].name, fp);
		fputs(": ", fp);
		put_json_cell(&t->cell[i], fp);
	}
	fputs(t->ncell ? "}\n ]\n}\n" : "]\n}\n", fp);
}
