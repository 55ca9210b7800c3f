/* The section about the order of the samples. */
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "record.h"
#include "sections.h"

enum { BACKEND = 4 };

/* What labelaudit says of the cell of a row, where it is of that run and not "compiled"; else NULL.
 * Columns that the samples lack do not tell. */
static const char *
uncompiled(const samples *s, size_t row, const char *run, const answer *cells)
{
	const cJSON *cell;

	cJSON_ArrayForEach(cell, cells->row) {
		const char *verdict = answer_text(cell, "verdict");
		size_t i = strcmp(answer_text(cell, "run"), run) == 0 ? 2 : 0; /* from the mode on */

		for (const as_col *c; i > 0 && i < AS_SEQUENCE_KEYS; i++) {
			c = &s->f.col[i];
			if (c->present &&
			    strcmp(as_frame_str(&s->f, c->id[row]), answer_text(cell, c->name)) != 0)
				break;
		}
		if (i == AS_SEQUENCE_KEYS)
			return strcmp(verdict, "compiled") == 0 ? NULL : verdict;
	}
	return NULL;
}

/* Writes the samples as CSV, those of cells that were not compiled with that verdict before their
 * backend. How many these are. */
static size_t
put_marked(FILE *fp, const samples *s, const char *run, const answer *cells)
{
	const as_frame *f = &s->f;
	char number[AS_NUM_BUF], backend[300];
	size_t n = 0;

	fprintf(fp, "%s,status,synthetic%s", f->col[SAMPLES_VALUE].name,
	    f->col[SAMPLES_COLD].present ? ",cold" : "");
	for (size_t k = 0; k < AS_SEQUENCE_INDEX; k++)
		if (f->col[k].present)
			fprintf(fp, ",%s", f->col[k].name);
	for (size_t i = 0; i < f->n; i++) {
		const char *verdict = f->ok[i] ? uncompiled(s, i, run, cells) : NULL;

		n += verdict != NULL;
		as_num_format(number, f->col[SAMPLES_VALUE].val[i]);
		fprintf(fp, "\n%s,%s,%d", f->ok[i] ? number : "", f->ok[i] ? "ok" : "failed",
		    f->synthetic[i]);
		if (f->col[SAMPLES_COLD].present)
			fprintf(fp, ",%s", as_frame_str(f, f->col[SAMPLES_COLD].id[i]));
		for (size_t k = 0; k < AS_SEQUENCE_INDEX; k++) {
			const char *text = f->col[k].present ? as_frame_str(f, f->col[k].id[i]) : "";

			if (k == BACKEND && verdict) {
				snprintf(backend, sizeof backend, "%s: %s", verdict, text);
				text = backend;
			}
			if (f->col[k].present) {
				putc(',', fp);
				as_csv_write_field(fp, (as_str){text, strlen(text)});
			}
		}
	}
	putc('\n', fp);
	return n;
}

/* The samples of one folder of runs. */
static int
folder(report_job *j, char *csv, const char *run, as_err *e)
{
	const char *file = command_scratch(COMMAND_SAMPLES, e);
	char *caption;
	FILE *fp = file ? fopen(file, "w") : NULL;
	samples s;
	size_t n;
	int rc;

	if (!fp)
		return file ? as_fail(e, file, 0, "cannot create") : -1;
	if (samples_read(&s, &csv, 1, &j->common, SAMPLES_CELLS, e) != 0) {
		fclose(fp);
		return -1;
	}
	n = put_marked(fp, &s, run, &j->cells);
	command c = report_reader(j, "cdfplot", s.f.col[BACKEND].present ? "backend" : NULL, n == 0);
	command_option(&c, "-v", n ? s.f.col[SAMPLES_VALUE].name : NULL);
	command_add(&c, "--series", n ? file : csv, NULL);
	c.made = n > 0;
	samples_free(&s);
	if (fclose(fp) != 0) {
		command_free(&c);
		return as_fail(e, file, 0, "cannot write");
	}
	if (asprintf(&caption, "Samples in the order taken: %s; %zu of cells whose label says compiled "
	    "and whose verdict does not%s", csv, n,
	    n ? ": there the verdict stands before the backend" : "") < 0) {
		command_free(&c);
		return as_nomem(e);
	}
	rc = report_draw(j, &c, caption, caption, e);
	free(caption);
	return rc;
}

int
section_time(report_job *j, as_err *e)
{
	if (j->rows == 0 || j->page.md)
		return 0;
	page_begin(&j->page, "Over time");
	if (!j->runs) {
		command c = report_reader(j, "cdfplot", j->by, 1);

		command_add(&c, "--series", NULL);
		command_add_all(&c, j->data, j->ndata);
		return report_draw(j, &c, "Samples in the order taken, cold ones marked",
		    "Samples in the order taken", e);
	}
	for (size_t i = 0; i < j->ndata && i < MOST_FOLDERS; i++) {
		char *run = runs_name(j->data[i], e);
		int rc = run ? folder(j, j->data[i], run, e) : -1;

		free(run);
		if (rc != 0)
			return -1;
	}
	return 0;
}
