/* info_run.h - the operands of runinfo, the JSON files behind them, and the
 * values of fields in those. */
#ifndef INFO_RUN_H
#define INFO_RUN_H

#include <stddef.h>

#include "condition.h"
#include "err.h"
#include "info_field.h"
#include "keep.h"
#include "map.h"

/* A run's folder, or one JSON file of it. */
typedef struct {
	const char *operand; /* as it was given */
	const char *real; /* its path with no symbolic link; "-": standard input */
	const char *run;  /* name of the run; made longer where two runs share it */
	const char *file; /* of a JSON file: its path below the run's folder; else NULL */
	size_t nroot; /* real's first nroot bytes name the run's folder */
	int empty;    /* a folder with no JSON file in it, where all fields were asked for */
	int synthetic; /* a file of it that was read says "synthetic": true */
} info_run;

typedef struct {
	info_run *v;
	size_t n;
	as_keep keep; /* of all texts, those of rows too */
} info_runs;

/* Looks at the operands. One that is not there, or is there twice, is an error. */
int info_runs_open(info_runs *r, char *const *operands, size_t n, as_err *e);
void info_runs_free(info_runs *r);

/* One value, or one field that a run has not. */
typedef struct {
	size_t run;    /* index of the operand */
	size_t asked;  /* index of the field asked for; SIZE_MAX: none was */
	const char *file; /* below the run's folder; the glob of a result of all values and
	                  of a field that is not there; NULL: a plain one is not there */
	const char *field; /* path of the value (with its function), read back by -f */
	const char *text; /* value as text; NULL: the run has no such field */
	int is_number;
	double number; /* if is_number */
	int anywhere;  /* the field is the same one whatever file it came from */
} info_row;

typedef struct {
	info_row *v; /* free() frees them */
	size_t n, cap;
} info_rows;

/* Appends what run i says of the fields; of all fields if f->n is 0. */
int info_rows_add(info_rows *rows, info_runs *r, size_t i, const info_fields *f, as_err *e);

/* --map and --where, on the columns run, file, field and value. */
int info_rows_map(info_rows *rows, info_runs *r, const as_map *m, as_err *e);
int info_rows_where(info_rows *rows, const info_runs *r, const as_condition *w, as_err *e);

/* Leaves only the first most fields, of every run, and *others is how many there were beside. */
int info_rows_first(info_rows *rows, size_t most, size_t *others, as_err *e);

/* Leaves only the fields in which the runs differ, field after field, with a
 * row for each run that has rows at all. */
int info_rows_diff(info_rows *rows, size_t nrun, as_err *e);

#endif
