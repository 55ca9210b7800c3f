#include "say.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grouped.h"
#include "num.h"
#include "unit.h"

static size_t
nkeys(const power_data *d, const plan_how *how)
{
	return d->nstrata + (how->each ? d->ngroup : 0);
}

void
say_declare(as_table *t, const power_data *d, const say_how *s)
{
	const plan_how *how = s->how;

	as_declare_keys(t, &d->f, 0, nkeys(d, how));
	as_table_column(t, "n", AS_INT, 0);
	if (!how->each)
		as_table_column(t, "n_other", AS_INT, 0);
	as_table_columns(t, "errors,groups", AS_INT, 0);
	as_table_columns(t, how->median ? "alpha,power,median,sd_median,mde_d,mde,mde_pct" :
	    "alpha,power,mean,sd,mde_d,mde,mde_pct", AS_REAL, 0);
	if (how->effect.value > 0) {
		as_table_columns(t, "effect,effect_pct,effect_d,achieved", AS_REAL, 0);
		as_table_columns(t, "n_needed,n_more", AS_INT, 0);
	}
	as_declare_synthetic(t, d->f.any_synthetic);
	as_table_define(t, "value", d->value);
	as_table_define(t, "test", how->median ? "z of the difference of two medians" : how->test.normal ?
	    "normal approximation of the test of two means; of two tails the far one is left out" :
	    "Student t of two means, noncentral t");
	as_table_define(t, "sides", how->test.one_sided ? "one" : "two");
	as_table_define(t, how->median ? "sd_median" : "sd", how->each ? "of the group" :
	    how->sd_of == SD_ALL ? "of all samples of all groups together" : "pooled: within the groups");
	if (how->median)
		as_table_define(t, "standard error of a median",
		    "Price and Bonett (2001); sd_median is sqrt(n) times it");
	as_table_define(t, "mde", "mde_d times the sd");
	as_table_define(t, "n", s->unit ? "units, each one value" : "samples");
	if (s->unit)
		as_table_define(t, "unit", s->unit);
}

/* Three digits, or all before the point. */
static const char *
rounded(char buf[AS_NUM_BUF], double x)
{
	if (!isfinite(x))
		strcpy(buf, "over 1e308");
	else if (x < 1000)
		snprintf(buf, AS_NUM_BUF, "%.3g", x);
	else
		as_num_fixed(buf, x, 0);
	return buf;
}

/* "1.32 ms (4.1%)": an amount of the measured column. */
static void
amount(char *out, size_t size, const power_data *d, double x, double center)
{
	char a[AS_NUM_BUF], b[AS_NUM_BUF];
	const char *unit = as_unit_of_column((as_str){d->value, strlen(d->value)}),
	    *blank = unit ? " " : "";

	unit = unit ? unit : "";
	if (center > 0)
		snprintf(out, size, "%s%s%s (%s%%)", rounded(a, x), blank, unit, rounded(b, 100 * x / center));
	else
		snprintf(out, size, "%s%s%s", rounded(a, x), blank, unit);
}

static void
sentence(as_table *t, const power_data *d, size_t cell, const plan *p, const say_how *s)
{
	const plan_how *how = s->how;
	const char *noun = s->unit ? "values of " : "samples", *unit = s->unit ? s->unit : "";
	const char *what = how->median ? "medians" : "means";
	char where[400] = "", size[3 * AS_NUM_BUF], there[100], more[400], power[AS_NUM_BUF];

	for (size_t k = 0; k < nkeys(d, how) && strlen(where) + 1 < sizeof where; k++)
		snprintf(where + strlen(where), sizeof where - strlen(where), "%s%s", k ? ", " : "",
		    as_frame_str(&d->f, d->cell.key[cell * d->cell.nkey + k]));
	if (where[0] && strlen(where) + 3 < sizeof where)
		strcat(where, ": ");
	as_num_format(power, how->power);
	if (p->wrong) {
		as_table_notef(t, "%s%s", where, p->wrong);
		return;
	}
	size_t least = p->n < p->n_other ? p->n : p->n_other;

	if (!(how->effect.value > 0)) {
		amount(size, sizeof size, d, p->mde, p->center);
		if (p->n == p->n_other)
			snprintf(there, sizeof there, "%zu", p->n);
		else
			snprintf(there, sizeof there, "%zu and %zu", p->n, p->n_other);
		as_table_notef(t, "%s%s %s%s a group show a difference of %s of %s with probability %s",
		    where, there, noun, unit, what, size, power);
	} else {
		amount(size, sizeof size, d, p->effect, p->center);
		if (p->needed == 0)
			snprintf(more, sizeof more, "over %d %s%s a group", AS_POWER_MAX_N, noun, unit);
		else if (p->needed <= least)
			snprintf(more, sizeof more, "%zu %s%s a group: there are enough", p->needed, noun, unit);
		else
			snprintf(more, sizeof more, "%zu %s%s a group: %zu more", p->needed, noun, unit,
			    p->needed - least);
		as_table_notef(t, "%sa difference of %s of %s takes %s", where, what, size, more);
	}
}

void
say_plan(as_table *t, const power_data *d, size_t cell, const plan *p, const say_how *s)
{
	const plan_how *how = s->how;
	size_t least = p->n < p->n_other ? p->n : p->n_other;
	double percent = p->center > 0 ? 100 / p->center : NAN;

	as_put_keys(t, &d->f, d->cell.key + cell * d->cell.nkey, nkeys(d, how));
	as_table_count(t, p->n, p->groups > 0);
	if (!how->each)
		as_table_count(t, p->n_other, p->n_other > 0);
	as_table_ints(t, (int64_t)p->errors, (int64_t)p->groups);
	as_table_reals(t, how->test.alpha, how->power, p->center,
	    p->wrong && !(p->sd > 0) ? NAN : p->sd, p->mde_d, p->mde, p->mde * percent);
	if (how->effect.value > 0) {
		as_table_reals(t, p->effect, p->effect * percent, p->effect_d, p->achieved);
		as_table_count(t, p->needed, p->needed > 0);
		as_table_count(t, p->needed > least ? p->needed - least : 0, p->needed > 0);
	}
	as_put_synthetic(t, d->f.any_synthetic, p->synthetic);
	sentence(t, d, cell, p, s);
}
