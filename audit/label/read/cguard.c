/* cguard.c - #ifs around parts of an if: what is read has the condition of the #if in the test.
 *
 *   #ifdef X                      #ifdef X
 *     } else if (a) {               if (a) {
 *       f();                          f();
 *   #endif                          } else {
 *     }                           #endif
 *                                     g();
 *   } else if ((defined(X)) &&    #ifdef X
 *       (a)) {                      }
 *       f();                      #endif
 *     }
 * No member of a sequence can be read twice for them without all that follows. Lines stay as they are. */
#include <stdlib.h>
#include <string.h>

#include "cread_impl.h"
#include "ctext.h"
#include "grow.h"

/* In front of the byte `at` of the text goes `put`, with % for what the #if `asks` asks; or, where it is NULL, the bytes up to `asks` go. */
typedef struct { uint32_t at; const char *put; uint32_t asks; } edit;
typedef struct { const clex *x; uint8_t *done; edit *e; uint32_t n, cap; int nomem; } guards;

static void
add(guards *g, uint32_t at, const char *put, uint32_t asks)
{
	if (as_grow32(&g->e, g->n, &g->cap, sizeof *g->e) != 0)
		g->nomem = 1;
	else
		g->e[g->n++] = (edit){at, put, asks};
}

/* What the #if at d asks, as an expression. NULL: none that can be put there. */
static const char *
asked(const clex *x, uint32_t d, size_t *n)
{
	uint32_t a = d + 1, last = x->tok[d].match - 1;

	if (last < a)
		return NULL;
	for (uint32_t i = a; i <= last; i++)
		if (x->tok[d].ask == C_ASK_EXPR && x->tok[i].k == C_ID && x->tok[i].n == 7 && memcmp(x->s + x->tok[i].at, "defined", 7) == 0 && (i == last || x->tok[i + 1].k != '('))
			return NULL;
	*n = x->tok[last].at + x->tok[last].n - x->tok[a].at;
	return x->s + x->tok[a].at;
}

/* Has the chain one alternative, without directives in it, and can what it asks be put elsewhere? */
static int
is_plain(const clex *x, uint32_t chain)
{
	uint32_t d = x->chain[chain].first, end = x->chain[chain].end;
	size_t n;

	if (!asked(x, d, &n) || x->tok[d].k != C_PP_IF || x->tok[d].at != end || x->tok[d].match >= end || x->tok[end].line <= x->tok[d].line)
		return 0;
	for (uint32_t i = x->tok[d].match; i < end; i++)
		if (x->tok[i].k >= C_PP)
			return 0;
	return 1;
}

/* Goes from the if at i over tests and blocks up to `end`: at the level of the if stand only those. *tests of
 * them have a condition; `open` ones stay open. -1: something else stands there. */
static int
walk_if(const clex *x, uint32_t i, uint32_t end, uint32_t *tests)
{
	*tests = 0;
	for (;;) {
		int depth = 1;

		if (i < end && x->tok[i].k == CW_IF) {
			if (i + 1 >= end || x->tok[i + 1].k != '(' || x->tok[i + 1].match >= end)
				return -1;
			i = x->tok[i + 1].match + 1;
			++*tests;
		}
		if (i >= end || x->tok[i].k != '{')
			return -1;
		for (i++; i < end && depth > 0; i++)
			depth += (x->tok[i].k == '{') - (x->tok[i].k == '}');
		if (depth > 0)
			return depth;
		if (i >= end)
			return 0;
		if (x->tok[i++].k != CW_ELSE)
			return -1;
	}
}

/* The tests of an if at i get the condition of the #if; what is without a test gets one where `all`. */
static void
put_tests(guards *g, uint32_t i, uint32_t end, uint32_t d, int all)
{
	const clex *x = g->x;

	while (i < end) {
		int depth = 1;

		if (x->tok[i].k == CW_IF) {
			add(g, x->tok[i + 1].at + 1, "(%) && (", d);
			add(g, x->tok[x->tok[i + 1].match].at, ")", d);
			i = x->tok[i + 1].match + 1;
		} else if (all) {
			add(g, x->tok[i].at, " if (%) ", d);
		}
		for (i++; i < end && depth > 0; i++)
			depth += (x->tok[i].k == '{') - (x->tok[i].k == '}');
		i++; /* else */
	}
}

/* The end of the line at byte i. */
static uint32_t
line_end(const clex *x, uint32_t i)
{
	while (i < x->n && x->s[i] != '\n')
		i++;
	return i;
}

/* The #if and the #endif of the chain go. */
static void
blank(guards *g, uint32_t chain)
{
	const clex *x = g->x;
	uint32_t first = x->chain[chain].first, end = x->chain[chain].end, from = x->tok[first + 1].at, i;

	while (from > 0 && x->s[from - 1] != '\n')
		from--;
	add(g, from, NULL, line_end(x, from));
	for (i = line_end(x, x->tok[end - 1].at); i < x->n; i = line_end(x, i + 1)) {
		uint32_t at = i + 1;
		while (at < x->n && (x->s[at] == ' ' || x->s[at] == '\t'))
			at++;
		if (at < x->n && x->s[at] == '#') {
			add(g, i + 1, NULL, line_end(x, i + 1));
			break;
		}
	}
	g->done[chain] = 1;
}

