/* stats/anova against statsmodels, SciPy and R (tests/ref/anova.py). */
#include "../../stats/anova/two_factors.h"
#include "ref.h"

enum { MAX_LEVEL = 8, MAX_CELL = 80, CELLS = MAX_LEVEL * MAX_LEVEL };

typedef struct { double x[CELLS][MAX_CELL]; size_t n[CELLS], na, nb; } data;

static data d;

static void
load(const char *name)
{
	FILE *fp = fopen("tests/ref/anova_samples.csv", "r");
	char buf[256];

	memset(&d, 0, sizeof d);
	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf;
		if (strcmp(ref_field(&line), name) != 0)
			continue;
		size_t a = (size_t)atoi(ref_field(&line)), b = (size_t)atoi(ref_field(&line));
		size_t i = a * MAX_LEVEL + b;
		d.x[i][d.n[i]++] = strtod(line, NULL);
		d.na = a + 1 > d.na ? a + 1 : d.na;
		d.nb = b + 1 > d.nb ? b + 1 : d.nb;
	}
	if (fp)
		fclose(fp);
}

/* The cells (na, nb) in units of 2^*exp, their samples and sizes; empty cells stay
 * with keep_empty. */
static size_t
cells(as_cell *c, int *exp, double **x, size_t *n, int keep_empty)
{
	size_t k = 0;

	for (size_t a = 0; a < d.na; a++)
		for (size_t b = 0; b < d.nb; b++) {
			size_t i = a * MAX_LEVEL + b;
			if (d.n[i] == 0 && !keep_empty)
				continue;
			x[k] = d.x[i];
			n[k++] = d.n[i];
		}
	*exp = as_cells_of(c, x, n, k);
	return k;
}

static double
of_table(const char *kind, const char *term, const char *stat)
{
	static const char *const names[] = {"A", "B", "A:B", "residual", "total"};
	as_cell c[CELLS];
	double *x[CELLS];
	size_t n[CELLS];
	as_anova r;
	as_err e;
	int i = 0, exp;

	cells(c, &exp, x, n, 1);
	if (as_anova_of(&r, c, d.na, d.nb, 1, atoi(kind), &e) != 0)
		return NAN;
	while (strcmp(names[i], term) != 0)
		i++;
	return strcmp(stat, "ss") == 0 ? ldexp(r.term[i].ss, 2 * exp) : strcmp(stat, "df") == 0 ?
	    (double)r.term[i].df :
	    strcmp(stat, "f") == 0 ? r.term[i].f : strcmp(stat, "log_p") == 0 ? r.term[i].log_p :
	    r.term[i].partial_eta_sq;
}

static double
of_tests(const char *term, const char *stat)
{
	as_cell c[CELLS];
	double *x[CELLS];
	size_t n[CELLS], k;
	as_test t;
	int exp;

	k = cells(c, &exp, x, n, 0);
	if (strcmp(term, "welch") == 0)
		t = as_welch_anova(c, k);
	else if (strcmp(term, "kruskal") == 0 ? as_kruskal(&t, x, n, k) :
	    as_levene(&t, x, n, k, strcmp(term, "levene") != 0))
		return NAN;
	return strcmp(stat, "statistic") == 0 ? t.statistic : strcmp(stat, "df2") == 0 ? t.df2 : t.log_p;
}

static void
references(void)
{
	FILE *fp = fopen("tests/ref/anova_values.csv", "r");
	char buf[512], loaded[512] = "", what[160];
	size_t values = 0, bad = 0;

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf, *name = ref_field(&line), *kind = ref_field(&line), *term = ref_field(&line);
		char *stat = ref_field(&line);
		double want = strtod(ref_field(&line), NULL), got;
		if (strcmp(name, "design") == 0)
			continue;
		if (strcmp(loaded, name) != 0) {
			load(name);
			snprintf(loaded, sizeof loaded, "%s", name);
		}
		got = strcmp(kind, "tests") == 0 ? of_tests(term, stat) : of_table(kind, term, stat);
		values++;
		if (!(fabs(got - want) <= 1e-9 * fabs(want))) {
			printf("# %s %s %s %s: got %.17g, want %.17g: %s", name, kind, term, stat, got, want, line);
			bad++;
		}
	}
	if (fp)
		fclose(fp);
	snprintf(what, sizeof what, "%zu values of statsmodels, SciPy and R within 1e-9", values);
	unit_ok(values > 300 && bad == 0, what);
}

static void
edges(void)
{
	as_cell two[4] = {{3, 1, 0, 2}, {3, 2, 0, 2}, {0, 0, 0, 0}, {3, 4, 0, 1}},
	    one[2] = {{1, 1, 0, 0}, {1, 2, 0, 0}};
	as_cell same[2] = {{3, 5, 0, 0}, {4, 5, 0, 0}}, flat[2] = {{3, 5, 0, 0}, {4, 6, 0, 0}};
	as_anova r;
	as_err e;

	unit_ok(as_anova_of(&r, two, 2, 2, 1, 3, &e) == 0 && r.empty_cells == 1 &&
	    !r.term[AS_ANOVA_A].estimable &&
	    !r.term[AS_ANOVA_B].estimable && !r.term[AS_ANOVA_AB].estimable,
	    "an empty cell of four: no type III main effect and no interaction is estimable");
	unit_ok(as_anova_of(&r, two, 2, 2, 1, 1, &e) == 0 && r.term[AS_ANOVA_A].estimable &&
	    r.sum_error < 1e-14,
	    "type I terms are, and add up");
	unit_ok(as_anova_of(&r, one, 2, 1, 0, 1, &e) != 0, "no residual degree of freedom is refused");
	unit_ok(as_anova_of(&r, same, 2, 1, 0, 1, &e) != 0, "all samples equal is refused");
	unit_ok(as_anova_of(&r, flat, 2, 1, 0, 1, &e) == 0 && r.no_spread &&
	    r.term[AS_ANOVA_RESIDUAL].ss == 0 &&
	    isnan(r.term[AS_ANOVA_A].f) && isnan(r.term[AS_ANOVA_A].log_p) &&
	    r.term[AS_ANOVA_A].eta_sq == 1,
	    "no spread within the groups: no F, however far they are apart");
	unit_ok(isnan(as_welch_anova(same, 2).statistic), "Welch without a variance is not available");
}

int
main(void)
{
	references();
	edges();
	return 0;
}
