/* frame.h - the record stream in memory: the one reader that serves every tool.
 *
 * Reads CSV, run JSON and NDJSON operands in order (assay-stream(5)) and keeps
 * only the columns that were asked for. Text columns are interned: one id a
 * distinct string, so that grouping compares integers. */
#ifndef AS_FRAME_H
#define AS_FRAME_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "err.h"

typedef enum {
	AS_KEY, /* text, interned */
	AS_VAL  /* number; latency columns must not be negative */
} as_kind;

typedef struct {
	const char *name; /* or an alias of it */
	as_kind kind;
	int optional;     /* absent everywhere: the column is left out (ids AS_NONE, values NaN) */
} as_want;

/* Row filter: keep rows whose COL equals VALUE. */
typedef struct { const char *col, *value; } as_where;

/* Renames values of COL: from[i] becomes to[i]. (as_map_read makes one) */
typedef struct { char *col; char **from, **to; size_t n; } as_map;

typedef struct {
	const as_want *want; size_t nwant;
	const as_where *where; size_t nwhere;
	const as_map *map; size_t nmap;
	int keep_records; /* keep every record's text, for as_frame_write_record */
	int keep_lines;   /* keep file and line of every row */
} as_read;

#define AS_NONE UINT32_MAX

typedef struct {
	const char *name;   /* canonical name */
	const char *header; /* name as the first input that has it spells it */
	as_kind kind;
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
	struct as_frame_priv *priv;
} as_frame;

/* Reads all operands (none: standard input). Empty input, a missing column (the
 * message lists the columns there are), an unreadable number in a wanted value
 * column of an ok row, and every malformed input is an error; then *f holds
 * nothing. */
int as_frame_read(as_frame *f, char *const *paths, size_t npaths, const as_read *r, as_err *e);
void as_frame_free(as_frame *f);

/* Text of an interned id ("" for AS_NONE). Belongs to the frame. */
const char *as_frame_str(const as_frame *f, uint32_t id);

/* Header (union of the inputs' columns, in order of first appearance) and
 * records as CSV, without a newline, for tools that pass rows through. Only
 * after keep_records. */
void as_frame_write_header(const as_frame *f, FILE *fp);
void as_frame_write_record(const as_frame *f, size_t row, FILE *fp);
int as_frame_has_column(const as_frame *f, const char *name);

/* Reads a --map file: CSV with the header from,to. */
int as_map_read(as_map *m, const char *col, const char *path, as_err *e);
void as_map_free(as_map *m);

#endif
