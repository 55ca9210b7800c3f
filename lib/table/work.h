/* work.h - did two groups do the same work?
 *
 * A cell is what a row was asked to do (mode, model, scenario, batch), a count of tokens
 * how much of it was done. Two groups did equal work if both have the same cells,
 * and in each cell every count of tokens has the same share of the rows, but for
 * what rounding to whole rows explains: of the smaller group's rows of the cell,
 * less than one more or fewer than its share. So a group that lost a row still
 * compares, and with the same number of rows the counts must be the same. */
#ifndef AS_WORK_H
#define AS_WORK_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
	uint32_t cell;
	double tokens; /* negative: not recorded */
} as_work_row;

/* Puts rows in the order that the comparison needs. */
void as_work_sort(as_work_row *row, size_t n);

typedef enum {
	AS_WORK_EQUAL,
	AS_WORK_CELLS, /* a cell that only one of them has */
	AS_WORK_TOKENS /* another share of some count of tokens */
} as_work_verdict;

typedef struct {
	as_work_verdict verdict; /* AS_WORK_CELLS if both */
	size_t cells;            /* cells that both have */
	size_t unequal;          /* of these, with unequal tokens */
	uint32_t cell;           /* the first of those */
	double mean_base, mean_test; /* tokens a row in it; NaN if not recorded */
} as_work;

/* Both sorted. */
as_work as_work_compare(const as_work_row *base, size_t nbase, const as_work_row *test,
    size_t ntest);

#endif
