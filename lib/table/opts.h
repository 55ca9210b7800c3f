/* opts.h - the options that mean the same in every tool (assay(7)). */
#ifndef AS_OPTS_H
#define AS_OPTS_H

#include <getopt.h>

#include "frame.h"
#include "shape.h"
#include "table.h"

enum { AS_OPTS_MAX = 64 }; /* names in one list */

typedef struct { char **v; size_t n; char *text; } as_list; /* "a,b,c" */

typedef struct {
	as_list group;    /* -g, --group */
	as_list value;    /* -v, --value */
	as_condition *where; size_t nwhere; /* --where */
	as_map *map; size_t nmap;       /* --map COL=FILE, read when it is taken */
	as_reading reading;             /* --ok, --per, --json, --missing, --skip-empty, --decimal */
	const char *out;  /* -O, --output; NULL: standard output */
	as_style style;   /* -o, --format; -d, --decimals; --wide */
	as_shape shape;   /* --having, --sort, --with, --rename, --cell */
} as_opts;

enum { AS_OPT_WHERE = 0x1000, AS_OPT_MAP, AS_OPT_WIDE, AS_OPT_HAVING, AS_OPT_SORT, AS_OPT_WITH,
	AS_OPT_RENAME, AS_OPT_CELL, AS_OPT_OK, AS_OPT_PER, AS_OPT_JSON,
	AS_OPT_MISSING, AS_OPT_SKIP_EMPTY, AS_OPT_DECIMAL, AS_OPT_VERSION, AS_OPT_FIRST_OWN };

/* What every tool takes: how the result is written. */
#define AS_STYLE_SHORT "ho:O:d:"
#define AS_STYLE_LONG \
	{"format", required_argument, NULL, 'o'}, \
	{"output", required_argument, NULL, 'O'}, \
	{"decimals", required_argument, NULL, 'd'}, \
	{"wide", required_argument, NULL, AS_OPT_WIDE}, \
	{"having", required_argument, NULL, AS_OPT_HAVING}, \
	{"sort", required_argument, NULL, AS_OPT_SORT}, \
	{"with", required_argument, NULL, AS_OPT_WITH}, \
	{"rename", required_argument, NULL, AS_OPT_RENAME}, \
	{"cell", required_argument, NULL, AS_OPT_CELL}, \
	{"help", no_argument, NULL, 'h'}, \
	{"version", no_argument, NULL, AS_OPT_VERSION}

/* What tools that read the record stream take besides. */
#define AS_ROWS_SHORT "g:v:"
#define AS_ROWS_LONG \
	{"group", required_argument, NULL, 'g'}, \
	AS_READING_LONG
#define AS_READING_LONG \
	{"value", required_argument, NULL, 'v'}, \
	{"where", required_argument, NULL, AS_OPT_WHERE}, \
	{"map", required_argument, NULL, AS_OPT_MAP}, \
	{"ok", required_argument, NULL, AS_OPT_OK}, \
	{"per", required_argument, NULL, AS_OPT_PER}, \
	{"json", required_argument, NULL, AS_OPT_JSON}, \
	{"missing", required_argument, NULL, AS_OPT_MISSING}, \
	{"skip-empty", no_argument, NULL, AS_OPT_SKIP_EMPTY}, \
	{"decimal", required_argument, NULL, AS_OPT_DECIMAL}

/* The defaults; say takes what is to be said of the input (reading.h). Options are then read alike
 * in every environment: it takes POSIXLY_CORRECT out of this one. */
void as_opts_init(as_opts *o, const char *tool, void (*say)(const as_err *what, int open));
void as_opts_free(as_opts *o);

/* Takes one option that getopt_long returned: 1 if it was a common one, 0 if
 * it is the tool's own (--help and --version too), -1 if its argument is bad. */
int as_opts_take(as_opts *o, int c, const char *arg, as_err *e);

/* Refuses an output (-O) that is one of the n inputs at paths (none: standard input) or a
 * file of --map. */
int as_opts_apart(const as_opts *o, char *const *paths, size_t n, as_err *e);

/* Gives the table its shape and writes it in the style asked for, to where -O
 * says: whole or, on an error, not at all. */
int as_opts_write(const as_opts *o, as_table *t, as_err *e);

/* The format that as_opts_write will write in: never AS_FMT_AUTO. */
as_format as_opts_format(const as_opts *o);

/* Is that one for people, not CSV or JSON, and not one value alone? */
int as_opts_people(const as_opts *o);

/* What to read of the record stream: the columns want, the rows and the names that the options
 * say. It lasts as long as o. */
as_read as_opts_read(const as_opts *o, const as_want *want, size_t nwant);

/* Splits "a,b,c" (no empty part, no part twice, at most AS_OPTS_MAX). */
int as_list_parse(as_list *l, const char *arg, const char *what, as_err *e);
void as_list_free(as_list *l);

#endif
