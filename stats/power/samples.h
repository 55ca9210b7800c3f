/* samples.h - the record stream as power needs it: samples by stratum and group, or
 * by the unit that was independently repeated. */
#ifndef POWER_DATA_H
#define POWER_DATA_H

#include "group.h"
#include "opts.h"

typedef struct {
	const as_opts *common;
	const as_list *strata; /* -s */
	const char *unit;      /* --unit: a column, or NULL */
	int median;            /* a unit's value is its median, not its mean */
} power_read;

typedef struct {
	as_frame f;
	size_t nstrata, ngroup; /* key columns; they come first in f */
	const char *value;      /* header of the measured column */
	as_groups cell;         /* by the columns of strata and groups */
	as_groups stratum;      /* by those of strata; one without -s */
	as_groups group;        /* by those of groups; one without -g */
	size_t *stratum_of, *group_of; /* (cell.n) */
	char **name;            /* (group.n) values of the group's columns, joined by ',' */
	double *x;              /* values, cell after cell, each sorted */
	size_t *at;             /* (cell.n + 1) */
	as_keep keep;           /* of the arrays that the groups do not hold */
} power_data;

/* On failure *d holds nothing. */
int power_data_read(power_data *d, const power_read *r, char *const *paths, size_t npaths,
    as_err *e);
void power_data_free(power_data *d);

#endif
