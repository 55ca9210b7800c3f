/* Tables that programs read: CSV and JSON. */
#include <inttypes.h>
#include <string.h>

#include "json_text.h"
#include "record.h"
#include "table_writers.h"
#include "version.h"

const char *
as_csv_text(const table_cell *c, char buf[AS_NUM_BUF])
{
	if (c->na)
		return "";
	if (c->type == AS_STR)
		return c->v.s;
	if (c->type == AS_REAL)
		as_num_format(buf, c->v.r);
	else
		snprintf(buf, AS_NUM_BUF, "%" PRId64, c->v.i);
	return buf;
}

static void
put_csv(const char *s, FILE *fp)
{
	as_csv_write_field(fp, (as_str){s, strlen(s)});
}

void
as_write_csv(const as_table *t, FILE *fp)
{
	char buf[AS_NUM_BUF];
	size_t i;

	for (i = 0; i < t->ncol; i++) {
		put_csv(t->col[i].name, fp);
		putc(i + 1 < t->ncol ? ',' : '\n', fp);
	}
	for (i = 0; i < t->ncell; i++) {
		const char *s = as_csv_text(&t->cell[i], buf);

		if (t->ncol == 1 && !*s)
			fputs("\"\"", fp); /* an empty line would be no record */
		else
			put_csv(s, fp);
		putc((i + 1) % t->ncol ? ',' : '\n', fp);
	}
}

static void
put_json_cell(const table_cell *c, FILE *fp)
{
	char buf[AS_NUM_BUF];

	if (c->na)
		fputs("null", fp);
	else if (c->type == AS_STR)
		as_json_put(c->v.s, fp);
	else if (c->type == AS_BOOL)
		fputs(c->v.i ? "true" : "false", fp);
	else
		fputs(as_csv_text(c, buf), fp);
}

static void
put_json_head(const as_table *t, const char *tool, FILE *fp)
{
	static const char *const type[] = {
		[AS_STR] = "string", [AS_INT] = "integer", [AS_REAL] = "number", [AS_BOOL] = "boolean"
	};
	size_t i;

	fputs("{\"tool\": ", fp);
	as_json_put(tool ? tool : "", fp);
	fputs(",\n \"version\": ", fp);
	as_json_put(AS_VERSION, fp);
	fputs(",\n \"definitions\": {", fp);
	for (i = 0; i < t->ndef; i++) {
		fputs(i ? ", " : "", fp);
		as_json_put(t->def[i].name, fp);
		fputs(": ", fp);
		as_json_put(t->def[i].value, fp);
	}
	fputs("},\n \"notes\": [", fp);
	if (t->head)
		as_json_put(t->head, fp);
	for (i = 0; i < t->nnote; i++) {
		fputs(i || t->head ? ", " : "", fp);
		as_json_put(t->note[i], fp);
	}
	fputs("],\n \"columns\": [", fp);
	for (i = 0; i < t->ncol; i++) {
		fputs(i ? ",\n  {\"name\": " : "\n  {\"name\": ", fp);
		as_json_put(t->col[i].name, fp);
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
		as_json_put(t->col[j].name, fp);
		fputs(": ", fp);
		put_json_cell(&t->cell[i], fp);
	}
	fputs(t->ncell ? "}\n ]\n}\n" : "]\n}\n", fp);
}
