/* pair_table.h - the table of abtest. */
#ifndef ABTEST_REPORT_H
#define ABTEST_REPORT_H

#include "opts.h"
#include "pairs.h"

/* Declares and fills t: the columns that --stats names, or the default for the
 * format that o asks for. */
int ab_report(as_table *t, const as_opts *o, const as_list *stats, const ab_result *r, as_err *e);

#endif
