/* cone_glue.c - see cone_impl.h: what a macro of C that joins names of which none stands there, a ## b, is called with, by the words of
 * all files: it may be called where the facts have no call of it, as in an attribute. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "../read/clex.h"
#include "grow.h"
#include "input.h"
#include "../program/tree_words.h"
#include "../read/walk.h"
#include "words.h"

enum { LONGEST = 100, MOST_CALLS = 4000, MOST_PARAMS = 8 };

/* The number of the name of a macro; UINT32_MAX: it is none. */
static uint32_t
macro_id(const cone *c, const char *s, size_t n)
{
	uint32_t id = as_intern_find(&c->t->text, s, n), k = id < c->nname ? cone_first_define(c, id) : c->ndefine;

	return k < c->ndefine && c->define[k].name == id ? id : UINT32_MAX;
}

/* Notes the macros that a file of C names. -1: a word goes on in the next line, or out of memory. */
static int
note_words(const cone *c, glue_places *g, uint32_t file, const char *s, const char *end)
{
	for (const char *q; s < end; s = q + (q == s)) {
		uint32_t id;
		for (q = s; q < end && as_is_name_char(*q); q++) {}
		if (q == s || (id = macro_id(c, s, (size_t)(q - s))) == UINT32_MAX)
			id = UINT32_MAX;
		if (q > s && end - q > 2 && *q == '\\' && (q[1] == '\n' || q[1] == '\r'))
			return -1;
		if (id == UINT32_MAX || g->last[id] == file + 1)
			continue;
		g->last[id] = file + 1;
		if (as_grow(&g->at, g->n, &g->cap, sizeof *g->at) != 0)
			return -1;
		g->at[g->n++] = (uint64_t)id << 32 | file;
	}
	return 0;
}

typedef struct { const cone *c; glue_places *g; } asking;

/* Notes the macros that the text of a file which is none of C calls, or gives another that name: -DX=NAME. */
static int
note_asked(void *arg, const char *path, const char *text, const char *end)
{
	asking *a = arg;

	(void)path;
	for (const char *s = text, *q; s < end; s = q + (q == s)) {
		const char *p;
		int option = *s == 'D' && s > text && s[-1] == '-';
		uint32_t id;
		for (q = s; q < end && as_is_name_char(*q); q++) {}
		if (q == s || (id = macro_id(a->c, s + option, (size_t)(q - s) - (size_t)option)) == UINT32_MAX)
			continue;
		for (p = q; p < end && strchr(" \t\r\\/", *p); p++) {}
		a->g->asked[id] |= option || (p < end && *p == '(') || (s > text && strchr("=D", s[-1]));
	}
	return 0;
}

int
cone_glue_places(const cone *c, glue_places *g)
{
	const fact_tree *t = c->t;
	asking a = {c, g};

	*g = (glue_places){.last = calloc((size_t)c->nname + 1, sizeof *g->last), .asked = calloc((size_t)c->nname + 1, 1)};
	if (!g->last || !g->asked)
		return -1;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		as_err ignored;
		char *text;
		size_t n;
		int rc;
		if (t->node[f].flags & FACT_DATA || is_python(t, f))
			continue;
		if (as_slurp(fact_str(t, f), WALK_MAX_C, &text, &n, &ignored) != 0)
			return -1;
		rc = t->node[f].flags & FACT_ASSEMBLY ? note_asked(&a, "", text, text + n) : note_words(c, g, f, text, text + n);
		free(text);
		if (rc != 0)
			return -1;
	}
	if (g->n)
		qsort(g->at, g->n, sizeof *g->at, cone_by_number);
	return tree_any_text(t, note_asked, &a) ? -1 : 0;
}

void
cone_glue_places_free(glue_places *g)
{
	free(g->at);
	free(g->last);
	free(g->asked);
}

/* A file that is read: end: of the directive that is, 0: none is; params, nparams: the tokens of those of its #define. */
typedef struct { const clex *x; glue *g; const char *name; size_t n; uint32_t end, params, nparams; } reader;

static int
is_word(const reader *r, uint32_t i, const char *s, size_t n)
{
	return r->x->tok[i].k < C_PP && r->x->tok[i].n == n && memcmp(r->x->s + r->x->tok[i].at, s, n) == 0;
}

