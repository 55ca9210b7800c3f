/* expr.h - expressions over the cells of a table, and the range that they take
 * when each cell is known to a range only.
 *
 *   100*(mean_test/mean_base - 1)     ss/ss[term=total]     sum(df[term!=total])
 *
 * A name, bare or in quotes, is a column; [KEY=VALUE] takes it from the row that
 * has this value of a key and else the same keys. sum(X[KEY]) adds the rows that
 * have a value of KEY and else the same keys, sum(X[KEY!=VALUE]) all of these but
 * one; rank(X[KEY]) is the place of the row among them, from 1 for the smallest. */
#ifndef TC_EXPR_H
#define TC_EXPR_H

#include "err.h"
#include "interval.h"
#include "keep.h"

enum { EXPR_NODES = 128, EXPR_REFS = 24, EXPR_SELECTS = 3, EXPR_DEPTH = 40 };

typedef struct { const char *key, *value; int differs; } expr_select; /* value NULL: any value */

typedef struct {
	enum { REF_CELL, REF_SUM, REF_RANK } kind;
	const char *column;
	expr_select select[EXPR_SELECTS];
	int nselect;
} expr_ref;

typedef enum {
	EX_NUM, EX_REF, EX_NEG, EX_ADD, EX_SUB, EX_MUL, EX_DIV, EX_POW, EX_MIN, EX_MAX, EX_SQRT, EX_ABS,
	EX_EXP, EX_LOG, EX_T_P, EX_T_UPPER, EX_T_QUANTILE, EX_Z_UPPER, EX_Z_QUANTILE, EX_F_UPPER,
	    EX_NC_LO, EX_NC_HI, EX_HEDGES
} expr_kind;

/* arg: nodes, a ref, or a power */
typedef struct { expr_kind kind; int arg[3]; double num; } expr_node;

/* References are shared by all expressions of a relation: equal ones are one. */
typedef struct { expr_ref v[EXPR_REFS]; int n; } expr_refs;

typedef struct { expr_node node[EXPR_NODES]; int n; } expr; /* the last node is the result */

/* Whether two texts are one; NULL is one with NULL alone. */
int expr_same_text(const char *a, const char *b);

/* Reads an expression from *s on, as far as it goes, and moves *s past it.
 * level is what the name "level" stands for; names last as long as keep. Errors say
 * what was wrong, with no place. */
int expr_parse(expr *x, expr_refs *refs, const char **s, double level, as_keep *keep, as_err *e);

/* The range of the expression, box[i] being that of refs->v[i]: as narrow as
 * interval arithmetic gives it where the expression rises or falls in each cell
 * (the monotonicity test: Moore, Kearfott, Cloud (2009), "Introduction to
 * interval analysis", 6.4), and never too narrow. NaN where it is not defined. */
as_interval expr_range(const expr *x, const as_interval *box, int nbox);

#endif
