#include "claim_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const claim_kinds[] = {"compiler", "latency", "tail", "equivalence", "work",
    "environment", "errors", "field", "share", "slowest", NULL};

const char *const claim_filters[] = {"run", "mode", "model", "scenario", "backend", "dtype", NULL};

double
claim_quantile(const claim *c)
{
	return *c->statistic == 'p' ? strtol(c->statistic + 1, NULL, 10) / 100.0 :
	    strcmp(c->statistic, "median") == 0 ? 0.5 : NAN;
}

/* The one text that selects the group; NULL. */
static const char *
word_of(const claim_group *g)
{
	const cJSON *v = g->own && cJSON_GetArraySize(g->own) == 1 ? g->own->child :
	    g->filter[OF_BACKEND];

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

const char *
claim_group_name(const claim *c, int base)
{
	const char *b = word_of(&c->base), *t = word_of(&c->test);

	return b && t && strcmp(b, t) != 0 ? (base ? b : t) : base ? "base" : "test";
}

/* 1: base, 2: test, also by its name; 0: neither. */
static int
side(const void *claim_of, const char *name)
{
	if (strcmp(name, "base") == 0 || strcmp(name, claim_group_name(claim_of, 1)) == 0)
		return 1;
	return strcmp(name, "test") == 0 || strcmp(name, claim_group_name(claim_of, 0)) == 0 ? 2 : 0;
}

int
claim_words_read(claim *c, const char *words, as_err *e)
{
	as_claim *k = &c->relation;

	c->related = c->kind == KIND_LATENCY || c->kind == KIND_EQUIVALENCE ||
	    (c->kind == KIND_TAIL && (*words || c->margin > 0 || c->stratify));
	if (!*words) {
		*k = (as_claim){.kind = c->kind == KIND_EQUIVALENCE ? AS_CLAIM_EQUAL : c->direction == DIR_LOWER ?
		    AS_CLAIM_LESS : AS_CLAIM_GREATER, .by = {c->margin, c->percent}, .p = claim_quantile(c)};
		return 0;
	}
	if (as_claim_parse(k, words, c->metric, side, c, "claim", e) != 0)
		return -1;
	if (!side(c, k->left) || !side(c, k->right) || side(c, k->left) == side(c, k->right))
		return as_fail(e, NULL, 0, "claim: '%.80s' is not of base and test", words);
	c->swapped = side(c, k->left) == 1;
	return 0;
}
