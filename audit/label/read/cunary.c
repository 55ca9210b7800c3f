/* cunary.c - an operand: casts and operators before it, calls and members after it. */
#include <stdio.h>
#include <string.h>

#include "../facts/cint_name.h"
#include "cread_impl.h"

/* What a cast may stand before. */
static int
begins_operand(const cparse *p, uint32_t i)
{
	uint16_t k = c_kind(p, i);

	return k == C_ID || k == C_NUM || k == C_STR || k == C_CHAR || k == '!' || k == '~' || k == C_SCOPE || k == '{' ||
	    (k >= CW_OPERATOR && k < CW_END) || (c_is_builtin(k) && p->x->cpp);
}

/* Is the type in [i, e) a pointer to an array, T (*)[n]? */
static int
to_array(const cparse *p, uint32_t i, uint32_t e)
{
	for (i = c_after(p, i); i < e; i = c_after(p, i))
		if (c_kind(p, i) == '(')
			return 1;
	return 0;
}

/* If the ( at pos opens a cast: the token after it; else 0. */
static uint32_t
cast_at(cparse *p, int *known)
{
	uint32_t i = p->pos, close = c_past(p, i), e;
	int plain;

	if (close > p->end || !(e = c_scan_type(p, c_after(p, i), &plain)) || c_kind(p, e) != ')' || c_after(p, e) != close)
		return 0;
	if (c_kind(p, e - 1) == ']' && c_kind(p, close) != '{' && !to_array(p, i, e))
		return 0;
	*known = !plain || c_is_type(p, e - 1) || c_kind(p, close) == '{';
	if (plain && c_kind(p, c_after(p, i)) == C_ID && c_kind(p, close) == '(' && !*known) {
		/* (a)(b) c, (a)(b *)(c): no call goes on so, and none is given a type */
		uint16_t k = c_closed(p, close) ? c_kind(p, c_past(p, close)) : C_EOF;
		uint32_t t = c_closed(p, close) ? c_scan_type(p, c_after(p, close), &plain) : 0;
		return t && c_kind(p, t) == ')' && c_after(p, t) == c_past(p, close) && (k == C_ID || k == C_NUM || k == C_STR || (!plain && k == '(')) ? close : 0;
	}
	if (*known) {
		uint16_t k = c_kind(p, close);
		return begins_operand(p, close) || k == '(' || k == '*' || k == '&' || k == '-' || k == '+' || k == C_INC || k == C_DEC || k == C_AND ||
		    (k == '[' && p->x->cpp) ? close : 0;
	}
	return begins_operand(p, close) ? close : 0;
}

/* Template arguments if the < at pos opens some, in an expression. */
static uint32_t
template_at(cparse *p)
{
	uint32_t e;
	uint16_t k;

	if (!p->x->cpp || c_kind(p, p->pos) != '<' || !(e = c_scan_angle_strictly(p, p->pos)))
		return 0;
	k = c_kind(p, e);
	if (k == '(' || k == C_SCOPE || k == '{' || k == C_LAUNCH)
		return e;
	if (k == ')' || k == ',' || k == ';' || k == '}' || k == ']' || k == C_AND || k == C_OR || k == '?' || k == ':' || k == C_DOTS || k == C_EQ || k == C_NE || k == '>' || k == '.' || k == C_SHL || k == C_EOF)
		return c_kind(p, e - 1) == '>' ? e : 0;
	return 0;
}

/* The type at [i, end) as a cast, "(int)", if it is of a number or a pointer to one. */
int
c_number_type(const cparse *p, uint32_t i, uint32_t end, char *out, size_t size)
{
	size_t n = 1;
	int names = 0, builtin = 0, stars = 0;

	*out = '(';
	for (; i < end; i++) {
		uint16_t k = c_kind(p, i);
		const ctok *t = &p->tok[i];
		if (c_is_qualifier(k))
			continue;
		if (k == C_SCOPE || (k == C_ID && c_kind(p, i + 1) == C_SCOPE))
			continue;
		stars += k == '*';
		builtin |= c_is_builtin(k) && !c_is(p, i, "void");
		names += k == C_ID;
		if ((k != '*' && k != C_ID && !c_is_builtin(k)) || c_is(p, i, "void") || n + t->n + 4 > size)
			return 0;
		if (n > 1)
			out[n++] = ' ';
		memcpy(out + n, p->x->s + t->at, t->n);
		n += t->n;
	}
	out[n] = '\0';
	if (names > 1 || (names && builtin) || (!names && !builtin) || (names && !cint_named(out + 1) && (stars || n < 4 || strcmp(out + n - 2, "_t") != 0 || out[1] == 'c' || out[1] == 'h')))
		return 0;
	strcpy(out + n, ")");
	return 1;
}

