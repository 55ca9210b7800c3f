#include "counters.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

enum { ANY = -1 }; /* a symbolic dimension */

typedef struct { int batched; long m, n, k; } product;

int
ev_has(const long *v, size_t n, long x)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] == x)
			return 1;
	return 0;
}

static void
insert(long *v, size_t *n, long x, int *overflow)
{
	size_t i = *n;

	if (ev_has(v, *n, x))
		return;
	if (*n == EV_MAX_DIMS) {
		*overflow = 1;
		return;
	}
	for (; i > 0 && v[i - 1] > x; i--)
		v[i] = v[i - 1];
	v[i] = x;
	++*n;
}

static int
dimension(const char *s, size_t n, long *x)
{
	char *end;

	if (n == 0 || n > 18)
		return n > 18 ? (*x = ANY, 1) : 0;
	for (size_t i = 0; i < n; i++)
		if (!isdigit((unsigned char)s[i])) {
			*x = ANY;
			return isalpha((unsigned char)s[0]) || s[0] == '(' || s[i] == '*'; /* s70, (s0//2), 4*s0 */
		}
	*x = strtol(s, &end, 10);
	return 1;
}

/* aten.OP_M_N_K, read from the right: OP may hold underscores */
static int
parse(const char *key, product *p)
{
	const char *at[3], *end = key + strlen(key);
	long v[3];

	if (strncmp(key, "aten.", 5) != 0)
		return 0;
	for (int i = 2; i >= 0; i--) {
		const char *s = end;

		while (s > key && s[-1] != '_')
			s--;
		if (s == key || !dimension(s, (size_t)(end - s), &v[i]))
			return 0;
		at[i] = s;
		end = s - 1;
	}
	p->batched = memmem(key, (size_t)(at[0] - key), "bmm", 3) != NULL;
	p->m = v[0];
	p->n = v[1];
	p->k = v[2];
	return 1;
}

/* Products with weights: batched ones are attention, and one over a depth of 1
 * is an outer product (the angles of rotary positions). */
static int
with_weights(const product *p)
{
	return !p->batched && p->k != 1 && p->n != ANY && p->k != ANY;
}

static int
ascending(const void *a, const void *b)
{
	const long *p = a, *q = b;

	return (*p > *q) - (*p < *q);
}

/* M is a number of tokens if it stands in at least half as many different
 * products as any other: a padded size stands in one or two. */
static void
find_tokens(ev_counters *c, const cJSON *info)
{
	const cJSON *v;
	product p;
	long *m = malloc(((size_t)cJSON_GetArraySize(info) + 1) * sizeof *m);
	size_t most = 0, n, nm = 0;

	cJSON_ArrayForEach(v, info)
		if (v->string && parse(v->string, &p) && with_weights(&p)) {
			if (m)
				m[nm++] = p.m;
			for (n = 0; n < c->nweight && (c->weight[n].n != p.n || c->weight[n].k != p.k); n++)
				;
			if (n == c->nweight && n < EV_MAX_WEIGHTS)
				c->weight[c->nweight++] = (ev_weight){p.n, p.k};
		}
	c->overflow |= !m; /* out of memory: nothing is known */
	if (nm)
		qsort(m, nm, sizeof *m, ascending);
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < nm; i += n) {
			for (n = 1; i + n < nm && m[i + n] == m[i]; n++)
				;
			if (pass == 0)
				most = n > most ? n : most;
			else if (2 * n >= most && m[i] == ANY)
				c->symbolic = 1;
			else if (2 * n >= most)
				insert(c->tokens, &c->ntokens, m[i], &c->overflow);
		}
	free(m);
}

/* In decode: 1 x keys x head (queries by keys) and 1 x head x keys; the key of
 * the step itself is one of two or more. */
static void
find_keys(ev_counters *c, const cJSON *info, long head)
{
	const cJSON *v;
	product p;

	cJSON_ArrayForEach(v, info)
		if (head && v->string && parse(v->string, &p) && p.batched && p.m == 1 && p.n > 1 && p.k == head)
			insert(c->keys, &c->nkeys, p.n, &c->overflow);
}

long
ev_counters_head(const cJSON *o)
{
	const cJSON *info = o ? cJSON_GetObjectItemCaseSensitive(o, "aten_mm_info") : NULL, *v;
	product p;

	/* queries by keys of a prefill: tokens x tokens x head */
	cJSON_ArrayForEach(v, info)
		if (v->string && parse(v->string, &p) && p.batched && p.m == p.n && p.k > 0 && (p.m > 1 || p.m == ANY))
			return p.k;
	return 0;
}

/* Counts of every counter below o whose name holds a and b. */
static double
named(const cJSON *o, const char *a, const char *b)
{
	const cJSON *v;
	double sum = 0;

	cJSON_ArrayForEach(v, o) {
		if (cJSON_IsObject(v))
			sum += named(v, a, b);
		else if (cJSON_IsNumber(v) && v->string && strstr(v->string, a) && strstr(v->string, b))
			sum += v->valuedouble;
	}
	return sum;
}

void
ev_counters_read(ev_counters *c, const cJSON *o, long head)
{
	const cJSON *info;

	*c = (ev_counters){.frames = NAN, .frames_ok = NAN, .graphs = NAN};
	if (!cJSON_IsObject(o))
		return;
	c->present = 1;
	c->empty = o->child == NULL;
	info = cJSON_GetObjectItemCaseSensitive(o, "aten_mm_info");
	find_tokens(c, info);
	find_keys(c, info, head);
	c->frames = as_json_number(o, "frames.total");
	c->frames_ok = as_json_number(o, "frames.ok");
	c->graphs = as_json_number(o, "stats.unique_graphs");
	c->limit_hits = named(o, "recompile_limit", "reached") + named(o, "cache_size_limit", "reached");
	c->graph_skips = named(o, "cudagraph", "skip");
}

int
ev_counters_same_model(const ev_counters *a, const ev_counters *b)
{
	size_t same = 0;

	if (!a->nweight || !b->nweight)
		return -1;
	for (size_t i = 0; i < b->nweight; i++)
		for (size_t j = 0; j < a->nweight; j++)
			same += a->weight[j].n == b->weight[i].n && a->weight[j].k == b->weight[i].k;
	return 2 * same > b->nweight;
}
