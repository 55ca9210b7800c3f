/* pooled.h - published cells pooled from several files: rows are told apart by
 * their keys alone, so that parts of one table which stand in files of their
 * own come together. */
#ifndef TC_FACTS_H
#define TC_FACTS_H

#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "expr.h"
#include "intern.h"
#include "interval.h"

/* A published cell. */
typedef struct {
	const char *value, *id; /* id: of the erratum that it is marked with, or "" */
	as_interval range;      /* what the value stands for */
	int figure;             /* else the value is text and range means nothing */
	const char *path;
	size_t line;
	uint32_t row, column;   /* numbers in rows and text */
	uint32_t cell;          /* number in cells */
} fact;

enum { FACTS_KEYS = 60 }; /* key columns of a row, at most */

typedef struct { uint32_t name, value; } row_key; /* numbers in text */

typedef struct {
	as_intern text, rows, cells; /* of rows the bytes of keys; of cells row and column: fact i */
	fact *v; size_t cap;         /* (cells.n) where a cell is published again, the narrower range */
	fact *again; size_t nagain, capagain; /* cells published again with another value */
	row_key *key;                /* keys of all rows, one row after the other, sorted by name */
	size_t nkey, capkey;
	size_t *key_at;              /* (rows.n + 1) */
	size_t caprow;
	const char *pair;            /* the column that base and test name groups of, or NULL */
} facts;

typedef struct {
	char *const *key; size_t nkey;     /* none: see facts_read */
	char *const *exact; size_t nexact; /* columns that are not rounded, besides the suite's counts */
	char *const *as; size_t nas;       /* "NAME=COLUMN": what the column of the files is here */
} facts_options;

/* Adds the cells of a file: a list (one row a cell, with column and value, all
 * other columns but mark, id and note being keys) or a table (one row a group,
 * the columns without a figure being keys; with none, the number of the row). */
int facts_read(facts *f, const char *path, const facts_options *o, as_err *e);
void facts_free(facts *f);

/* Looks a reference up for a row. 1: found, *at is its range and *fact_at the
 * cell if it is one (else SIZE_MAX); 0: there is no such cell; -1: there is, but
 * it is no figure. *id: the erratum that one of its cells is marked with, or "". */
int facts_find(const facts *f, uint32_t row, const expr_ref *r, as_interval *at, size_t *fact_at,
    const char **id);

/* Whether the row has the values of keys that the reference has in brackets
 * (an empty value: has no such key). */
int facts_row_has(const facts *f, uint32_t row, const expr_ref *r);

/* The values of a row's keys, as "NAME=VALUE NAME=VALUE", malloc'd; NULL if out
 * of memory. */
char *facts_row_name(const facts *f, uint32_t row);

#endif
