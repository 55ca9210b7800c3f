/* work_rows.h - the record stream as abtest needs it: rows by group, with what each
 * row was asked to do. */
#ifndef ABTEST_DATA_H
#define ABTEST_DATA_H

#include "group.h"
#include "keep.h"
#include "opts.h"
#include "work.h"

enum { CELL_COLUMNS = 4 }; /* mode, model, scenario, batch: what tells work apart */

/* Rows as work (work.h): the tokens of each cell, those of each stratum, or, in the
 * place of tokens, the cells of each stratum. */
typedef enum { AB_TOKENS_OF_CELLS, AB_TOKENS_OF_STRATA, AB_CELLS_OF_STRATA,
    AB_WORK_KINDS } ab_work_kind;

typedef struct {
	double value;     /* first: rows are sorted by it */
	double tokens;    /* negative: not recorded */
	uint32_t cell, stratum;
	uint32_t unit;    /* of --unit; with --pair the cell */
} ab_row;

typedef struct {
	as_frame f;
	const char *value_name;
	const char *time_unit; /* of the values; NULL: they are no time */
	/* by -g; by -s; by -s, the columns that tell work apart and those of --pair */
	as_groups group, stratum, cell;
	as_groups unit;                 /* by --unit; n is 0 without */
	as_keep keep;                   /* of the arrays */
	size_t nstratum;                /* 0 without -s */
	size_t cell_col[CELL_COLUMNS + 2 * AS_OPTS_MAX]; /* (cell.nkey) columns of a cell */
	int matched;      /* --pair: the rows of a cell in one group and in another are a pair */
	char **name;      /* (group.n) values of the group's columns, joined by ',' */
	ab_row *row;      /* rows that are ok, group after group, by value */
	size_t *at;       /* (group.n + 1) */
	as_work_row *work[AB_WORK_KINDS]; /* the same rows as work, group after group, sorted */
	size_t *errors;   /* (group.n, max(nstratum, 1)) rows that are not ok */
	uint8_t *synthetic; /* (group.n, max(nstratum, 1)) */
} ab_data;

typedef struct {
	const as_opts *common;
	const as_list *strata;
	const as_list *pair; /* columns of --pair; empty without */
	const char *unit;  /* column, or NULL */
	int per_token;     /* values are divided by tokens */
	int by_file;       /* the two operands are the groups */
	int optional_group; /* columns of -g need not be there: then all rows are one group */
} ab_read;

/* On failure *d holds nothing. */
int ab_data_read(ab_data *d, const ab_read *r, char *const *paths, size_t npaths, as_err *e);
void ab_data_free(ab_data *d);

/* The values of one group's rows that keep[cell] lets pass (NULL: all), in one
 * stratum (nstratum: all), sorted; with --unit or --pair, the mean of each unit.
 * Malloc'd; NULL: no memory. */
double *ab_values(const ab_data *d, size_t group, size_t stratum, const uint8_t *keep, size_t *n);

/* The quantile p of each unit, NaN: these means, in the order of the units, which is the same in
 * every group; *least is the size of the smallest unit (NULL: not asked). */
double *ab_unit_quantiles(const ab_data *d, size_t group, size_t stratum, const uint8_t *keep,
    double p, size_t *n, size_t *least);

/* How many rows these are. */
size_t ab_rows(const ab_data *d, size_t group, size_t stratum, const uint8_t *keep);

/* The rows of a group that keep lets pass as work, sorted. Malloc'd; NULL: no
 * memory. */
as_work_row *ab_work(const ab_data *d, size_t group, ab_work_kind kind, const uint8_t *keep,
    size_t *n);

#endif
