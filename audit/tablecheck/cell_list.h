/* cell_list.h - the list of published cells that tablecheck(1) reads. */
#ifndef LIST_H
#define LIST_H

#include "sheet.h"

typedef enum { MARK_NONE, MARK_ERRATUM, MARK_RESTATED, MARK_NOT_REPRODUCIBLE } list_mark;

typedef struct {
	uint32_t group;     /* which row of the table: number of its keys in groups */
	const char *column; /* the statistic's column in the table */
	const char *value;  /* as published */
	const char *id, *note; /* "" if there is none */
	list_mark mark;
	size_t line;
	size_t first;       /* line of an earlier cell of the same keys and column, or 0 */
} list_cell;

typedef struct {
	as_sheet sheet;     /* cell i is its row i */
	size_t *key;        /* (nkey) key columns of the sheet; room for one more */
	size_t nkey;
	list_cell *cell;    /* (sheet.n) */
	uint32_t ngroup;    /* groups that are published: numbers under this */
} list;

/* Has a column a meaning of its own in a list? */
int list_is_own(as_str name);

/* Reads the list at path. keys: the key columns, or none for every column that
 * has no meaning of its own. groups numbers the key tuples and must be empty. */
int list_read(list *l, const char *path, char *const *keys, size_t nkeys,
    as_intern *text, as_intern *groups, as_err *e);
void list_free(list *l);

/* Takes the marks off, with their ids and notes. */
void list_unmark(list *l);

/* The number of a row's keys, which stand in the columns key[0..nkey) of s; all
 * sheets must share their text. UINT32_MAX if out of memory. */
uint32_t list_group(as_intern *groups, const as_sheet *s, size_t row, const size_t *key,
    size_t nkey);

#endif