/* If the type at [i, end) is std::string: the token at which its name begins; else 0. */
static uint32_t
text_type(const cparse *p, uint32_t i, uint32_t end)
{
	while (i < end && c_is_qualifier(c_kind(p, i)))
		i++;
	if (!p->x->cpp || i >= end || !c_is(p, end - 1, "string"))
		return 0;
	return end - i == 1 || (end - i == 3 && c_is(p, i, "std") && c_kind(p, i + 1) == C_SCOPE) ? i : 0;
}

int
c_text_cast(cparse *p, uint32_t i, uint32_t end, int prec)
{
	uint32_t at = p->t->n, line = p->tok[p->pos].line, type = text_type(p, i, end);

	if (!type)
		return 0;
	c_path_expr(p, type, end);
	c_node(p, FACT_ARG, line, 0, "", 0);
	if (prec < 0)
		c_unary(p);
	else
		c_expr(p, prec);
	c_done(p);
	if (!p->err && !p->stop)
		c_wrap(p, at, FACT_CALL, line, "", 0);
	return 1;
}

static void
launch(cparse *p, uint32_t at)
{
	static const char *const what[] = {"grid", "block", "shared", "stream"};
	uint32_t line = p->tok[p->pos].line;
	int in_launch = p->in_launch;

	p->pos++;
	p->in_launch = 1;
	for (unsigned i = 0; !p->err && c_cur(p) != '>' && c_cur(p) != C_EOF; i++) {
		const char *w = what[i < 4 ? i : 3];

		c_node(p, FACT_ARG, c_line_here(p), 0, w, strlen(w));
		c_expr(p, PREC_ASSIGN);
		c_done(p);
		if (p->err || !c_accept(p, ','))
			break;
	}
	p->in_launch = in_launch;
	for (int i = 0; i < 3 && !p->err; i++)
		c_expect(p, '>');
	if (!p->err && c_expect(p, '('))
		c_args(p, ')');
	c_wrap(p, at, FACT_CALL, line, "", 0);
	if (!p->t->nomem && at < p->t->n && p->t->node[at].kind == FACT_CALL)
		p->t->node[at].flags |= FACT_LAUNCH;
}

/* Is the token at i a macro that may stand for a text: M("..."), M "..."? */
static int
text_macro(const cparse *p, uint32_t i)
{
	for (; c_is_shouted(p, i) && !(p->tok[i].bits & C_FRESH); i = c_after(p, i)) { /* CLEAR BOLD("...") */
		uint32_t a = c_after(p, i);
		if (c_kind(p, a) == C_STR || (c_kind(p, a) == '(' && c_kind(p, c_after(p, a)) == C_STR))
			return 1;
	}
	return 0;
}

/* Is the first argument of the CALL a text, or begins it with one? */
static int
of_text(const fact_tree *t, uint32_t call)
{
	uint32_t a = fact_find(t, call, FACT_ARG);

	return a && a + 1 < t->n && (t->node[a + 1].kind == FACT_STR || t->node[a + 1].kind == FACT_JOIN);
}

/* Whether a token of kind k after what stands at node `at` is a string beside it. */
static int
joins(const cparse *p, uint32_t at, uint16_t k)
{
	fact_kind left = at < p->t->n ? p->t->node[at].kind : FACT_NONE;
	int text = left == FACT_STR || left == FACT_JOIN || (left == FACT_UN && *fact_str(p->t, at) == '#');

	if (k == C_STR)
		return text || left == FACT_CALL || left == FACT_NAME;
	if (k == C_ID)
		return !(p->tok[p->pos].bits & C_TIGHT) && (text || (left == FACT_CALL && text_macro(p, p->pos) && p->t->node[at + 1].kind == FACT_NAME && of_text(p->t, at)));
	return text && p->in_define;
}

/* Is x++ between such tokens a statement, or the step of a for, whose value nobody takes? */
static int
is_statement(uint16_t before, uint16_t after)
{
	switch (before) {
	case ';': return 1;
	case '{': case '}': return after == ';' || after == ',';
	case ')': case '(': case ':': case CW_ELSE: case CW_DO: return after == ';';
	default: return before >= C_PP && after == ';';
	}
}

