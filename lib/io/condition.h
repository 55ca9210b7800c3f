/* condition.h - a condition on a cell's text, as --where, --ok and --having take one:
 * COL=VALUE, also != < <= > >= and ~ in place of =. */
#ifndef AS_CONDITION_H
#define AS_CONDITION_H

#include "err.h"
#include "str.h"

typedef enum {
	AS_IS, AS_IS_NOT, AS_AT_MOST, AS_BELOW, AS_AT_LEAST, AS_ABOVE, AS_MATCHES
} as_relation;

typedef struct {
	char *col;         /* NULL: no condition. The values lie in its block */
	as_str *value; size_t n;
	as_relation relation;
	const char *sign;  /* "=", "!=", ... */
	int several;       /* any value of a list; True, true and 1 are one */
	double bound;      /* of a relation of numbers */
	struct re_pattern_buffer *pattern; /* of AS_MATCHES: POSIX extended */
} as_condition;

/* The argument of an option; several: what follows = and != is a list. On an error nothing is
 * left in *c. */
int as_condition_parse(as_condition *c, const char *option, const char *arg, int several,
    as_err *e);
void as_condition_free(as_condition *c);

/* The same at the end of a list of n. */
int as_condition_add(as_condition **list, size_t *n, const char *option, const char *arg,
    as_err *e);

/* 1 if it holds. Values are one as keys are (key.h). A text that is no number is neither below nor
 * above one; a pattern need not match the whole text. */
int as_condition_holds(const as_condition *c, as_str text);

#endif
