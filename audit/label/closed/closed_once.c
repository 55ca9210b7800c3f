/* closed_once.c - see closed_impl.h: functions that run once, by which the program comes to where the label
 * is taken, and what of them runs only behind that. */
#include "closed_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

typedef struct {
	closed *k;
	uint8_t *leads; /* (names) code that is called so, or makes objects of that class, may come to where the label is taken */
} way;

/* The string of what a node names; UINT32_MAX. */
static uint32_t
named(const closed *k, uint32_t i)
{
	uint8_t kind = k->t->node[i].kind;

	return kind == FACT_NAME || kind == FACT_ATTR || kind == FACT_TYPE || kind == FACT_BASE ? chain_last(k->c, i) : UINT32_MAX;
}

/* May what stands in [from, to) take the label? */
static int
takes(const way *w, uint32_t from, uint32_t to)
{
	const closed *k = w->k;

	if (k->at->block >= from && k->at->block < to)
		return 1;
	for (uint32_t i = from; i < to; i++) {
		uint32_t id = named(k, i);
		if (id < k->c->nname && w->leads[id])
			return 1;
	}
	return 0;
}

/* May what stands there be left out where it does not run: nothing that is meant elsewhere is defined in it? */
static int
plain(const fact_tree *t, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_INCLUDE || t->node[i].kind == FACT_CLASS || t->node[i].flags & FACT_MACRO)
			return 0;
	return 1;
}

/* Is there a name of those in the function? */
static int
names_one(const closed *k, uint32_t func, const char *const *list, size_t n)
{
	for (uint32_t i = func; i < k->t->node[func].end; i++)
		if (k->t->node[i].kind == FACT_NAME && as_among(fact_str(k->t, i), list, n))
			return 1;
	return 0;
}

/* Leaves out what runs only behind where a function that runs once takes the label. */
static void
behind(const way *w, uint32_t func)
{
	static const char *const back[] = {"setjmp", "_setjmp", "sigsetjmp", "getcontext", "fork", "vfork"};
	closed *k = w->k;
	const fact_tree *t = k->t;
	uint32_t block = fact_find(t, func, FACT_BLOCK), from[16], to[16], n = 0, at = 0;

	if (!block || k->nonce == sizeof k->once / sizeof *k->once || names_one(k, func, back, sizeof back / sizeof *back))
		return;
	while (block && n < 16) {
		uint32_t last = 0, in = 0;
		FACT_EACH_KID(t, block, s)
			if (takes(w, s, t->node[s].end))
				last = s;
		if (!last)
			return;
		at = last;
		from[n] = t->node[last].end;
		to[n++] = t->node[block].end;
		if (t->node[last].kind == FACT_BLOCK) {
			in = last;
		} else if (t->node[last].kind == FACT_IF && !takes(w, last + 1, t->node[last + 1].end)) {
			FACT_EACH_KID(t, last, b)
				if (b != last + 1 && takes(w, b, t->node[b].end))
					in = in ? UINT32_MAX : b;
			if (in == UINT32_MAX)
				in = 0;
		} else if (t->node[last].kind == FACT_TRY && t->node[last + 1].kind == FACT_BLOCK && !takes(w, t->node[last + 1].end, t->node[last].end)) {
			in = last + 1;
			if (k->at->throws) /* what catches it goes on behind it */
				n = 0;
		}
		if (in == k->at->block) /* what the label does itself is not behind it */
			break;
		block = in;
	}
	for (uint32_t i = func; i < t->node[at].end; i++) /* a jump back would run what is behind it before it */
		if (t->node[i].kind == FACT_LABEL && strcmp(fact_str(t, i), "case") != 0 && strcmp(fact_str(t, i), "default") != 0)
			return;
	if (!at)
		return;
	for (uint32_t j = 0; j < n; j++)
		if (!plain(t, from[j], to[j]))
			return;
	for (uint32_t j = 0; j < n; j++)
		memset(k->skip + from[j], 1, to[j] - from[j]);
	k->once[k->nonce++] = (closed_once){func, at};
}