/* Notes an operand, the tokens from there to `to`: as a word, or as "##". */
static int
operand(reader *r, uint32_t from, uint32_t to)
{
	const ctok *t = r->x->tok + from;
	char s[LONGEST] = "";
	int is = to == from || (to == from + 1 && t->n < sizeof s);
	uint32_t id;

	for (uint32_t k = 0; is && to > from && k < t->n; k++)
		is = as_is_name_char(r->x->s[t->at + k]);
	if (is && to > from)
		memcpy(s, r->x->s + t->at, t->n);
	for (uint32_t k = 0; k < r->nparams; k++)
		is &= !*s || !is_word(r, r->params + k, s, strlen(s));
	if (!is || strncmp(s, "__", 2) == 0)
		strcpy(s, "##");
	if ((id = as_intern_id(&r->g->text, s, strlen(s))) == UINT32_MAX || as_grow32(&r->g->arg, r->g->n, &r->g->cap, sizeof *r->g->arg) != 0)
		return -1;
	r->g->arg[r->g->n++] = id;
	return 0;
}

/* The macro is named by the token before i. -1: it is not called there with as many operands as it has, in words that can be told apart. */
static int
call(reader *r, uint32_t i)
{
	const ctok *tok = r->x->tok;
	uint32_t n = 0, from = i + 1;

	if (tok[i].k != '(' || (r->end && i >= r->end) || tok[i].match == C_NONE || tok[i].match <= i || r->g->n / r->g->nparam >= MOST_CALLS)
		return -1;
	for (uint32_t k = from, close = tok[i].match; k <= close; k++) {
		if (tok[k].k >= C_PP || (tok[k].k == '(' && (tok[k].match == C_NONE || tok[k].match <= k)))
			return -1;
		if (tok[k].k == '(') {
			k = tok[k].match;
		} else if (tok[k].k == ',' || k == close) {
			if (++n > r->g->nparam || operand(r, from, k) != 0)
				return -1;
			from = k + 1;
		}
	}
	return n == r->g->nparam ? 0 : -1;
}

/* Reads the head of the directive at i. Where what it says begins; 0: it makes the name a macro without operands. */
static uint32_t
directive(reader *r, uint32_t i)
{
	const ctok *tok = r->x->tok;

	r->end = tok[i].match;
	r->nparams = 0;
	if (tok[i].k == C_PP_IF || tok[i].k == C_PP_ELIF)
		return tok[i].ask == C_ASK_EXPR ? i + 1 : r->end;
	if (tok[i].k != C_PP_DEFINE || i + 1 >= r->end)
		return i + 1;
	if (!(tok[i + 1].bits & C_CALLED))
		return is_word(r, i + 1, r->name, r->n) ? 0 : i + 2;
	if (tok[i + 2].match == C_NONE || tok[i + 2].match >= r->end)
		return 0;
	r->params = i + 3;
	r->nparams = tok[i + 2].match - r->params;
	return tok[i + 2].match + 1;
}

/* All of a file of C. */
static int
file(reader *r)
{
	static const char defined[] = "defined";
	const ctok *tok = r->x->tok;

	for (uint32_t i = 0; i < r->x->ntok;) {
		if (tok[i].k >= C_PP) {
			if (!(i = directive(r, i)))
				return -1;
			continue;
		}
		if (r->end && i >= r->end)
			r->end = r->nparams = 0;
		if (is_word(r, i, r->name, r->n) && !(r->end && (is_word(r, i - 1, defined, 7) || (tok[i - 1].k == '(' && is_word(r, i - 2, defined, 7)))) && call(r, i + 1) != 0)
			return -1;
		i++;
	}
	return 0;
}

static int
in_file(glue *g, const char *name, const char *path)
{
	as_err ignored;
	clex x = {0};
	char *text;
	size_t n;
	int rc = -1;

	if (as_slurp(path, WALK_MAX_C, &text, &n, &ignored) != 0)
		return -1;
	if (clex_read(&x, path, text, n, 0) == 0)
		rc = file(&(reader){.x = &x, .g = g, .name = name, .n = strlen(name)});
	clex_free(&x);
	free(text);
	return rc;
}

int
cone_glue(const cone *c, const glue_places *at, uint32_t macro, glue *g)
{
	const fact_tree *t = c->t;
	uint64_t first = (uint64_t)t->node[macro].str << 32;

	*g = (glue){0};
	FACT_EACH_KID(t, macro, k) {
		if (t->node[k].kind == FACT_PARAM && t->node[k].flags & (FACT_STAR | FACT_STARSTAR))
			return -1;
		g->nparam += t->node[k].kind == FACT_PARAM;
	}
	if (g->nparam == 0 || g->nparam > MOST_PARAMS || t->node[macro].str >= c->nname || at->asked[t->node[macro].str])
		return -1;
	for (size_t i = as_before(&first, at->at, at->n, sizeof *at->at, cone_by_number); i < at->n && at->at[i] >> 32 == t->node[macro].str; i++)
		if (in_file(g, fact_str(t, macro), fact_str(t, (uint32_t)at->at[i])) != 0)
			return -1;
	return 0;
}

void
cone_glue_free(glue *g)
{
	as_intern_free(&g->text);
	free(g->arg);
}
