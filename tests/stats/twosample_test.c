/* Tests of two samples against SciPy, statsmodels, R and mpmath. */
#include <stdlib.h>

#include "effect.h"
#include "ks.h"
#include "../../stats/abtest/multiple.h"
#include "permutation.h"
#include "ranktest.h"
#include "ratio.h"
#include "ref.h"
#include "rng.h"
#include "ttest.h"

typedef struct {
	double *b, *t;
	size_t nb, nt;
	as_moments mb, mt;
} pair;

static int
up(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Reads one pair of twosample_data.csv, sorted. */
static pair
read_pair(const char *name)
{
	pair p = {.b = malloc(2000 * sizeof(double)), .t = malloc(2000 * sizeof(double))};

	ref_pair("tests/ref/twosample_data.csv", name, p.b, &p.nb, p.t, &p.nt);
	as_moments_of(&p.mb, p.b, p.nb);
	as_moments_of(&p.mt, p.t, p.nt);
	qsort(p.b, p.nb, sizeof *p.b, up);
	qsort(p.t, p.nt, sizeof *p.t, up);
	return p;
}

static void
free_pair(pair *p)
{
	free(p->b);
	free(p->t);
}

/* The statistic of that name; NaN if there is none of it. */
static double
of_t(const char *s, const pair *p)
{
	as_ttest t = strstr(s, "student") ? as_ttest_student(&p->mb, &p->mt) :
	    as_ttest_welch(&p->mb, &p->mt);

	return strncmp(s, "t_", 2) == 0 ? t.t : strncmp(s, "df_", 3) == 0 ? t.df :
	    strncmp(s, "log_p_less", 10) == 0 ? t.log_p_less : strncmp(s, "log_p_", 6) == 0 ? t.log_p :
	    strncmp(s, "lo_", 3) == 0 ? as_ttest_interval(&t, 0.95).lo : as_ttest_interval(&t, 0.95).hi;
}

static double
of_tost(const char *s, const char *arg, const pair *p)
{
	as_margin m = {strtod(arg, NULL), strchr(arg, '%') != NULL};
	as_tost r;

	if (m.percent)
		m.value /= 100;
	if (strcmp(s, "tost_t") == 0) {
		r = as_tost_of(&p->mb, &p->mt, (as_margin){fabs(m.value), 0});
		return m.value < 0 ? r.lower.t : r.upper.t;
	}
	return as_tost_of(&p->mb, &p->mt, m).log_p;
}

static double
of_rank(const char *s, const char *arg, const pair *p)
{
	as_ranktest r;

	if (as_ranktest_of(&r, p->b, p->nb, p->t, p->nt) != 0)
		return NAN;
	if (*arg && strcmp(arg, as_rank_method_name(r.method)) != 0)
		return NAN;
	return strcmp(s, "u") == 0 ? r.u : strcmp(s, "cliff") == 0 ? r.cliff : r.log_p;
}

static double
of_effect(const char *s, const pair *p)
{
	as_effect e = as_effect_of(&p->mb, &p->mt, 0.95);

	return strcmp(s, "d") == 0 ? e.d : strcmp(s, "g") == 0 ? e.g : strcmp(s, "d_lo") == 0 ?
	    e.d_ci.lo : e.d_ci.hi;
}

static double
of_ratio(const char *s, const pair *p)
{
	as_ratio r;

	if (strcmp(s, "log_ratio_variance") == 0)
		return as_log_ratio_of_means(&p->mb, &p->mt).variance;
	r = *s == 'm' ? as_ratio_of_medians(p->b, p->nb, p->t, p->nt, 0.95) :
	    as_ratio_of_means(&p->mb, &p->mt, 0.95);
	return strstr(s, "_lo") ? r.ci.lo : strstr(s, "_hi") ? r.ci.hi : r.ratio;
}

static double
value(const char *s, const char *arg, const pair *p)
{
	as_ks k;

	if (strncmp(s, "tost", 4) == 0)
		return of_tost(s, arg, p);
	if (strstr(s, "ratio"))
		return of_ratio(s, p);
	if (strstr(s, "ks"))
		return as_ks_of(&k, p->b, p->nb, p->t, p->nt) == 0 && (!*arg || k.exact == (*arg == 'e')) ?
		    *s == 'k' ? k.d : k.log_p : NAN;
	if (strcmp(s, "u") == 0 || strcmp(s, "cliff") == 0 || strcmp(s, "log_p_rank") == 0)
		return of_rank(s, arg, p);
	if (*s == 'd' && s[1] != 'f' ? 1 : *s == 'g')
		return of_effect(s, p);
	return of_t(s, p);
}

static double
of_strata(const char *names, const char *s)
{
	as_elteren e = {0, 0};
	double z, log_p;
	char copy[512];

	snprintf(copy, sizeof copy, "%s", names);
	for (char *n = strtok(copy, "+"); n; n = strtok(NULL, "+")) {
		pair p = read_pair(n);
		as_ranktest r;

		if (as_ranktest_of(&r, p.b, p.nb, p.t, p.nt) == 0)
			as_elteren_add(&e, &r, p.nb, p.nt);
		free_pair(&p);
	}
	z = as_elteren_z(&e, &log_p);
	return strcmp(s, "elteren_z") == 0 ? z : log_p;
}

static double
of_multiple(const char *s, const char *arg)
{
	const double p[] = {0.04, 0.01, 0.03, 0.8, 0.01, 1e-12, 0.5};
	size_t n = sizeof p / sizeof *p, i = strtoul(arg, NULL, 10);
	double l[sizeof p / sizeof *p], v = NAN;
	as_multiple m;

	for (size_t k = 0; k < n; k++)
		l[k] = log(p[k]);
	if (as_multiple_of(&m, l, n) == 0)
		v = strcmp(s, "log_bh") == 0 ? m.bh[i] : strcmp(s, "log_holm") == 0 ? m.holm[i] : m.bonferroni[i];
	as_multiple_free(&m);
	return v;
}

/* Every value within 1e-9 of itself; ends of intervals and logarithms of p within
 * 1e-9 where they are below 1. */
static void
references(void)
{
	FILE *fp = fopen("tests/ref/twosample_values.csv", "r");
	char buf[512], what[96], name[sizeof buf] = "";
	int values = 0, bad = 0;
	pair p = {0};

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf, *n = ref_field(&line), *s = ref_field(&line), *arg = ref_field(&line);
		double want = strtod(ref_field(&line), NULL), got;
		/* ends of intervals may lie near 0, logarithms of a p near 1 */
		double tol = 1e-9 * fmax(fabs(want), strncmp(s, "log", 3) == 0 || strcmp(s, "tost_p") == 0 ||
		    strstr(s, "lo") || strstr(s, "hi") ? 1 : 0);

		if (strcmp(n, "pair") == 0)
			continue;
		if (strcmp(n, "adjust") == 0)
			got = of_multiple(s, arg);
		else if (strchr(n, '+'))
			got = of_strata(n, s);
		else {
			if (strcmp(n, name) != 0) {
				free_pair(&p);
				p = read_pair(n);
				snprintf(name, sizeof name, "%s", n);
			}
			got = value(s, arg, &p);
		}
		values++;
		if (!(got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= tol)) {
			printf("# %s %s %s: got %.17g, want %.17g: %s", n, s, arg, got, want, line);
			bad++;
		}
	}
	if (fp)
		fclose(fp);
	free_pair(&p);
	snprintf(what, sizeof what,
	    "two samples: %d values as SciPy, statsmodels, R and mpmath have them", values);
	unit_ok(values > 500 && bad == 0, what);
}

