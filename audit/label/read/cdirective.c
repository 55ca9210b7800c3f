/* cdirective.c - directives, and what the chains of #if hold and ask. See clex_impl.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "clex_impl.h"
#include "clex_words.h"
#include "grow.h"
#include "intern.h"

/* a ## b is one name. */
static void
paste(lexer *l)
{
	clex *x = l->x;
	ctok *t = x->tok + x->ntok;

	if (x->ntok < 3 || t[-2].k != C_PASTE || !(t[-3].k == C_ID || t[-3].k >= C_KEYWORD) || t[-3].k >= C_PP ||
	    !(t[-1].k == C_ID || t[-1].k == C_NUM || t[-1].k >= C_KEYWORD))
		return;
	t[-3].k = C_ID;
	t[-3].n = t[-1].at + t[-1].n - t[-3].at;
	x->ntok -= 2;
}

/* A bracket of a directive closes within it. */
static void
inner_brackets(lexer *l, uint32_t from)
{
	uint32_t top = l->top;

	l->top = C_NONE;
	for (uint32_t i = from; i < l->x->ntok; i++)
		if (l->x->tok[i].k < 128 && l->x->tok[i].k && strchr("()[]{}", l->x->tok[i].k))
			clex_bracket(l, i);
	l->top = top;
}

static int
chain_new(lexer *l, uint32_t d)
{
	clex *x = l->x;

	if (as_grow32(&x->chain, x->nchain, &x->chaincap, sizeof *x->chain) != 0 || as_grow32(&l->cond, l->ncond, &l->condcap, sizeof *l->cond) != 0)
		return -1;
	x->chain[x->nchain] = (cchain){.first = d, .end = C_NONE, .whole = 1};
	l->cond[l->ncond++] = (cond){.chain = x->nchain, .last = d, .top = l->top, .first = 1};
	return (int)x->nchain++;
}

/* An alternative of c ends here. */
static void
branch_end(lexer *l, cond *c)
{
	if (l->top != c->top)
		l->x->chain[c->chain].whole = 0;
	if (c->first) {
		c->lowest = l->top;
		c->first = 0;
	}
}

/* Keeps the chains; d is the token of a conditional directive. */
int
clex_conditional(lexer *l, uint32_t d)
{
	ctok *tok = l->x->tok;
	cond *c;

	if (tok[d].k == C_PP_IF) {
		int n = chain_new(l, d);
		if (n < 0)
			return -1;
		l->x->tok[d].n = (uint32_t)n;
		return 0;
	}
	if (l->ncond == 0) {
		tok[d].k = C_PP_OTHER; /* closes nothing */
		return 0;
	}
	c = &l->cond[l->ncond - 1];
	branch_end(l, c);
	tok[c->last].at = d;
	tok[d].n = c->chain;
	c->last = d;
	l->top = c->top;
	if (tok[d].k == C_PP_ENDIF) {
		l->x->chain[c->chain].end = d;
		tok[d].at = C_NONE;
		if (!l->x->chain[c->chain].whole)
			l->top = c->lowest;
		l->ncond--;
	}
	return 0;
}

static int
is_word(const clex *x, uint32_t at, uint32_t n, const char *w)
{
	return strlen(w) == n && memcmp(x->s + at, w, n) == 0;
}

/* <...> of an #include, or a string. */
static int
include_name(lexer *l)
{
	clex *x = l->x;
	uint32_t e = l->i;
	ctok *t;

	if (e >= x->n || x->s[e] != '<')
		return 0;
	while (e < x->n && x->s[e] != '>' && x->s[e] != '\n')
		e++;
	if (!(t = clex_push(l, C_STR, l->i, e - l->i + (e < x->n && x->s[e] == '>'))))
		return -1;
	clex_go(l, l->i + t->n);
	return 0;
}

