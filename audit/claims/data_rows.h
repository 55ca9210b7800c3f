/* data_rows.h - claims about the rows of files (--data), without the files of a run. */
#ifndef CLAIM_DATA_ROWS_H
#define CLAIM_DATA_ROWS_H

#include "opts.h"
#include "claim_list.h"
#include "result.h"

typedef struct {
	as_frame f;
	as_want *want; size_t nwant; /* its columns, in that order */
	ev_run run;        /* what the cells are of; its keep holds those of the last claim */
} data_rows;

/* Reads the columns that the claims name. */
int data_rows_read(data_rows *d, const claims *c, const as_opts *o, char *const *paths, size_t n,
    as_err *e);
void data_rows_free(data_rows *d);

/* The rows of the groups as cells, one a model, scenario, dtype and stratum; a row of both groups
 * is in the same cell of both. They last until the next claim; c gets the unit of its metric.
 * 1: r says why rows cannot decide the claim. -1: out of memory, or a filter takes no row. */
int data_rows_find(data_rows *d, claim *c, cells *base, cells *test, claim_result *r, as_err *e);

#endif
