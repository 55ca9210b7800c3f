/* cpieces.c - macros of a file whose bodies are pieces of statements (`else if (x)`, the head of a
 * loop, `case X`, a brace that another macro closes): what is read has them put in place, line for
 * line.
 *
 * As no statement of its own stands for such a macro, nothing else can be made of its uses. Those
 * of headers are left as they are. */
#include <stdlib.h>
#include <string.h>

#include "cread_impl.h"
#include "ctext.h"

enum { MAX_USES = 20000 };

static uint32_t
body_of(const clex *x, uint32_t d)
{
	if (!(x->tok[d + 1].bits & C_CALLED))
		return d + 2;
	return x->tok[d + 2].match == C_NONE ? x->tok[d].match : x->tok[d + 2].match + 1;
}

/* Is the body of the #define at d no expression and no whole statements? */
static int
is_piece(const clex *x, uint32_t d)
{
	uint32_t end = x->tok[d].match, from = d + 1 < end ? body_of(x, d) : end, open;
	uint16_t first, last;

	if (from >= end)
		return 0;
	for (uint32_t i = from; i < end; i++)
		if ((x->tok[i].k == '{' || x->tok[i].k == '}') && (x->tok[i].match == C_NONE || x->tok[i].match < from || x->tok[i].match >= end))
			return 1;
	first = x->tok[from].k;
	last = x->tok[end - 1].k;
	if (first == CW_ELSE)
		return 1;
	if (!(x->tok[d + 1].bits & C_CALLED) && (last == ';' || last == '}') && first != '{') /* statements, which no semicolon follows */
		return 1;
	if ((first == CW_IF || first == CW_FOR || first == CW_WHILE) && last == C_ID && (!(x->tok[d + 1].bits & C_CALLED) || x->tok[end - 2].k == ')')) /* if (x) f: its arguments follow */
		return 1;
	if (last == CW_ELSE || last == CW_DO)
		return 1;
	open = x->tok[end - 1].match;
	if (last != ')' || open == C_NONE || open <= from || open >= end)
		return 0;
	last = x->tok[open - 1].k;
	return last == CW_IF || last == CW_FOR || last == CW_SWITCH || (last == CW_WHILE && (open - 1 == from || x->tok[open - 2].k != '}'));
}

/* Is the token at i one of the parameters of the #define at d, which has some? */
static int
is_parameter(const clex *x, uint32_t d, uint32_t i)
{
	for (uint32_t k = d + 3; k < x->tok[d + 2].match && k < x->tok[d].match; k++)
		if (x->tok[k].k == C_ID && x->tok[k].n == x->tok[i].n && memcmp(x->s + x->tok[k].at, x->s + x->tok[i].at, x->tok[i].n) == 0)
			return 1;
	return 0;
}

/* Does the body of the #define at d begin with a value that is given, and a colon: `case` FLAG('c', x)? */
static int
ends_label(const clex *x, uint32_t d)
{
	uint32_t end = x->tok[d].match, choices = 0, given = 0;

	if (d + 1 >= end || !(x->tok[d + 1].bits & C_CALLED))
		return 0;
	for (uint32_t i = body_of(x, d); i < end; i++) {
		uint16_t k = x->tok[i].k;

		if (k == ':' && choices-- == 0)
			return given;
		if (k == ';' || k == ',' || k == '{' || k == '}' || k == '=' || k >= C_KEYWORD)
			return 0;
		choices += k == '?';
		given |= k == C_ID && is_parameter(x, d, i);
	}
	return 0;
}

/* Has the body of the #define at d a label of a switch, or the end of one? */
static int
has_label(const clex *x, uint32_t d)
{
	uint32_t end = x->tok[d].match, i = d + 1 < end ? body_of(x, d) : end;

	if (ends_label(x, d))
		return 1;
	for (; i < end && x->tok[i].k != CW_CASE && (x->tok[i].k != CW_DEFAULT || x->tok[i - 1].k == '='); i++)
		if ((x->tok[i].k == '(' || x->tok[i].k == '[' || x->tok[i].k == '{') && x->tok[i].match < end)
			i = x->tok[i].match;
	return i < end;
}

/* Is the #define at d one that no other can stand for: of no header that is seen (by q), of no other
 * place of the file, and under no #if but that of a whole header? */
