/* json_check.h - what tests of JSON share. */
#ifndef JSON_CHECK_H
#define JSON_CHECK_H

#include <string.h>

#include "json.h"
#include "unit_check.h"

/* The value that text is, which the caller deletes; NULL, and why, where it is none. */
static inline cJSON *
parse(const char *text)
{
	as_err e = {0};
	cJSON *v = NULL;

	if (as_json_parse(text, strlen(text), "f", 1, &v, &e) != 0)
		printf("# line %zu: %s\n", e.line, e.msg);
	return v;
}

#endif
