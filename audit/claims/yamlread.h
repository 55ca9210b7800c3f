/* yamlread.h - YAML read as the JSON value that it says.
 *
 * One document of mappings, sequences and scalars. A plain scalar that is null,
 * a truth value or a decimal number is that; all else is text. Anchors,
 * aliases, tags, merge keys, keys that are no text and duplicate keys are
 * errors, and so is what json.h refuses: depth, size, invalid UTF-8. JSON is
 * YAML, so one reader serves both. */
#ifndef AS_YAMLREAD_H
#define AS_YAMLREAD_H

#include <cjson/cJSON.h>

#include "err.h"

/* Reads path ("-": standard input). The caller owns *out (cJSON_Delete). */
int as_yaml_read(const char *path, cJSON **out, as_err *e);

#endif
