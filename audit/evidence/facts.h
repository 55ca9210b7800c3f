/* facts.h - what the rules may look at: facts of a run and of one of its cells,
 * gathered once, before any rule is asked. */
#ifndef EV_FACTS_H
#define EV_FACTS_H

#include <stdio.h>

#include "alike.h"
#include "counters.h"
#include "shelf.h"
#include "torch.h"

/* facts.c, common.c, numbers.c, padding.c, sized.c and timed.c gather them. */

typedef enum { EV_HOLDS, EV_FAILS, EV_UNKNOWN, EV_NOT_ASKED } ev_state;

enum { EV_WHERE = 320, EV_MISSING = 16 };

/* The first mode and scenario of the manifest of which a model and backend has nothing;
 * mode NULL: all is there. mode_gone: nor has any other. */
typedef struct { const char *mode, *scenario; int mode_gone; } ev_gap;

/* Numbers of a cell's samples that rules hold against those of others. */
typedef struct {
	size_t tied;           /* samples whose latency another one of the cell has, too */
	double tick, spread;   /* least difference of two; of four of five of them */
	double wall, beside;   /* medians of latency and of what is not device time; NaN */
	double wait;           /* seconds before its first timed sample, beside its warm-ups; NaN */
} ev_numbers;

/* What cells have in common: a compile block, in a series; counters of the compile stage, of a
 * model and dtype. */
typedef enum { EV_STAGE, EV_SNAPSHOT, EV_NSHARED } ev_shared;

/* Of a cell of a run. */
typedef struct ev_of_cell {
	ev_numbers numbers;
	long *met, *size; size_t nmet; /* distinct sizes of its timed prompts: as met; ascending */
	const ev_cell *first[EV_NSHARED]; /* that has the same; NULL: it has none */
	ev_gap gap;
	double prefill;        /* share of a prefill's calls that were compiled, by its own verdict; NaN */
} ev_of_cell;

/* Of a mode of a run. */
typedef struct ev_of_mode {
	ev_counters counters;
	/* seconds to the nearest other, where it has a compile stage of its own and others
	 * share theirs; 0 */
	double away;
} ev_of_mode;

/* Of a run. */
typedef struct ev_common {
	long pad;              /* prompts are padded to a multiple of it; 0: not */
	int pad_recorded;
	/* prompts of one call, by the compiled sizes: 1 if they do not say more */
	long batch;
	/* all compiled sizes have a divisor, and are not those of prompts, some of which left
	 * no sample */
	int sizes_odd;
	/* 1: a repetition is a sample, whatever the prompts; -1: that cannot be told; 0: no */
	int per_sample;
	/* what the manifest's list says of the files; NULL: there is none */
	const char *hashes; int hashes_bad;
	/* all cells that claim to be compiled are of one model and dtype, all counters of one */
	int one_model;
} ev_common;

/* Sizes of the samples of a prefill, against those that were compiled. */
typedef struct {
	ev_state state;
	size_t n, k;           /* samples with tokens; those whose size was compiled */
	/* sizes that symbolic graphs served, and these graphs, where one did not serve them
	 * all; else 0 */
	size_t met, graphs;
	long missing[EV_MISSING]; size_t nmissing; /* sizes that were not */
	/* samples that a graph of the compile stage may serve: of their size, of any */
	size_t staged, any;
	/* why it is unknown */
	enum { EV_S_OTHER, EV_S_NONE, EV_S_STAGED, EV_S_ODD, EV_S_REFUSED } why;
} ev_sized;

/* Time before the first sample of a cell. */
typedef struct {
	ev_state state;
	/* seconds: passed; for warm-ups; of the compile stage; of the cell beside its samples */
	double gap, warm, once, beside, slowest;
	/* other cells of its mode and model whose sizes were compiled: with time for it, without */
	size_t waited, hurried;
	int may_hold;          /* a compile may be in what the cell lasted beside its samples */
	enum {
		EV_T_TIME, EV_T_NO_START, EV_T_NO_ONCE, EV_T_FIRST, EV_T_STEPPED, EV_T_INSIDE,
		EV_T_BESIDE, EV_T_MET
	} why;
} ev_timed;

/* Speed against the uncompiled counterpart: NaN where there is none. */
typedef struct { ev_state state; double tenth, median; } ev_paced;

