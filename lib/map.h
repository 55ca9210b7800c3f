/* map.h - renaming of the values of one column: --map COL=FILE. */
#ifndef AS_MAP_H
#define AS_MAP_H

#include <stddef.h>

#include "err.h"
#include "str.h"

typedef struct {
	char *col;
	char **from, **to; /* (n) from[i] becomes to[i] */
	size_t n;
} as_map;

/* Reads a CSV with the columns from and to. A value that is renamed twice is an
 * error. */
int as_map_read(as_map *m, const char *col, const char *path, as_err *e);
void as_map_free(as_map *m);

/* What s becomes: s itself where it is not renamed. Belongs to the map. */
as_str as_map_apply(const as_map *m, as_str s);

#endif
