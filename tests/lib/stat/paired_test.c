/* Exact rank tests with ties, and tests of pairs, against SciPy and statsmodels. */
#include <stdlib.h>

#include "paired.h"
#include "ref.h"
#include "select.h"

enum { MOST = 100 };

typedef struct {
	double b[MOST], t[MOST], work[MOST];
	size_t nb, nt;
} sample;

/* Reads one set of paired_data.csv, in its order. */
static sample
read_set(const char *name)
{
	sample s = {.nb = 0};

	ref_pair("tests/ref/paired_data.csv", name, s.b, &s.nb, s.t, &s.nt);
	return s;
}

static double
of_ranks(const char *arg, sample *s)
{
	as_ranktest r;

	as_sort(s->b, s->nb);
	as_sort(s->t, s->nt);
	if (as_ranktest_of(&r, s->b, s->nb, s->t, s->nt) != 0 ||
	    strcmp(arg, as_rank_method_name(r.method)) != 0)
		return NAN;
	return r.log_p;
}

static double
of_signed(const char *what, const char *arg, const as_signed_rank *r)
{
	if (strcmp(what, "zeros") == 0)
		return (double)r->zeros;
	if (strcmp(what, "w_plus") == 0)
		return r->w_plus;
	return strcmp(arg, as_rank_method_name(r->method)) == 0 ? r->log_p : NAN;
}

/* The statistic of that name; NaN if there is none of it. */
static double
value(const char *what, const char *arg, sample *s)
{
	char *end;
	double first = strtod(arg, &end), second = strtod(end, NULL);
	as_paired p;

	if (strcmp(what, "log_p_rank") == 0)
		return of_ranks(arg, s);
	if (strcmp(what, "contrast") == 0)
		return as_paired_contrast(s->b, s->t, s->nb, first, second, s->work).t;
	if (as_paired_of(&p, s->b, s->t, s->nb, first > 0 ? first : 0.95) != 0)
		return -1;
	if (*what == 'z' || *what == 'w' || strcmp(what, "log_p_signed") == 0)
		return of_signed(what, arg, &p.rank);
	if (strncmp(what, "hl", 2) == 0)
		return strcmp(what, "hl") == 0 ? p.shift.estimate :
		    strcmp(what, "hl_lo") == 0 ? p.shift.ci.lo : p.shift.ci.hi;
	if (strncmp(what, "ratio", 5) == 0)
		return strcmp(what, "ratio") == 0 ? p.ratio.ratio :
		    strcmp(what, "ratio_lo") == 0 ? p.ratio.ci.lo : p.ratio.ci.hi;
	if (strcmp(what, "diff") == 0)
		return p.t.diff;
	return strcmp(what, "t") == 0 ? p.t.t : strcmp(what, "df") == 0 ? p.t.df :
	    strcmp(what, "log_p_t") == 0 ? p.t.log_p : strcmp(what, "lo_t") == 0 ? p.diff_ci.lo :
	    p.diff_ci.hi;
}

/* Every value within 1e-10 of itself or of 1: the data are of that size. */
static void
references(void)
{
	FILE *fp = fopen("tests/ref/paired_values.csv", "r");
	char buf[512], line_of[96];
	int values = 0, bad = 0;

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf, *name = ref_field(&line), *what = ref_field(&line), *arg = ref_field(&line);
		double want = strtod(ref_field(&line), NULL), got;
		sample s;

		if (strcmp(name, "set") == 0)
			continue;
		s = read_set(name);
		got = value(what, arg, &s);
		values++;
		if (!(got == want || (isnan(got) && isnan(want)) ||
		    fabs(got - want) <= 1e-10 * fmax(fabs(want), 1))) {
			printf("# %s %s %s: got %.17g, want %.17g: %s", name, what, arg, got, want, line);
			bad++;
		}
	}
	if (fp)
		fclose(fp);
	snprintf(line_of, sizeof line_of,
	    "ranks with ties, and pairs: %d values as SciPy and statsmodels have them", values);
	unit_ok(values > 200 && bad == 0, line_of);
}

static void
corners(void)
{
	const double one[] = {3}, two[] = {4}, zero[] = {0, 1, 2}, up[] = {1, 2, 4};
	const double big[] = {1e308, -1e308}, low[] = {-1e308, 1e308};
	double thousand[2000], doubled[2000], shift;
	as_paired p;

	as_paired_of(&p, one, two, 1, 0.95);
	unit_ok(p.t.diff == 1 && isnan(p.t.t) && p.rank.log_p == 0 && p.shift.estimate == 1 &&
	    isnan(p.shift.ci.lo) &&
	    fabs(p.ratio.ratio - 4. / 3) < 1e-15 && isnan(p.ratio.ci.lo),
	    "one pair: a difference and a ratio, no interval");
	as_paired_of(&p, one, two, 0, 0.95);
	unit_ok(isnan(p.t.diff) && isnan(p.ratio.ratio) && p.rank.method == AS_RANK_NONE &&
	    isnan(p.shift.estimate), "no pair: nothing");
	as_paired_of(&p, zero, up, 3, 0.95);
	unit_ok(isnan(p.ratio.ratio) && p.t.diff == 4. / 3, "a value of 0: no ratio, but a difference");
	as_paired_of(&p, big, low, 2, 0.95);
	unit_ok(p.shift.estimate == 0, "differences over the range of a double");
	for (size_t i = 0; i < 2000; i++)
		doubled[i] = 2 * (thousand[i] = 0.1 * (double)(i + 1));
	as_paired_of(&p, thousand, doubled, 2000, 0.95);
	unit_ok(p.ratio.ratio == 2 && p.log_ratio.variance == 0 && isnan(p.ratio.ci.lo),
	    "ratios that do not vary have no interval");
	/* differences 0.1 to 200 in steps of 0.1: the median of their means is the middle */
	shift = p.shift.estimate;
	unit_ok(fabs(shift - 100.05) < 1e-12 && p.shift.ci.lo < 98 && p.shift.ci.hi > 102,
	    "Hodges-Lehmann of 2000 pairs");
}

int
main(void)
{
	references();
	corners();
	return 0;
}
