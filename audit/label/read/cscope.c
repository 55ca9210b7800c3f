/* cscope.c - see cread_impl.h: the scopes of C's blocks.
 *
 * Facts know the names of a function, no blocks. A variable of a block whose name something
 * around the block means too, and uses, is told from that by marks behind its name. */
#include "cread_impl.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "keys.h"

#define NOTHING UINT32_MAX

/* What a name means in some scope: a declaration, or what stands outside of the function. */
typedef struct {
	uint32_t str;    /* the name */
	uint32_t around; /* what it means around the scope, or NOTHING: outside of the function */
	uint32_t scope;
	uint8_t inner;   /* declared in a block within the body: only such are marked */
	uint8_t used;    /* something means it */
	uint32_t marked; /* how many marks it has got */
} meaning;

typedef struct { uint32_t node, means; } mention; /* a node whose string is the name */

typedef struct {
	fact_tree *t;
	meaning *m;
	uint32_t nm, m_cap;
	mention *at;
	uint32_t nat, at_cap;
	uint32_t *here;     /* meanings of the scopes that are open, innermost last */
	uint32_t nhere, here_cap;
	as_keys known;      /* names */
	uint32_t *now;      /* (known.n) the innermost meaning, where the walk is */
	uint32_t now_cap;
	uint32_t *taken, ntaken, taken_cap; /* names in macros of the file, ascending: they mean what is around their use */
	uint32_t scope, nscope;
	uint32_t body;      /* the scope of the body of the innermost function */
} scopes;

static int
nomem(scopes *s)
{
	s->t->nomem = 1;
	return 0;
}

static uint32_t
mean(scopes *s, uint32_t str, uint32_t around, int inner)
{
	if (as_grow32(&s->m, s->nm, &s->m_cap, sizeof *s->m) < 0)
		return nomem(s), 0;
	s->m[s->nm] = (meaning){.str = str, .around = around, .scope = s->scope, .inner = (uint8_t)inner};
	return s->nm++;
}

/* What the name means now; NULL if out of memory. */
static uint32_t *
look(scopes *s, uint32_t str)
{
	uint32_t n = s->known.n, k, scope = s->scope;

	if (as_grow32(&s->now, n, &s->now_cap, sizeof *s->now) < 0 || (k = as_keys_id(&s->known, str)) == UINT32_MAX) {
		nomem(s);
		return NULL;
	}
	if (k == n) {
		s->scope = 0;
		s->now[k] = mean(s, str, NOTHING, 0);
		s->scope = scope;
	}
	return s->t->nomem ? NULL : &s->now[k];
}

static void
mentioned(scopes *s, uint32_t node, uint32_t means)
{
	if (as_grow32(&s->at, s->nat, &s->at_cap, sizeof *s->at) < 0)
		nomem(s);
	else
		s->at[s->nat++] = (mention){node, means};
}

static void
use(scopes *s, uint32_t node)
{
	const uint32_t *now = look(s, s->t->node[node].str);

	if (now) {
		s->m[*now].used = 1;
		mentioned(s, node, *now);
	}
}

static void
declare(scopes *s, uint32_t node)
{
	uint32_t str = s->t->node[node].str, *now = look(s, str);

	if (!now || str == 0)
		return;
	if (s->m[*now].around == NOTHING || s->m[*now].scope != s->scope) { /* else another way of an #if declares the same */
		uint32_t d = mean(s, str, *now, s->scope > s->body);
		if (s->t->nomem || as_grow32(&s->here, s->nhere, &s->here_cap, sizeof *s->here) < 0) {
			nomem(s);
			return;
		}
		s->here[s->nhere++] = d;
		*now = d;
	}
	mentioned(s, node, *now);
}

static void walk(scopes *s, uint32_t node);

static void
walk_kids(scopes *s, uint32_t node)
{
	FACT_EACH_KID(s->t, node, k)
		walk(s, k);
}

/* What is declared from here on is forgotten by leave(). */
static uint32_t
enter(scopes *s)
{
	uint32_t was = s->scope;

	s->scope = ++s->nscope;
	return was;
}

static void
leave(scopes *s, uint32_t was, uint32_t nhere)
{
	while (s->nhere > nhere) {
		const meaning *d = &s->m[s->here[--s->nhere]];
		uint32_t *now = look(s, d->str);
		if (now)
			*now = d->around;
	}
	s->scope = was;
}

/* A function or a lambda: its parameters and what stands at the top of its body are of one scope. */
static void
walk_function(scopes *s, uint32_t func)
{
	uint32_t nhere = s->nhere, body = s->body, was;

	FACT_EACH_KID(s->t, func, k) { /* [y = x] of a lambda: x is meant where it stands */
		if (s->t->node[k].kind == FACT_PARAM || s->t->node[k].kind == FACT_CAPTURE)
			walk_kids(s, k);
		if (s->t->node[k].kind == FACT_CAPTURE && k + 1 == s->t->node[k].end && s->t->node[k].str)
			use(s, k);
	}
	was = enter(s);
	s->body = s->scope;
	FACT_EACH_KID(s->t, func, k)
		if (s->t->node[k].kind == FACT_PARAM || (s->t->node[k].kind == FACT_CAPTURE && k + 1 < s->t->node[k].end))
			declare(s, k);
		else if (s->t->node[k].kind != FACT_CAPTURE)
			walk_kids(s, k); /* of the body's BLOCK: it opens no scope of its own */
	s->body = body;
	leave(s, was, nhere);
}

