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

void
ev_add(long *v, size_t *n, size_t max, long x)
{
	if (*n < max && !ev_has(v, *n, x))
		v[(*n)++] = x;
}

void
ev_insert(long *v, size_t *n, long x)
{
	size_t i = *n;

	if (*n == EV_MAX_DIMS || ev_has(v, *n, x))
		return;
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
by_m(const void *a, const void *b)
{
	const product *p = a, *q = b;

	return (p->m > q->m) - (p->m < q->m);
}

static size_t
has_weight(const ev_weight *v, size_t n, long cols, long depth)
{
	while (n > 0 && (v[n - 1].n != cols || v[n - 1].k != depth))
		n--;
	return n > 0;
}

/* M is a number of tokens if it stands in at least half as many different
 * products as any other: a padded size stands in one or two. v: sorted by M. */
static void
find_tokens(ev_counters *c, const product *v, size_t n)
{
	size_t most = 0;

	for (size_t i = 0, k; i < n; i = k) {
		for (k = i; k < n && v[k].m == v[i].m; k++)
			if (c->nweight < EV_MAX_WEIGHTS && !has_weight(c->weight, c->nweight, v[k].n, v[k].k))
				c->weight[c->nweight++] = (ev_weight){v[k].n, v[k].k};
		most = k - i > most ? k - i : most;
	}
	for (size_t i = 0, k; i < n; i = k) {
		for (k = i; k < n && v[k].m == v[i].m; k++)
			;
		if (2 * (k - i) < most)
			continue;
		if (v[i].m == ANY)
			c->symbolic = 1;
		else
			ev_insert(c->tokens, &c->ntokens, v[i].m);
	}
}

/* Attention: queries by keys of a prefill are tokens x tokens x head; of decode 1 x
 * keys x head, and 1 x head x keys. */
static void
add_batched(ev_counters *c, const product *p)
{
	if (!c->head && p->m == p->n && p->k > 0 && (p->m > 1 || p->m == ANY))
		c->head = p->k;
	if (p->m == 1 && c->nstep < 2 * EV_MAX_DIMS && !has_weight(c->step, c->nstep, p->n, p->k))
		c->step[c->nstep++] = (ev_weight){p->n, p->k};
}

static void
read_products(ev_counters *c, const cJSON *info)
{
	const cJSON *v;
	size_t n = 0;
	product *all = malloc(((size_t)cJSON_GetArraySize(info) + 1) * sizeof *all), p;

	cJSON_ArrayForEach(v, info) {
		if (!all || !v->string || !parse(v->string, &p))
			continue;
		if (with_weights(&p))
			all[n++] = p;
		else if (p.batched)
			add_batched(c, &p);
	}
	if (n)
		qsort(all, n, sizeof *all, by_m);
	find_tokens(c, all, n);
	free(all);
}

/* The key of the step itself is one of two or more. */
size_t
ev_counters_keys(const ev_counters *c, long head, long *v, int *any)
{
	size_t n = 0;

	*any = 0;
	for (size_t i = 0; head && i < c->nstep; i++)
		if (c->step[i].k == head && c->step[i].n > 1)
			ev_insert(v, &n, c->step[i].n);
		else if (c->step[i].k == head && c->step[i].n == ANY)
			*any = 1;
	return n;
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
ev_counters_read(ev_counters *c, const cJSON *o)
{
	*c = (ev_counters){.frames = NAN, .frames_ok = NAN, .graphs = NAN};
	if (!cJSON_IsObject(o))
		return;
	c->present = 1;
	c->empty = o->child == NULL;
	read_products(c, cJSON_GetObjectItemCaseSensitive(o, "aten_mm_info"));
	c->frames = as_json_number(o, "frames.total");
	c->frames_ok = as_json_number(o, "frames.ok");
	c->graphs = as_json_number(o, "stats.unique_graphs");
	c->limit_hits = named(o, "recompile_limit", "reached") + named(o, "cache_size_limit", "reached");
	c->graph_skips = named(o, "cudagraph", "skip");
}

double
ev_counters_refused(const ev_counters *c)
{
	double n = c->frames - c->frames_ok;

	return n > c->limit_hits ? n : c->limit_hits;
}

int
ev_counters_same_model(const ev_counters *a, const ev_counters *b)
{
	size_t same = 0;

	if (!a->nweight || !b->nweight)
		return -1;
	for (size_t i = 0; i < b->nweight; i++)
		same += has_weight(a->weight, a->nweight, b->weight[i].n, b->weight[i].k);
	return 2 * same > b->nweight;
}