/* Is a name only that of a macro that stands for it where it is defined: #define _tmain main? */
static int
renamed(const closed *k, uint32_t o)
{
	const chain *c = k->c;
	uint32_t decl = c->up[c->up[o]], id;

	if (k->t->node[c->up[o]].kind != FACT_DEFAULT || k->t->node[decl].kind != FACT_DECL || !(k->t->node[decl].flags & FACT_MACRO) || (id = chain_last(c, decl + 1)) >= c->nname)
		return 0;
	for (uint32_t i = c->first[id]; i < c->first[id + 1]; i++)
		if (k->t->node[c->up[c->at[i]]].kind == FACT_CALL)
			return 0;
	return 1;
}

/* Does a function run at most once in a program? */
static int
once(const closed *k, uint32_t func, int depth)
{
	const fact_tree *t = k->t;
	uint32_t name = chain_last(k->c, func), at = 0, up, in, n = 0;

	if (name >= k->c->nname || depth > 6 || t->node[func].flags & (FACT_MACRO | FACT_SELF | FACT_RECEIVER | FACT_EARLY | FACT_LAZY | FACT_VIRTUAL | FACT_OVERRIDE))
		return 0;
	for (uint32_t i = k->c->first[name]; i < k->c->first[name + 1]; i++)
		if (closed_of_c(k, k->c->at[i]) && !renamed(k, k->c->at[i])) {
			at = k->c->at[i];
			n++;
		}
	if (strcmp(fact_str(t, func), "main") == 0)
		return n == 0;
	if (n != 1 || closed_body(k, name) != func)
		return 0;
	up = k->c->up[at];
	if (t->node[at].kind != FACT_NAME || t->node[up].kind != FACT_CALL || at != up + 1 || t->node[up].flags & FACT_LAUNCH || !(in = closed_func(k, at)))
		return 0;
	for (; up != in; up = k->c->up[up])
		if (t->node[up].kind == FACT_WHILE || t->node[up].kind == FACT_FOR || t->node[up].kind == FACT_COMP)
			return 0;
	for (uint32_t i = in; i < t->node[in].end; i++) /* a jump back */
		if (t->node[i].kind == FACT_LABEL && i < at && strcmp(fact_str(t, i), "case") != 0 && strcmp(fact_str(t, i), "default") != 0)
			return 0;
	return once(k, in, depth + 1);
}

int
closed_before(closed *k, const cone *cone)
{
	const fact_tree *t = k->t;
	way w = {k, calloc((size_t)k->c->nname + 1, 1)};
	const uint8_t *back = k->leads;
	int rc;

	memset(k->leads, 0, t->n);
	rc = w.leads ? cone_leading(cone, k->at->block, k->leads) : -1;

	for (uint32_t i = 0; i < t->n && rc == 0; i++)
		if (back[i]) {
			uint32_t id = t->node[i].kind == FACT_DECL ? chain_last(k->c, i + 1) : chain_last(k->c, i);
			const char *s = fact_str(t, i), *dot = strrchr(s, '.');
			if (id < k->c->nname && *t->text.str[id])
				w.leads[id] = 1;
			if (dot && dot > s) { /* the class of a method */
				const char *from = dot;
				while (from > s && from[-1] != '.')
					from--;
				id = as_intern_find(&t->text, from, (size_t)(dot - from));
				if (id < k->c->nname)
					w.leads[id] = 1;
			}
			for (uint32_t up = k->c->up[i]; k->c->up[up] != up; up = k->c->up[up])
				if (t->node[up].kind == FACT_CLASS && chain_last(k->c, up) < k->c->nname)
					w.leads[chain_last(k->c, up)] = 1;
		}
	k->nonce = 0;
	for (uint32_t i = 0; i < t->n && rc == 0; i++)
		if (back[i] && t->node[i].kind == FACT_FUNC && once(k, i, 0))
			behind(&w, i);
	free(w.leads);
	return rc;
}
