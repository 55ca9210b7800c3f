#include "refuse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matched.h"
#include "memory_text.h"
#include "num.h"

enum { IN_BASE = 1, IN_TEST = 2, IN_BOTH = 3, NAMED = 3 /* values named in a message */ };

/* Which groups have each cell: a set of IN_BASE and IN_TEST. */
static uint8_t *
cells_of(const ab_data *d, const ab_pair *p)
{
	uint8_t *in = calloc(d->cell.n + 1, 1);

	for (size_t i = d->at[p->base]; in && i < d->at[p->base + 1]; i++)
		in[d->row[i].cell] |= IN_BASE;
	for (size_t i = d->at[p->test]; in && i < d->at[p->test + 1]; i++)
		in[d->row[i].cell] |= IN_TEST;
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

/* Writes ": only NAME has COL VALUE, VALUE" of the values of column k that only cells of
 * this group have; 0 if there is none. */
static int
lone_values(const ab_data *d, const uint8_t *in, size_t k, int which, const char *name, FILE *fp)
{
	uint8_t *has = values_of(d, in, k);
	size_t n = 0;

	for (size_t c = 0; has && c < d->cell.n; c++) {
		uint32_t id = d->cell.key[c * d->cell.nkey + k];

		if (id == AS_NONE || has[id] != which)
			continue;
		has[id] = 0; /* named once */
		if (++n == 1)
			fprintf(fp, ": only %s has %s %s", name, d->f.col[d->cell_col[k]].header,
			    as_frame_str(&d->f, id));
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
	fputs("strata that only one of the groups has", fp);
	for (size_t k = 0; k < d->cell.nkey; k++)
		for (int which = IN_BASE; which <= IN_TEST; which++)
			if (lone_values(d, in, k, which, d->name[which == IN_BASE ? p->base : p->test], fp))
				return;
	for (size_t c = 0; c < d->cell.n; c++)
		if (in[c] == IN_BASE || in[c] == IN_TEST) {
			fprintf(fp, ": only %s has ", d->name[in[c] == IN_BASE ? p->base : p->test]);
			put_cell(d, c, fp);
			return;
		}
}

/* The shortest decimals that tell the two means apart, if they differ. */
static void
put_means(const ab_data *d, const ab_pair *p, double base, double test, FILE *fp)
{
	char b[AS_NUM_BUF] = "none recorded", t[AS_NUM_BUF] = "none recorded";

	for (int decimals = 1; decimals <= 6; decimals++) {
		if (!isnan(base))
			as_num_fixed(b, base, decimals);
		if (!isnan(test))
			as_num_fixed(t, test, decimals);
		if (base == test || strcmp(b, t) != 0)
			break;
	}
	fprintf(fp,
	    "unequal work: tokens per row: %s %s, %s %s", d->name[p->base], b, d->name[p->test], t);
}

static void
put_tokens(const ab_data *d, const ab_pair *p, const as_work *w, FILE *fp)
{
	put_means(d, p, w->mean_base, w->mean_test, fp);
	if (w->mean_base == w->mean_test)
		fputs(" on average, but in different counts", fp);
	if (w->cells > 1) {
		fputs(" at ", fp);
		put_cell(d, w->cell, fp);
		if (w->unequal > 1)
			fprintf(fp, " (%zu of %zu %s differ)", w->unequal, w->cells,
			    d->matched ? "pairs" : "strata");
	}
}

/* The columns that tell work apart, are none of -s, and have several values. */
static void
put_columns(const ab_data *d, const uint8_t *in, FILE *fp)
{
	const char *before = "";

	for (size_t k = d->nstratum ? d->stratum.nkey : 0; k < d->cell.nkey; k++) {
		uint32_t first = AS_NONE;
		int several = 0;

		for (size_t c = 0; c < d->cell.n; c++) {
			uint32_t id = d->cell.key[c * d->cell.nkey + k];

			if (!in[c] || id == AS_NONE)
				continue;
			several |= first != AS_NONE && id != first;
			first = id;
		}
		if (several) {
			fprintf(fp, "%s%s", before, d->f.col[d->cell_col[k]].header);
			before = ",";
		}
	}
}

/* Each cell is equal, but they are in other shares. */
static void
put_shares(const ab_data *d, const uint8_t *in, FILE *fp)
{
	fputs("the groups have different shares of ", fp);
	put_columns(d, in, fp);
	fputs("; -s ", fp);
	put_columns(d, in, fp);
	fputs(" compares within each", fp);
}

/* Why no row of the one is a pair with one of the other. */
static void
put_no_pair(const ab_data *d, const uint8_t *in, FILE *fp)
{
	const char *before = "no row of one group has the same ";

	fputs("no pair: ", fp);
	for (size_t k = 0; k < d->cell.nkey; k++) {
		uint8_t *has = values_of(d, in, k);
		int both = !has || !d->f.col[d->cell_col[k]].present;

		for (size_t c = 0; !both && c < d->cell.n; c++) {
			uint32_t id = d->cell.key[c * d->cell.nkey + k];

			both = id == AS_NONE || has[id] == IN_BOTH;
		}
		free(has);
		if (!both) {
			fprintf(fp, "no %s is in both groups", d->f.col[d->cell_col[k]].header);
			return;
		}
	}
	for (size_t k = 0; k < d->cell.nkey; k++)
		if (d->f.col[d->cell_col[k]].present) {
			fprintf(fp, "%s%s", before, d->f.col[d->cell_col[k]].header);
			before = ",";
		}
	fputs(" as a row of the other", fp);
}

/* Where work is not equal, or what strata have in other shares though it is (w NULL). */
enum { IN_CELLS, IN_STRATA, IN_SHARES };

/* That in words; NULL: no memory. */
static char *
refusal(const ab_data *d, const ab_pair *p, const uint8_t *in, const as_work *w, int where)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return NULL;
	if (where == IN_SHARES)
		put_shares(d, in, fp);
	else if (w->cells == 0 && d->matched)
		put_no_pair(d, in, fp);
	else if (w->cells == 0)
		fputs("the groups have no stratum in common", fp);
	else if (w->verdict == AS_WORK_CELLS)
		put_lone(d, p, in, fp);
	else if (where == IN_CELLS)
		put_tokens(d, p, w, fp);
	else {
		put_means(d, p, w->mean_base, w->mean_test, fp);
		fputs(w->mean_base == w->mean_test ? " on average, but " : ": ", fp);
		put_shares(d, in, fp);
	}
	return as_memory_text(fp, &text);
}

/* Leaves only the cells that both have. */
static void
keep_common(ab_pair *p, uint8_t *in, size_t ncell)
{
	for (size_t c = 0; c < ncell; c++) {
		p->dropped += in[c] == IN_BASE || in[c] == IN_TEST;
		in[c] = in[c] == IN_BOTH;
	}
}

/* Compares the work of the pair's rows that keep lets pass (NULL: all). -1: no
 * memory. */
static int
compare(as_work *r, const ab_data *d, const ab_pair *p, ab_work_kind kind, const uint8_t *keep)
{
	const as_work_row *all = d->work[kind];
	as_work_row *b, *t;
	size_t nb, nt;
	int rc;

	if (!keep) {
		*r = as_work_compare(all + d->at[p->base], d->at[p->base + 1] - d->at[p->base],
		    all + d->at[p->test], d->at[p->test + 1] - d->at[p->test]);
		return 0;
	}
	b = ab_work(d, p->base, kind, keep, &nb);
	t = ab_work(d, p->test, kind, keep, &nt);
	if ((rc = b && t ? 0 : -1) == 0)
		*r = as_work_compare(b, nb, t, nt);
	free(b);
	free(t);
	return rc;
}

/* Refuses or waives the pair, in words. */
static int
refuse(ab_pair *p, const ab_how *how, char *text)
{
	if (!text)
		return -1;
	if (how->unequal_ok)
		p->waived = text;
	else
		p->refused = text;
	return 0;
}

int
ab_refuse(ab_pair *p, const ab_data *d, const ab_how *how)
{
	uint8_t *in = cells_of(d, p);
	as_work cells, shares;
	int rc = -1, common = how->common || d->matched;

	if (!in || compare(&cells, d, p, AB_TOKENS_OF_CELLS, NULL) != 0)
		goto done;
	rc = 0;
	if (d->at[p->base] == d->at[p->base + 1] || d->at[p->test] == d->at[p->test + 1])
		goto done; /* an empty group is no question of work */
	if (cells.cells == 0 && common) {
		p->refused = refusal(d, p, in, &cells, IN_CELLS);
		rc = p->refused ? 0 : -1;
		goto done;
	}
	if (cells.verdict == AS_WORK_CELLS && !common) {
		rc = refuse(p, how, refusal(d, p, in, &cells, IN_CELLS));
		goto done;
	}
	if (cells.unequal > 0 && !how->per_token) {
		cells.verdict = AS_WORK_TOKENS;
		rc = refuse(p, how, refusal(d, p, in, &cells, IN_CELLS));
	}
	if (common && !p->refused) {
		keep_common(p, in, d->cell.n);
		p->keep = in;
		if (rc == 0 && d->matched)
			rc = ab_matched_note(&p->mixed, d, p);
	}
	if (rc != 0 || p->refused || p->waived || d->matched)
		goto done;
	/* all cells are equal, and the work is not if they are in other shares */
	if (!how->per_token) {
		if ((rc = compare(&shares, d, p, AB_TOKENS_OF_STRATA, p->keep)) != 0)
			goto done;
		if (shares.unequal > 0) {
			rc = refuse(p, how, refusal(d, p, in, &shares, IN_STRATA));
			goto done;
		}
	}
	if ((rc = compare(&shares, d, p, AB_CELLS_OF_STRATA, p->keep)) == 0 && shares.unequal > 0)
		rc = (p->mixed = refusal(d, p, in, NULL, IN_SHARES)) ? 0 : -1;
done:
	if (!p->keep)
		free(in);
	return rc;
}

void
ab_pair_free(ab_pair *p)
{
	free(p->keep);
	free(p->refused);
	free(p->waived);
	free(p->mixed);
}
