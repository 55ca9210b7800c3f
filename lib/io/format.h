/* format.h - files of other programs: what each looks like, and its reader.
 *
 * A format is one file with one as_format; format.c lists them. JSON is known by members that must
 * be there, CSV by columns of its header, text by how it starts. */
#ifndef AS_FORMAT_H
#define AS_FORMAT_H

#include <cjson/cJSON.h>

#include "row_builder.h"

typedef enum { AS_IN_JSON, AS_IN_JSON_LINES, AS_IN_CSV, AS_IN_TEXT } as_container;

enum { AS_FORMAT_NEEDS = 5 };

typedef struct as_format as_format;

struct as_format {
	const char *name;                   /* "hyperfine JSON" */
	as_container in;
	const char *needs[AS_FORMAT_NEEDS]; /* JSON: paths (json_path.h); CSV: columns; a NULL ends them */
	const char *what;                   /* what series are: "commands" */
	const char *unit;                   /* of its times; NULL: it varies, or they are ms */
	/* JSON and lines of JSON: the rows of one value. Messages name the place; line and file are
	 * added. */
	int (*read)(as_rows *r, const cJSON *o, as_err *e);
	/* text: does it start so? then the rows of all of it. */
	int (*starts)(const char *text, size_t n);
	int (*read_text)(as_rows *r, const char *text, size_t n, as_err *e);
	/* CSV: what its columns mean; NULL where there is nothing to say */
	const char *time;                   /* the measured column, in unit */
	const char *ok;                     /* as --ok has it */
	const char *per;                    /* a column that counts what a time was of */
	const char *only;                   /* COL=VALUE: rows that are measurements of this kind */
	const char *instead;                /* in place of samples: "quantiles", "summaries"; or NULL */
	int warmups;                        /* rows with cold 1 are the program's own warm-ups */
};

extern const as_format as_format_records;
extern const as_format *const as_formats[];  /* a NULL ends them */

/* The format of a JSON value, or of one line of JSON; NULL: none of them. */
const as_format *as_format_of_json(const cJSON *o, as_container in);

/* The format of a CSV with such a header; of a text that starts so; NULL: none of them. */
const as_format *as_format_of_header(const as_str *header, size_t n);
const as_format *as_format_of_text(const char *text, size_t n);

/* "; nearest: NAME, but ... is missing", of the format of which most is there; "" if none is. */
void as_format_nearest(const cJSON *o, char *buf, size_t n);

#endif
