/* The rows of an answer as a table of the page. */
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "page.h"
#include "table.h"

enum { LONG_CELL = 32, /* bytes of a cell whose text wraps */
	SHEET = 6 };       /* one row of more columns stands upright */

typedef struct { const char *name, *hi; int right, key, verdict; } column;

static int
listed(const char *name, const char *const *list)
{
	for (; list && *list; list++)
		if (strcmp(name, *list) == 0)
			return 1;
	return 0;
}

/* The value that every row has in a column of text; NULL: they differ. any: some row has one. */
static const char *
same_text(const answer *a, const char *name, int *any)
{
	const cJSON *row;
	const char *first = NULL;
	int differ = 0;

	*any = 0;
	cJSON_ArrayForEach(row, a->row) {
		const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, name);

		*any |= !cJSON_IsNull(v) && !(cJSON_IsString(v) && !*v->valuestring);
		if (!first && cJSON_IsString(v))
			first = v->valuestring;
		differ |= !cJSON_IsString(v) || strcmp(v->valuestring, first) != 0;
	}
	return differ || a->rows < 2 || a->left ? NULL : first;
}

/* Adds a column of the answer to c, where it has its own; what all rows have goes to same. */
static size_t
take(const answer *a, const cJSON *of, column *c, size_t n, FILE *same)
{
	const char *name = answer_text(of, "name"), *type = answer_text(of, "type"), *all;
	const int verdict = strcmp(name, "verdict") == 0 || strcmp(name, "status") == 0;
	int any;

	all = same_text(a, name, &any);
	if (!any && a->rows > 0)
		return n;
	if (all && !verdict) {
		fprintf(same, "%s%s: %s", ftell(same) > 0 ? "; " : "", name, all);
		return n;
	}
	if (n > 0 && as_is_interval(c[n - 1].name, name)) {
		c[n - 1].hi = name;
		return n;
	}
	c[n] = (column){.name = name, .key = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(of, "key")),
	    .right = strcmp(type, "integer") == 0 || strcmp(type, "number") == 0, .verdict = verdict};
	return n + 1;
}

static size_t
columns_of(const answer *a, column *c, const char *const *keep, const char *const *drop, FILE *same)
{
	const cJSON *of;
	size_t n = 0;

	cJSON_ArrayForEach(of, a->columns)
		if ((!keep && !listed(answer_text(of, "name"), drop)) ||
		    (keep && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(of, "key"))))
			n = take(a, of, c, n, same);
	for (; keep && *keep; keep++)
		cJSON_ArrayForEach(of, a->columns)
			if (strcmp(answer_text(of, "name"), *keep) == 0)
				n = take(a, of, c, n, same);
	return n;
}

static void
put_value(FILE *fp, const cJSON *v)
{
	char number[AS_NUM_BUF];

	if (cJSON_IsString(v))
		fputs(v->valuestring, fp);
	else if (cJSON_IsBool(v))
		fputs(cJSON_IsTrue(v) ? "yes" : "no", fp);
	else if (cJSON_IsNumber(v) && as_num_digits(number, v->valuedouble, AS_DIGITS))
		fputs(number, fp);
	else
		putc('-', fp);
}

/* The class of a verdict; the word says the same without it. */
static const char *
class_of(const char *word)
{
	static const char *const good[] = {"match", "compiled", "proven", "holds", NULL};
	static const char *const bad[] = {"mismatch", "not compiled", "refuted", "fails",
	    "not compiler-real", "not supported", "contradicted", NULL};

	return listed(word, good) ? "good" : listed(word, bad) ? "bad" : "open";
}

