/* Whether two values are the same. cJSON's own comparison looks each key of an object up
 * from the first on, which takes hours for objects of a million. */
#include "json.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
by_key(const void *a, const void *b)
{
	return strcmp((*(cJSON *const *)a)->string, (*(cJSON *const *)b)->string);
}

static size_t
count(const cJSON *v)
{
	size_t n = 0;

	for (; v; v = v->next)
		n++;
	return n;
}

/* A member and those behind it, n in all, in the order of their keys; NULL: out of memory. */
static const cJSON **
sorted(const cJSON *v, size_t n)
{
	const cJSON **all = malloc(n * sizeof *all);

	for (size_t i = 0; all && i < n; i++, v = v->next)
		all[i] = v;
	if (all)
		qsort(all, n, sizeof *all, by_key);
	return all;
}

static int
same_members(const cJSON *a, const cJSON *b)
{
	size_t n = count(a);
	const cJSON **p = NULL, **q = NULL;
	int same = n == count(b) && (p = sorted(a, n)) && (q = sorted(b, n));

	for (size_t i = 0; same && i < n; i++)
		same = strcmp(p[i]->string, q[i]->string) == 0 && as_json_same(p[i], q[i]);
	free(p);
	free(q);
	return same;
}

int
as_json_same(const cJSON *a, const cJSON *b)
{
	const cJSON *p, *q;

	if (!a || !b || (a->type & 0xff) != (b->type & 0xff))
		return 0;
	if (cJSON_IsNumber(a))
		return fabs(a->valuedouble - b->valuedouble) <=
		    fmax(fabs(a->valuedouble), fabs(b->valuedouble)) * DBL_EPSILON;
	if (cJSON_IsString(a))
		return strcmp(a->valuestring, b->valuestring) == 0;
	if (!cJSON_IsArray(a) && !cJSON_IsObject(a))
		return 1;
	/* members mostly stand in the same order */
	for (p = a->child, q = b->child; p && q; p = p->next, q = q->next)
		if (cJSON_IsObject(a) && strcmp(p->string, q->string) != 0)
			return same_members(p, q);
		else if (!as_json_same(p, q))
			return 0;
	return !p && !q;
}
