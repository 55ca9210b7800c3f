#include "noise.h"

#include <stdlib.h>
#include <string.h>

#include "moments.h"

/* Widens *floor by the means of the groups in one stratum; *runs counts the
 * groups that have values. */
static int
widen(const ab_data *d, size_t stratum, const char *path, double *floor, size_t *runs, as_err *e)
{
	double least = 0, most = 0;

	*runs = 0;
	for (size_t g = 0; g < d->group.n; g++) {
		size_t n;
		double *x = ab_values(d, g, stratum, NULL, &n), mean;

		if (!x)
			return as_nomem(e);
		mean = as_mean(x, n);
		free(x);
		if (n == 0)
			continue;
		if (!(mean > 0))
			return as_fail(e, path, 0, "--noise: the mean of %s is not above 0", d->name[g]);
		least = *runs == 0 || mean < least ? mean : least;
		most = *runs == 0 || mean > most ? mean : most;
		++*runs;
	}
	if (*runs > 1 && most / least - 1 > *floor)
		*floor = most / least - 1;
	return 0;
}

/* 1 if the columns tell runs apart, 0 if not. */
static int
try(double *floor, const char *path, const ab_read *r, const as_list *by, as_err *e)
{
	as_opts opts = *r->common;
	ab_read read = *r;
	char *paths[] = {(char *)path};
	ab_data d;
	size_t runs;
	int found = 0;

	opts.group = *by;
	read.common = &opts;
	read.unit = NULL;
	read.optional_group = 1;
	if (ab_data_read(&d, &read, paths, 1, e) != 0)
		return -1;
	*floor = 0;
	for (size_t s = 0; s < (d.nstratum ? d.nstratum : 1) && found >= 0; s++) {
		if (widen(&d, s, path, floor, &runs, e) != 0)
			found = -1;
		else
			found |= runs > 1;
	}
	ab_data_free(&d);
	return found;
}

int
ab_noise(double *floor, const char *path, const ab_read *r, as_err *e)
{
	char *names[] = {(char *)r->unit, NULL, "run", "file"};
	int found = 0;

	if (strcmp(path, "-") == 0)
		return as_fail(e, NULL, 0, "--noise wants a file, not standard input");
	for (size_t i = 0; i < sizeof names / sizeof *names && found == 0; i++) {
		as_list one = {.v = &names[i], .n = 1};

		if (i == 0 && !r->unit)
			continue;
		found = try(floor, path, r, i == 1 ? &r->common->group : &one, e);
	}
	if (found == 0)
		return as_fail(e, path, 0, "--noise: no two runs of the same thing in it (by --unit, -g, run or file)");
	return found < 0 ? -1 : 0;
}
