/* closed_ask.c - see closed.h. */
#include "closed_impl.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 8, ROUNDS = 6, LARGEST = 8000000 /* nodes; a cone is built three times for each place */ };

/* Does what a test closed name what may compile? */
static int
matters(const closed *k, const cone *cone, uint32_t n)
{
	for (uint32_t i = k->from[n]; i < k->to[n]; i++)
		if ((k->t->node[i].kind == FACT_NAME || k->t->node[i].kind == FACT_ATTR) && cone_may(cone, k->t->node[i].str, 0))
			return 1;
	for (uint32_t i = 0; i < k->c->p->nsite; i++)
		if (k->c->p->site[i] >= k->from[n] && k->c->p->site[i] < k->to[n])
			return 1;
	return 0;
}

/* Another store of a name that a test asks for, which the test's value agrees with; 0. */
static uint32_t
other_store(const closed *k, uint32_t test)
{
	for (uint32_t i = test; i < k->t->node[test].end; i++) {
		uint32_t name = k->t->node[i].str, value;
		if (k->t->node[i].kind != FACT_NAME || name >= k->c->nname || !k->near[name])
			continue;
		for (uint32_t n = k->c->first[name]; n < k->c->first[name + 1]; n++) {
			uint32_t o = k->c->at[n], at = k->c->up[o];
			int there = k->dead[o];
			for (uint32_t s = 0; s < k->at->nset; s++)
				there |= k->at->set[s].at == at;
			if (!there && k->t->node[o].kind == FACT_NAME && closed_use(k, o, &value) == CLOSED_STORE && k->t->node[at].kind == FACT_ASSIGN)
				return at;
		}
	}
	return 0;
}

static void
tell(const closed *k, const cone *cone, closed_answer *a)
{
	if (!a->taken)
		a->taken = k->at->place;
	for (uint32_t i = 0; i < k->at->nset && a->nset < 4; i++)
		a->set[a->nset++] = k->at->set[i].at;
	if (!a->ends)
		a->ends = k->at->ends;
	for (uint32_t i = 0; i < k->ntest && a->ntest < CLOSED_TESTS; i++)
		if (matters(k, cone, i)) {
			a->test[a->ntest] = k->test[i];
			a->holds[a->ntest] = k->holds[i];
			a->store[a->ntest++] = other_store(k, k->test[i]);
		}
}

/* Does the label close all where it is taken in one place? 1, 0; -1: out of memory. */
static int
one(closed *k, const cone *whole, closed_answer *a)
{
	const chain *c = k->c;
	cone *less;
	cone_answer b = {0}, f = {0};
	int rc;

	memset(k->skip, 0, k->t->n);
	memset(k->dead, 0, k->t->n);
	k->ntest = 0;
	if (closed_before(k, whole) != 0)
		return -1;
	if (!k->nonce)
		return 0;
	if (!(less = cone_new(c->p, c->s, k->skip)))
		return -1;
	rc = cone_runs(less, k->leads, &b, k->before);
	cone_free(less);
	if (rc != 0)
		return -1;
	if (!b.clean || closed_otherwise(k, k->before, 1))
		return 0;
	a->units = b.units;
	a->all = b.all;
	if (k->at->ends) {
		tell(k, whole, a);
		return 1;
	}
	closed_near(k);
	for (int round = 0; round < ROUNDS && closed_branches(k); round++)
		;
	if (!k->ntest)
		return 0;
	if (!(less = cone_new(c->p, c->s, k->dead)))
		return -1;
	rc = cone_runs(less, k->leads, &f, NULL);
	cone_free(less);
	if (rc != 0)
		return -1;
	a->units = f.units;
	if (f.clean)
		tell(k, whole, a);
	return f.clean;
}

/* May a program of the tree that does not lead to any of the places compile, and take the label otherwise? -1: out of memory. */
static int
others(closed *k, const cone *whole, const uint8_t *led)
{
	const fact_tree *t = k->t;
	cone_answer b;
	uint32_t python = 0;

	for (uint32_t i = 0; i < t->n; i++)
		k->leads[i] = !led[i];
	if (cone_runs(whole, k->leads, &b, k->before) != 0)
		return -1;
	if (b.blocked == BLOCKED_COMPILES && closed_otherwise(k, k->before, 0))
		return 1;
	for (uint32_t i = 0; i < k->c->p->nsite; i++)
		python |= is_python(t, program_file(k->c->p, k->c->p->site[i]));
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		memset(k->before + f, is_python(t, f), t->node[f].end - f);
	return python && closed_otherwise(k, k->before, 0);
}

int
closed_ask(chain *c, const cone *whole, const char *label, closed_answer *a)
{
	closed *k = calloc(1, sizeof *k);
	closed_place *p = calloc(PLACES, sizeof *p);
	size_t n = (size_t)c->t->n + 1;
	uint8_t *led = calloc(n, 1);
	uint32_t places;
	int rc = 0;

	memset(a, 0, sizeof *a);
	if (!k || !p || !led) {
		rc = -1;
		goto out;
	}
	k->c = c;
	k->t = c->t;
	k->label = label;
	places = c->t->n < LARGEST ? closed_taken(k, p, PLACES) : 0;
	if (!places)
		goto out;
	if (!(k->leads = malloc(n)) || !(k->before = malloc(n)) || !(k->skip = malloc(n)) || !(k->dead = malloc(n)) || !(k->seen = calloc((size_t)c->nname + 1, 1)) || !(k->near = malloc((size_t)c->nname + 1))) {
		rc = -1;
		goto out;
	}
	rc = 1;
	for (uint32_t i = 0; i < places && rc == 1; i++) {
		k->at = &p[i];
		rc = one(k, whole, a);
		for (uint32_t n = 0; n < c->t->n; n++)
			led[n] |= k->leads[n];
	}
	if (rc == 1 && (rc = others(k, whole, led)) >= 0)
		rc = !rc;
out:
	if (k) {
		free(k->leads);
		free(k->before);
		free(k->skip);
		free(k->dead);
		free(k->near);
		free(k->seen);
	}
	free(k);
	free(p);
	free(led);
	return rc;
}
