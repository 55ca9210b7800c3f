#include "condition.h"

#include <regex.h>
#include <stdlib.h>
#include <strings.h>

#include "grow.h"
#include "key.h"
#include "num.h"
#include "words.h"

/* A sign that begins with another comes before it. */
static const char *const sign[] = {[AS_IS] = "=", [AS_IS_NOT] = "!=", [AS_AT_MOST] = "<=",
    [AS_BELOW] = "<", [AS_AT_LEAST] = ">=", [AS_ABOVE] = ">", [AS_MATCHES] = "~"};

/* Where the first sign stands, and which it is; NULL: there is none. */
static const char *
find_sign(const char *s, as_relation *r)
{
	for (; *s; s++)
		for (*r = AS_IS; *r <= AS_MATCHES; ++*r)
			if (strncmp(s, sign[*r], strlen(sign[*r])) == 0)
				return s;
	return NULL;
}

static int
cut_values(as_condition *c, char *text)
{
	size_t n = 1;

	for (const char *s = text; *s; s++)
		n += *s == ',';
	if (!(c->value = calloc(n, sizeof *c->value)))
		return -1;
	for (char *p = text; p; c->n++) {
		size_t len = c->several && c->relation <= AS_IS_NOT ? strcspn(p, ",") : strlen(p);

		c->value[c->n] = (as_str){p, len};
		p = p[len] ? p + len + 1 : NULL;
	}
	return 0;
}

static int
compile(as_condition *c, const char *option, as_err *e)
{
	char why[200];
	int rc;

	if (!(c->pattern = malloc(sizeof *c->pattern)))
		return as_nomem(e);
	if ((rc = regcomp(c->pattern, c->value->s, REG_EXTENDED | REG_NOSUB)) == 0)
		return 0;
	regerror(rc, c->pattern, why, sizeof why);
	free(c->pattern);
	c->pattern = NULL;
	return as_fail(e, NULL, 0, "%s %s~%s: %s", option, c->col, c->value->s, why);
}

int
as_condition_parse(as_condition *c, const char *option, const char *arg, int several, as_err *e)
{
	const char *at;
	int rc = 0;

	*c = (as_condition){.several = several};
	if (!(at = find_sign(arg, &c->relation)) || at == arg)
		return as_fail(e, NULL, 0,
		    "%s needs COL=VALUE (or !=, <, <=, >, >=, ~ in place of =), not '%s'", option, arg);
	if (!(c->col = strdup(arg)))
		return as_nomem(e);
	c->col[at - arg] = '\0';
	c->sign = sign[c->relation];
	if (cut_values(c, c->col + (at - arg) + strlen(c->sign)) != 0)
		rc = as_nomem(e);
	else if (c->relation == AS_MATCHES)
		rc = compile(c, option, e);
	else if (c->relation > AS_IS_NOT &&
	    as_num_parse(c->value->s, c->value->n, &c->bound) != AS_NUM_OK)
		rc = as_fail(e, NULL, 0, "%s %s%s: '%s' is not a number", option, c->col, c->sign,
		    c->value->s);
	if (rc != 0)
		as_condition_free(c);
	return rc;
}

int
as_condition_add(as_condition **list, size_t *n, const char *option, const char *arg, as_err *e)
{
	if (as_grow_one(list, *n, sizeof **list) != 0)
		return as_nomem(e);
	if (as_condition_parse(&(*list)[*n], option, arg, 0, e) != 0)
		return -1;
	++*n;
	return 0;
}

void
as_condition_free(as_condition *c)
{
	if (c->pattern)
		regfree(c->pattern);
	free(c->pattern);
	free(c->col);
	free(c->value);
	*c = (as_condition){0};
}

static int
is_any(const as_condition *c, as_str text)
{
	for (size_t i = 0; i < c->n; i++) {
		as_str v = c->value[i];

		if (as_key_list_same(text, v) || (c->several && text.n == v.n && as_truth(text) >= 0 &&
		    strncasecmp(text.s, v.s, v.n) == 0))
			return 1;
	}
	return 0;
}

int
as_condition_holds(const as_condition *c, as_str text)
{
	regmatch_t whole = {0, (regoff_t)text.n};
	double x;

	if (c->relation <= AS_IS_NOT)
		return is_any(c, text) == (c->relation == AS_IS);
	if (c->relation == AS_MATCHES)
		return regexec(c->pattern, text.n ? text.s : "", 1, &whole, REG_STARTEND) == 0;
	if (as_num_parse(text.s, text.n, &x) != AS_NUM_OK)
		return 0;
	return c->relation == AS_BELOW ? x < c->bound : c->relation == AS_AT_MOST ? x <= c->bound :
	    c->relation == AS_ABOVE ? x > c->bound : x >= c->bound;
}