static void
put_cell(const page *p, FILE *fp, const column *c, const cJSON *row)
{
	const char *tag = c->key ? "th scope=\"row\"" : "td", *class;
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, c->name);
	const int interval = c->hi && !cJSON_IsNull(v);
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	if (!to)
		return;
	fputs(interval ? "[" : "", to);
	put_value(to, v);
	if (interval) {
		fputs(", ", to);
		put_value(to, cJSON_GetObjectItemCaseSensitive(row, c->hi));
		putc(']', to);
	}
	if (fclose(to) == 0) {
		class = c->verdict ? class_of(text) : n > LONG_CELL ? "long" : c->right ? "right" : "";
		if (p->md)
			putc(' ', fp);
		else
			fprintf(fp, "<%s%s%s%s>", tag, *class ? " class=\"" : "", class, *class ? "\"" : "");
		page_put(p, fp, text);
		fputs(p->md ? " |" : c->key ? "</th>" : "</td>", fp);
	}
	free(text);
}

static void
put_head(const page *p, FILE *fp, const char *name, int interval, int right)
{
	fputs(p->md ? " " : right ? "<th scope=\"col\" class=\"right\">" : "<th scope=\"col\">", fp);
	page_put(p, fp, name);
	fprintf(fp, "%s%s", interval ? "..hi" : "", p->md ? " |" : "</th>");
}

/* The rows under each other, or the columns of one row. */
static void
put_rows(const page *p, FILE *fp, const answer *a, const column *c, size_t n)
{
	const int upright = a->rows == 1 && n > SHEET;
	const char *begin = p->md ? "|" : "<tr>", *end = p->md ? "\n" : "</tr>\n";
	const cJSON *row;

	fputs(begin, fp);
	for (size_t i = 0; i < n && !upright; i++)
		put_head(p, fp, c[i].name, c[i].hi != NULL, c[i].right);
	for (int i = 0; i < 2 && upright; i++)
		put_head(p, fp, i ? "value" : "figure", 0, 0);
	fputs(end, fp);
	fputs(p->md ? "|" : "</thead>\n<tbody>\n", fp);
	for (size_t i = 0; p->md && i < (upright ? 2 : n); i++)
		fputs(!upright && c[i].right ? " --: |" : " --- |", fp);
	fputs(p->md ? "\n" : "", fp);
	for (size_t i = 0; i < n && upright; i++) {
		column one = c[i];

		one.key = one.right = 0;
		fprintf(fp, p->md ? "| %s%s |" : "<tr><th scope=\"row\">%s%s</th>", one.name,
		    one.hi ? "..hi" : "");
		put_cell(p, fp, &one, a->row->child);
		fputs(end, fp);
	}
	for (row = a->row->child; row && !upright; row = row->next) {
		fputs(begin, fp);
		for (size_t i = 0; i < n; i++)
			put_cell(p, fp, &c[i], row);
		fputs(end, fp);
	}
}

int
page_table(page *p, const answer *a, const char *const *keep, const char *const *drop,
    const char *caption, int folded)
{
	column *c = calloc((size_t)cJSON_GetArraySize(a->columns) + 1, sizeof *c);
	char *same = NULL;
	size_t size, n;
	FILE *fp = p->to[PAGE_BODY], *to = open_memstream(&same, &size);

	if (!c || !to) {
		free(c);
		return -1;
	}
	n = columns_of(a, c, keep, drop, to);
	if (fclose(to) == 0 && a->rows > 0) {
		fputs(folded ? "<details>\n<summary>" : p->md ? "**" : "", fp);
		if (folded)
			page_put_html(fp, caption);
		else if (p->md)
			page_put(p, fp, caption);
		fputs(folded ? "</summary>\n\n" : p->md ? "**\n\n" : "", fp);
		if (*same)
			page_text(p, "%s", same);
		if (!p->md) {
			p->tables++;
			fprintf(fp, "<div class=\"scroll\" role=\"group\" tabindex=\"0\" "
			    "aria-labelledby=\"t%zu\">\n<table>\n<caption id=\"t%zu\">", p->tables, p->tables);
			page_put(p, fp, caption);
			fputs("</caption>\n<thead>\n", fp);
		}
		put_rows(p, fp, a, c, n);
		fprintf(fp, "%s%s", p->md ? "\n" : "</tbody>\n</table>\n</div>\n",
		    folded ? "</details>\n\n" : "");
	}
	free(c);
	free(same);
	return 0;
}
