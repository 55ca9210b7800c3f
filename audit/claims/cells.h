/* cells.h - the cells that a group of a claim means, with their verdicts. */
#ifndef CLAIM_CELLS_H
#define CLAIM_CELLS_H

#include "../evidence/verdict.h"
#include "claim_words.h"

typedef struct {
	ev_run *r;
	const ev_cell *c;
	ev_verdict v;
	char alarm[EV_TEXT];
} cell_found;

/* whole: every text of the filters is known to take one. */
typedef struct { cell_found *v; size_t n; int whole; } cells;

/* -1: out of memory. cells_free frees *out either way. */
int cells_find(cells *out, const claim_group *g, ev_run *runs, size_t nruns, as_err *e);
void cells_free(cells *c);

/* The claim's metric of a sample; NaN: not recorded, or the sample is an error. */
double cell_value(const claim *c, const ev_sample *s);

/* The values that are there of the cells that match one (NULL: of all); the caller
 * frees *v. -1: out of memory. */
int cells_values_of(const claim *c, const cells *g, const ev_cell *one, double **v, size_t *n,
    as_err *e);

/* The first cell of g that matches c; g->n if there is none. */
size_t cells_first(const cells *g, const ev_cell *c);

/* The first cell whose records contradict each other; NULL. */
const cell_found *cells_contradicted(const cells *g);

/* Whether a filter takes a text; NULL takes all. With before_colon also by its part before ':'. */
int filter_takes(const cJSON *filter, const char *s, int before_colon);

/* Whether a filter takes a run, by its id or by the name of its folder. */
int takes_run(const cJSON *filter, const ev_run *r);

/* What a filter takes, for a message. */
const char *filter_words(const cJSON *filter, char *buf, size_t cap);

/* A text in a list of the group's filters that no cell of g has; *key: whose. NULL. */
const char *cells_lack(const claim_group *want, const cells *g, const char **key);

/* Same model (before ':') and scenario. */
int cells_match(const ev_cell *a, const ev_cell *b);

#endif
