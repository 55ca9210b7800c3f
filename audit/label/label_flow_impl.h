/* label_flow_impl.h - what label_flow.c (statements) and label_flow_expr.c (expressions) share. */
#ifndef LABEL_FLOW_IMPL_H
#define LABEL_FLOW_IMPL_H

#include "label_facts.h"

enum { FLOW_DEEP = 200, STORED_MOST = 8 };

typedef struct {
	program *p;
	const source *file;
	func *fn;
	const handler *tries;
	const pp *pp;                   /* of the enclosing statement */
	const char *table;              /* the name that a table is assigned to */
	int loop, depth;
	struct stored *stored;          /* lambdas that variables of the function hold */
	bool after;                     /* something follows the statement in its function */
} flow;

/* What a lambda does is done where its variable is read: at each of the first reads. */
typedef struct stored { const char *name; expr *e; const guards *at;
	int reads; bool open; struct stored *next; } stored;

/* e must be true (or false), besides g. */
const guards *flow_under(flow *f, const guards *g, expr *e, bool pol, gkind kind, uint32_t line);
event *flow_event(flow *f, ekind kind, uint32_t line, const guards *g, expr *target, expr *value,
    erole role);
/* target = value, unpacked where target is a list. */
void flow_assign(flow *f, expr *target, expr *value, const guards *g, uint32_t line);
/* Calls and reads of an expression, in order; what a short circuit skips stands under a guard. */
void flow_walk(flow *f, expr *e, const guards *g, erole role);
/* The statements of a lambda. */
void flow_body(flow *f, stmt *body, const guards *g);

#endif
