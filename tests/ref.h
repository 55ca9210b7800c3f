/* ref.h - holds a statistic against the reference values of tests/ref/: the
 * samples of stats_samples.csv and the values of stats_values.csv. One check a
 * statistic: every value within 1e-12 of the larger of the value and a scale. */
#ifndef REF_H
#define REF_H

#include <stdlib.h>
#include <string.h>

#include "unit_check.h"

typedef enum {
	REF_OWN, /* the value itself: the strict one */
	REF_DATA, /* the largest absolute value of the sample */
	REF_ONE   /* 1: statistics of standardised values */
} ref_scale;

/* x is a copy that may be changed; arg as in the file ("" if none) */
typedef double ref_eval(const char *stat, const char *arg, double *x, size_t n);

/* The next field of a line; fields before "call" hold no quotes. */
static inline char *
ref_field(char **line)
{
	char *f = *line, *end = f + strcspn(f, ",\n");

	*line = *end ? end + 1 : end;
	*end = '\0';
	return f;
}

/* Reads one sample; the caller frees *x. */
static inline size_t
ref_sample(const char *name, double **x)
{
	FILE *fp = fopen("tests/ref/stats_samples.csv", "r");
	char buf[256];
	size_t n = 0;

	*x = malloc(2000 * sizeof **x);
	while (fp && *x && n < 2000 && fgets(buf, sizeof buf, fp)) {
		char *line = buf;

		if (strcmp(ref_field(&line), name) == 0)
			(*x)[n++] = strtod(line, NULL);
	}
	if (fp)
		fclose(fp);
	return n;
}

/* Reads one pair of groups, "NAME,base,VALUE" and "NAME,test,VALUE", of a file; b and t
 * have room. */
static inline void
ref_pair(const char *file, const char *name, double *b, size_t *nb, double *t, size_t *nt)
{
	FILE *fp = fopen(file, "r");
	char buf[256];

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf;

		if (strcmp(ref_field(&line), name) != 0)
			continue;
		if (strcmp(ref_field(&line), "base") == 0)
			b[(*nb)++] = strtod(line, NULL);
		else
			t[(*nt)++] = strtod(line, NULL);
	}
	if (fp)
		fclose(fp);
}

static inline int
ref_holds(double got, double want, ref_scale scale, const double *x, size_t n)
{
	double s = scale == REF_ONE ? fmax(fabs(want), 1) : fabs(want);

	for (size_t i = 0; i < n && scale == REF_DATA; i++)
		s = fmax(s, fabs(x[i]));
	return got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= 1e-12 * s;
}

/* Checks every value of stat in the file against f. */
static inline void
ref_check(const char *stat, ref_eval *f, ref_scale scale)
{
	FILE *fp = fopen("tests/ref/stats_values.csv", "r");
	char buf[512], what[128], sample[sizeof buf] = "";
	double *x = NULL;
	size_t n = 0, values = 0, bad = 0;

	while (fp && fgets(buf, sizeof buf, fp)) {
		char *line = buf, *name = ref_field(&line), *s = ref_field(&line), *arg = ref_field(&line);
		double want = strtod(ref_field(&line), NULL), got, *copy;

		if (strcmp(s, stat) != 0)
			continue;
		if (strcmp(sample, name) != 0) {
			free(x);
			n = ref_sample(name, &x);
			snprintf(sample, sizeof sample, "%s", name);
		}
		if (n == 0 || (copy = malloc(n * sizeof *copy)) == NULL) {
			printf("# no sample %s\n", name);
			bad++;
			continue;
		}
		memcpy(copy, x, n * sizeof *copy);
		got = f(stat, arg, copy, n);
		if (!ref_holds(got, want, scale, x, n)) {
			printf("# %s %s %s: got %.17g, want %.17g: %s", name, stat, arg, got, want, line);
			bad++;
		}
		free(copy);
		values++;
	}
	if (fp)
		fclose(fp);
	free(x);
	snprintf(what, sizeof what, "%s: %zu reference values within 1e-12", stat, values);
	unit_ok(values > 0 && bad == 0, what);
}

#endif
