#include "two_factors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dist.h"
#include "moments.h"
#include "sum.h"

/* Which columns a model has beside the intercept. */
enum { WITH_A = 1, WITH_B = 2, WITH_AB = 4 };

typedef struct {
	const as_cell *cell; /* (na, nb) */
	size_t na, nb, n;    /* n: samples */
	double mean, within; /* of all samples; residual within cells */
	size_t filled;       /* cells that have samples */
} design;

typedef struct { double rss; size_t rank; } fit;

int
as_cells_of(as_cell *cell, double *const *x, const size_t *n, size_t k)
{
	double most = 0;
	int exp;

	for (size_t i = 0; i < k; i++)
		for (size_t j = 0; j < n[i]; j++)
			most = fmax(most, fabs(x[i][j]));
	frexp(most, &exp);
	for (size_t i = 0; i < k; i++) {
		as_moments m;

		if (n[i] == 0) {
			cell[i] = (as_cell){0, 0, 0, 0};
			continue;
		}
		as_moments_of(&m, x[i], n[i]);
		cell[i] = (as_cell){n[i], ldexp(m.mean, -exp), ldexp(m.rest, m.exp - exp),
		    ldexp(m.ss, 2 * (m.exp - exp))};
	}
	return exp;
}

/* Contrast column j of a factor of k levels: 1 at level j, -1 at the last. */
static double
contrast(size_t level, size_t j, size_t k)
{
	return level == j ? 1 : level == k - 1 ? -1 : 0;
}

/* Takes from v what it has along the rank orthonormal columns of q, twice, so that
 * rounding leaves none of it (Daniel et al. 1976). */
static void
orthogonal(double *v, const double *q, size_t rank, size_t cells)
{
	for (int pass = 0; pass < 2; pass++)
		for (size_t j = 0; j < rank; j++) {
			double dot = 0;

			for (size_t i = 0; i < cells; i++)
				dot += q[j * cells + i] * v[i];
			for (size_t i = 0; i < cells; i++)
				v[i] -= dot * q[j * cells + i];
		}
}

/* Makes column rank of q orthonormal to those before it; 0 if they span it. */
static int
add_column(double *q, size_t rank, size_t cells)
{
	double *col = q + rank * cells, whole = 0, left = 0;

	for (size_t i = 0; i < cells; i++)
		whole += col[i] * col[i];
	orthogonal(col, q, rank, cells);
	for (size_t i = 0; i < cells; i++)
		left += col[i] * col[i];
	if (!(left > 1e-18 * whole))
		return 0;
	left = sqrt(left);
	for (size_t i = 0; i < cells; i++)
		col[i] /= left;
	return 1;
}

/* A cell's mean as the fits see it, weighted by its size. */
static double
weighted(const design *d, size_t i)
{
	return d->cell[i].n ? (d->cell[i].mean - d->mean + d->cell[i].rest) * sqrt((double)d->cell[i].n) :
	    0;
}

/* Column k of a model at a cell: the intercept, the contrasts of A, of B, and their
 * products. */
static double
column(const design *d, int model, size_t k, size_t cell)
{
	size_t la = cell / d->nb, lb = cell % d->nb, a1 = d->na - 1, b1 = d->nb - 1;

	if (k-- == 0)
		return 1;
	if (model & WITH_A) {
		if (k < a1)
			return contrast(la, k, d->na);
		k -= a1;
	}
	if (model & WITH_B) {
		if (k < b1)
			return contrast(lb, k, d->nb);
		k -= b1;
	}
	return contrast(la, k / b1, d->na) * contrast(lb, k % b1, d->nb);
}

/* Residual sum and rank of a model, by least squares on the cell means with the
 * cells' sizes as weights: what lies within the cells adds to every model alike. A
 * column that others span is left out. */
