/* The section about a report's published tables. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory_text.h"
#include "sections.h"
#include "tally.h"
#include "words.h"

enum { MOST_CELLS = 1000 };

typedef struct {
	as_tally verdict;
	size_t cells, lists;
	int failed, open;
} sums;

static int
count_verdicts(sums *t, const answer *a, as_err *e)
{
	const cJSON *row;

	t->lists++;
	t->cells += a->rows + a->left;
	t->failed |= a->status == 1;
	t->open |= a->status == 3;
	cJSON_ArrayForEach(row, a->row) {
		const char *word = answer_text(row, "verdict");

		if (as_tally_add(&t->verdict, word, strlen(word)) == UINT32_MAX)
			return as_nomem(e);
	}
	return 0;
}

/* The list of that name, against the table made anew, where there is one. */
static int
one_table(report_job *j, const char *name, const char *where, sums *sum, as_err *e)
{
	report_view view = {.most = MOST_CELLS, .which = "the first"};
	const char *published = as_text(&j->keep, "%s/published/%s.csv", j->report, name);
	const char *made = as_text(&j->keep, "%s/%s.table", j->tables ? j->tables : "", name);
	command c = {0};
	answer a;
	int rc = -1;

	if (j->keep.nomem)
		return as_nomem(e);
	const int there = j->tables && access(made, F_OK) == 0;
	command_add(&c, "tablecheck", "-o", "json", there ? published : "--no-data",
	    there ? made : published, NULL);
	if (report_ask(j, &c, view.most, &a, e) != 0)
		return -1;
	view.folded = a.status == 1 ? SIZE_MAX : 0;
	if (count_verdicts(sum, &a, e) == 0)
		rc = report_show(j, &a, &view, as_text(&j->keep, "%s (%s): %s", name, where,
		    answer_note(&a, 0)), e);
	answer_free(&a);
	return rc;
}

static void
say_sum(report_job *j, const sums *t)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return;
	fprintf(fp, "%s: %zu published tables and lists, %zu cells", as_base_name(j->report), t->lists,
	    t->cells);
	for (uint32_t k = 0; k < t->verdict.text.n; k++)
		fprintf(fp, "%s%zu %s", k ? ", " : ": ", t->verdict.count[k],
		    t->verdict.text.str[k]);
	if (as_memory_text(fp, &text))
		page_verdict(&j->page, t->failed ? 1 : t->open ? 3 : 0, text, "tablecheck");
	free(text);
}

int
section_tables(report_job *j, as_err *e)
{
	static const as_want want[] = {{"table", AS_KEY, 0}, {"document", AS_KEY, 0},
	    {"section", AS_KEY, 0}};
	const as_read read = {.want = want, .nwant = 3};
	sums sum = {.cells = 0};
	char *path, where[200];
	as_frame f;
	int rc;

	if (!j->report)
		return 0;
	if (asprintf(&path, "%s/tables.csv", j->report) < 0)
		return as_nomem(e);
	rc = as_frame_read(&f, &path, 1, &read, e);
	free(path);
	if (rc != 0)
		return -1;
	page_begin(&j->page, "Published tables");
	if (!j->tables)
		page_text(&j->page, "The tables were not made anew (--tables): no cell has data.");
	for (size_t i = 0; i < f.n && rc == 0; i++) {
		snprintf(where, sizeof where, "document %s, %s", as_frame_str(&f, f.col[1].id[i]),
		    as_frame_str(&f, f.col[2].id[i]));
		rc = one_table(j, as_frame_str(&f, f.col[0].id[i]), where, &sum, e);
	}
	if (rc == 0)
		say_sum(j, &sum);
	as_tally_free(&sum.verdict);
	as_frame_free(&f);
	return rc;
}