/* Does what stands behind such a token go on with an expression, so that T {...} is a value and no macro before a block? */
static int
within_expression(uint16_t before)
{
	return before == '(' || before == ',' || before == '=' || before == '?' || before == '[' || before == '!' || before == '+' || before == '-' || before == '*' || before == '/' || before == '%' ||
	    before == '<' || before == '>' || before == '|' || before == '^' || (before >= C_SHL && before <= C_OR) || (before >= C_ADDEQ && before <= C_SHLEQ) || before == CW_THROW || before == CW_RETURN;
}

/* Is the { at i, right behind a {, one of a value, and no macro's block? */
static int
among_values(const cparse *p, uint32_t i)
{
	uint32_t first = i;

	while (first > 0 && p->tok[first - 1].k != '{')
		first--;
	return first > 0 && !c_holds_statements(p, i) && !c_holds_statements(p, first - 1);
}

/* Is the name at pos, behind a number that is node `at`, a macro by which it is multiplied? */
static int
is_unit(const cparse *p, uint32_t at)
{
	uint16_t next = c_kind(p, p->pos + 1);
	uint32_t n;
	const ctok *t = c_is_macro(p, p->pos) ? c_macro_body(p, p->pos, &n) : NULL;

	if (c_is_macro(p, p->pos) && !t)
		return 0;
	for (uint32_t i = 1; t && i < n; i++)
		if (t[i].k == '(' && t[i - 1].k == C_ID) /* it calls */
			return 0;
	return !p->t->nomem && !p->stop && p->t->n == at + 1 && p->t->node[at].kind == FACT_INT && p->tok[p->pos - 1].k == C_NUM && c_is_shouted(p, p->pos) &&
	    !(p->tok[p->pos].bits & (C_TIGHT | C_FRESH)) && (next == ')' || next == ';' || next == ',' || next == ']' || next == '}' || next == ':' || within_expression(next));
}

/* What may follow the operand at node `at`, which stands behind the token before. */
static void
postfix(cparse *p, uint32_t at, uint16_t before)
{
	uint32_t e, line;
	uint16_t k;

	while (!p->err && !c_undecided(p)) {
		k = c_cur(p);
		line = k == C_EOF ? 0 : p->tok[p->pos].line;
		switch (k) {
		case '(':
			p->pos++;
			c_args(p, ')');
			c_wrap(p, at, FACT_CALL, line, "", 0);
			break;
		case '{': { /* T{...} */
			uint16_t was = p->tok[p->pos - 1].k;
			if (!p->x->cpp || (was != C_ID && was != '>') || !(p->tok[p->pos].bits & C_TIGHT || was == '>' || within_expression(before) || c_is_type(p, p->pos - 1) || (before == '{' && among_values(p, p->pos))) || p->t->node[at].kind == FACT_CALL)
				return;
			p->pos++;
			c_args(p, '}');
			c_wrap(p, at, FACT_CALL, line, "", 0);
			break;
		}
		case '[':
			p->pos++;
			{
				int in_launch = p->in_launch;
				p->in_launch = 0;
				if (c_cur(p) == ']')
					c_leaf(p, FACT_UNKNOWN, line, "");
				else if (c_cur(p) == '{')
					c_braces(p);
				else
					c_expr(p, PREC_COMMA);
				p->in_launch = in_launch;
			}
			if (!p->err)
				c_expect(p, ']');
			c_wrap(p, at, FACT_INDEX, line, "", 0);
			break;
		case '.': case C_ARROW: case C_SCOPE:
			p->pos++;
			while (c_cur(p) == CW_TEMPLATE || (c_cur(p) == C_SCOPE && k != C_SCOPE))
				p->pos++;
			if (c_cur(p) == '*') { /* T::*, which is no expression */
				c_odd(p, NULL);
				return;
			}
			if (c_cur(p) == CW_OPERATOR || c_cur(p) == '~') {
				char name[64];
				size_t n;
				e = c_cur(p) == '~' ? c_after(p, c_after(p, p->pos)) : c_scan_path(p, p->pos);
				c_path_text(p, p->pos, e, &n);
				n = n < sizeof name ? n : sizeof name;
				memcpy(name, p->buf, n);
				p->pos = e;
				c_wrap(p, at, FACT_ATTR, line, name, n);
				break;
			}
			if (c_cur(p) != C_ID && c_cur(p) < C_KEYWORD) {
				c_odd(p, NULL);
				return;
			}
			e = p->pos++;
			c_wrap(p, at, FACT_ATTR, p->tok[e].line, p->x->s + p->tok[e].at, p->tok[e].n);
			break;
		case C_INC: case C_DEC:
			p->pos++;
			c_leaf(p, FACT_INT, line, "1");
			c_wrap(p, at, FACT_ASSIGN, line, k == C_INC ? "+" : "-", 1);
			if (!is_statement(before, c_cur(p))) { /* what it was before */
				c_leaf(p, FACT_INT, line, "1");
				c_wrap(p, at, FACT_BIN, line, p->tok[p->pos - 1].k == C_INC ? "-" : "+", 1);
			}
			break;
		case C_SHL:
			if (!p->x->cpp || c_kind(p, p->pos + 1) != '<')
				return;
			p->pos++; /* << < */
			/* FALLTHROUGH */
		case C_LAUNCH:
			launch(p, at);
			break;
		case C_STR: case '#': case C_ID: /* strings of macros side by side */
			if (k == C_ID && is_unit(p, at)) { /* 128 KB */
				fact_cut(p->t, at, p->t->nopen);
				c_leaf_text(p, FACT_UNKNOWN, p->pos - 1, p->pos + 1);
				p->pos++;
				break;
			}
			if (p->t->nomem || p->stop || !joins(p, at, k))
				return;
			if (k == C_STR)
				c_literal(p);
			else
				c_unary(p);
			c_wrap(p, at, FACT_JOIN, line, "", 0);
			break;
		case '<':
			if ((e = template_at(p)) != 0 && (p->tok[p->pos - 1].k == C_ID)) {
				c_angle_key(p, p->pos, e);
				c_wrap(p, at, FACT_INDEX, line, "", 0);
				p->pos = e;
				break;
			}
			return;
		default:
			return;
		}
	}
}

