/* verdict.h - what the rules' findings come to. */
#ifndef EV_VERDICT_H
#define EV_VERDICT_H

#include "rules.h"

typedef enum { EV_COMPILED, EV_PARTLY, EV_NOT_COMPILED, EV_OPEN } ev_kind;

typedef struct {
	ev_kind kind;
	double k, n;          /* calls served by compiled code, of calls timed; NaN */
	int at_most;          /* k is a bound */
	const char *evidence; /* "recorded", "counters", "inferred" or "none" */
	ev_rule_id rule;      /* that decided */
	int alarm;            /* a rule found a contradiction */
	ev_rule_id alarm_rule;
	ev_state rule25;      /* of TR120 section 2.5, alone */
	char reason[EV_TEXT];
} ev_verdict;

/* A cell's facts, what each rule finds in them, and the verdict. */
typedef struct {
	ev_facts x;
	ev_finding f[EV_NRULES];
	ev_verdict v;
} ev_audit;

extern const char *const ev_kind_name[], *const ev_state_name[];

/* What is asked of all cells. */
typedef struct {
	ev_run *runs; size_t nruns;
	long limit;           /* recompile limit where none is recorded */
	int recompile;        /* compile stored sources anew */
} ev_question;

/* The cell c of r, one of q->runs. -1: out of memory. */
int ev_audit_cell(ev_audit *a, const ev_question *q, ev_run *r, const ev_cell *c);

#endif
