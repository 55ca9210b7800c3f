/* stats/outliers/outlier and cluster against R, SciPy, exact arithmetic and the example of
 * the NIST/SEMATECH handbook (tests/ref/outlier.py). */
#include "../../../stats/outliers/cluster.h"
#include "../../../stats/outliers/outlier.h"
#include "ref.h"
#include "select.h"

enum { MAX_VALUES = 200 };

static double x[MAX_VALUES];
static size_t n;

static void
load(const char *name)
{
	FILE *fp = fopen("tests/ref/outlier_samples.csv", "r");
	char buf[256];

	n = 0;
	while (fp && n < MAX_VALUES && fgets(buf, sizeof buf, fp)) {
		char *line = buf;
		if (strcmp(ref_field(&line), name) == 0)
			x[n++] = strtod(line, NULL);
	}
	if (fp)
		fclose(fp);
	as_sort(x, n);
}

static double
of_esd(const char *name, const char *stat, size_t arg, double alpha)
{
	/* as many steps as the reference took; a step does not depend on the later ones */
	size_t max = strcmp(name, "rosner") == 0 ? 10 : strcmp(name, "lognormal") == 0 ? 12 :
	    strcmp(stat, "esd_count") == 0 ? arg : arg + 1, count;
	as_esd_step step[16];

	load(name);
	as_esd(step, &count, x, n, max, alpha);
	return strcmp(stat, "esd_count") == 0 ? (double)count : strcmp(stat, "esd_r") == 0 ? step[arg].r :
	    strcmp(stat, "esd_critical") == 0 ? step[arg].critical : x[step[arg].at];
}

static double
evaluate(const char *name, const char *stat, const char *arg, const char *alpha)
{
	size_t a = (size_t)atol(arg), marked = (size_t)atol(alpha);
	const char *second = strchr(alpha, ' ');

	if (strncmp(stat, "esd", 3) == 0)
		return of_esd(name, stat, a, atof(alpha));
	if (strcmp(stat, "hypergeometric") == 0)
		return as_log_hypergeometric((size_t)atol(name), a, marked, (size_t)atol(second));
	if (strcmp(stat, "adjacent") == 0)
		return as_log_adjacent((size_t)atol(name), a, marked);
	load(name);
	as_fence f = as_tukey_fence(x, n, 1.5, (int)a);
	return strcmp(stat, "fence_lo") == 0 ? f.lo : f.hi;
}

static void
references(void)
{
	static const struct { const char *stat; size_t least; } stats[] = {
		{"esd_r", 50}, {"esd_critical", 50}, {"esd_value", 50}, {"esd_count", 9},
		{"fence_lo", 24}, {"fence_hi", 24}, {"hypergeometric", 14}, {"adjacent", 11},
	};
	char buf[512], what[100];

	for (size_t k = 0; k < sizeof stats / sizeof *stats; k++) {
		FILE *fp = fopen("tests/ref/outlier_values.csv", "r");
		size_t values = 0, bad = 0;

		while (fp && fgets(buf, sizeof buf, fp)) {
			char *line = buf, *name = ref_field(&line), *stat = ref_field(&line);
			char *arg = ref_field(&line), *alpha = ref_field(&line);
			double want = strtod(ref_field(&line), NULL), got;
			/* a logarithm of nearly 1 is right absolutely */
			double scale = k >= 6 ? fmax(fabs(want), 1) : fabs(want);

			if (strcmp(stat, stats[k].stat) != 0)
				continue;
			got = evaluate(name, stat, arg, alpha);
			values++;
			if (!(got == want || fabs(got - want) <= 1e-9 * scale)) {
				printf("# %s %s %s %s: got %.17g, want %.17g\n", name, stat, arg, alpha, got, want);
				bad++;
			}
		}
		if (fp)
			fclose(fp);
		snprintf(what, sizeof what, "%s: %zu reference values within 1e-9", stats[k].stat, values);
		unit_ok(values >= stats[k].least && bad == 0, what);
	}
}

/* Pairs of neighbours in several lines, every placement counted. */
static void
neighbours(void)
{
	/* lines of 3, 4 and 1 rows: 5 pairs, none over the ends */
	static const int starts[8] = {1, 0, 0, 1, 0, 0, 0, 1};
	double sum = 0, sets = 0, many = 0;

	for (unsigned set = 0; set < 256; set++) {
		int marked = 0, pairs = 0;
		for (int i = 0; i < 8; i++) {
			marked += set >> i & 1;
			pairs += i > 0 && !starts[i] && (set >> i & 1) && (set >> (i - 1) & 1);
		}
		if (marked == 3) {
			sets++;
			sum += pairs;
			many += pairs >= 2;
		}
	}
	unit_near(as_adjacent_expected(5, 8, 3), sum / sets, 1e-14, 0,
	    "expected neighbours in three lines: every placement counted");
	unit_ok(as_log_adjacent(2, 8, 3) >= log(many / sets),
	    "in several lines the p of one line is an upper bound");
	unit_ok(as_adjacent_expected(5, 8, 1) == 0, "one marked row has no marked neighbour");
}

static void
edges(void)
{
	const double same[] = {4, 4, 4, 4, 4};
	as_esd_step step[3];
	size_t count = 9;

	as_esd(step, &count, same, 5, 3, 0.05);
	unit_ok(count == 0 && isnan(step[0].r), "equal values have no outlier");
	as_esd(step, &count, same, 0, 0, 0.05);
	unit_ok(count == 0, "nor has nothing");
	unit_ok(as_log_hypergeometric(0, 5, 2, 2) == 0 && as_log_hypergeometric(3, 5, 2, 2) == -INFINITY,
	    "none or more is certain, three of two is impossible");
	unit_ok(as_log_adjacent(2, 9, 2) == -INFINITY, "two rows are one pair at most");
}

int
main(void)
{
	references();
	neighbours();
	edges();
	return 0;
}