typedef struct {
	const ev_run *runs; size_t nruns;
	const ev_run *r; const ev_common *all; const ev_cell *c;
	const ev_cell *eager;  /* its uncompiled counterpart; NULL */
	long limit; int limit_recorded; /* recompile limit */
	int recompile;         /* stored sources were compiled anew, if they could be */
	int dynamic;           /* as recorded; -1: not, and torch makes shapes symbolic that change */
	const cJSON *stage;    /* counters after the compile stage; NULL */
	const cJSON *after;    /* counters of the mode, or of this very cell; NULL */
	char after_where[EV_WHERE];
	int after_keyed;       /* after is of this cell's model and dtype alone */
	ev_counters s, a;      /* of stage and of after */
	int counted;           /* some counters of a mode are of this cell's model */
	long head;             /* columns of one attention head; 0: not known */
	int a_is_mine;         /* a was taken from this cell's model: 1, 0, -1 not known */
	/* its model is there under another dtype, whose counters look the same */
	int twins;
	ev_sized sized; ev_timed timed; ev_paced paced;
	ev_torch torch;        /* its record of PyTorch */
	const ev_shelf *shelf; /* its stored artifacts; NULL: none can be asked */
	char kernels_file[256]; double kernels, kernels_before; /* cached_kernels; NaN */
} ev_facts;

/* The facts of the run, once. -1: out of memory. */
int ev_common_build(ev_run *r, ev_common **out);

/* The facts of a cell. limit: where none is recorded. */
void ev_gather(ev_facts *x, ev_run *r, const ev_cell *c, long limit);

/* Padding, batches: fills those of the run (padding.c). */
void ev_find_padding(const ev_run *r, ev_common *all);

/* Those of a cell, and how far modes are apart (numbers.c). */
void ev_find_numbers(const ev_cell *c, ev_numbers *m);

/* Whether many latencies of a cell occur twice, though its clock has ticks enough, and
 * less than a quarter as often in all others: no habit of the harness. */
int ev_is_copied(const ev_run *r, const ev_cell *c);
void ev_find_away(ev_run *r);

/* Parts of ev_gather: sized.c and timed.c. */
void ev_find_sized(ev_facts *x);
void ev_find_timed(ev_facts *x);

/* Two compile blocks but for what may grow from cell to cell. */
int ev_same_stage(const cJSON *a, const cJSON *b);

/* Whether counters are of this cell's model: 1, 0, -1 not known. */
int ev_is_mine(const ev_facts *x, const ev_counters *c);

/* The sizes (tokens) that a sample was compiled for: padded, if prompts were. */
long ev_rows_of(const ev_facts *x, const ev_cell *c, double tokens);

/* Tokens of the prompt of a sample in decode, from the cell itself or another mode; NaN. */
double ev_prompt_of(const ev_facts *x, const ev_cell *c, size_t sample);

/* New tokens of a sample in decode. */
double ev_new_tokens(const ev_facts *x, const ev_cell *c, size_t sample);

int ev_is_decode(const ev_cell *c); /* kv_decode and e2e_kv */

/* What of the sizes that cells need came before (sized.c). */

/* Whether every size of the cell was timed in earlier cells of its mode and
 * model: then no compile of its own is due. */
int ev_met_before(const ev_facts *x);

/* Whether the compile stage of the cell's mode is another than that of this mode:
 * what was compiled then may be gone. */
int ev_staged_anew(const ev_facts *x, const char *mode);

/* An earlier mode of this model, with the same compile stage, in which the recompile
 * limit was reached; NULL. */
const ev_mode *ev_limit_before(const ev_facts *x);

/* What a record says of the compile stage, whichever way it writes it (meta.c). */

/* The field of the manifest's torch_compile_config that compile.requested_backend
 * repeats: "backend" or, in a run file that has no compile.backend_as_written beside
 * a manifest that has one, "backend_as_written". */
const char *ev_asked_key(const ev_run *r, const ev_cell *c);

/* The backend that was asked for, by the name that compile.backend has; "": not recorded. */
const char *ev_asked(const ev_run *r, const ev_cell *c);

/* Whether the model of the cell is there under another dtype, too. */
int ev_twins(const ev_run *r, const ev_cell *c);

/* The compile stage of the cell's model and dtype in the counters file of its mode:
 * compile_meta, or the entry MODEL:DTYPE of compile_metas. Older files have an entry
 * MODEL: of two dtypes it holds the later, and says nothing. NULL: there is none. */
const cJSON *ev_meta_of(const ev_run *r, const ev_cell *c);

#endif