static int
is_only(const cparse *q, uint32_t d)
{
	const clex *x = q->x;
	uint32_t name = d + 1, depth = 0, last = C_NONE;

	for (uint32_t i = 0; i < x->ntok; i++) {
		uint16_t k = x->tok[i].k;

		if (k == C_PP_DEFINE && i != d && i + 1 < x->tok[i].match && x->tok[i + 1].n == x->tok[name].n &&
		    memcmp(x->s + x->tok[i + 1].at, x->s + x->tok[name].at, x->tok[name].n) == 0)
			return 0;
		if (i < d)
			depth = depth + (k == C_PP_IF) - (k == C_PP_ENDIF && depth > 0);
		if (k == C_PP_ENDIF)
			last = i;
	}
	if (depth == 1 && x->tok[0].k == C_PP_IF && x->tok[0].ask == C_ASK_NOT_DEFINED && x->tok[0].at == last)
		depth = 0;
	return depth == 0 && !c_is_macro(q, name);
}

typedef struct { ctext text; uint32_t line; } output;

static void
put(output *o, const char *s, size_t n)
{
	ctext_put(&o->text, s, n);
	for (size_t i = 0; i < n; i++)
		o->line += s[i] == '\n';
}

/* The text of x with the uses in place, of labels too if that is said. NULL: there is none, or no memory (t->nomem). */
static char *
rewrite(cparse *p, const clex *x, int labels, size_t *n)
{
	output o = {.text = {.most = SIZE_MAX}, .line = 1};
	uint32_t at = 0, uses = 0;

	for (uint32_t i = 0; i < x->ntok && !o.text.bad; i++) {
		const ctok *t = &x->tok[i];
		uint32_t end, k;
		char *put_in;
		size_t len;

		if (t->k == C_PP_DEFINE) {
			int piece = is_piece(x, i) || (labels && has_label(x, i));
			if (i + 1 < t->match)
				c_macro_keep(p, i, piece);
		}
		if (t->k >= C_PP) { /* its words are copied, but uses are not looked for */
			for (k = i + 1; k < t->match && k < x->ntok; k++) {
				put(&o, x->s + at, x->tok[k].at - at);
				at = x->tok[k].at;
				while (o.line < x->tok[k].line && !o.text.bad)
					put(&o, "\\\n", 2);
			}
			i = k - 1;
			continue;
		}
		put(&o, x->s + at, t->at - at);
		at = t->at;
		while (o.line < t->line && !o.text.bad)
			put(&o, "\\\n", 2);
		if (t->k != C_ID || uses >= MAX_USES || !(put_in = c_macro_put(p, i, &end, &len)))
			continue;
		for (size_t c = 0; c < len; c++)
			if (put_in[c] == '\n')
				put_in[c] = ' ';
		put(&o, " ", 1);
		put(&o, put_in, len);
		put(&o, " ", 1);
		free(put_in);
		uses++;
		at = x->tok[end - 1].at + x->tok[end - 1].n;
		i = end - 1;
	}
	put(&o, x->s + at, x->n - at);
	if (o.text.bad)
		p->t->nomem = 1;
	if (o.text.bad || !uses) {
		free(o.text.s);
		return NULL;
	}
	*n = o.text.n;
	return o.text.s;
}

char *
c_pieces(fact_tree *t, const clex *x, size_t *n)
{
	cparse p = {.x = x, .whole = x, .t = t, .tok = x->tok, .end = x->ntok}, q = p; /* q: with the macros of headers */
	char *s = NULL;
	int any = 0, labels = 0;

	for (uint32_t i = 0; i < x->ntok; i++)
		if (x->tok[i].k == C_PP_DEFINE) {
			any |= is_piece(x, i);
			labels |= has_label(x, i);
		}
	for (uint32_t i = 0; labels && i < x->ntok; i++)
		if (x->tok[i].k == C_PP_INCLUDE)
			c_header_learn(&q, x, i, 0);
	for (uint32_t i = 0; labels && i < x->ntok; i++) /* all of them, or a switch loses arms */
		if (x->tok[i].k == C_PP_DEFINE && has_label(x, i))
			labels = is_only(&q, i);
	if (any || labels)
		s = rewrite(&p, x, labels, n);
	as_intern_free(&p.macros);
	free(p.macro);
	c_headers_free(&q);
	as_intern_free(&q.macros);
	free(q.macro);
	return s;
}
