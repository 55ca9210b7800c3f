/* judge.h - what the source says of each label. */
#ifndef LABEL_JUDGE_H
#define LABEL_JUDGE_H

#include "err.h"
#include "facts/facts.h"
#include "report.h"

typedef struct {
	char *const *symbol; size_t nsymbol;     /* further compile symbols, "module.name" */
	char *const *harmless; size_t nharmless; /* places, FILE:LINE: see harmless.h */
} judge_given;

/* Fills the findings and twins of r, which src_report_init has made, and what it says of the places that are given.
 * -1 if out of memory, or where a symbol or a place is none. */
int judge_labels(fact_tree *t, const judge_given *given, src_report *r, as_err *e);

#endif
