/* group.h - rows of a frame by group. */
#ifndef AS_GROUP_H
#define AS_GROUP_H

#include "frame.h"
#include "keep.h"

typedef struct {
	size_t n;          /* groups, in order of first appearance */
	size_t nkey;       /* key columns */
	uint32_t *key;     /* (n, nkey) interned ids */
	uint32_t *of_row;  /* (rows) group of each row */
	size_t *rows;      /* (n) rows of each group, errors included */
	size_t *errors;    /* (n) rows that are not ok */
	uint8_t *synthetic; /* (n) 1 if a row of the group says that it is synthetic */
	as_keep keep;      /* of the arrays */
} as_groups;

/* Groups the frame's rows by the columns cols[0..ncols) (indices into f->col,
 * kind AS_KEY). ncols 0: one group of all rows. */
int as_group(as_groups *g, const as_frame *f, const size_t *cols, size_t ncols, as_err *e);
/* The same by ncols columns from that of number from on. */
int as_group_from(as_groups *g, const as_frame *f, size_t from, size_t ncols, as_err *e);
void as_group_free(as_groups *g);

/* The group's values joined by ',', as an option names it; the caller frees it.
 * NULL: out of memory. */
char *as_group_name(const as_groups *g, const as_frame *f, size_t group);

/* The names of all groups, (g->n); NULL: out of memory. */
char **as_group_names(const as_groups *g, const as_frame *f);
void as_group_names_free(char **names, size_t n);

/* Index of name in names; n if it is none. */
size_t as_group_at(char *const *names, size_t n, const char *name);

/* The same, but that none is an error: "OPTION: no group 'NAME'; there are: ...". */
int as_group_find(size_t *group, const char *option, const char *name, char *const *names,
    size_t n, as_err *e);

/* Values of column col of the ok rows, group after group in row order:
 * group i is (*v)[(*at)[i]] to (*v)[(*at)[i+1]-1]. They last as long as g. */
int as_group_values(as_groups *g, const as_frame *f, size_t col,
    double **v, size_t **at, as_err *e);

#endif
