/* json_path.h - paths into a JSON value.
 *
 *   torch.version          members of objects
 *   models[0].path         elements of an array, from 0
 *   stats["a.b"].c         a key that holds a dot, bracket or quote is quoted;
 *   stats."a.b".c          \" and \\ stand for " and \
 *   models[*].path         every element of an array or member of an object
 *
 * The empty path is the root. */
#ifndef AS_JSON_PATH_H
#define AS_JSON_PATH_H

#include <cjson/cJSON.h>

#include "err.h"

typedef struct as_path as_path;

int as_path_parse(as_path **out, const char *text, as_err *e);
void as_path_free(as_path *p);

/* Takes a value and its path as text (no [*], read back by as_path_parse; it
 * lasts for the call). Anything but 0 ends the walk. */
typedef int as_path_take(void *arg, const cJSON *v, const char *where, as_err *e);

/* Calls take for each value that p stands for, in the order of the document; NULL: for every leaf,
 * which scalars are, empty arrays and objects, and arrays that hold scalars only. Returns what
 * ended the walk, 0 if nothing did, -1 (*e filled) if out of memory. */
int as_path_each(const as_path *p, const cJSON *root, as_path_take *take, void *arg, as_err *e);

#endif
