/* json_arrays.h - --json PATH: the arrays of values in any JSON. */
#ifndef AS_JSON_ARRAYS_H
#define AS_JSON_ARRAYS_H

#include "row_builder.h"

/* Makes a series of rows of each array of numbers that path stands for (json_path.h, where [] is
 * [*]). The scalar members of the objects around it are columns, the innermost first; the values
 * are the column latency_ms, in ms, if the array's name ends in a unit of time (unit.h); else the
 * column has the array's name. */
int as_json_arrays(as_rows *r, const cJSON *o, const char *path, as_err *e);

#endif
