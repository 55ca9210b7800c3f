/* cmacro.c - directives: what a #define stands for, what an #if asks. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cread.h"
#include "cread_impl.h"

/* What a part of the parser is set to while the tokens of a directive are read. */
typedef struct { uint32_t pos, end, branch, comment; int err, in_launch, in_define; } aside;

static aside
into(cparse *p, uint32_t from, uint32_t to)
{
	aside a = {p->pos, p->end, p->branch, p->comment, p->err, p->in_launch, p->in_define};

	p->pos = from;
	p->end = to;
	p->branch = C_NONE;
	p->comment = p->x->ncomment;
	p->err = p->in_launch = 0;
	p->in_define = 1;
	return a;
}

static void
out_of(cparse *p, const aside *a)
{
	p->pos = a->pos;
	p->end = a->end;
	p->branch = a->branch;
	p->comment = a->comment;
	p->err = a->err;
	p->in_launch = a->in_launch;
	p->in_define = a->in_define;
}

/* Reads all of what is left as one expression; 0, and nothing written, if it is none. */
static int
whole_expr(cparse *p)
{
	cstate s = c_mark(p);
	uint32_t errors = p->errors;

	c_expr(p, PREC_COMMA);
	if (!p->err && p->pos >= p->end && p->errors == errors)
		return 1;
	c_back(p, &s);
	p->errors = errors;
	return 0;
}

void
c_condition_of(cparse *p, uint32_t d)
{
	const ctok *t = &p->tok[d];
	aside a = into(p, d + 1, t->match);

	if (t->ask != C_ASK_EXPR) {
		if (t->ask == C_ASK_NOT_DEFINED)
			c_node(p, FACT_UN, t->line, 0, "not", 3);
		c_node(p, FACT_CALL, t->line, 0, "", 0);
		c_leaf(p, FACT_NAME, t->line, "defined");
		c_node(p, FACT_ARG, t->line, 0, "", 0);
		if (p->pos < p->end)
			c_node_tok(p, FACT_NAME, 0, p->pos);
		else
			c_node(p, FACT_UNKNOWN, t->line, 0, "", 0);
		c_done(p);
		c_done(p);
		c_done(p);
		if (t->ask == C_ASK_NOT_DEFINED)
			c_done(p);
	} else if (!whole_expr(p)) {
		if (p->pos < p->end)
			c_leaf_text(p, FACT_UNKNOWN, p->pos, p->end);
		else
			c_leaf(p, FACT_UNKNOWN, t->line, "");
	}
	out_of(p, &a);
}

/* Reads all of what is left as a sequence; 0, and nothing written, if that errs. */
static int
whole_sequence(cparse *p, creader *fn)
{
	cstate s = c_mark(p);
	uint32_t errors = p->errors;

	c_sequence(p, fn, C_EOF);
	if (p->errors == errors && p->pos >= p->end)
		return 1;
	c_back(p, &s);
	p->errors = errors;
	return 0;
}

/* Whether a call, or a block, may be in what is left. */
static int
may_call(const cparse *p)
{
	for (uint32_t i = p->pos; i < p->end; i++) {
		uint32_t e = c_skip_attributes(p, i);

		if (e > i && p->tok[i].k != '[') {
			i = e - 1;
			continue;
		}
		if ((p->tok[i].k == '{' && i + 1 < p->end) || (p->tok[i].k == '(' && i > p->pos && p->tok[i - 1].k == C_ID))
			return 1;
	}
	return 0;
}

/* What is left, if it is neither an expression nor statements. */
static void
pieces(cparse *p)
{
	if (may_call(p))
		c_leaf(p, FACT_ERROR, p->tok[p->pos].line, "a macro of pieces of code");
	else
		c_leaf_text(p, FACT_UNKNOWN, p->pos, p->end);
}

