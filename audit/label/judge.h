/* judge.h - what the source says of each label. */
#ifndef LABEL_JUDGE_H
#define LABEL_JUDGE_H

#include "err.h"
#include "facts.h"
#include "report.h"

/* Fills the findings and twins of r, which src_report_init has made. symbol:
 * further compile symbols (nsymbol of them), "module.name". -1 if out of memory,
 * or where a symbol is none. */
int judge_labels(fact_tree *t, char *const *symbol, size_t nsymbol, src_report *r, as_err *e);

#endif
