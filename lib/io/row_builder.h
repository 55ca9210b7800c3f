/* row_builder.h - rows made one after the other by a reader of some format.
 *
 * A value that is set stays until it is set again or a new series begins. A series is what was run
 * in one go under one name: its rows are numbered from 0, and where a file has several, the column
 * file of each is "FILE:NUMBER". */
#ifndef AS_ROWS_H
#define AS_ROWS_H

#include <cjson/cJSON.h>

#include "err.h"
#include "str.h"

/* A place in a file: a value of its JSON, or a line; neither where it is not known. */
typedef struct { const cJSON *value; size_t line; } as_place;

/* The rows, whoever made them. */
typedef struct {
	as_str *header;  /* (ncol) canonical names first, then what else is per sample */
	size_t ncol;
	as_str *field;   /* (nrow, ncol) */
	size_t nrow;
	char *text;      /* what header and field point into */
	as_place *place; /* (nrow) where each row stands; NULL: as_run_read made them */
	size_t series, left_out; /* as the row builder counted them */
	const cJSON *bad; /* where as_run_read failed: the value that is wrong, or NULL */
} as_run;

void as_run_free(as_run *r);

typedef struct as_rows as_rows;

as_rows *as_rows_new(void); /* NULL if out of memory */
void as_rows_free(as_rows *r);

/* Begins a series: no value is set. */
void as_rows_series(as_rows *r);

/* What the rows that follow are made of, and the figures of a message: a value of the document, or
 * a line. */
void as_rows_from(as_rows *r, const cJSON *v);
void as_rows_line(as_rows *r, size_t line);
as_place as_rows_place(const as_rows *r);

/* Takes back what was set, within the series. */
void as_rows_blank(as_rows *r);

/* Sets a column. Text is copied. A number gets its shortest form; a JSON value is as in a run
 * file (null: empty). Names are copied. */
void as_rows_set(as_rows *r, const char *column, const char *text, size_t n);
void as_rows_text(as_rows *r, const char *column, const char *text); /* NULL: empty */
void as_rows_number(as_rows *r, const char *column, double x);
void as_rows_json(as_rows *r, const char *column, const cJSON *v);
/* Each scalar member of an object as a column of its name. */
void as_rows_members(as_rows *r, const cJSON *o);
/* The same of parameters that a user named: "status" and other names of the stream become
 * "param.status". */
void as_rows_parameters(as_rows *r, const cJSON *o);

/* Sets a figure that summarises samples: a count (n, errors), or a time. Below 0 or not finite, or
 * a count that is not whole: -1. One of JSON is times by; nothing or null sets nothing, what is no
 * number: -1. */
int as_rows_figure(as_rows *r, const char *column, double x, as_err *e);
int as_rows_figure_json(as_rows *r, const char *column, const cJSON *v, double by, as_err *e);

/* Ends a row; one of a measurement of x in a unit of unit_ms milliseconds, as latency_ms; each
 * number of an array so (NULL or no number in it: -1 with a message that has name). */
void as_rows_end(as_rows *r);
void as_rows_time(as_rows *r, double x, double unit_ms);
int as_rows_times(as_rows *r, const cJSON *array, double unit_ms, const char *name, as_err *e);

/* Counts a result that summarises others and is no row. */
void as_rows_leave_out(as_rows *r);

/* The text of a cell that its row does not have. */
extern const char as_rows_absent[];

/* What there is already. */
int as_rows_has(const as_rows *r, const char *column);
size_t as_rows_columns(const as_rows *r);
/* for so many rows that one value stands for */
int as_rows_has_room(const as_rows *r, double more);

/* The rows; file, run and mode (NULL: left out) are columns, as as_run_read has them
 * (run_file.h). */
int as_rows_finish(as_rows *r, as_run *out, const char *file, const char *run, const char *mode,
    as_err *e);

#endif
