/* found.h - which rows are outliers, by which rule, among which others. */
#ifndef OUTLIERS_FOUND_H
#define OUTLIERS_FOUND_H

#include "keep.h"
#include "opts.h"
#include "sequence.h"

typedef enum { BY_IQR, BY_MAD, BY_ESD } found_method;

typedef struct {
	found_method method;
	double k;          /* iqr: interquartile ranges beyond the quartiles */
	int quantile_type; /* iqr: of the quartiles */
	double threshold;  /* mad: of the modified z */
	size_t max;        /* esd: at most so many; 0: a tenth of the samples, at least 1 */
	double alpha;      /* esd */
} found_rule;

enum { FOUND_MIN = 3, FOUND_VALUE = AS_SEQUENCE_NWANT, FOUND_KEYS = FOUND_VALUE + 1 };

typedef enum { NOT_OUT, OUT_HIGH, OUT_LOW } found_side;

/* Columns of f: those of a sequence, the value, the groups', the strata's. */
typedef struct {
	as_frame f;
	size_t ngroup, nstrata; /* with --by: of its columns, and of those that make the scopes */
	int by;
	as_groups group;     /* by the columns of groups, or of --by: rows of tables */
	as_groups scope;     /* by those of groups and strata: what is held against each other */
	as_sequences files;  /* the ok rows of each file in order */
	as_keep keep;        /* of the following */
	uint8_t *side;       /* (rows) found_side */
	double *score;       /* (rows) of outliers: how far, as the rule measures; NaN: no measure */
	double *limit;       /* (rows) of outliers: what |score| is above */
	double *lo, *hi;     /* (scope.n) fence; NaN by esd */
	const char **why;    /* (scope.n) why nothing can be told, or NULL */
	uint8_t *full;       /* (scope.n) of esd: 1 if as many were found as --max allows,
	    2 if as half of the samples */
} found;

/* On failure *r holds nothing. */
int found_read(found *r, const as_opts *o, const as_list *strata, const as_list *by,
    const found_rule *rule, char *const *paths, size_t npaths, as_err *e);
void found_free(found *r);

/* What the figures rest on. */
void found_define(const found *r, const found_rule *rule, as_table *t);

/* The tables: each group with and without its outliers; the outliers, whose
 * operands paths names; where they lie, with the first so many samples of a file
 * as a place. -1: out of memory. */
int found_summary(const found *r, as_table *t, as_err *e);
void found_list(const found *r, char *const *paths, size_t npaths, as_table *t);
int found_clusters(const found *r, size_t first, as_table *t, as_err *e);

#endif
