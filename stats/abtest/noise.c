#include "noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "moments.h"
#include "quantile.h"
#include "refuse.h"
#include "key.h"

/* Widens *floor by the means of the groups in one stratum; *runs counts the
 * groups that have values. */
static int
widen(const ab_data *d, size_t stratum, const char *path, double quantile, double *floor,
    size_t *runs, as_err *e)
{
	double least = 0, most = 0;

	*runs = 0;
	for (size_t g = 0; g < d->group.n; g++) {
		size_t n;
		double *x = ab_values(d, g, stratum, NULL, &n), mean;

		if (!x)
			return as_nomem(e);
		mean = isnan(quantile) ? as_mean(x, n) : as_quantile_sorted(x, n, quantile, AS_QUANTILE_TYPE);
		free(x);
		if (n == 0)
			continue;
		if (!(mean > 0))
			return as_fail(e, path, 0, "--noise: the %s of %s is not above 0",
			    isnan(quantile) ? "mean" : "quantile", d->name[g]);
		least = *runs == 0 || mean < least ? mean : least;
		most = *runs == 0 || mean > most ? mean : most;
		++*runs;
	}
	if (*runs > 1 && !isfinite(most / least))
		return as_fail(e, path, 0,
		    "--noise: the largest difference of its runs is too large for a number");
	if (*runs > 1 && most / least - 1 > *floor)
		*floor = most / least - 1;
	return 0;
}

/* Do all runs that have values do the same work as the first? */
static int
same_work(const ab_data *d, const ab_how *how, const char *path, as_err *e)
{
	ab_how all = *how;
	size_t first = 0;
	int rc = 0;

	all.common = 0;
	while (d->at[first] == d->at[first + 1])
		first++;
	for (size_t g = first + 1; g < d->group.n && rc == 0; g++) {
		ab_pair p = {.base = first, .test = g};

		if (ab_refuse(&p, d, &all) != 0)
			rc = as_nomem(e);
		else if (p.refused || (p.mixed && !how->unequal_ok))
			rc = as_fail(e, path, 0,
			    "--noise: %s did not do the same work as %s: %s", d->name[g], d->name[first],
			    p.refused ? p.refused : p.mixed);
		ab_pair_free(&p);
	}
	return rc;
}

/* Has each stratum that is judged its noise? two[s]: stratum s of n has two runs. */
static int
all_strata(const ab_data *judged, const ab_data *n, const uint8_t *two, const char *path, as_err *e)
{
	for (size_t i = 0; i < judged->nstratum; i++) {
		size_t nkey = judged->stratum.nkey, s, k = 0;
		char *name;

		for (s = 0; s < n->nstratum; s++) {
			for (k = 0; k < nkey && as_key_names_same(as_frame_str(&judged->f,
			    judged->stratum.key[i * nkey + k]),
			    as_frame_str(&n->f, n->stratum.key[s * nkey + k])); k++)
				;
			if (k == nkey && two[s])
				break;
		}
		if (s < n->nstratum)
			continue;
		if (!(name = as_group_name(&judged->stratum, &judged->f, i)))
			return as_nomem(e);
		as_fail(e, path, 0, "--noise: the file has no two runs of %s", name);
		free(name);
		return -1;
	}
	return 0;
}

typedef struct {
	const ab_read *read;
	const ab_data *judged;
	const ab_how *how;
} task;

/* 1 if the columns tell runs apart, 0 if not. */
static int
try(double *floor, const char *path, const task *job, const as_list *by, as_err *e)
{
	as_opts opts = *job->read->common;
	ab_read read = *job->read;
	const as_list unmatched = {.n = 0};
	char *paths[] = {(char *)path};
	uint8_t *two;
	ab_data d;
	size_t runs;
	int found = 0;

	opts.group = *by;
	read.common = &opts;
	read.unit = NULL;
	read.pair = &unmatched;
	read.optional_group = 1;
	read.by_file = 0;
	if (ab_data_read(&d, &read, paths, 1, e) != 0)
		return -1;
	*floor = 0;
	if (!(two = calloc(d.nstratum + 1, 1)))
		found = as_nomem(e);
	for (size_t s = 0; s < (d.nstratum ? d.nstratum : 1) && found >= 0; s++) {
		if (widen(&d, s, path, job->how->claim->p, floor, &runs, e) != 0)
			found = -1;
		else
			found |= two[s] = runs > 1;
	}
	if (found > 0 && (same_work(&d, job->how, path, e) != 0 ||
	    all_strata(job->judged, &d, two, path, e) != 0))
		found = -1;
	free(two);
	ab_data_free(&d);
	return found;
}

int
ab_noise(double *floor, const char *path, const ab_read *r, const ab_data *d, const ab_how *how,
    as_err *e)
{
	char *names[] = {(char *)r->unit, NULL, "run", "file"};
	task job = {r, d, how};
	int found = 0;

	if (strcmp(path, "-") == 0)
		return as_fail(e, NULL, 0, "--noise needs a file, not standard input");
	for (size_t i = 0; i < sizeof names / sizeof *names && found == 0; i++) {
		as_list one = {.v = &names[i], .n = 1};

		if (i == 0 && !r->unit)
			continue;
		found = try(floor, path, &job, i == 1 ? &r->common->group : &one, e);
	}
	if (found == 0)
		return as_fail(e, path, 0,
		    "--noise: the file has no two runs of the same thing (told apart by --unit, -g, run or "
		    "file)");
	return found < 0 ? -1 : 0;
}