/* The directive that ends what the #if 0 before byte i hides: its #, or the end of the text. */
static uint32_t
after_dead(const clex *x, uint32_t i)
{
	const char *s = x->s;
	unsigned depth = 0;
	int fresh = 1;

	while (i < x->n) {
		if (s[i] == '/' && i + 1 < x->n && s[i + 1] == '*') {
			const char *z = memmem(s + i + 2, x->n - i - 2, "*/", 2);
			i = z ? (uint32_t)(z - s) + 2 : x->n;
		} else if ((s[i] == '/' && i + 1 < x->n && s[i + 1] == '/') || (s[i] == '#' && !fresh)) {
			while (i < x->n && s[i] != '\n')
				i++;
		} else if (s[i] == '#') {
			uint32_t w = i + 1, e;

			while (w < x->n && (s[w] == ' ' || s[w] == '\t'))
				w++;
			for (e = w; e < x->n && clex_is_id((unsigned char)s[e]); e++) {}
			if (depth == 0 && (is_word(x, w, e - w, "endif") || is_word(x, w, e - w, "else") || (e - w >= 4 && memcmp(s + w, "elif", 4) == 0)))
				return i;
			if (is_word(x, w, e - w, "if") || is_word(x, w, e - w, "ifdef") || is_word(x, w, e - w, "ifndef"))
				depth++;
			else if (is_word(x, w, e - w, "endif"))
				depth--;
			fresh = 0;
			i = e > i ? e : i + 1;
		} else {
			fresh = s[i] == '\n' || (fresh && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'));
			i++;
		}
	}
	return i;
}

/* Reads the directive whose '#' is at i; -1 if out of memory. */
int
clex_directive(lexer *l)
{
	static const struct { const char *s; uint16_t k; uint8_t ask; } name[] = {
		{"if", C_PP_IF, C_ASK_EXPR}, {"ifdef", C_PP_IF, C_ASK_DEFINED}, {"ifndef", C_PP_IF, C_ASK_NOT_DEFINED},
		{"elif", C_PP_ELIF, C_ASK_EXPR}, {"elifdef", C_PP_ELIF, C_ASK_DEFINED}, {"elifndef", C_PP_ELIF, C_ASK_NOT_DEFINED},
		{"else", C_PP_ELSE, 0}, {"endif", C_PP_ENDIF, 0}, {"define", C_PP_DEFINE, 0}, {"include", C_PP_INCLUDE, 0},
		{"include_next", C_PP_INCLUDE, 0}, {"import", C_PP_INCLUDE, 0},
	};
	clex *x = l->x;
	uint32_t d = x->ntok, e;
	int rc = -1, tight;

	if (!clex_push(l, C_PP_OTHER, l->i, 1))
		return -1;
	clex_go(l, l->i + 1);
	l->directive = C_PP_OTHER;
	if (clex_blanks(l) < 0)
		goto done;
	for (e = l->i; e < x->n && clex_is_id((unsigned char)x->s[e]); e++) {}
	for (unsigned k = 0; k < sizeof name / sizeof *name; k++)
		if (is_word(x, l->i, e - l->i, name[k].s)) {
			x->tok[d].k = name[k].k;
			x->tok[d].ask = name[k].ask;
		}
	clex_go(l, e);
	l->directive = C_PP_DEFINE; /* no bracket in it is the code's */
	if (x->tok[d].k == C_PP_OTHER || x->tok[d].k == C_PP_ELSE || x->tok[d].k == C_PP_ENDIF) {
		for (e = l->i; e < x->n && x->s[e] != '\n'; e++)
			if (x->s[e] == '/' && e + 1 < x->n && (x->s[e + 1] == '*' || x->s[e + 1] == '/'))
				break;
		clex_go(l, e);
	}
	for (;;) {
		if ((tight = clex_blanks(l)) < 0)
			goto done;
		if (l->i >= x->n || x->s[l->i] == '\n')
			break;
		if (x->tok[d].k == C_PP_OTHER || x->tok[d].k == C_PP_ELSE || x->tok[d].k == C_PP_ENDIF) {
			for (e = l->i; e < x->n && x->s[e] != '\n'; e++) {}
			clex_go(l, e);
			continue;
		}
		if (x->tok[d].k == C_PP_INCLUDE && x->ntok == d + 1 && x->s[l->i] == '<') {
			if (include_name(l) != 0)
				goto done;
			continue;
		}
		if (clex_token(l, !tight) != 0)
			goto done;
		if (x->ntok == d + 3 && x->tok[d + 2].k == '(' && !tight)
			x->tok[d + 1].bits |= C_CALLED;
		paste(l);
	}
	inner_brackets(l, d + 1);
	x->tok[d].match = x->ntok;
	rc = x->tok[d].k <= C_PP_ENDIF ? clex_conditional(l, d) : 0;
	if (rc == 0 && l->no_dead && x->tok[d].k == C_PP_IF && x->ntok == d + 2 && x->tok[d + 1].k == C_NUM && is_word(x, x->tok[d + 1].at, x->tok[d + 1].n, "0")) {
		clex_go(l, after_dead(x, l->i));
		l->fresh = 1;
	}
done:
	l->directive = 0;
	return rc;
}

/* The token of the macro whose definition alone the directive asks for, or C_NONE; *denied: that there is none. */
static uint32_t
asks_defined(const clex *x, uint32_t d, int *denied)
{
	uint32_t i = d + 1, n = x->tok[d].match - i;

	*denied = x->tok[d].ask == C_ASK_NOT_DEFINED;
	if (x->tok[d].ask != C_ASK_EXPR)
		return n > 0 ? i : C_NONE;
	if (n > 0 && x->tok[i].k == '!') {
		*denied = 1;
		i++;
		n--;
	}
	if (n < 2 || x->tok[i].k != C_ID || !is_word(x, x->tok[i].at, x->tok[i].n, "defined"))
		return C_NONE;
	return n == 2 ? i + 1 : n == 4 && x->tok[i + 1].k == '(' ? i + 2 : C_NONE;
}

/* The first name in the condition of a directive, but for `defined`; C_NONE. */
static uint32_t
asks_name(const clex *x, uint32_t d)
{
	for (uint32_t i = d + 1; i < x->tok[d].match; i++)
		if (x->tok[i].k == C_ID && !is_word(x, x->tok[i].at, x->tok[i].n, "defined"))
			return i;
	return C_NONE;
}

/* Finds the chains that ask the same: within one statement they go the same way. */
static int
find_alike(clex *x)
{
	as_intern text = {0};
	uint32_t *last = malloc((x->nchain + 1) * sizeof *last);
	int rc = last ? 0 : -1;

	for (uint32_t c = 0; c < x->nchain && rc == 0; c++) {
		uint32_t d = x->chain[c].first, end = x->tok[d].match, i, id, known = text.n;
		int denied = 0;

		i = asks_defined(x, d, &denied);
		if (i != C_NONE) {
			id = as_intern_id(&text, x->s + x->tok[i].at, x->tok[i].n);
		} else if (end > d + 1) {
			denied = 0;
			id = as_intern_id(&text, x->s + x->tok[d + 1].at - 1, x->tok[end - 1].at + x->tok[end - 1].n - x->tok[d + 1].at + 1);
		} else {
			id = as_intern_id(&text, "", 0);
		}
		x->chain[c].alike = C_NONE;
		x->chain[c].asks = id << 1 | (denied != 0);
		if (id == UINT32_MAX)
			rc = -1;
		else if (id < known)
			x->chain[last[id]].alike = c;
		if (rc == 0)
			last[id] = c;
	}
	free(last);
	as_intern_free(&text);
	return rc;
}

/* Does the first alternative of the chain hold `extern`, or another chain of the same first word of a condition one that does? */
static int
of_linkage(const clex *x, uint32_t chain)
{
	uint32_t d = x->chain[chain].first, name = asks_name(x, d);

	for (uint32_t c = 0; c < x->nchain; c++) {
		uint32_t first = x->chain[c].first, other = asks_name(x, first);
		if (c != chain && (name == C_NONE || other == C_NONE || x->tok[name].n != x->tok[other].n || memcmp(x->s + x->tok[name].at, x->s + x->tok[other].at, x->tok[name].n) != 0))
			continue;
		for (uint32_t i = x->tok[first].match; i < x->tok[first].match + 3 && i < x->ntok; i++)
			if (x->tok[i].k == CW_EXTERN && x->tok[i + 1].k == C_STR)
				return 1;
	}
	return 0;
}

/* #ifdef __cplusplus extern "C" { #endif, and the same of its '}': they bracket nothing. */
static void
linkage(clex *x)
{
	for (uint32_t c = x->nchain; c-- > 0;) { /* the } before what opens it */
		uint32_t i = x->tok[x->chain[c].first].match;

		if (x->chain[c].whole || x->chain[c].end == C_NONE || !of_linkage(x, c))
			continue;
		for (; i < x->chain[c].end && x->tok[i].k < C_PP; i++)
			if (x->tok[i].k != C_STR && x->tok[i].k != '{' && x->tok[i].k != '}' && x->tok[i].k != CW_EXTERN && x->tok[i].k != ';')
				break;
		if (i != x->chain[c].end)
			continue;
		for (i = x->tok[x->chain[c].first].match; i < x->chain[c].end; i++)
			x->tok[i].k = ';';
		x->chain[c].whole = 1;
		if (x->tok[x->chain[c].first].at == x->chain[c].end)
			x->tok[x->chain[c].first].k = x->tok[x->chain[c].end].k = C_PP_OTHER;
	}
}

/* Is #ifndef X the first of it, #define X what follows, and #endif the rest? */
static int
asks_and_defines(const clex *x, uint32_t i)
{
	const ctok *t = x->tok;
	uint32_t d = t[i].match, name = d - 1;

	if (t[i].k != C_PP_IF || t[i].at == C_NONE || t[t[i].at].k != C_PP_ENDIF || i + 3 >= x->ntok || (t[i].ask != C_ASK_NOT_DEFINED && t[i + 1].k != '!'))
		return 0;
	if (name > i && t[name].k == ')')
		name--;
	return t[d].k == C_PP_DEFINE && t[d].match > d + 1 && t[d + 1].n == t[name].n && memcmp(x->s + t[d + 1].at, x->s + t[name].at, t[name].n) == 0;
}

/* The chain that guards the whole file against a second inclusion. */
static void
find_guard(clex *x)
{
	const ctok *t = x->tok;
	uint32_t i = 0, end;

	x->guard = C_NONE;
	while (i < x->ntok && (t[i].k == C_PP_OTHER || t[i].k == C_PP_INCLUDE)) /* #pragma once */
		i = t[i].match;
	if (i >= x->ntok || !asks_and_defines(x, i))
		return;
	for (end = t[t[i].at].match; end < x->ntok && t[end].k == C_PP_OTHER; end = t[end].match)
		;
	if (end == x->ntok)
		x->guard = t[i].n;
}

/* The letters and digits of a name, in lower case. */
static size_t
letters(const char *s, size_t n, char *to, size_t most)
{
	size_t k = 0;

	for (size_t i = 0; i < n && k + 1 < most; i++)
		if (isalnum((unsigned char)s[i]))
			to[k++] = (char)tolower((unsigned char)s[i]);
	to[k] = '\0';
	return k;
}

/* Does a macro's name say that of the header, and no more behind it: dir/SpeedReport.h, SpeedReportH? */
static int
named_after(const char *path, const char *name, size_t n)
{
	static const char *const ends[] = {"included", "hpp", "hxx", "cuh", "hh", "h", ""};
	const char *slash = strrchr(path, '/'), *s = slash ? slash + 1 : path, *dot = strrchr(s, '.');
	char is[200], file[200];
	size_t len = letters(name, n, is, sizeof is), stem = dot ? letters(s, (size_t)(dot - s), file, sizeof file) : 0;

	if (stem < 3 || (dot[1] | 32) != 'h')
		return 0;
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		size_t e = strlen(ends[k]);
		if (len >= stem + e && strcmp(is + len - e, ends[k]) == 0 && memcmp(is + len - e - stem, file, stem) == 0)
			return 1;
	}
	return 0;
}

int
clex_guards_header(const clex *x, uint32_t chain, const char *path)
{
	static const char *const ends[] = {"_H", "_H_", "_H__", "_HH", "_HH_", "_HPP", "_HPP_", "_HXX", "_INCLUDED", "_INCLUDED_", "_h", "_h_", "_h__"};
	uint32_t first = x->chain[chain].first, end, name;
	const char *s;

	if (!asks_and_defines(x, first))
		return 0;
	name = x->tok[first].match + 1;
	end = x->tok[x->tok[first].match].match;
	s = x->s + x->tok[name].at;
	if (end > name + 2 || (end == name + 2 && (x->tok[name + 1].n != 1 || x->s[x->tok[name + 1].at] != '1')) || (x->tok[name].n > 5 && memcmp(s, "HAVE_", 5) == 0))
		return 0; /* only nothing and 1 say no more than that it is defined */
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		size_t n = strlen(ends[k]);
		if (x->tok[name].n > n && memcmp(s + x->tok[name].n - n, ends[k], n) == 0)
			return 1;
	}
	return named_after(path, s, x->tok[name].n);
}

int
clex_finish_chains(clex *x)
{
	linkage(x);
	clex_prototypes(x);
	find_guard(x);
	return find_alike(x);
}