/* If at pos a macro stands for a cast, CAST(T *)x: the token after it; else 0. */
static uint32_t
macro_cast(cparse *p)
{
	uint32_t open = c_after(p, p->pos), close, e;
	int plain;

	if (!c_is_shouted(p, p->pos) || c_kind(p, open) != '(' || !c_closed(p, open))
		return 0;
	close = c_past(p, open);
	if (c_kind(p, close) != C_ID || p->tok[close].bits & C_FRESH)
		return 0;
	e = c_scan_type(p, c_after(p, open), &plain);
	return e && !plain && c_kind(p, e) == ')' && c_after(p, e) == close && (c_kind(p, e - 1) == '*' || to_array(p, open, e)) ? close : 0; /* CAST(T (*)(int))x, too */
}

/* Does a macro before an operand stand at pos, CAST x->y, NOT f(), where no type can? */
static int
macro_prefix(const cparse *p, uint16_t before)
{
	uint32_t next = c_after(p, p->pos), n;
	uint16_t then = c_kind(p, c_after(p, next));

	if (before == ')' && then == '(' && c_is_shouted(p, p->pos) && c_kind(p, next) == C_ID && !c_is_shouted(p, next) && !(p->tok[p->pos].bits & C_FRESH))
		return !(p->tok[next].bits & C_FRESH) && !c_macro_body(p, next, &n); /* (T) CAST f(x) */
	return (before == '=' || before == CW_RETURN || ((before == '(' || before == ',') && (then == C_ARROW || then == '.' || then == '('))) && c_is_shouted(p, p->pos) && c_kind(p, next) == C_ID && !c_is_shouted(p, next) &&
	    !(p->tok[next].bits & C_FRESH) && !c_macro_body(p, next, &n);
}