static void
permutations(void)
{
	const double b[] = {1.1, 2.2, 3.5, 0.3}, t[] = {4.1, 5.2, 6.3, 1.9, 2.5};
	const double ten[] = {0.1, 0.2, 0.3, 0.1, 0.2, 0.4}, six[] = {0.3, 0.6, 0.1, 0.5};
	const double same[] = {2, 2, 2, 2};
	as_permutation r, again;
	as_divisions d;
	as_rng g;

	/* all divisions by itertools.combinations in Python: 12 of 126 have a difference
	 * of means as large; scipy.stats.permutation_test with n_resamples=inf has it too */
	as_permutation_mean(&r, b, 4, t, 5, 100000, 7, NULL);
	unit_ok(fabs(r.p - 0.09523809523809523) < 4 * r.se,
	    "permutation of means: as all divisions have it");
	as_permutation_mean(&again, b, 4, t, 5, 100000, 7, NULL);
	unit_ok(r.extreme == again.extreme, "the same seed gives the same p");
	as_permutation_mean(&again, t, 5, b, 4, 100000, 7, NULL);
	unit_ok(r.extreme == again.extreme, "and so do base and test swapped");
	unit_ok(as_divisions_draw(&d, 5, 4, 100000, 7) == 0 &&
	    as_permutation_mean(&again, t, 5, b, 4, 100000, 7, &d) == 0 && r.extreme == again.extreme,
	    "and so do divisions drawn before");
	as_permutation_mean(&r, b, 4, t, 5, 100000, 8, NULL);
	as_permutation_mean(&again, b, 4, t, 5, 100000, 8, &d);
	unit_ok(r.extreme == again.extreme, "those of another seed are not used");
	as_permutation_mean(&r, b, 3, t, 5, 100000, 7, NULL);
	as_permutation_mean(&again, b, 3, t, 5, 100000, 7, &d);
	unit_ok(r.extreme == again.extreme, "nor are those of other sizes");
	as_divisions_free(&d);
	as_permutation_mean(&r, b, 4, t, 5, 100000, 7, NULL);
	as_permutation_mean(&again, b, 4, t, 5, 100000, 8, NULL);
	unit_ok(r.extreme != again.extreme, "another seed gives another");
	/* the same in whole tenths: 45 of 210; ties of 0.1 + 0.2 and 0.3 count */
	as_permutation_mean(&r, ten, 6, six, 4, 100000, 1, NULL);
	unit_ok(fabs(r.p - 45.0 / 210) < 4 * r.se, "ties of sums that decimals round apart");
	as_permutation_of(&r, b, 4, t, 5, as_distance_median, 100000, 7);
	/* the same with statistics.median: 13 of 126 */
	unit_ok(fabs(r.p - 13.0 / 126) < 4 * r.se, "permutation of medians: as all divisions have it");
	as_permutation_mean(&r, same, 4, same, 4, 99, 1, NULL);
	unit_ok(r.p == 1 && r.se == 0, "equal values: p is 1");
	as_permutation_mean(&r, b, 0, t, 5, 99, 1, NULL);
	unit_ok(isnan(r.p), "an empty sample: no p");
	unit_ok(as_permutation_mean(&r, b, 4, t, 5, 0, 1, NULL) == 0 && isnan(r.p),
	    "no permutation: no p");
	/* splitmix64 and xoshiro256** written again in Python, whose integers do not wrap */
	as_rng_seed(&g, 1);
	unit_ok(g.s[0] == 0x910a2dec89025cc1u && g.s[3] == 0x71c18690ee42c90bu, "splitmix64");
	unit_ok(as_rng_next(&g) == 0xb3f2af6d0fc710c5u && as_rng_next(&g) == 0x853b559647364ceau &&
	    as_rng_next(&g) == 0x92f89756082a4514u, "xoshiro256**");
}

