/* arith.h - tablecheck --arith: whether published rows agree with themselves. */
#ifndef TC_ARITH_H
#define TC_ARITH_H

#include "pooled.h"
#include "relation.h"
#include "table.h"

typedef enum { CONSISTENT, INCONSISTENT, KNOWN, UNDECIDED, NFINDING } finding_verdict;

/* "consistent", "inconsistent", "erratum" (inconsistent, and a cell of it is
 * marked so), "undecided" */
extern const char *const finding_name[NFINDING];

/* One relation on one row. */
typedef struct {
	const relation *relation; /* the first of its variants that holds, else the first */
	uint32_t row;
	const fact *cell;         /* what it is about */
	as_interval implied;      /* what the other cells leave; an end that is not finite: no limit */
	finding_verdict verdict;
	const char *by;           /* the variants that hold, "a|b"; NULL if it has none */
	const char *from;         /* the cells used: "mean_test=7.12 mean_base=11.87" */
	const char *id;           /* errata of these cells, or NULL */
	const char *why;          /* why it is undecided, or NULL */
} finding;

typedef struct { finding *v; size_t n, cap, count[NFINDING]; as_keep keep; } findings;

/* Every relation on every row that has all of its cells. */
int arith_judge(findings *out, const facts *f, const relations *r, as_err *e);
void findings_free(findings *out);

/* One row a finding; only_wrong: those that are not consistent. */
void arith_report(as_table *t, const facts *f, const findings *out, int only_wrong,
    as_format format);

/* One row: how many relations were checked, and how many of each verdict. */
void arith_summary(as_table *t, const findings *out);

#endif
