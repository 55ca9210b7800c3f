/* frame.h - the record stream in memory: the one reader that serves every tool.
 *
 * Reads CSV, run JSON and NDJSON operands in order (assay-stream(5)) and keeps
 * only the columns that were asked for. Text columns are interned: one id a
 * distinct string, so that grouping compares integers. */
#ifndef AS_FRAME_H
#define AS_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "condition.h"
#include "err.h"
#include "map.h"
#include "reading.h"
#include "record.h"

typedef enum {
	AS_KEY, /* text, interned; 128 and 128.0 are one, spelt as it came first (key.h) */
	AS_VAL  /* number; latency columns must not be negative */
} as_kind;

typedef struct {
	const char *name; /* or an alias of it */
	as_kind kind;
	int optional;     /* absent everywhere: the column is left out (ids AS_NONE, values NaN) */
} as_want;

typedef struct {
	const as_want *want; size_t nwant;
	const as_condition *where; size_t nwhere; /* rows that are kept: all hold */
	const as_map *map; size_t nmap;
	int keep_records; /* keep every record's text */
	int keep_lines;   /* keep file and line of every row */
	const as_reading *how; /* what else was asked for; NULL: nothing */
} as_read;

#define AS_NONE UINT32_MAX

typedef struct {
	const char *name;   /* canonical name */
	const char *header; /* name as the first input that has it spells it */
	as_kind kind;
	const char *unit;   /* AS_VAL: the unit of time that the values are in ("ms",
	    "s"); NULL: none is known */
	int present;        /* at least one input has the column */
	uint32_t *id;       /* (rows) AS_KEY: index into as_frame_str; else NULL */
	double *val;        /* (rows) AS_VAL: NaN where the row is not ok or has none; else NULL */
} as_col;

typedef struct {
	size_t n;            /* rows kept by the filters */
	as_col *col;         /* (nwant) in the order asked for */
	size_t ncol;
	uint8_t *ok;         /* (rows) 1 if status is ok */
	uint8_t *synthetic;  /* (rows) 1 if the row says that it is synthetic */
	int any_synthetic;
	uint32_t *source;    /* (rows) operand index; NULL unless keep_lines */
	uint32_t *line;      /* (rows) physical line, 0 for run JSON; NULL unless keep_lines */
	as_records *records; /* (rows) for tools that pass them through; NULL unless keep_records */
	struct as_frame_priv *priv;
} as_frame;

/* Rows that are no measurement are not ok: by how->ok, else as the format of the file has it, else
 * by the columns status or success (row_status.h), else by a column error that says something. A
 * value is read as value.h has it, in the unit of its column's name; a column time_unit or unit
 * that holds nothing but units of time is that of the others, in ms. Where latency_ms is wanted
 * and a file has none, the one column that is a latency by another name or in another unit is, in
 * ms.
 *
 * Reads all operands (none: standard input). Empty input, a missing column (the message lists the
 * columns there are), an unreadable number in a wanted value column of an ok row, and every
 * malformed input is an error; then *f holds nothing. 1, with nothing in *f: how->summary took all
 * rows. */
int as_frame_read(as_frame *f, char *const *paths, size_t npaths, const as_read *r, as_err *e);
void as_frame_free(as_frame *f);

/* Text of an interned id ("" for AS_NONE). Belongs to the frame. */
const char *as_frame_str(const as_frame *f, uint32_t id);

#endif
