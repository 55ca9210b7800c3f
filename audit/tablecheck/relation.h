/* relation.h - what the cells of a published row imply about each other.
 *
 *   [NAME[/VARIANT]:] LEFT = RIGHT       also <= and >=
 *   [NAME[/VARIANT]:] LEFT is whole
 *
 * LEFT and RIGHT are expressions (expr.h); of an equation LEFT is one column. The
 * cell that the relation is about is the first column of LEFT; where it has keys
 * in brackets, the relation speaks of the rows that have these values only.
 * Those with one NAME and a VARIANT each are variants: a row need satisfy only one
 * of them. A relation without a name is called what stands left. */
#ifndef TC_RELATION_H
#define TC_RELATION_H

#include <stddef.h>

#include "expr.h"

typedef enum { REL_EQUAL, REL_AT_MOST, REL_AT_LEAST, REL_WHOLE } relation_op;

typedef struct {
	const char *name, *variant; /* variant NULL if it has none */
	const char *text;     /* as it was written, after the name */
	relation_op op;
	expr_refs refs;       /* v[0] is the column that the relation is about */
	expr left, right;
} relation;

typedef struct { relation *v; size_t n, cap; double level; as_keep keep; } relations;

/* Whether they are one, or variants of one. */
int relation_is_variant(const relation *a, const relation *b);

/* Reads one relation; errors are placed at path and line (path NULL: nowhere). */
int relations_add(relations *r, const char *text, const char *path, size_t line, as_err *e);

/* One a line; empty lines and what follows # are passed over. */
int relations_read(relations *r, const char *path, as_err *e);

int relations_add_builtin(relations *r, as_err *e);

/* COL*n is a whole number: the mean of n whole numbers. */
int relations_add_whole(relations *r, const char *column, as_err *e);

/* Keeps those with these names, or all others; each must be there. option is the
 * one that names them, for the message. */
int relations_keep(relations *r, char *const *name, size_t n, int others, const char *option,
    as_err *e);

/* NAME for COLUMN, of as "NAME=COLUMN", wherever a relation takes it. */
int relations_rename(relations *r, const char *as, as_err *e);

void relations_free(relations *r);

/* The built-in ones, as a file that relations_read takes. */
extern const char *const relations_builtin[];

#endif