static int
least_squares(const design *d, int model, fit *f)
{
	size_t cells = d->na * d->nb, a1 = d->na - 1, b1 = d->nb - 1, i, k, rank = 0;
	size_t ncol = 1 + (model & WITH_A ? a1 : 0) + (model & WITH_B ? b1 : 0) + (model & WITH_AB ?
	    a1 * b1 : 0);
	double *q = malloc((ncol + 1) * cells * sizeof *q), *y = q + ncol * cells;
	as_sum rss = {0};

	if (!q)
		return -1;
	for (k = 0; k < ncol; k++) {
		for (i = 0; i < cells; i++)
			q[rank * cells + i] = column(d, model, k, i) * sqrt((double)d->cell[i].n);
		rank += (size_t)add_column(q, rank, cells);
	}
	for (i = 0; i < cells; i++)
		y[i] = weighted(d, i);
	orthogonal(y, q, rank, cells);
	for (i = 0; i < cells; i++)
		as_sum_add(&rss, y[i] * y[i]);
	*f = (fit){as_sum_value(&rss), rank};
	free(q);
	return 0;
}

/* The same of the model that lacks only one factor, A or B, where no cell is empty.
 * It leaves just what lies along that factor's contrasts over the cells' sizes (the
 * weighted squares of means of Yates 1934), which are k-1 columns to fit and not all
 * of the others. */
static int
all_but(const design *d, int lacking, fit *f)
{
	size_t cells = d->na * d->nb, k = lacking == WITH_A ? d->na : d->nb, rank = 0;
	double *q = malloc(k * cells * sizeof *q);
	as_sum rss = {0};

	if (!q)
		return -1;
	for (size_t j = 0; j + 1 < k; j++) {
		double dot = 0;

		for (size_t i = 0; i < cells; i++)
			q[rank * cells + i] = contrast(lacking == WITH_A ? i / d->nb : i % d->nb, j,
			    k) / sqrt((double)d->cell[i].n);
		if (!add_column(q, rank, cells))
			continue;
		for (size_t i = 0; i < cells; i++)
			dot += q[rank * cells + i] * weighted(d, i);
		as_sum_add(&rss, dot * dot);
		rank++;
	}
	*f = (fit){as_sum_value(&rss), d->filled - rank};
	free(q);
	return 0;
}

/* The term by which the larger model beats the smaller. */
static void
set_term(as_anova_term *t, const fit *smaller, const fit *larger, int estimable)
{
	t->present = 1;
	t->df = larger->rank - smaller->rank;
	t->estimable = estimable && t->df > 0;
	t->ss = fmax(smaller->rss - larger->rss, 0); /* rounding may leave it a hair below 0 */
}

static void
finish(as_anova *r)
{
	const as_anova_term *res = &r->term[AS_ANOVA_RESIDUAL], *total = &r->term[AS_ANOVA_TOTAL];

	for (int i = 0; i <= AS_ANOVA_AB; i++) {
		as_anova_term *t = &r->term[i];
		if (!t->present)
			continue;
		if (!t->estimable) {
			t->ss = t->ms = t->f = t->log_p = t->eta_sq = t->partial_eta_sq = t->omega_sq = NAN;
			continue;
		}
		t->ms = t->ss / (double)t->df;
		t->f = r->no_spread ? NAN : t->ms / res->ms;
		t->log_p = as_log_f_upper(t->f, (double)t->df, (double)res->df);
		t->eta_sq = t->ss / total->ss;
		t->partial_eta_sq = t->ss / (t->ss + res->ss);
		t->omega_sq = (t->ss - (double)t->df * res->ms) / (total->ss + res->ms);
	}
}

static int
make_design(design *d, const as_cell *cell, size_t na, size_t nb, size_t *empty)
{
	as_sum mean = {0}, within = {0};

	*d = (design){.cell = cell, .na = na, .nb = nb};
	*empty = 0;
	for (size_t i = 0; i < na * nb; i++) {
		d->n += cell[i].n;
		*empty += cell[i].n == 0;
	}
	d->filled = na * nb - *empty;
	for (size_t i = 0; i < na * nb; i++)
		if (cell[i].n) {
			as_sum_add(&mean, cell[i].mean * ((double)cell[i].n / (double)d->n));
			as_sum_add(&within, cell[i].ss);
		}
	d->mean = as_sum_value(&mean);
	d->within = as_sum_value(&within);
	return d->n > 0;
}