/* #if ... } else if (a) { ... #endif }, or another such #if */
static int
goes_on(const guards *g, uint32_t chain)
{
	const clex *x = g->x;
	uint32_t i = x->tok[x->chain[chain].first].match, end = x->chain[chain].end, next = x->tok[end].match, tests;

	if (!is_plain(x, chain) || x->tok[i].k != '}' || x->tok[i + 1].k != CW_ELSE || walk_if(x, i + 2, end, &tests) != 1 || next >= x->ntok)
		return 0;
	return x->tok[next].k == '}' || (x->tok[next].k == C_PP_IF && goes_on(g, x->tok[next].n));
}

/* The chain of the same condition whose #if holds the } alone of a block that is open after `chain`; C_NONE. */
static uint32_t
closer(const clex *x, uint32_t chain)
{
	int depth = 0;

	for (uint32_t i = x->tok[x->chain[chain].end].match; i < x->ntok; ) {
		uint16_t k = x->tok[i].k;

		if (k == C_PP_IF) {
			uint32_t c = x->tok[i].n, at = x->tok[i].match;
			if (depth == 0 && is_plain(x, c) && x->chain[c].asks == x->chain[chain].asks && x->tok[at].k == '}' && at + 1 == x->chain[c].end)
				return c;
			if (!x->chain[c].whole)
				return C_NONE;
			i = x->tok[x->chain[c].end].match;
			continue;
		}
		if (k >= C_PP) {
			i = x->tok[i].match;
			continue;
		}
		depth += (k == '{') - (k == '}');
		if (depth < 0)
			return C_NONE;
		i++;
	}
	return C_NONE;
}

/* #if ... if (a) { ... } else { #endif ... #if } #endif */
static void
begins(guards *g, uint32_t chain)
{
	const clex *x = g->x;
	uint32_t d = x->chain[chain].first, i = x->tok[d].match, end = x->chain[chain].end, tests, c;

	if (!is_plain(x, chain) || x->tok[i].k != CW_IF || x->tok[end - 1].k != '{' || walk_if(x, i, end, &tests) != 1 || (c = closer(x, chain)) == C_NONE || g->done[c])
		return;
	if (x->tok[end - 2].k == CW_ELSE) {
		put_tests(g, i, end, d, 0);
	} else if (tests == 1 && x->tok[i + 1].match + 2 == end) { /* if (a) { alone */
		add(g, x->tok[i + 1].at + 1, "!(%) || (", d);
		add(g, x->tok[x->tok[i + 1].match].at, ")", d);
	} else {
		return;
	}
	blank(g, chain);
	blank(g, c);
}

static int
by_place(const void *a, const void *b)
{
	const edit *x = a, *y = b;

	return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : 0;
}

/* What the #if asks, in the place of a %. */
static void
put_asked(ctext *o, const clex *x, uint32_t d)
{
	size_t n;
	const char *name = asked(x, d, &n);
	uint8_t ask = x->tok[d].ask;

	ctext_put(o, "!", ask == C_ASK_NOT_DEFINED);
	ctext_put(o, "defined(", ask == C_ASK_EXPR ? 0 : 8);
	ctext_put(o, name, n);
	ctext_put(o, ")", ask != C_ASK_EXPR);
}

/* The text of x with the edits; each token stays on its line. */
static void
rewrite(const guards *g, ctext *o)
{
	const clex *x = g->x;
	uint32_t line = 1, k = 0, t = 0, skip = 0;

	for (uint32_t i = 0; i < x->n; i++) {
		while (t < x->ntok && (x->tok[t].k >= C_PP || x->tok[t].at < i)) /* a directive's own place may be a link to another */
			t++;
		for (; t < x->ntok && x->tok[t].at == i && line < x->tok[t].line; line++) /* a splice was there */
			ctext_put(o, "\\\n", 2);
		for (; k < g->n && g->e[k].at == i; k++) {
			if (!g->e[k].put)
				skip = g->e[k].asks;
			for (const char *s = g->e[k].put; s && *s; s++)
				if (*s == '%')
					put_asked(o, x, g->e[k].asks);
				else
					ctext_put(o, s, 1);
		}
		line += x->s[i] == '\n';
		if (i >= skip)
			ctext_put(o, x->s + i, 1);
	}
}

char *
c_guards(fact_tree *t, const clex *x, size_t *n)
{
	guards g = {.x = x, .done = calloc(x->nchain + 1, 1)};
	ctext o = {.most = SIZE_MAX};

	for (uint32_t c = x->nchain; g.done && c-- > 0;)
		if (goes_on(&g, c)) {
			put_tests(&g, x->tok[x->chain[c].first].match + 2, x->chain[c].end, x->chain[c].first, 1);
			blank(&g, c);
		}
	for (uint32_t c = 0; g.done && c < x->nchain; c++)
		if (!g.done[c])
			begins(&g, c);
	if (g.n) {
		qsort(g.e, g.n, sizeof *g.e, by_place);
		rewrite(&g, &o);
	}
	if (!g.done || g.nomem || o.bad) {
		t->nomem = 1;
		o.n = 0;
	}
	free(g.done);
	free(g.e);
	if (!o.n) {
		free(o.s);
		return NULL;
	}
	*n = o.n;
	return o.s;
}
