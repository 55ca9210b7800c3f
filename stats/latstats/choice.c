#include "choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "nearest.h"
#include "quantile_arg.h"

/* The catalogue but the quantiles, which come in any number and are told by
 * their form. */
static const struct { const char *name; unsigned uses; } catalogue[NAMED] = {
	[N] = {"n", 0},
	[ERRORS] = {"errors", 0},
	[MEAN] = {"mean", 0},
	[MEAN_LO] = {"mean_lo", USES_MEAN_CI},
	[MEAN_HI] = {"mean_hi", USES_MEAN_CI},
	[SD] = {"sd", USES_SD},
	[MIN] = {"min", 0},
	[MAX] = {"max", 0},
	[TRIMMED] = {"trimmed", USES_TRIM},
	[MAD] = {"mad", USES_MAD},
	[MAD_NORMAL] = {"mad_normal", USES_MAD},
	[SKEW] = {"skew", USES_SKEW},
	[RATIO] = {"ratio", USES_RATIO},
};

static const struct { const char *suffix; stat_id stat; } ends[] = {
	{"", QUANTILE}, {"_lo", QUANTILE_LO}, {"_hi", QUANTILE_HI}, {"_cover", QUANTILE_COVER},
};

static int
unknown(const char *name, as_err *e)
{
	as_nearest near = as_nearest_to(name);
	char list[256];
	size_t n = 0;

	as_nearest_try(&near, (as_str){"median", strlen("median")});
	for (int i = 0; i < NAMED; i++) {
		as_nearest_try(&near, (as_str){catalogue[i].name, strlen(catalogue[i].name)});
		n += (size_t)snprintf(list + n, sizeof list - n, "%s, ", catalogue[i].name);
	}
	return as_fail(e, NULL, 0,
	    "no statistic '%s'%s there are: %smedian, pN, and these two with _lo, _hi, _cover", name,
	    as_nearest_text(&near, ";"), list);
}

/* Index of a quantile among the distinct ones. */
static int
quantile_index(choice *c, double p, size_t *which, as_err *e)
{
	for (*which = 0; *which < c->np; ++*which)
		if (c->p[*which] == p || (isnan(p) && isnan(c->p[*which])))
			return 0;
	if (as_grow_one(&c->p, c->np, sizeof *c->p) != 0)
		return as_nomem(e);
	c->p[c->np++] = p;
	return 0;
}

/* Reads a quantile's name: canonical into col->name, its stat and index. */
static int
parse_quantile(choice *c, column *col, const char *name, as_err *e)
{
	const size_t nends = sizeof ends / sizeof *ends;
	char base[AS_QUANTILE_NAME];
	size_t n = strcspn(name, "_"), i = 0;
	double p = NAN;

	while (i < nends && strcmp(name + n, ends[i].suffix) != 0)
		i++;
	if (i == nends || n >= sizeof base)
		return unknown(name, e);
	memcpy(base, name, n);
	base[n] = '\0';
	if (strcmp(base, "median") != 0) {
		if (*base != 'p' || base[1] < '0' || base[1] > '9')
			return unknown(name, e);
		if (as_quantile_arg(base, &p, base, e) != 0)
			return -1;
	}
	if (snprintf(col->name, sizeof col->name, "%s%s", base, ends[i].suffix) >= COLUMN_NAME)
		return unknown(name, e);
	col->stat = ends[i].stat;
	c->uses |= isnan(p) ? USES_MEDIAN : USES_QUANTILE;
	c->uses |= col->stat == QUANTILE ? 0 : USES_QUANTILE_CI;
	return quantile_index(c, p, &col->which, e);
}

