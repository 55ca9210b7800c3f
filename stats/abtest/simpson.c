#include "simpson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "quantile.h"

static const double APART = 0.05;

enum { MOST_PARTS = 64 }; /* each is a pass over the rows; what has more is not looked through */

/* The median of the group's rows in one cell, which are in order; 0 if it has none. */
static double
median_in(const ab_data *d, size_t group, size_t cell, double *room)
{
	size_t n = 0;

	for (size_t i = d->at[group]; i < d->at[group + 1]; i++)
		if (d->row[i].cell == cell)
			room[n++] = d->row[i].value;
	return n ? as_quantile_sorted(room, n, 0.5, AS_QUANTILE_TYPE) : 0;
}

static ab_parts
parts_of(const ab_data *d, const ab_pair *p, double change)
{
	double *room = malloc((d->at[d->group.n] + 1) * sizeof *room), log_ratio = 0;
	ab_parts parts = {0, 0, NAN};

	for (size_t c = 0; room && d->cell.nkey && d->cell.n <= MOST_PARTS && c < d->cell.n; c++) {
		double b = median_in(d, p->base, c, room), t = median_in(d, p->test, c, room);

		if (!(b > 0) || !(t > 0))
			continue;
		parts.n++;
		parts.other += change > 0 ? t < b : t > b;
		log_ratio += log(t) - log(b);
	}
	free(room);
	if (parts.n)
		parts.ratio = exp(log_ratio / (double)parts.n);
	return parts;
}

int
ab_misled(ab_parts *parts, const ab_data *d, const ab_pair *p, const ab_outcome *o, double change)
{
	double pooled = o->c.medians.ratio;

	if (o->combined || d->matched || d->nstratum || !(fabs(change) > 0))
		return 0;
	*parts = parts_of(d, p, change);
	if (parts->n < 2 || (2 * parts->other <= parts->n &&
	    !(p->mixed && fabs(log(pooled) - log(parts->ratio)) > log(1 + APART))))
		return 0;
	return p->mixed ? AB_MISLED : AB_DOUBTED;
}

const char *
ab_simpson_column(const ab_data *d)
{
	const char *found = NULL;

	for (size_t k = 0; k < d->cell.nkey; k++) {
		const char *name = d->f.col[d->cell_col[k]].name;

		for (size_t c = 1; c < d->cell.n; c++)
			if (d->cell.key[c * d->cell.nkey + k] != d->cell.key[k]) {
				if (found)
					return "combinations of them";
				found = strcmp(name, "mode") == 0 ? "modes" : strcmp(name, "model") == 0 ? "models" :
				    "scenarios";
				break;
			}
	}
	return found ? found : "parts";
}