int
as_anova_of(as_anova *r, const as_cell *cell, size_t na, size_t nb, int interaction,
    int type, as_err *e)
{
	/* fits by the columns they have */
	fit m[8];
	int used[8] = {0}, full, i;
	design d;
	as_anova_term *t = r->term, *res = &t[AS_ANOVA_RESIDUAL], *total = &t[AS_ANOVA_TOTAL];
	double sum = 0;

	memset(r, 0, sizeof *r);
	if (nb > 1 && (na > AS_ANOVA_MAX_LEVELS || nb > AS_ANOVA_MAX_LEVELS))
		return as_fail(e, NULL, 0, "a factor has more than %d levels", AS_ANOVA_MAX_LEVELS);
	if (!make_design(&d, cell, na, nb, &r->empty_cells))
		return as_fail(e, NULL, 0, "no sample");
	interaction = interaction && nb > 1;
	full = nb == 1 ? WITH_A : WITH_A | WITH_B | (interaction ? WITH_AB : 0);
	used[0] = used[WITH_A] = used[full] = 1;
	if (nb > 1)
		used[WITH_B] = used[WITH_A | WITH_B] = 1;
	if (interaction && type == 3)
		used[WITH_B | WITH_AB] = used[WITH_A | WITH_AB] = 1;
	for (i = 0; i < 8; i++)
		if (i == full && (nb == 1 || interaction))
			m[i] = (fit){0, d.filled}; /* a mean for each cell */
		else if (used[i] && (i & WITH_AB && r->empty_cells == 0 ? all_but(&d, full & ~i, &m[i]) :
		    least_squares(&d, i, &m[i])) != 0)
			return as_nomem(e);
	if (m[full].rss < 1e-28 * m[0].rss) /* rounding is no spread */
		m[full].rss = 0;
	res->present = res->estimable = total->present = total->estimable = 1;
	res->df = d.n - m[full].rank;
	res->ss = d.within + m[full].rss;
	total->df = d.n - 1;
	total->ss = d.within + m[0].rss;
	if (res->df == 0)
		return as_fail(e, NULL, 0,
		    "every cell has one sample, so no degree of freedom is left for the residual");
	if (!(total->ss > 0))
		return as_fail(e, NULL, 0, "all samples are equal, so there is no variance to analyse");
	r->no_spread = !(res->ss > 0);
	res->ms = res->ss / (double)res->df;
	total->ms = NAN;
	res->f = res->log_p = total->f = total->log_p = NAN;
	res->eta_sq = res->partial_eta_sq = res->omega_sq = NAN;
	total->eta_sq = total->partial_eta_sq = total->omega_sq = NAN;
	if (nb == 1)
		set_term(&t[AS_ANOVA_A], &m[0], &m[WITH_A], 1);
	else {
		const fit *both = &m[WITH_A | WITH_B];
		if (interaction)
			set_term(&t[AS_ANOVA_AB], both, &m[full], 1);
		if (type == 3 && interaction) {
			set_term(&t[AS_ANOVA_A], &m[WITH_B | WITH_AB], &m[full], r->empty_cells == 0);
			set_term(&t[AS_ANOVA_B], &m[WITH_A | WITH_AB], &m[full], r->empty_cells == 0);
		} else {
			set_term(&t[AS_ANOVA_A], type == 1 ? &m[0] : &m[WITH_B], type == 1 ? &m[WITH_A] : both, 1);
			set_term(&t[AS_ANOVA_B], &m[WITH_A], both, 1);
		}
	}
	r->sum_error = NAN;
	if (type == 1 || nb == 1) {
		for (i = 0; i <= AS_ANOVA_AB; i++)
			sum += t[i].ss;
		r->sum_error = fabs(sum + res->ss - total->ss) / total->ss;
	}
	finish(r);
	return 0;
}
