#include "found.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "outlier.h"
#include "quantile.h"
#include "robust.h"

typedef struct { double x; size_t row; } sample;

static int
by_value(const void *a, const void *b)
{
	const sample *p = a, *q = b;

	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	return p->row < q->row ? -1 : p->row > q->row;
}

static void
put(found *r, const sample *s, int low, double score, double limit)
{
	r->side[s->row] = low ? OUT_LOW : OUT_HIGH;
	r->score[s->row] = score;
	r->limit[s->row] = limit;
}

/* What is beyond the fence of this scope, whose unit of distance is as given:
 * scores are in it, from from_lo or from_hi. */
static void
beyond(found *r, size_t scope, const sample *s, size_t n, double from_lo, double from_hi,
    double unit, double limit)
{
	for (size_t i = 0; i < n; i++)
		if (s[i].x < r->lo[scope] || s[i].x > r->hi[scope]) {
			int low = s[i].x < r->lo[scope];
			put(r, &s[i], low, (s[i].x - (low ? from_lo : from_hi)) / unit, limit);
		}
}

static int
by_esd(found *r, size_t scope, const sample *s, const double *x, size_t n, const found_rule *rule)
{
	size_t most = rule->max ? rule->max : n / 10 ? n / 10 : 1, max = most, count;
	double median = as_quantile_sorted(x, n, 0.5, AS_QUANTILE_TYPE);
	as_esd_step *step;

	if (max > n / 2) /* what is not an outlier is most of the sample,
	    or the test has nothing to hold them against */
		max = n / 2;
	if (!(step = malloc(max * sizeof *step)))
		return -1;
	as_esd(step, &count, x, n, max, rule->alpha);
	r->full[scope] = (uint8_t)(count < max ? 0 : max < most ? 2 : 1);
	for (size_t i = 0; i < count; i++) {
		const sample *at = &s[step[i].at];
		int low = at->x < median;
		put(r, at, low, low ? -step[i].r : step[i].r, step[i].critical);
	}
	free(step);
	return 0;
}

/* The outliers of one scope: n samples s, sorted. x and scratch have room for n. */
static int
judge(found *r, size_t scope, const sample *s, size_t n, const found_rule *rule, double *x,
    double *scratch)
{
	for (size_t i = 0; i < n; i++)
		x[i] = scratch[i] = s[i].x;
	if (n < FOUND_MIN) {
		r->why[scope] = n == 0 ? "no sample" : "fewer than 3 samples";
		return 0;
	}
	if (rule->method == BY_ESD)
		return by_esd(r, scope, s, x, n, rule);
	if (rule->method == BY_IQR) {
		as_fence f = as_tukey_fence(x, n, rule->k, rule->quantile_type);
		r->lo[scope] = f.lo;
		r->hi[scope] = f.hi;
		beyond(r, scope, s, n, f.q1, f.q3, f.q3 - f.q1, rule->k);
	} else {
		double median = as_quantile_sorted(x, n, 0.5, AS_QUANTILE_TYPE), mad = as_mad(scratch, n);
		if (!(mad > 0) && x[0] < x[n - 1]) {
			r->why[scope] = "at least half of the samples are equal, so the MAD is 0";
			return 0;
		}
		r->lo[scope] = median - rule->threshold * mad / AS_MODIFIED_Z;
		r->hi[scope] = median + rule->threshold * mad / AS_MODIFIED_Z;
		beyond(r, scope, s, n, median, median, mad / AS_MODIFIED_Z, rule->threshold);
	}
	return 0;
}

/* Every scope's ok rows, sorted, then its outliers. */
static int
judge_all(found *r, const found_rule *rule)
{
	as_keep keep = {0};
	sample *s = as_alloc(&keep, r->f.n * sizeof *s);
	double *x = as_alloc(&keep, r->f.n * sizeof *x), *scratch = as_alloc(&keep, r->f.n * sizeof *x);
	size_t *at = as_alloc(&keep, r->scope.n * sizeof *at), i, n;
	int rc = keep.nomem ? -1 : 0;

	for (i = n = 0; rc == 0 && i < r->scope.n; i++) {
		at[i] = n;
		n += r->scope.rows[i] - r->scope.errors[i];
	}
	for (i = 0; i < r->f.n && rc == 0; i++)
		if (r->f.ok[i])
			s[at[r->scope.of_row[i]]++] = (sample){r->f.col[FOUND_VALUE].val[i], i};
	for (i = 0; i < r->scope.n && rc == 0; i++) {
		n = r->scope.rows[i] - r->scope.errors[i];
		sample *own = s + at[i] - n;
		qsort(own, n, sizeof *own, by_value);
		rc = judge(r, i, own, n, rule, x, scratch);
	}
	as_keep_free(&keep);
	return rc;
}

