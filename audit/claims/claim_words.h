/* claim_words.h - one claim, what its parts are called, and what it says in words. */
#ifndef CLAIM_WORDS_H
#define CLAIM_WORDS_H

#include <cjson/cJSON.h>

#include "comparison_claim.h"
#include "err.h"

typedef enum {
	KIND_COMPILER, KIND_LATENCY, KIND_TAIL, KIND_EQUIVALENCE, KIND_WORK, KIND_ENVIRONMENT, KIND_ERRORS,
	KIND_FIELD, KIND_SHARE, KIND_SLOWEST
} claim_kind;
/* Which cells must have been compiled: none, those that claim it, of the test group all. */
typedef enum { COMPILED_NONE, COMPILED_TEST, COMPILED_CLAIMED } claim_compiled;
typedef enum { DIR_LOWER, DIR_HIGHER, DIR_DIFFERENT } claim_direction;

/* Which cells are meant: a text or a list of texts each; NULL: any. */
enum { CLAIM_STRATA = 24 }; /* columns of strata: not more */

enum { OF_RUN, OF_MODE, OF_MODEL, OF_SCENARIO, OF_BACKEND, OF_DTYPE, CLAIM_FILTERS };

typedef struct {
	const cJSON *filter[CLAIM_FILTERS];
	const cJSON *own; /* the mapping that is the group, also of other columns */
} claim_group;

typedef struct {
	const char *id, *text, *published;
	claim_kind kind;
	claim_group base, test;
	int has_base;
	const char *metric;     /* latency_ms or event_ms */
	const char *statistic;  /* mean or median (latency); p90, p95, p99 (tail, slowest) */
	claim_direction direction;
	double margin;          /* 0: none */
	int percent;            /* the margin is a share of base */
	double share;           /* share, slowest: 0 to 1 */
	int per_token;          /* values over tokens */
	int stratify;           /* by model and scenario: the geometric mean of ratios, or in each */
	const cJSON *strata;    /* a column of --data, or a list of them, besides; NULL */
	as_claim relation;      /* what abtest would judge, if related */
	int related, swapped;   /* swapped: its left side is base */
	char unit[24];          /* of the metric, after a blank: " ms"; "" if it is no time */
	claim_compiled compiled;
	const char *expect;     /* compiler: compiled, not compiled; errors: all, none */
	const cJSON *fields;    /* environment */
	const char *field;      /* field: FILE:PATH */
	const char *label;      /* what the source calls it; "" */
	const char *missing;    /* why no artifact can decide; or NULL */
} claim;

extern const char *const claim_kinds[]; /* by claim_kind; NULL ends them */
extern const char *const claim_filters[CLAIM_FILTERS + 1]; /* their keys; likewise */

/* The quantile of the statistic; NaN: the mean. */
double claim_quantile(const claim *c);

/* What a group is called: the one text that selects it, else base or test. */
const char *claim_group_name(const claim *c, int base);

/* Reads what is claimed in words (key claim), or, of "", in direction, statistic and margin. */
int claim_words_read(claim *c, const char *words, as_err *e);

#endif
