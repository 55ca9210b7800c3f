/* rules.h - the rules of evidence. Each takes the facts of one cell and says whether
 * it holds, fails, or cannot be decided; never more than the artifacts show. */
#ifndef EV_RULES_H
#define EV_RULES_H

#include "facts.h"

enum { EV_TEXT = 480 };

typedef struct {
	ev_state state;
	int alarm;             /* fails because two records contradict each other */
	char text[EV_TEXT];    /* one sentence */
	char where[EV_WHERE];  /* FILE:FIELD that shows it; "" */
	double k, n;           /* calls served by compiled code, of calls timed; NaN */
	int at_most;           /* k is a bound: nothing counts the graphs of decode */
	int in_part;           /* some calls were served in part by compiled code */
} ev_finding;

typedef enum {
	EV_R_BACKEND, EV_R_FALLBACK, EV_R_COUNTERS, EV_R_SNAPSHOT, EV_R_EMPTY, EV_R_SHAPES, EV_R_LIMIT,
	EV_R_FRAMES, EV_R_COMPILE_TIME, EV_R_SPEED, EV_R_DECODE, EV_R_SERVED, EV_R_GRAPHS, EV_R_KERNELS,
	EV_R_ERRORS, EV_R_SAMPLES, EV_R_WORK, EV_R_ORDER, EV_R_DRIFT, EV_R_ENVIRONMENT, EV_R_MANIFEST,
	EV_R_DEVICE, EV_R_CLOCK, EV_R_ROWS, EV_R_RATE, EV_R_TOKENS, EV_R_DIGITS, EV_R_MIXED, EV_R_FILES,
	EV_R_HASHES, EV_R_OBJECTS, EV_R_RECOMPILED, EV_R_COUNTS, EV_R_OUTPUTS,
	EV_R_RECORDER, EV_R_SEQUENCE, EV_R_PROFILER, EV_R_COST, EV_NRULES
} ev_rule_id;

/* A rule, and each part of one that has a finding f, returns f once it has decided. A part
 * returns NULL where it has nothing to say. */
typedef ev_finding *ev_check_fn(const ev_facts *x, ev_finding *f);

typedef struct {
	const char *id, *statement;
	ev_check_fn *check;
	int of_claims;         /* not asked of a cell that does not claim to be compiled */
} ev_rule;

extern const ev_rule ev_rules[EV_NRULES];

/* Every rule, on the facts alone: in whatever order. */
void ev_check(const ev_facts *x, ev_finding *f);

/* What the rule of TR120 section 2.5 says on its own: EV_HOLDS compiled, EV_FAILS not. */
ev_state ev_rule25(const ev_facts *x);

/* "1, 9, 11 and 17" */
void ev_list(char *buf, size_t size, const long *v, size_t n);

/* Each returns f. ev_alarm: it fails, since two records contradict each other. */
ev_finding *ev_set(ev_finding *f, ev_state s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
ev_finding *ev_alarm(ev_finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
#define ev_holds(f, ...) ev_set(f, EV_HOLDS, __VA_ARGS__)
#define ev_fails(f, ...) ev_set(f, EV_FAILS, __VA_ARGS__)
#define ev_unknown(f, ...) ev_set(f, EV_UNKNOWN, __VA_ARGS__)
#define ev_not_asked(f, ...) ev_set(f, EV_NOT_ASKED, __VA_ARGS__)
ev_finding *ev_where(ev_finding *f, const char *file, const char *field);
ev_finding *ev_where_after(ev_finding *f, const ev_facts *x, const char *field); /* in x->after */

ev_check_fn ev_backend, ev_fallback, ev_counted, ev_snapshot, ev_empty, ev_shapes, ev_limit,
    ev_frames, ev_compile_time, ev_speed, ev_decode, ev_served, ev_graphs, ev_kernels, ev_errors,
    ev_samples, ev_work, ev_order, ev_drift, ev_environment, ev_manifest, ev_device, ev_clock,
    ev_rows, ev_rate, ev_tokens, ev_digits, ev_mixed, ev_files, ev_hashes, ev_objects,
    ev_recompiled, ev_counts, ev_outputs, ev_recorder, ev_sequence, ev_profiled, ev_cost;

/* Parts of ev_counts and ev_objects: where no artifact is stored, and of a record of PyTorch. */
ev_check_fn ev_counts_published, ev_torch_counts, ev_torch_objects;

#endif