int
found_read(found *r, const as_opts *o, const as_list *strata, const as_list *by,
    const found_rule *rule, char *const *paths, size_t npaths, as_err *e)
{
	const as_list *const scope[] = {&o->group, strata}, *const rows = by->n ? by : &o->group;
	as_want want[FOUND_KEYS + 3 * AS_OPTS_MAX] = {AS_SEQUENCE_WANTS};
	size_t n = FOUND_KEYS, i;

	memset(r, 0, sizeof *r);
	r->by = by->n > 0;
	r->ngroup = rows->n;
	r->nstrata = strata->n + (r->by ? o->group.n : 0);
	want[FOUND_VALUE] = (as_want){o->value.n ? o->value.v[0] : "latency_ms", AS_VAL, 0};
	for (i = 0; i < r->ngroup; i++)
		want[n++] = (as_want){rows->v[i], AS_KEY, 0};
	for (size_t l = !r->by; l < 2; l++)
		for (i = 0; i < scope[l]->n; i++)
			want[n++] = (as_want){scope[l]->v[i], AS_KEY, 0};

	as_read read = as_opts_read(o, want, n);
	read.keep_lines = 1;
	if (as_frame_read(&r->f, paths, npaths, &read, e) != 0)
		return -1;
	if (as_group_from(&r->group, &r->f, FOUND_KEYS, r->ngroup, e) != 0 ||
	    as_group_from(&r->scope, &r->f, FOUND_KEYS + (r->by ? r->ngroup : 0),
	    r->nstrata + (r->by ? 0 : r->ngroup), e) != 0 || as_sequences_of(&r->files, &r->f, e) != 0)
		goto fail;
	r->side = as_alloc(&r->keep, r->f.n * sizeof *r->side);
	r->score = as_alloc(&r->keep, r->f.n * sizeof *r->score);
	r->limit = as_alloc(&r->keep, r->f.n * sizeof *r->limit);
	r->lo = as_alloc(&r->keep, r->scope.n * sizeof *r->lo);
	r->hi = as_alloc(&r->keep, r->scope.n * sizeof *r->hi);
	r->why = as_alloc(&r->keep, r->scope.n * sizeof *r->why);
	r->full = as_alloc(&r->keep, r->scope.n * sizeof *r->full);
	if (r->keep.nomem)
		goto nomem;
	for (i = 0; i < r->scope.n; i++)
		r->lo[i] = r->hi[i] = NAN;
	if (judge_all(r, rule) != 0)
		goto nomem;
	return 0;
nomem:
	as_nomem(e);
fail:
	found_free(r);
	return -1;
}

void
found_free(found *r)
{
	as_keep_free(&r->keep);
	as_sequences_free(&r->files);
	as_group_free(&r->scope);
	as_group_free(&r->group);
	as_frame_free(&r->f);
	memset(r, 0, sizeof *r);
}

void
found_define(const found *r, const found_rule *rule, as_table *t)
{
	static const char *const methods[] = {
		[BY_IQR] = "iqr: beyond q1 - k IQR or q3 + k IQR, Tukey (1977)",
		[BY_MAD] = "mad: |0.6745 (x - median) / MAD| above the threshold, Iglewicz and Hoaglin (1993)",
		[BY_ESD] = "esd: generalized extreme studentized deviate, Rosner (1983)",
	};

	as_table_define(t, "value", r->f.col[FOUND_VALUE].header);
	as_table_define(t, "outlier", methods[rule->method]);
	if (rule->method == BY_IQR) {
		as_table_define_number(t, "k", "", rule->k, "");
		as_table_define_number(t, "quantile type", "", rule->quantile_type, "");
	} else if (rule->method == BY_MAD)
		as_table_define_number(t, "threshold", "", rule->threshold, "");
	else {
		as_table_define_number(t, "alpha", "", rule->alpha, "");
		if (rule->max)
			as_table_define_number(t, "max", "", (double)rule->max, "");
		else
			as_table_define(t, "max", "a tenth of the samples, at least 1");
	}
	as_table_define(t, "among", r->by ? "the samples of the same group, which --by divides" :
	    r->nstrata ? "the group's samples of the same stratum" : "the group's samples");
	/* what could not be told, or not in full, scope by scope */
	for (size_t i = 0; i < r->scope.n; i++) {
		static const char *const full[] = {"", "as many outliers as --max allows; there may be more",
			"half of the samples are outliers; the search stops there"};
		char *name;
		if (!r->why[i] && !r->full[i])
			continue;
		name = as_group_name(&r->scope, &r->f, i);
		as_table_notef(t, "%.900s%s%s", name ? name : "", name && *name ? ": " : "",
		    r->why[i] ? r->why[i] : full[r->full[i]]);
		free(name);
	}
}
