/* frame_impl.h - what the files of frame.h share; no other file includes it. */
#ifndef AS_FRAME_IMPL_H
#define AS_FRAME_IMPL_H

#include "frame.h"
#include "intern.h"
#include "keep.h"
#include "operand.h"
#include "row_status.h"
#include "value.h"

#define AS_NOT_THERE ((size_t)-1)

struct as_frame_priv {
	as_intern strings;
	as_keep keep;      /* of the columns and what has one entry for each */
	size_t nsummary;   /* rows that how->summary took */
	size_t *nread;     /* (ncol) values read in all operands before */
	size_t cap;        /* rows allocated */
	as_condition ok;     /* --ok; no column: not asked for */
	as_statuses statuses;
	const char *status; /* the column that they stood in */
	/* rows: failed without a status, three kinds left out, ok */
	size_t nerror, nempty, nmissing, nwarm, nok;
};

/* What the columns of one operand's header are to the frame; made anew when the header changes. */
typedef struct {
	const as_read *read;
	const char *file;
	const as_source *source;
	unsigned serial;
	size_t *want;  /* (nwant) column, or AS_NOT_THERE */
	size_t *where; /* (nwhere) */
	size_t *map;   /* (nmap) the column that each map renames */
	as_str *cell;  /* (ncol) the row after renaming */
	size_t status, error, ok, synthetic, cold, per, unit;
	int skip;      /* --missing skip, and a column is missing */
	/* the operand as a whole */
	size_t first;      /* row of the frame */
	as_value *value;   /* (nwant) how the numbers of a column are read */
	double *scale;     /* (nwant) times this they are in the unit of the column; 0: not yet known */
	char **from;       /* (nwant) the column that stands in for latency_ms, or NULL */
	as_intern units;   /* distinct texts of the unit column */
	uint32_t *unit_of; /* (rows from first) index into them; NULL: there is no such column */
	size_t capunit;
	as_keep keep;      /* of what is made once */
} as_binding;

/* Is the column one that a key, a value, a filter or a map is of? */
int as_read_wants(const as_read *r, const char *name);

/* The text of a cell, renamed as --map says. */
as_str as_bound_cell(const as_binding *b, const as_row *row, size_t i);

int as_bind(as_binding *b, as_frame *f, const as_row *row, as_err *e);
void as_unbind(as_binding *b);

/* One measured value of an ok row, as row at of the frame. 0: read, 1: there is none, and the row
 * is to be left out; -1. */
int as_bound_value(as_binding *b, as_frame *f, const as_row *row, size_t want, size_t at,
    as_err *e);

/* Settles, after the last record, what only whole columns tell: separators and units. */
int as_bound_end(as_binding *b, as_frame *f, as_err *e);

/* One key is one id in each column, however it is spelt. */
int as_frame_merge_keys(as_frame *f, as_err *e);

#endif
