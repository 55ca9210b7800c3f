/* torch.h - the record that assay_torch keeps of a cell, as assay-run(5) has it: which
 * graphs and which generated code each sample called, and what served it by that. */
#ifndef EV_TORCH_H
#define EV_TORCH_H

#include "runset.h"

/* Words for what served a step, in the order of ev_torch_word. */
typedef enum {
	EV_W_EAGER, EV_W_COMPILED, EV_W_MIXED, EV_W_GRAPH, EV_W_COMPILING, EV_W_TORCHSCRIPT,
	EV_W_UNKNOWN, EV_NWORDS
} ev_word;

typedef struct {
	const cJSON *of;       /* the record, of any kind; NULL: the cell has none */
	int holds;             /* its own tests held */
	int precompiled;       /* code may run that no graph announces */
	/* By number (at), which is negative in an event that calls code. calls: of samples. */
	struct ev_called {
		const cJSON *of; double at, calls; int is_other, is_resumed;
	} *graph, *code;
	size_t ngraph, ncode;
	const char *bad;       /* a sample calls what the record does not list, or one is not a call */
} ev_torch;

/* The record of a cell of r, and the calls of all its samples, counted; lives as long as r. */
void ev_torch_read(ev_torch *t, ev_run *r, const ev_cell *c);

/* The first test of the recorder that failed, in words; NULL: none is recorded. */
const char *ev_torch_broken(const ev_torch *t);

/* A step of a sample: its first event, and the first operation that ran outside its graphs;
 * NULL: there is none. Nulls lie between steps, in both lists. */
typedef struct { const cJSON *event, *outside; int more; } ev_step;

/* The first step of a sample. What served a step, which is then the next one, if more. */
ev_step ev_torch_steps(const cJSON *sample);
ev_word ev_torch_step(const ev_torch *t, const cJSON *sample, ev_step *step);

extern const char *const ev_word_name[EV_NWORDS];

/* Whether a sample's phase is that; samples without one are timed. */
int ev_in_phase(const cJSON *sample, const char *phase);

#endif