static void
walk(scopes *s, uint32_t node)
{
	const fact_tree *t = s->t;
	uint32_t nhere = s->nhere, was;

	if (t->nomem)
		return;
	switch (t->node[node].kind) {
	case FACT_NAME:
		use(s, node);
		break;
	case FACT_DECL:
		if (t->node[node].flags & FACT_MACRO)
			break;
		if (node + 1 < t->node[node].end && t->node[node + 1].kind == FACT_NAME)
			declare(s, node + 1); /* before its value, which may ask its size */
		FACT_EACH_KID(t, node, k)
			if (k != node + 1 || t->node[k].kind != FACT_NAME)
				walk(s, k);
		break;
	case FACT_FUNC:
		if (!(t->node[node].flags & FACT_MACRO) && fact_find(t, node, FACT_BLOCK))
			walk_function(s, node);
		break;
	case FACT_CLASS: /* members are no variables */
		break;
	case FACT_FOR: /* of C++: its variable is of the loop */
		walk(s, t->node[node + 1].end);
		was = enter(s);
		if (t->node[node + 1].kind == FACT_NAME)
			declare(s, node + 1);
		else if (t->node[node + 1].kind == FACT_TUPLE)
			FACT_EACH_KID(t, node + 1, k)
				if (t->node[k].kind == FACT_NAME)
					declare(s, k);
		for (uint32_t k = t->node[t->node[node + 1].end].end; k < t->node[node].end; k = t->node[k].end)
			walk(s, k);
		leave(s, was, nhere);
		break;
	case FACT_HANDLER:
		was = enter(s);
		declare(s, node);
		walk_kids(s, node);
		leave(s, was, nhere);
		break;
	case FACT_SWITCH: /* its cases are of one block */
	case FACT_BLOCK:
		was = enter(s);
		walk_kids(s, node);
		leave(s, was, nhere);
		break;
	case FACT_CASE:
	case FACT_IF:
		FACT_EACH_KID(t, node, k)
			if (t->node[k].kind == FACT_BLOCK && (t->node[node].kind == FACT_CASE || t->node[node].flags & FACT_PREPROC))
				walk_kids(s, k);
			else
				walk(s, k);
		break;
	default:
		walk_kids(s, node);
	}
}

static int
is_taken(const scopes *s, uint32_t str)
{
	uint32_t below = fact_before(s->taken, s->ntaken, str);

	return below < s->ntaken && s->taken[below] == str;
}

/* d is marked if its name around it, which something means, is another; once more than those around. */
static void
mark(scopes *s, uint32_t d)
{
	meaning *m = &s->m[d];
	uint32_t deepest = 0;
	int needed = 0;

	if (!m->inner || is_taken(s, m->str))
		return;
	for (uint32_t a = m->around; a != NOTHING; a = s->m[a].around) {
		needed |= s->m[a].used;
		if (s->m[a].marked > deepest)
			deepest = s->m[a].marked;
	}
	if (needed)
		m->marked = deepest + 1;
}

static void
function(scopes *s, uint32_t func)
{
	fact_tree *t = s->t;

	s->nm = s->nat = s->nhere = s->scope = s->nscope = s->body = 0;
	as_keys_clear(&s->known);
	walk_function(s, func);
	if (t->nomem)
		return;
	for (uint32_t d = 0; d < s->nm; d++) /* those around stand before */
		mark(s, d);
	for (uint32_t i = 0; i < s->nat && !t->nomem; i++) {
		const meaning *m = &s->m[s->at[i].means];
		size_t n = t->text.len[m->str];
		char *name;
		if (!m->marked)
			continue;
		if (!(name = malloc(n + m->marked))) {
			nomem(s);
			return;
		}
		memcpy(name, t->text.str[m->str], n);
		memset(name + n, FACT_INNER, m->marked);
		if ((t->node[s->at[i].node].str = as_intern_id(&t->text, name, n + m->marked)) == UINT32_MAX)
			nomem(s);
		free(name);
	}
}

/* The names in a macro but for its parameters. */
static void
take(scopes *s, uint32_t macro)
{
	const fact_tree *t = s->t;

	for (uint32_t i = macro + 1; i < t->node[macro].end; i++) {
		if (t->node[i].kind != FACT_NAME || (t->node[macro].kind == FACT_DECL && i == macro + 1) || fact_param(t, macro, t->node[i].str))
			continue;
		if (as_grow32(&s->taken, s->ntaken, &s->taken_cap, sizeof *s->taken) < 0) {
			nomem(s);
			return;
		}
		s->taken[s->ntaken++] = t->node[i].str;
	}
}

static int
ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

void
c_scopes(fact_tree *t, uint32_t file)
{
	scopes s = {.t = t};

	for (uint32_t i = file; i < t->n && !t->nomem; i++)
		if (t->node[i].flags & FACT_MACRO)
			take(&s, i);
	if (s.ntaken)
		qsort(s.taken, s.ntaken, sizeof *s.taken, ascending);
	for (uint32_t i = file; i < t->n && !t->nomem; i++)
		if (t->node[i].kind == FACT_FUNC && !(t->node[i].flags & FACT_MACRO) && fact_find(t, i, FACT_BLOCK)) {
			function(&s, i);
			i = t->node[i].end - 1;
		}
	free(s.m);
	free(s.at);
	free(s.here);
	as_keys_free(&s.known);
	free(s.now);
	free(s.taken);
}
