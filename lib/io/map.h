/* map.h - renaming of the values of one column: --map COL=FILE. */
#ifndef AS_MAP_H
#define AS_MAP_H

#include <stddef.h>

#include "err.h"
#include "intern.h"
#include "str.h"

typedef struct {
	char *col, *path;
	as_intern from, to; /* name i of from becomes name to_id[i] of to */
	uint32_t *to_id;    /* (from.n) */
} as_map;

/* Reads a CSV with the columns from and to. A value that is renamed twice is an
 * error. */
int as_map_read(as_map *m, const char *col, const char *path, as_err *e);
void as_map_free(as_map *m);

/* What s becomes: s itself where it is not renamed. Belongs to the map. */
as_str as_map_apply(const as_map *m, as_str s);

/* What s, a value of column i, becomes by those of n maps that are of that
 * column, one after the other; column[k] is that of map[k]. */
as_str as_maps_apply(const as_map *map, const size_t *column, size_t n, size_t i, as_str s);

#endif
