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
} ev_finding;

typedef enum {
	EV_R_BACKEND, EV_R_FALLBACK, EV_R_COUNTERS, EV_R_SNAPSHOT, EV_R_EMPTY, EV_R_SHAPES, EV_R_LIMIT, EV_R_FRAMES,
	EV_R_COMPILE_TIME, EV_R_SPEED, EV_R_DECODE, EV_R_SERVED, EV_R_GRAPHS, EV_R_KERNELS, EV_R_ERRORS, EV_R_SAMPLES,
	EV_R_WORK, EV_R_ORDER, EV_R_DRIFT, EV_R_ENVIRONMENT, EV_R_MANIFEST, EV_R_DEVICE, EV_R_CLOCK, EV_R_ROWS, EV_R_RATE,
	EV_R_TOKENS, EV_R_DIGITS, EV_R_MIXED, EV_R_FILES, EV_R_HASHES, EV_R_OBJECTS, EV_R_RECOMPILED, EV_R_COUNTS,
	EV_R_OUTPUTS, EV_NRULES
} ev_rule_id;

typedef struct {
	const char *id, *statement;
	void (*check)(const ev_facts *x, ev_finding *f);
} ev_rule;

extern const ev_rule ev_rules[EV_NRULES];

/* Every rule, on the facts alone: in whatever order. */
void ev_check(const ev_facts *x, ev_finding *f);

/* What the rule of TR120 section 2.5 says on its own: EV_HOLDS compiled, EV_FAILS
 * not, EV_UNKNOWN no run file to ask. */
ev_state ev_rule25(const ev_facts *x, const char **why);

/* "1, 9, 11 and 17" */
void ev_list(char *buf, size_t size, const long *v, size_t n);

void ev_set(ev_finding *f, ev_state s, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void ev_alarm(ev_finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void ev_where(ev_finding *f, const char *file, const char *field);

#define EV_RULE(name) void name(const ev_facts *x, ev_finding *f)
EV_RULE(ev_backend); EV_RULE(ev_fallback); EV_RULE(ev_counted); EV_RULE(ev_snapshot); EV_RULE(ev_empty);
EV_RULE(ev_shapes); EV_RULE(ev_limit); EV_RULE(ev_frames); EV_RULE(ev_compile_time); EV_RULE(ev_speed);
EV_RULE(ev_decode); EV_RULE(ev_served); EV_RULE(ev_graphs); EV_RULE(ev_kernels); EV_RULE(ev_errors);
EV_RULE(ev_samples); EV_RULE(ev_work); EV_RULE(ev_order); EV_RULE(ev_drift); EV_RULE(ev_environment);
EV_RULE(ev_manifest); EV_RULE(ev_device); EV_RULE(ev_clock); EV_RULE(ev_rows); EV_RULE(ev_rate); EV_RULE(ev_mixed);
EV_RULE(ev_tokens); EV_RULE(ev_digits); EV_RULE(ev_files); EV_RULE(ev_hashes); EV_RULE(ev_objects);
EV_RULE(ev_recompiled); EV_RULE(ev_counts); EV_RULE(ev_outputs);
EV_RULE(ev_counts_published); /* what ev_counts asks where no artifact is stored */

#endif
