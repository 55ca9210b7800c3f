/* The rows of a frame as the groups of a plot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "group.h"
#include "plot.h"
#include "select.h"
#include "sequence.h"
#include "served.h"
#include "words.h"

/* For a series: which rows are cold (the column cold, or else the first of each
 * file), when they were taken (NULL: without a clock), and the order of rows: where a row of a
 * file stands, the next of that file by its index. */
typedef struct { uint8_t *cold; double *when; size_t *row; } series_rows;

static int
says_cold(uint8_t *cold, const char *text, as_err *e)
{
	as_str s = {text, strlen(text)};
	int yes = as_nothing(s) ? 0 : as_truth(s);

	*cold = yes == 1;
	return yes < 0 ? as_fail(e, NULL, 0, "column 'cold': '%.60s' is neither yes nor no", text) : 0;
}

/* Does the row say that no compiled code served it, or that it is unknown what did? */
static int
uncompiled(const as_col *served, const as_frame *f, size_t row, int *unknown)
{
	const char *word = served->present ? as_frame_str(f, served->id[row]) : "";

	*unknown |= strcmp(word, "unknown") == 0;
	return !as_nothing((as_str){word, strlen(word)}) && !as_served_compiled(word);
}

/* The row of the first sample of a file, by the clock where there is one. */
static size_t
first_of(const as_sequences *s, size_t file, const double *when)
{
	size_t first = s->row[s->at[file]];

	for (size_t k = s->at[file]; when && k < s->at[file + 1]; k++)
		first = when[s->row[k]] < when[first] ? s->row[k] : first;
	return first;
}

static int
series_of(plot *p, series_rows *r, const as_frame *f, const plot_columns *c, as_err *e)
{
	size_t *next = NULL, i;
	as_sequences s;
	int rc = 0;

	if (plot_times(p, f, c, &r->when, e) != 0 || as_sequences_of(&s, f, e) != 0)
		return -1;
	r->cold = calloc(f->n, 1);
	r->row = calloc(f->n, sizeof *r->row);
	next = malloc((s.files.n + 1) * sizeof *next);
	if (!r->cold || !r->row || !next)
		rc = as_nomem(e);
	else
		memcpy(next, s.at, s.files.n * sizeof *next);
	for (i = 0; rc == 0 && i < f->n; i++) {
		size_t file = s.files.of_row[i], *k = &next[file];

		r->row[i] = i;
		if (!f->ok[i])
			continue;
		r->row[i] = s.row[*k];
		p->indexed |= r->row[i] != i;
		if (f->col[c->cold].present)
			rc = says_cold(&r->cold[r->row[i]], as_frame_str(f, f->col[c->cold].id[r->row[i]]), e);
		else if (*k == s.at[file])
			r->cold[first_of(&s, file, p->clock ? r->when : NULL)] = 1;
		++*k;
	}
	free(next);
	as_sequences_free(&s);
	return rc;
}

static int
fill(plot *p, const as_frame *f, const plot_columns *c, const series_rows *series,
    const as_groups *g, as_err *e)
{
	for (size_t k = 0; k < g->n; k++) {
		size_t n = g->rows[k];
		plot_group *to = &p->group[k];

		*to = (plot_group){.name = as_group_name(g, f, k), .x = malloc((n + 1) * sizeof *to->x),
		    .kind = malloc(n + 1), .when = p->clock ? malloc((n + 1) * sizeof *to->when) : NULL};
		if (!to->name || !to->x || !to->kind || (p->clock && !to->when))
			return as_nomem(e);
	}
	for (size_t i = 0; i < f->n; i++) {
		size_t row = series->row ? series->row[i] : i;
		plot_group *to = &p->group[g->of_row[row]];
		int kind = !f->ok[i] ? SAMPLE_FAILED : !series->row ? SAMPLE_STEADY : series->cold[row] +
		    (uncompiled(&f->col[c->served], f, row, &to->unknown) ? SAMPLE_UNCOMPILED : 0);

		if (kind == SAMPLE_FAILED && !series->row)
			continue;
		if (p->clock)
			to->when[to->n] = series->when[row];
		to->x[to->n] = kind == SAMPLE_FAILED ? NAN : f->col[c->value].val[row];
		to->kind[to->n++] = (uint8_t)kind;
		to->count[kind]++;
	}
	return 0;
}

/* Takes out the groups that have nothing to draw, and sorts the others. */
static int
tidy(plot *p, size_t n, void (*say)(const as_err *), as_err *e)
{
	for (size_t k = 0; k < n; k++) {
		plot_group *from = &p->group[k];

		if (from->n > from->count[SAMPLE_FAILED]) {
			if (p->kind != PLOT_SERIES)
				as_sort(from->x, from->n);
			p->group[p->n++] = *from;
			continue;
		}
		as_fail(e, NULL, 0, "group '%s' has no ok sample: it is not drawn", from->name);
		say(e);
		plot_group_free(from);
	}
	return p->n ? 0 : as_fail(e, NULL, 0, "no ok sample to draw");
}

int
plot_groups(plot *p, const as_frame *f, const plot_columns *c, void (*say)(const as_err *),
    as_err *e)
{
	series_rows series = {.cold = NULL};
	as_groups g;
	int rc;

	if (p->kind == PLOT_SERIES && series_of(p, &series, f, c, e) != 0)
		return -1;
	if (as_group(&g, f, c->cols, c->ncols, e) != 0)
		return -1;
	if (!(p->group = calloc(g.n, sizeof *p->group)))
		return as_nomem(e);
	if ((rc = fill(p, f, c, &series, &g, e)) == 0)
		rc = tidy(p, g.n, say, e);
	as_group_free(&g);
	free(series.cold);
	free(series.when);
	free(series.row);
	return rc;
}
