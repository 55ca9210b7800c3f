/* judge.h - the verdict on each published cell. */
#ifndef JUDGE_H
#define JUDGE_H

#include "cell_list.h"

typedef enum {
	MATCH, MISMATCH, ERRATUM, RESTATED, NOT_REPRODUCIBLE, NO_DATA, NO_FIGURE, NVERDICT
} verdict;

/* How a verdict is written: "match", "not-reproducible", ... */
extern const char *const verdict_name[NVERDICT];

typedef struct {
	verdict verdict;
	const char *computed; /* as the table has it; NULL: it has no such row or column */
	const char *reason;   /* why a mismatch is one beside the values, or NULL */
	size_t line;          /* what reason speaks of, or 0 */
	int synthetic;        /* the table says that its row is */
} ruling;

/* A table that was computed, and where its rows are. */
typedef struct {
	as_sheet sheet;
	uint32_t *group;   /* (sheet.n) keys of each row */
	size_t *row;       /* (ngroup) first row of each group, or SIZE_MAX */
	uint32_t ngroup;
	size_t synthetic;  /* column that says so, or sheet.ncol */
} computed;

/* Reads the table at path and finds the key columns of l in it. */
int computed_read(computed *c, const char *path, const list *l, as_intern *text,
    as_intern *groups, as_err *e);
void computed_free(computed *c);

/* All rulings on a list and a table. */
typedef struct {
	ruling *cell;            /* (cells of the list) */
	ruling *row;             /* (rows of the table) MISMATCH if the row repeats one or is not
	                            published; MATCH, which says nothing, for the others */
	size_t count[NVERDICT];  /* of both */
	size_t extra;            /* mismatches among the rows */
	int any_synthetic;
} rulings;

/* c is NULL if there is no data to compute a table from. subset: rows that are
 * not published are no mismatch. */
int judge_all(rulings *r, const list *l, const computed *c, int subset, as_err *e);
void rulings_free(rulings *r);

/* Whether a column of this name holds percents, not fractions: NAME_pct. */
int holds_percents(const char *column);

#endif