static void
define(cparse *p, uint32_t d)
{
	uint32_t name = d + 1, end = p->tok[d].match, body = name + 1, open = C_NONE;
	uint32_t line = p->tok[d].line;
	aside a;

	if (name >= end || p->t->nopen > FACT_MAX_DEPTH - 20)
		return;
	if (p->tok[name].bits & C_CALLED) {
		open = body;
		body = p->tok[open].match == C_NONE ? end : p->tok[open].match + 1;
	}
	a = into(p, body, end);
	if (open == C_NONE) {
		c_node(p, FACT_DECL, line, FACT_MACRO, "", 0);
		c_node_tok(p, FACT_NAME, 0, name);
		c_done(p);
		if (body < end) {
			c_node(p, FACT_DEFAULT, line, 0, "", 0);
			if (whole_expr(p) || !may_call(p)) {
				if (p->pos < p->end)
					c_leaf_text(p, FACT_UNKNOWN, p->pos, p->end);
				c_done(p);
				c_done(p);
				out_of(p, &a);
				return;
			}
			c_done(p);
			c_done(p);
			/* a name for statements: a function without parameters */
			fact_cut(p->t, p->t->n - 3, p->t->nopen);
		} else {
			c_done(p);
			out_of(p, &a);
			return;
		}
	}
	{
		uint32_t f = c_node_tok(p, FACT_FUNC, FACT_MACRO, name);

		p->t->node[f < p->t->n ? f : 0].line = line;
		for (uint32_t i = open; i != C_NONE && i < body; i++)
			if (p->tok[i].k == C_DOTS || (p->tok[i].k != '(' && p->tok[i].k != ',' && p->tok[i].k != ')')) {
				int dots = p->tok[i].k == C_DOTS;
				if (dots && p->tok[i - 1].k != ',' && p->tok[i - 1].k != '(')
					continue; /* args... */
				if (dots)
					c_node(p, FACT_PARAM, p->tok[i].line, FACT_STAR, "__VA_ARGS__", 11);
				else
					c_node_tok(p, FACT_PARAM, c_kind(p, i + 1) == C_DOTS ? FACT_STAR : 0, i);
				c_done(p);
			}
		c_node(p, FACT_BLOCK, line, 0, "", 0);
		if (body < end) {
			uint32_t b = p->t->n;

			if (whole_expr(p)) {
				fact_wrap(p->t, b, FACT_RETURN, line, 0, "", 0);
			} else {
				if (!p->t->nomem)
					p->t->node[f].flags |= FACT_INLINE;
				if (!whole_sequence(p, c_statement) && !whole_sequence(p, c_at_file))
					pieces(p);
			}
		}
		c_done(p);
		c_done(p);
	}
	out_of(p, &a);
}

size_t
c_undefined(const cparse *p, uint32_t d, const char **name)
{
	const char *s = p->x->s + p->tok[d].at, *end = p->x->s + p->x->n;

	if (p->tok[d].k != C_PP_OTHER || p->tok[d].at >= p->x->n || *s != '#')
		return 0;
	for (s++; s < end && (*s == ' ' || *s == '\t'); s++) {}
	if (end - s < 6 || memcmp(s, "undef", 5) != 0)
		return 0;
	for (s += 5; s < end && (*s == ' ' || *s == '\t'); s++) {}
	for (*name = s; s < end && (*s == '_' || isalnum((unsigned char)*s)); s++) {}
	return (size_t)(s - *name);
}

/* The cone asks whether there is one. */
static void
undefined(cparse *p, uint32_t d)
{
	char text[100];
	const char *name;
	size_t n = c_undefined(p, d, &name);

	if (n > 0) {
		snprintf(text, sizeof text, C_UNDEF "%.*s", n < sizeof text ? (int)n : 0, name);
		c_leaf(p, FACT_COMMENT, p->tok[d].line, text);
	}
}

/* The #include at d, by a macro that is known where it has one. */
static void
include(cparse *p, uint32_t d)
{
	const ctok *w = &p->tok[d + 1], *is;
	const char *s = p->x->s;
	uint32_t n;
	cmacro *m = w->k == C_ID && p->tok[d].match == d + 2 ? c_macro_of(p, s + w->at, w->n) : NULL;

	if (m && (is = c_macro_body(p, d + 1, &n)) != NULL && n > 0 && (is->k == '<' || (is->k == C_STR && n == 1))) {
		const ctok *last = is + n - 1;
		s = m->of->s;
		c_node(p, FACT_INCLUDE, p->tok[d].line, is->k == C_STR ? FACT_QUOTED : 0, s + is->at + 1, last->at + last->n - is->at - 2);
	} else {
		uint32_t quote = w->k == C_STR && w->n >= 2;
		c_node(p, FACT_INCLUDE, p->tok[d].line, s[w->at] == '"' ? FACT_QUOTED : 0, s + w->at + quote, w->n - 2 * quote);
	}
	c_done(p);
}

void
c_directive_node(cparse *p)
{
	uint32_t d = p->pos;
	const ctok *t = &p->tok[d];

	if (t->k == C_PP_DEFINE) {
		c_macro_learn(p, d);
		define(p, d);
	} else if (t->k == C_PP_INCLUDE && t->match > d + 1) {
		p->enum_lost = 1;
		if (p->x == p->whole)
			c_header_learn(p, p->x, d, 0);
		include(p, d);
	} else {
		undefined(p, d);
	}
	p->pos = t->match;
}
