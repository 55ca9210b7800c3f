/* column_names.h - column names of the record stream and what a path says. */
#ifndef AS_NAMES_H
#define AS_NAMES_H

#include <stddef.h>

#include "err.h"
#include "str.h"

/* The canonical spelling of a column name ("quantization" -> "dtype"); the name
 * itself where it is no alias. */
as_str as_canonical(as_str name);

/* The alias of a canonical name, or the canonical name of an alias; the name
 * itself where it has no other spelling. */
as_str as_other_spelling(as_str name);

/* Index of the column that name selects: the one of that very name, else one
 * that is the same by an alias. n if there is none. */
size_t as_column_find(const as_str *header, size_t n, as_str name);

/* What people are told of a table that rests on rows whose column "synthetic" says yes. */
#define AS_SYNTHETIC_NOTE "synthetic: these rows are made up, not measured"

/* Fails with "no column 'NAME'; did you mean 'OTHER'? there are: ...", at line of file. */
int as_no_column(const as_str *header, size_t n, const char *name, const char *file,
    size_t line, as_err *e);

/* Fails if two columns have the same name. */
int as_header_check(const as_str *header, size_t n, const char *file, size_t line, as_err *e);

/* Run and mode of an artifact from its directory (assay-stream(5)). The
 * artifact's own directory is the one that holds the file, or for run files
 * below a "runs" directory the one that holds that. If it, or the one above
 * it, holds a manifest.json, that one names the run, and the level below it
 * the mode; else a directory of a standard mode's name (prefill, kv_decode,
 * e2e_kv, ...) is the mode and the one above it the run; else the directory is
 * the run. Results are malloc'd, or NULL where the path does not say. Returns
 * -1 if out of memory. */
int as_names_of_path(const char *path, char **run, char **mode);

#endif