static void
corners(void)
{
	const double one[] = {3}, flat[] = {5, 5, 5}, flat2[] = {6, 6, 6, 6}, wide[] = {0, 10, 0, 12, 1};
	as_moments m1, f, f2, w;
	as_ranktest r;
	as_ks k;
	as_ratio q;
	as_multiple m;
	const double nan2[] = {NAN, -3};

	as_moments_of(&m1, one, 1);
	as_moments_of(&f, flat, 3);
	as_moments_of(&f2, flat2, 4);
	as_moments_of(&w, wide, 5);
	unit_ok(isnan(as_ttest_welch(&m1, &w).log_p) && isnan(as_ttest_welch(&f, &f2).t) &&
	    as_ttest_welch(&f, &f2).diff == 1, "Welch: none of one value, none without spread");
	unit_ok(isfinite(as_ttest_student(&m1, &w).t) && isnan(as_ttest_student(&m1, &m1).t),
	    "Student: one value against several");
	unit_ok(isnan(as_effect_of(&f, &f2, 0.95).d), "d: none without spread");
	as_ranktest_of(&r, flat, 3, flat, 3);
	unit_ok(r.method == AS_RANK_NONE && isnan(r.log_p) && r.cliff == 0,
	    "ranks: none of values that are all equal");
	as_ranktest_of(&r, flat, 0, flat, 3);
	unit_ok(r.method == AS_RANK_NONE && isnan(r.u), "ranks: none of an empty sample");
	as_ks_of(&k, flat, 0, flat, 3);
	unit_ok(isnan(k.d), "Kolmogorov-Smirnov: none of an empty sample");
	q = as_ratio_of_means(&w, &f, 0.95);
	unit_ok(q.ratio > 1 && isfinite(q.ci.lo) && isnan(q.ci.hi),
	    "ratio: no upper end where base may be 0");
	/* scipy.optimize.brentq of Welch's |t| less its critical value, between the nearest of
	 * steps of 2%; further off these few values accept ratios again */
	as_moments_of(&m1, (const double[]){4, 5}, 2);
	as_moments_of(&w, (const double[]){20, 20, 4}, 3);
	q = as_ratio_of_means(&m1, &w, 0.95);
	unit_ok(q.ci.lo == 0 && fabs(q.ci.hi - 7.9767719029914055) < 1e-12,
	    "ratio: the nearest upper end, and 0");
	as_moments_of(&m1, (const double[]){2, 7, 2}, 3);
	as_moments_of(&w, (const double[]){4, 5}, 2);
	q = as_ratio_of_means(&m1, &w, 0.95);
	unit_ok(fabs(q.ci.lo - 0.44721802715542286) < 1e-12 && isnan(q.ci.hi),
	    "ratio: the nearest lower end, and none");
	q = as_ratio_of_medians(wide, 5, flat, 3, 0.95);
	unit_ok(isnan(q.ratio), "ratio of medians: none with a value of 0");
	unit_ok(as_multiple_of(&m, nan2, 2) == 0 && m.tests == 1 && isnan(m.holm[0]) && m.holm[1] == -3 &&
	    m.rank[0] == 0,
	    "a test that could not be made counts in no family");
	as_multiple_free(&m);
}

int
main(void)
{
	references();
	permutations();
	corners();
	return 0;
}