void
c_unary(cparse *p)
{
	uint16_t k = c_cur(p), before = p->pos ? c_kind(p, p->pos - 1) : 0;
	uint32_t at = p->t->n, line = p->tok[p->pos < p->end ? p->pos : p->x->ntok].line, close;
	const char *op = NULL;
	int known;

	if (p->rec > MAX_REC || p->t->nopen > FACT_MAX_DEPTH - 10) {
		c_odd(p, "nested too deep");
		return;
	}
	p->rec++;
	switch (k) {
	case '!': op = "not"; break;
	case '-': op = "-"; break;
	case '+': op = "+"; break;
	case '~': op = "~"; break;
	default: break;
	}
	if (op) {
		p->pos++;
		c_unary(p);
		c_wrap(p, at, FACT_UN, line, op, strlen(op));
	} else if (k == '*' || k == '&') {
		p->pos++;
		c_unary(p);
		c_wrap(p, at, k == '*' ? FACT_DEREF : FACT_ADDR, line, "", 0);
	} else if (k == C_AND) { /* &&label */
		char label[64];
		int n;
		p->pos++;
		n = snprintf(label, sizeof label, "&&%.*s", c_cur(p) == C_ID ? (int)p->tok[p->pos].n : 0, c_cur(p) == C_ID ? p->x->s + p->tok[p->pos].at : "");
		c_node(p, FACT_UNKNOWN, line, 0, label, (size_t)n < sizeof label ? (size_t)n : sizeof label - 1);
		c_done(p);
		c_take(p);
	} else if (k == C_INC || k == C_DEC) {
		p->pos++;
		c_unary(p);
		c_leaf(p, FACT_INT, line, "1");
		c_wrap(p, at, FACT_ASSIGN, line, k == C_INC ? "+" : "-", 1);
	} else if (k == CW_DELETE) {
		p->pos++;
		if (c_cur(p) == '[' && c_kind(p, p->pos + 1) == ']')
			p->pos += 2;
		c_unary(p);
		c_wrap(p, at, FACT_DELETE, line, "", 0);
	} else if (k == CW_THROW) {
		p->pos++;
		if (c_cur(p) != ';' && c_cur(p) != ')' && c_cur(p) != ':' && c_cur(p) != ',')
			c_expr(p, PREC_ASSIGN);
		c_wrap(p, at, FACT_RAISE, line, "", 0);
	} else if (k == CW_CO_AWAIT || k == CW_CO_YIELD) {
		p->pos++;
		if (k == CW_CO_AWAIT)
			c_unary(p);
		else
			c_expr(p, PREC_ASSIGN);
		c_wrap(p, at, k == CW_CO_AWAIT ? FACT_AWAIT : FACT_YIELD, line, "", 0);
	} else if (k == '(' && c_is_class_key(c_kind(p, c_after(p, p->pos))) && c_kind(p, c_past(p, p->pos) - 1) == ')' && c_kind(p, c_past(p, p->pos) - 2) == '}' &&
	    c_kind(p, c_past(p, p->pos)) == '{') { /* (union { ... }){...}.x */
		p->pos = c_past(p, p->pos);
		c_braces(p);
		postfix(p, at, before);
	} else if (k == C_ID && macro_prefix(p, before)) {
		c_node_tok(p, FACT_NAME, 0, p->pos);
		c_done(p);
		c_node(p, FACT_ARG, line, 0, "", 0);
		p->pos++;
		c_unary(p);
		c_done(p);
		c_wrap(p, at, FACT_CALL, line, "", 0);
	} else if (k == C_ID && (close = macro_cast(p)) != 0) {
		p->pos = close;
		c_unary(p);
	} else if (k == '(' && (close = cast_at(p, &known)) != 0) {
		uint32_t type = c_after(p, p->pos), end = close - 1;

		p->pos = close;
		if (c_cur(p) == '{') { /* (T){...} */
			while (end > type && c_kind(p, end) != ')')
				end--;
			if ((c_kind(p, type) == C_ID || (c_kind(p, type) >= CW_STRUCT && c_kind(p, type) <= CW_CLASS)) && c_kind(p, end - 1) == C_ID) {
				if (c_kind(p, type) != C_ID && c_kind(p, type) != C_SCOPE)
					type = c_after(p, type);
				c_path_expr(p, type, end);
				p->pos++;
				c_args(p, '}');
				c_wrap(p, at, FACT_CALL, line, "", 0);
				if (!p->x->cpp && !p->t->nomem)
					p->t->node[at].flags |= FACT_FIELD;
			} else {
				c_braces(p);
			}
			postfix(p, at, before);
		} else {
			char name[64];
			int number = c_number_type(p, type, close - 1, name, sizeof name);
			if (c_text_cast(p, type, close - 1, -1)) {
				p->rec--;
				return;
			}
			c_unary(p);
			if (number && !p->err && !p->stop)
				c_wrap(p, at, FACT_UN, line, name, strlen(name));
			else if (p->x->cpp && !p->t->nomem && at < p->t->n)
				p->t->node[at].flags |= FACT_POINTER;
		}
	} else {
		c_primary(p);
		postfix(p, at, before);
	}
	p->rec--;
}
