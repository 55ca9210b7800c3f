#include "refuse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"

enum { IN_BASE = 1, IN_TEST = 2, NAMED = 3 /* values named in a message */ };

typedef struct { const as_work_row *b, *t; size_t nb, nt; } work;

/* Which groups have each cell: a set of IN_BASE and IN_TEST. */
static uint8_t *
cells_of(const work *w, size_t ncell)
{
	uint8_t *in = calloc(ncell + 1, 1);

	for (size_t i = 0; in && i < w->nb; i++)
		in[w->b[i].cell] |= IN_BASE;
	for (size_t i = 0; in && i < w->nt; i++)
		in[w->t[i].cell] |= IN_TEST;
	return in;
}

/* Which groups have each value of column k: a set as above for each id. */
static uint8_t *
values_of(const ab_data *d, const uint8_t *in, size_t k)
{
	const uint32_t *key = d->cell.key + k;
	size_t n = 0;
	uint8_t *has;

	for (size_t c = 0; c < d->cell.n; c++)
		if (key[c * d->cell.nkey] != AS_NONE && key[c * d->cell.nkey] >= n)
			n = key[c * d->cell.nkey] + (size_t)1;
	has = calloc(n + 1, 1);
	for (size_t c = 0; has && c < d->cell.n; c++)
		if (key[c * d->cell.nkey] != AS_NONE)
			has[key[c * d->cell.nkey]] |= in[c];
	return has;
}

/* Writes " has COL VALUE, VALUE" of the values of column k that only cells of
 * this group have; 0 if there is none. */
static int
lone_values(const ab_data *d, const uint8_t *in, size_t k, int which, FILE *fp)
{
	uint8_t *has = values_of(d, in, k);
	size_t n = 0;

	for (size_t c = 0; has && c < d->cell.n; c++) {
		uint32_t id = d->cell.key[c * d->cell.nkey + k];

		if (id == AS_NONE || has[id] != which)
			continue;
		has[id] = 0; /* named once */
		if (++n == 1)
			fprintf(fp, " has %s %s", d->f.col[d->cell_col[k]].header, as_frame_str(&d->f, id));
		else if (n <= NAMED)
			fprintf(fp, ", %s", as_frame_str(&d->f, id));
	}
	if (n > NAMED)
		fprintf(fp, " and %zu more", n - NAMED);
	free(has);
	return n > 0;
}

static void
put_cell(const ab_data *d, size_t cell, FILE *fp)
{
	const char *before = "";

	for (size_t k = 0; k < d->cell.nkey; k++) {
		uint32_t id = d->cell.key[cell * d->cell.nkey + k];

		if (id == AS_NONE)
			continue;
		fprintf(fp, "%s%s %s", before, d->f.col[d->cell_col[k]].header, as_frame_str(&d->f, id));
		before = ", ";
	}
}

/* What only one of them has: a value of some column, else a combination. */
static void
put_lone(const ab_data *d, const ab_pair *p, const uint8_t *in, FILE *fp)
{
	fputs("strata that only one group has", fp);
	for (size_t k = 0; k < d->cell.nkey; k++)
		for (int which = IN_BASE; which <= IN_TEST; which++) {
			char *text = NULL;
			size_t n;
			FILE *part = open_memstream(&text, &n);
			int any;

			if (!part)
				return;
			any = lone_values(d, in, k, which, part);
			if (fclose(part) == 0 && any) {
				fprintf(fp, ": only %s%s", d->name[which == IN_BASE ? p->base : p->test], text);
				free(text);
				return;
			}
			free(text);
		}
	for (size_t c = 0; c < d->cell.n; c++)
		if (in[c] == IN_BASE || in[c] == IN_TEST) {
			fprintf(fp, ": only %s has ", d->name[in[c] == IN_BASE ? p->base : p->test]);
			put_cell(d, c, fp);
			return;
		}
}

static void
put_mean(double mean, FILE *fp)
{
	char buf[AS_NUM_BUF];

	if (isnan(mean)) {
		fputs("none recorded", fp);
		return;
	}
	as_num_fixed(buf, mean, 1);
	fputs(buf, fp);
}

static void
put_tokens(const ab_data *d, const ab_pair *p, const as_work *w, FILE *fp)
{
	fprintf(fp, "unequal work: tokens a row: %s ", d->name[p->base]);
	put_mean(w->mean_base, fp);
	fprintf(fp, ", %s ", d->name[p->test]);
	put_mean(w->mean_test, fp);
	if (w->mean_base == w->mean_test)
		fputs(" on average, but not the same counts", fp);
	if (w->cells > 1) {
		fputs(" at ", fp);
		put_cell(d, w->cell, fp);
		if (w->unequal > 1)
			fprintf(fp, " (%zu of %zu strata differ)", w->unequal, w->cells);
	}
}

/* The refusal in words; NULL: no memory. */
static char *
refusal(const ab_data *d, const ab_pair *p, const uint8_t *in, const as_work *w)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return NULL;
	if (w->cells == 0)
		fputs("no stratum in common", fp);
	else if (w->verdict == AS_WORK_CELLS)
		put_lone(d, p, in, fp);
	else
		put_tokens(d, p, w, fp);
	if (fclose(fp) == 0)
		return text;
	free(text);
	return NULL;
}

/* Leaves only the cells that both have. */
static void
keep_common(ab_pair *p, uint8_t *in, size_t ncell)
{
	for (size_t c = 0; c < ncell; c++) {
		p->dropped += in[c] == IN_BASE || in[c] == IN_TEST;
		in[c] = in[c] == (IN_BASE | IN_TEST);
	}
	p->keep = in;
}

int
ab_refuse(ab_pair *p, const ab_data *d, const ab_how *how)
{
	work w = {0};
	as_work_row *b = ab_work(d, p->base, d->nstratum, NULL, &w.nb);
	as_work_row *t = ab_work(d, p->test, d->nstratum, NULL, &w.nt);
	uint8_t *in;
	as_work r;
	int rc = -1, unequal, none;

	w.b = b;
	w.t = t;
	if (!b || !t || !(in = cells_of(&w, d->cell.n)))
		goto done;
	r = as_work_compare(b, w.nb, t, w.nt);
	unequal = r.verdict == AS_WORK_CELLS && !how->common;
	if (!unequal && r.unequal > 0 && !how->per_token) {
		unequal = 1;
		r.verdict = AS_WORK_TOKENS;
	}
	/* an empty group is no question of work */
	none = w.nb > 0 && w.nt > 0 && r.cells == 0 && how->common;
	unequal = (unequal && w.nb > 0 && w.nt > 0) || none;
	rc = 0;
	if (unequal) {
		char *text = refusal(d, p, in, &r);

		if (!text)
			rc = -1;
		else if (how->unequal_ok && !none)
			p->waived = text;
		else
			p->refused = text;
	}
	if (how->common && !p->refused)
		keep_common(p, in, d->cell.n);
	else
		free(in);
done:
	free(b);
	free(t);
	return rc;
}
