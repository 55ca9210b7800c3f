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

/* Name, id, statement, function, and whether it is not asked of a cell that does not claim to be
 * compiled. */
#define EV_RULES(R) \
	R(BACKEND, "backend", "the compile backend is recorded and is the one asked for", backend, 0) \
	R(FALLBACK, "fallback", "no fallback is recorded", fallback, 1) \
	R(COUNTERS, "counters", \
	    "counters of its mode and model were taken after the compile stage", counted, 1) \
	R(SNAPSHOT, "snapshot", "counters were taken after this cell, and are not a copy", snapshot, 1) \
	R(EMPTY, "empty", "counters are not empty where compilation is claimed", empty, 1) \
	R(SHAPES, "shapes", "every timed shape is among the shapes that were compiled", shapes, 1) \
	R(LIMIT, "limit", "the cell does not come after the recompile limit was reached", limit, 1) \
	R(FRAMES, "frames", "every frame that was attempted was captured", frames, 1) \
	R(COMPILE_TIME, "compile-time", "there was time for a compile before the first timed sample", \
	    compile_time, 1) \
	R(SPEED, "speed", "the cell does not have the speed of its uncompiled counterpart", speed, 1) \
	R(DECODE, "decode", "the steps of decode were compiled", decode, 1) \
	R(SERVED, "served", "each sample records what served it, and it was compiled code", served, 0) \
	R(GRAPHS, "graphs", "no capture of a graph was skipped", graphs, 1) \
	R(KERNELS, "kernels", "the kernel cache grew while the model was compiled", kernels, 1) \
	R(ERRORS, "errors", "no row has an error", errors, 0) \
	R(SAMPLES, "samples", "there are as many samples as the design promises", samples, 0) \
	R(WORK, "work", "the groups that are compared did equal work", work, 0) \
	R(ORDER, "order", "backends were interleaved or randomised, not in fixed order", order, 0) \
	R(DRIFT, "drift", "the last third of a cell is as fast as the first, within 1.2", drift, 0) \
	R(ENVIRONMENT, "environment", "all runs given have the same environment", environment, 0) \
	R(MANIFEST, "manifest", "the configuration that the cell claims is in the manifest", manifest, 0) \
	R(DEVICE, "device-time", \
	    "device time is not above wall time, nor far below it in one cell alone", device, 0) \
	R(CLOCK, "clock", "time goes forwards, and a cell lasts as long as its samples", clock, 0) \
	R(ROWS, "rows", "metrics.csv and the run file say the same", rows, 0) \
	R(RATE, "rate", "tokens per second follow from tokens and latency", rate, 0) \
	R(TOKENS, "tokens", "a prompt always has the same number of tokens", tokens, 0) \
	R(DIGITS, "digits", \
	    "latencies and device times have the digits of their clocks, and are not copies", digits, 0) \
	R(MIXED, "mixed", "all files belong to one run", mixed, 0) \
	R(FILES, "files", "every promised file and cell is there", files, 0) \
	R(HASHES, "hashes", "every file has the size and SHA-256 that the manifest gives", hashes, 0) \
	R(OBJECTS, "objects", "stored sources, objects, kernels, guards and samples agree", objects, 0) \
	R(RECOMPILED, "recompiled", \
	    "stored sources, compiled again, give the stored code", recompiled, 0) \
	R(COUNTS, "counts", "counters, stored artifacts and samples count the same", counts, 1) \
	R(OUTPUTS, "outputs", "one prompt gives one output, and two prompts give two", outputs, 0) \
	R(RECORDER, "recorder", "the recorder of PyTorch passed its own tests", recorder, 0) \
	R(SEQUENCE, "sequence", \
	    "what served each sample follows from the graphs and the code that it called", sequence, 0) \
	R(PROFILER, "profiler", "an untimed pass under the profiler ran the same as the timed one", \
	    profiled, 0) \
	R(COST, "cost", "recording took no more than 2% of a sample", cost, 0)

#define R(name, ...) EV_R_##name,
typedef enum { EV_RULES(R) EV_NRULES } ev_rule_id;
#undef R

/* A rule, and each part of one that has a finding f, returns f once it has decided. A part
 * returns NULL where it has nothing to say. */
typedef ev_finding *ev_check_fn(const ev_facts *x, ev_finding *f);

typedef struct {
	const char *id, *statement;
	ev_check_fn *check;
	int of_claims;
} ev_rule;

extern const ev_rule ev_rules[EV_NRULES];

/* Every rule, on the facts alone: in whatever order. */
void ev_check(const ev_facts *x, ev_finding *f);

/* What the rule of TR120 section 2.5 says on its own: EV_HOLDS compiled, EV_FAILS not. */
ev_state ev_rule25(const ev_facts *x);

/* "1, 9, 11 and 17" */
void ev_list(char *buf, size_t size, const long *v, size_t n);

/* Each returns f. ev_alarm: it fails, since two records contradict each other. */
ev_finding *ev_say(ev_finding *f, ev_state s, int alarm, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
#define ev_set(f, s, ...) ev_say(f, s, 0, __VA_ARGS__)
#define ev_alarm(f, ...) ev_say(f, EV_FAILS, 1, __VA_ARGS__)
#define ev_holds(f, ...) ev_set(f, EV_HOLDS, __VA_ARGS__)
#define ev_fails(f, ...) ev_set(f, EV_FAILS, __VA_ARGS__)
#define ev_unknown(f, ...) ev_set(f, EV_UNKNOWN, __VA_ARGS__)
#define ev_not_asked(f, ...) ev_set(f, EV_NOT_ASKED, __VA_ARGS__)
ev_finding *ev_where(ev_finding *f, const char *file, const char *field);
ev_finding *ev_where_after(ev_finding *f, const ev_facts *x, const char *field); /* in x->after */

#define R(name, id, statement, check, of_claims) ev_check_fn ev_##check;
EV_RULES(R)
#undef R

/* Parts of ev_counts and ev_objects: where no artifact is stored, and of a record of PyTorch. */
ev_check_fn ev_counts_published, ev_torch_counts, ev_torch_objects;

#endif