int
choice_insert(choice *c, size_t at, const char *name, as_err *e)
{
	column new = {.stat = QUANTILE};

	for (int i = 0; i < NAMED; i++)
		if (strcmp(name, catalogue[i].name) == 0) {
			new.stat = (stat_id)i;
			snprintf(new.name, sizeof new.name, "%s", name);
			c->uses |= catalogue[i].uses;
		}
	if (new.stat == QUANTILE && parse_quantile(c, &new, name, e) != 0)
		return -1;
	for (size_t i = 0; i < c->ncol; i++)
		if (strcmp(c->col[i].name, new.name) == 0)
			return 0;
	if (as_grow_one(&c->col, c->ncol, sizeof *c->col) != 0)
		return as_nomem(e);
	memmove(c->col + at + 1, c->col + at, (c->ncol - at) * sizeof *c->col);
	c->col[at] = new;
	c->ncol++;
	return 0;
}

int
choice_add_mean_ci(choice *c, as_err *e)
{
	size_t at = 0;

	while (at < c->ncol && c->col[at].stat != MEAN)
		at++;
	at += at < c->ncol;
	if (choice_insert(c, at, "mean_hi", e) != 0)
		return -1;
	return choice_insert(c, at, "mean_lo", e);
}

int
choice_add_quantile_ci(choice *c, as_err *e)
{
	for (size_t i = 0; i < c->ncol; i++)
		if (c->col[i].stat == QUANTILE)
			for (size_t k = sizeof ends / sizeof *ends; --k > 0;) {
				char name[COLUMN_NAME + 8];

				snprintf(name, sizeof name, "%s%s", c->col[i].name, ends[k].suffix);
				if (choice_insert(c, i + 1, name, e) != 0)
					return -1;
			}
	return 0;
}

void
choice_free(choice *c)
{
	free(c->col);
	free(c->p);
	*c = (choice){0};
}

void
choice_declare(const choice *c, const definitions *d, as_table *t)
{
	static const char *const skew[] = {
		[AS_SKEW_ADJUSTED] = "G1 = g1 sqrt(n(n-1))/(n-2) (Joanes and Gill 1998)",
		[AS_SKEW_MOMENT] = "g1 = m3/m2^1.5 (Joanes and Gill 1998)",
		[AS_SKEW_B1] = "b1 = m3/s^3 (Joanes and Gill 1998)",
	};

	for (size_t i = 0; i < c->ncol; i++)
		as_table_column(t, c->col[i].name, c->col[i].stat <= ERRORS ? AS_INT : AS_REAL, 0);

	as_table_define(t, "n", "values of rows whose status is ok");
	as_table_define(t, "errors", "rows whose status is not ok");
	if (c->uses & USES_MEDIAN)
		as_table_define(t, "median", "the middle value, or the mean of the two in the middle");
	if (c->uses & USES_QUANTILE)
		as_table_define_number(t, "quantile", "type ", d->quantile_type, " of Hyndman and Fan 1996");
	if (c->uses & USES_SD)
		as_table_define(t, "sd", d->ddof ? "ddof 1: over n-1" : "ddof 0: over n");
	if (c->uses & USES_MEAN_CI)
		as_table_define_number(t, "mean_ci", "level ", d->level, d->ci_method == AS_CI_Z ?
		    ", normal: mean -+ z sd/sqrt(n), sd over n-1" :
		    ", Student t: mean -+ t(n-1) sd/sqrt(n), sd over n-1");
	if (c->uses & USES_QUANTILE_CI)
		as_table_define_number(t, "quantile_ci", "level ", d->quantile_level,
		    " at least, order statistics "
		    "by the binomial, equal tails (Conover 1999, 3.2); _cover is the actual level");
	if (c->uses & USES_TRIM)
		as_table_define_number(t, "trimmed", "mean without floor(", d->trim, " n) values at each end");
	if (c->uses & USES_MAD)
		as_table_define(t, "mad", "median |x - median|; mad_normal is 1.4826 times that");
	if (c->uses & USES_SKEW)
		as_table_define(t, "skew", skew[d->skew]);
	if (c->uses & USES_RATIO)
		as_table_define(t, "ratio", "mean / median");
}
