/* label_of_source.h - what the source says of the labels of claims, as labelaudit --src
 * finds it, and what follows for a claim. */
#ifndef CLAIM_SOURCE_H
#define CLAIM_SOURCE_H

#include "../label/label_report.h"
#include "intern.h"
#include "claim_list.h"
#include "result.h"

typedef struct {
	as_intern labels; /* of the claims, each once */
	src_report report; /* of labels, in that order; empty where no source is given */
} claim_source;

/* Reads the source under n paths (none: nothing is given) and judges every label
 * of the claims. -1: a path that is not there, or out of memory. */
int claim_source_open(claim_source *s, const claims *c, char *const *path, size_t n, as_err *e);
void claim_source_close(claim_source *s);

/* Of a claim with a label, after the runs have spoken: a label under which nothing
 * is compiled is not compiler-real where the runs leave that open, and contradicts
 * runs that say it was. Any other verdict is no record of a run: it changes no
 * status, and is told where there is no evidence. */
void claim_source_weigh(const claim_source *s, const claim *c, claim_result *r);

#endif
