/* claim_list.h - claims as data, as assay-claims(5) has them. */
#ifndef CLAIM_LIST_H
#define CLAIM_LIST_H

#include "claim_words.h"

typedef struct {
	cJSON *root;
	char **compiled; size_t ncompiled; /* the labels that it lists as compiled; never NULL */
	claim *v; size_t n;
} claims;

/* Reads a file of claims (YAML or JSON). metric is of claims that name none, of rows with any
 * columns; NULL: they are of runs. */
int claims_read(claims *c, const char *path, const char *metric, as_err *e);
void claims_free(claims *c);

#endif
