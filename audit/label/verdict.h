/* verdict.h - what the paths of a label come to. */
#ifndef LABEL_VERDICT_H
#define LABEL_VERDICT_H

#include "paths/explore.h"

typedef enum { L_WIRED, L_FALLBACK, L_CONDITIONAL, L_UNREACHABLE, L_LABEL_ONLY, L_UNKNOWN } label_verdict;

typedef struct {
	label_verdict verdict;
	char reason[300];
	const path *shown;      /* the path that shows it; NULL */
	const path *other;      /* the one that it stands against: eager, fallen back; NULL */
	const path *back;       /* conditional: one on which compiling fails and nothing stops; NULL */
	decision *open; uint32_t nopen; /* guards that are left open, which decide; points into a path */
	decision list[16];
	int called;             /* a compile call was made */
	int refused;            /* every path ends with an error */
	int handed;            /* unknown: what is handed on is not run under it */
	int cut;                /* a limit ended the search */
	uint64_t twin;          /* equal for labels that take the same paths; 0: not to be told */
} judgement;

/* exists: a compile call stands somewhere in the tree. */
void judge_label(const fact_tree *t, const exploration *x, int exists, judgement *out);

/* The names, strings, that what compile calls of the paths give is assigned to; how many. */
uint32_t judge_held(const fact_tree *t, const exploration *x, uint32_t *held, uint32_t most);

#endif
