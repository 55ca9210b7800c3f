/* cprimary.c - what an expression begins with: names, literals, new, lambdas, casts by name. */
#include <string.h>

#include "cread_impl.h"

/* sizeof x, alignof(T), offsetof(T, m), noexcept(e), typeid(e): no value that is known. */
static void
unevaluated(cparse *p)
{
	uint32_t from = p->pos, i;

	p->pos++;
	if (c_cur(p) == C_DOTS)
		p->pos++;
	i = p->pos;
	if (c_cur(p) == '(' && c_closed(p, i)) {
		p->pos = c_past(p, i);
		while (c_cur(p) == '[' && c_closed(p, p->pos))
			p->pos = c_past(p, p->pos);
		while ((c_cur(p) == '.' || c_cur(p) == C_ARROW || c_cur(p) == C_SCOPE) && c_kind(p, p->pos + 1) == C_ID)
			p->pos += 2;
		c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}
	{
		uint32_t n = p->t->n, nopen = p->t->nopen;

		c_unary(p);
		if (p->err || p->stop)
			return;
		fact_cut(p->t, n, nopen);
		c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
	}
}

/* new T(...), new T{...}, new T, new T[n]. */
static void
new_expr(cparse *p)
{
	uint32_t from = p->pos, line = p->tok[from].line, at, e, flags = 0;
	cspec d;
	int parens;

	p->pos++;
	if (c_cur(p) == '(' && c_closed(p, p->pos) && (c_kind(p, c_past(p, p->pos)) == C_ID || c_kind(p, c_past(p, p->pos)) == C_SCOPE || c_is_builtin(c_kind(p, c_past(p, p->pos)))))
		p->pos = c_past(p, p->pos); /* where to */
	parens = c_accept(p, '('); /* new (T) */
	if ((c_cur(p) == C_ID || c_cur(p) == C_SCOPE) && (e = c_scan_path(p, p->pos)) > p->pos) {
		d.from = p->pos;
		d.to = d.next = e;
	} else if (!c_scan_spec(p, p->pos, AT_PARAM, &d)) {
		c_odd(p, NULL);
		return;
	}
	e = d.next;
	while (c_kind(p, e) == '*' || c_kind(p, e) == CW_CONST) {
		flags = 1;
		e = c_after(p, e);
	}
	p->pos = e;
	if (parens)
		c_accept(p, ')');
	if (c_cur(p) == '[' || flags || d.from == d.to) {
		while (c_cur(p) == '[' && c_closed(p, p->pos))
			p->pos = c_past(p, p->pos);
		if ((c_cur(p) == '(' || c_cur(p) == '{') && c_closed(p, p->pos))
			p->pos = c_past(p, p->pos);
		c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}
	at = p->t->n;
	if (c_is_builtin(c_kind(p, d.from)))
		c_leaf_text(p, FACT_NAME, d.from, d.to);
	else
		c_path_expr(p, d.from, d.to);
	if (c_cur(p) == '(' || c_cur(p) == '{') {
		uint16_t close = c_cur(p) == '(' ? ')' : '}';
		p->pos++;
		c_args(p, close);
	}
	c_wrap(p, at, FACT_CALL, line, "", 0);
	if (!p->t->nomem && at < p->t->n)
		p->t->node[at].flags |= FACT_ARRAY;
}

/* What a lambda takes with it by [...]; by reference: only what [=] would take too. */
static void
captures(cparse *p, uint32_t i, uint32_t end)
{
	uint32_t pos = p->pos;
	int all = 0;

	while (i < end && !p->err && !p->stop) {
		uint32_t ref = c_kind(p, i) == '&', name = ref ? c_after(p, i) : i, next = c_after(p, name);

		if (name < end && c_kind(p, name) == C_DOTS) { /* a pack, made here */
			name = next;
			next = c_after(p, name);
		}
		if (c_kind(p, i) == '*' && c_kind(p, c_after(p, i)) == CW_THIS) {
			c_leaf(p, FACT_CAPTURE, p->tok[i].line, "this");
		} else if (!ref && c_kind(p, i) == '=') {
			all = 1;
			c_leaf(p, FACT_CAPTURE, p->tok[i].line, "");
		} else if (name < end && c_kind(p, name) == C_ID) {
			int made = c_kind(p, next) == '=' || c_kind(p, next) == '(' || c_kind(p, next) == '{';
			if (made || all || !ref) {
				c_node_tok(p, FACT_CAPTURE, ref ? FACT_REF : 0, name);
				p->pos = made && c_kind(p, next) == '=' ? c_after(p, next) : next;
				if (made)
					c_expr(p, PREC_ASSIGN);
				c_done(p);
				i = p->pos;
			}
		}
		while (i < end && c_kind(p, i) != ',')
			i = (c_kind(p, i) == '(' || c_kind(p, i) == '{' || c_kind(p, i) == '[') && c_past(p, i) < end ? c_past(p, i) : c_after(p, i);
		i = c_after(p, i);
	}
	if (!p->stop)
		p->pos = pos;
}

int
c_is_lambda(const cparse *p, uint32_t i)
{
	uint16_t k;

	if (!p->x->cpp || !c_closed(p, i))
		return 0;
	k = c_kind(p, c_past(p, i));
	return k == '(' || k == '{' || k == '<' || k == CW_MUTABLE || k == CW_CONSTEXPR || k == CW_NOEXCEPT || k == C_ARROW || k == CW_DEVICE || k == CW_HOST ||
	    (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_) || k == C_ID;
}

static void
lambda(cparse *p)
{
	uint32_t open = p->pos, close = p->tok[open].match;
	cstate s = c_mark(p);

	c_node(p, FACT_FUNC, p->tok[open].line, 0, "", 0);
	p->pos = c_past(p, open);
	if (c_cur(p) == '<' && c_scan_angle(p, p->pos))
		p->pos = c_scan_angle(p, p->pos);
	p->pos = c_skip_attributes(p, p->pos);
	while (c_cur(p) == CW_DEVICE || c_cur(p) == CW_HOST || c_cur(p) == C_ID)
		p->pos++;
	if (c_cur(p) == '(')
		c_params(p);
	captures(p, c_after(p, open), close);
	while (!p->err && c_cur(p) != '{' && c_cur(p) != C_EOF) {
		int plain;
		uint32_t e;

		if (c_cur(p) == C_ARROW) {
			e = c_scan_type(p, p->pos + 1, &plain);
			if (!c_trailing_type(p, p->pos))
				c_leaf(p, FACT_TYPE, p->tok[p->pos].line, "decltype"); /* not known */
			p->pos = e ? e : p->pos + 1;
		} else if (c_cur(p) == CW_NOEXCEPT || c_cur(p) == CW_REQUIRES || c_cur(p) == CW_THROW) {
			p->pos++;
			if (c_cur(p) == '(')
				p->pos = c_past(p, p->pos);
		} else if (c_cur(p) == ';' || c_cur(p) == ')' || c_cur(p) == '}') {
			c_odd(p, NULL);
		} else {
			e = c_skip_attributes(p, p->pos);
			p->pos = e > p->pos ? e : p->pos + 1;
		}
	}
	p->in_launch = 0;
	if (!p->err && c_cur(p) == '{')
		c_block(p);
	else
		c_odd(p, NULL);
	c_done(p);
	p->in_launch = s.in_launch;
}

/* ({ statements }): a lambda that is called, whose value is its last expression. */
static void
statement_expr(cparse *p)
{
	uint32_t at = p->t->n, line = p->tok[p->pos].line, last = 0, b;

	p->pos++;
	c_node(p, FACT_FUNC, line, 0, "", 0);
	b = p->t->n;
	c_block(p);
	c_done(p);
	if (!p->t->nomem && !p->stop && b < p->t->n && p->t->node[b].kind == FACT_BLOCK) {
		for (uint32_t i = b + 1; i < p->t->node[b].end; i = p->t->node[i].end)
			if (p->t->node[i].kind != FACT_COMMENT)
				last = i;
		if (last && (p->t->node[last].kind >= FACT_NONE || p->t->node[last].kind == FACT_ASSIGN)) {
			fact_wrap(p->t, last, FACT_RETURN, p->t->node[last].line, 0, "", 0);
			for (uint32_t i = at; i <= b; i++)
				p->t->node[i].end = p->t->n;
			p->deep++;
		}
	}
	c_wrap(p, at, FACT_CALL, line, "", 0);
	c_expect(p, ')');
}

static int
is_cast_word(uint16_t k)
{
	return k >= CW_STATIC_CAST && k <= CW_REINTERPRET_CAST;
}

/* int(x), float{x}: x. */
static void
builtin_call(cparse *p)
{
	uint32_t from = p->pos, e = p->pos, at = p->t->n, line = p->tok[p->pos].line;
	char name[64];
	int number;

	while (c_is_builtin(c_kind(p, e)) || c_kind(p, e) == CW_CONST)
		e = c_after(p, e);
	if (c_kind(p, e) != '(' && c_kind(p, e) != '{') {
		c_odd(p, NULL);
		return;
	}
	number = c_number_type(p, from, e, name, sizeof name);
	p->pos = e;
	if (c_after(p, c_after(p, e)) == c_past(p, e)) {
		p->pos = c_past(p, e);
		c_leaf(p, FACT_INT, p->tok[from].line, "0");
		return;
	}
	p->pos++;
	c_expr(p, PREC_COMMA);
	if (!p->err)
		c_expect(p, c_kind(p, e) == '(' ? ')' : '}');
	if (number && !p->err && !p->stop)
		c_wrap(p, at, FACT_UN, line, name, strlen(name));
}

/* All that a macro stands for as one value. */
static void
one(cparse *p)
{
	c_expr(p, PREC_ASSIGN);
	if (!p->err && p->pos < p->end)
		c_odd(p, NULL);
}

/* Is the name at i one of those that stand behind a function's name lest it be taken for a macro? Another may be an operator. */
static int
prevents_macro(const cparse *p, uint32_t i)
{
	const ctok *t = &p->tok[i];

	return c_is_shouted(p, i) && memmem(p->x->s + t->at, t->n, "MACRO", 5) != NULL;
}

/* A name, or a macro that is used like one. */
static void
name_at(cparse *p)
{
	uint32_t line = p->tok[p->pos].line, e = p->pos;

	while (c_kind(p, e) == C_ID && c_is_shouted(p, e) && c_kind(p, c_after(p, e)) == C_ID)
		e = c_after(p, e);
	if (e > p->pos && c_kind(p, c_after(p, e)) == C_STR) { /* TAB TAB "text" */
		uint32_t at = p->t->n;

		c_node_tok(p, FACT_NAME, 0, p->pos);
		c_done(p);
		p->pos = c_after(p, p->pos);
		c_primary(p);
		c_wrap(p, at, FACT_JOIN, line, "", 0);
		return;
	}
	if (c_kind(p, c_after(p, p->pos)) == C_STR && !(p->tok[p->pos + 1].bits & C_TIGHT)) {
		c_literal(p);
		return;
	}
	if (p->pos + 1 < p->end && p->tok[p->pos + 1].k == '(' && c_expand(p, one, C_PASTES_VALUE))
		return;
	e = p->pos++;
	if (!p->in_define && (c_is(p, e, "TRUE") || c_is(p, e, "FALSE")) && c_cur(p) != '(' && c_cur(p) != C_SCOPE && c_cur(p) != C_ID) { /* of a header of every library */
		c_leaf(p, FACT_BOOL, line, c_is(p, e, "TRUE") ? "1" : "0");
		return;
	}
	if (p->in_define && c_is(p, e, "defined") && c_cur(p) == C_ID) { /* defined X */
		c_node(p, FACT_CALL, line, 0, "", 0);
		c_leaf(p, FACT_NAME, line, "defined");
		c_node(p, FACT_ARG, line, 0, "", 0);
		e = p->pos++;
		c_node_tok(p, FACT_NAME, 0, e);
		c_done(p);
		c_done(p);
		c_done(p);
		return;
	}
	c_node_tok(p, FACT_NAME, 0, e);
	c_done(p);
	if (c_cur(p) == C_ID && c_kind(p, c_after(p, p->pos)) == '(' && prevents_macro(p, p->pos))
		p->pos++; /* f NOT_A_MACRO (x) */
}

/* (x), ({ ... }), or a fold: (... op x), (f(args), ...). */
static void
in_parentheses(cparse *p)
{
	int in_launch = p->in_launch;
	cbinary b;

	if (c_kind(p, c_after(p, p->pos)) == '{' && c_holds_statements(p, c_after(p, p->pos))) {
		statement_expr(p);
		return;
	}
	p->pos++;
	p->in_launch = 0;
	if (c_cur(p) == C_DOTS && p->x->cpp) {
		p->pos++;
		if (c_operator_here(p, &b))
			p->pos += b.ntok;
	}
	if (c_cur(p) == C_DOTS || (c_cur(p) == ')' && p->in_define))
		c_odd(p, NULL);
	else
		c_expr(p, PREC_COMMA);
	p->in_launch = in_launch;
	if (!p->err && p->x->cpp && (c_cur(p) == C_DOTS || (c_operator_here(p, &b) && c_kind(p, c_after(p, p->pos)) == C_DOTS))) {
		p->pos = p->tok[p->pos].k == C_DOTS ? p->pos + 1 : c_after(p, p->pos) + 1;
		if (c_operator_here(p, &b)) {
			p->pos += b.ntok;
			c_expr(p, PREC_COMMA);
		}
	}
	if (!p->err)
		c_expect(p, ')');
}

/* __builtin_expect(x, y), whose second argument is a hint: x. */
static void
expected(cparse *p)
{
	p->pos++;
	if (!c_expect(p, '('))
		return;
	c_expr(p, PREC_ASSIGN);
	if (!p->err && c_accept(p, ',')) {
		cstate s = c_mark(p);
		c_expr(p, PREC_ASSIGN);
		if (!p->err && !p->stop)
			fact_cut(p->t, s.n, s.nopen);
	}
	if (!p->err)
		c_expect(p, ')');
}

/* operator==, as a name. */
static void
operator_name(cparse *p)
{
	uint32_t line = p->tok[p->pos].line, e = c_scan_path(p, p->pos);
	size_t n;

	c_path_text(p, p->pos, e, &n);
	c_node(p, FACT_NAME, line, 0, p->buf ? p->buf : "", n);
	c_done(p);
	p->pos = e;
	if (c_cur(p) == '<' && (e = c_scan_angle_strictly(p, p->pos)) != 0 && c_kind(p, e) == '(') /* operator()<T>(x) */
		p->pos = e;
}

/* decltype(x){...}, typeof(x), auto(x). */
static void
deduced(cparse *p)
{
	uint32_t from = p->pos;
	int is_auto = c_cur(p) == CW_AUTO;

	p->pos++;
	if (!is_auto && c_cur(p) == '(')
		p->pos = c_past(p, p->pos);
	if (is_auto && (c_cur(p) == '(' || c_cur(p) == '{')) {
		p->pos++;
		c_expr(p, PREC_ASSIGN);
		c_take(p);
		return;
	}
	c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
	if (c_cur(p) == '{' && c_closed(p, p->pos))
		p->pos = c_past(p, p->pos);
}

/* "(dynamic a.T *)": a dynamic_cast to a class by its name; 0: to another type. */
static int
dynamic_type(cparse *p, uint32_t i, uint32_t end, char *name, size_t cap)
{
	size_t n = (size_t)snprintf(name, cap, "(dynamic ");
	int ends = 0;

	for (; i < end; i++) {
		const ctok *t = &p->tok[i];
		const char *s = p->x->s + t->at;

		if (t->k == C_ID && !ends && n + t->n + 8 < cap)
			n += (size_t)snprintf(name + n, cap - n, "%.*s", (int)t->n, s);
		else if (t->k == C_SCOPE && !ends)
			n += name[n - 1] == ' ' ? 0 : (size_t)snprintf(name + n, cap - n, ".");
		else if ((t->k == '*' || t->k == '&') && !ends)
			ends = t->k;
		else if (t->k != CW_CONST)
			return 0;
	}
	snprintf(name + n, cap - n, " %c)", ends);
	return ends && name[n - 1] != ' ' && name[n - 1] != '.';
}

/* static_cast<T>(x) and its kin. */
static void
cast_by_name(cparse *p)
{
	uint32_t line = p->tok[p->pos].line, at = p->t->n, e, type;
	char name[160];
	int number, text, dynamic = c_cur(p) == CW_DYNAMIC_CAST;

	p->pos++;
	e = c_cur(p) == '<' ? c_scan_angle(p, p->pos) : 0;
	if (!e || c_kind(p, e) != '(') {
		c_odd(p, NULL);
		return;
	}
	type = p->pos + 1;
	number = c_number_type(p, type, e - 1, name, sizeof name);
	p->pos = e + 1;
	text = c_text_cast(p, type, e - 1, PREC_COMMA);
	if (!text)
		c_expr(p, PREC_COMMA);
	if (!p->err)
		c_expect(p, ')');
	if (text)
		return;
	if (dynamic && !p->err && !p->stop && dynamic_type(p, type, e - 1, name, sizeof name)) {
		if (!p->t->nomem && at < p->t->n)
			p->t->node[at].flags |= FACT_POINTER;
		c_wrap(p, at, FACT_UN, line, name, strlen(name));
	} else if (number && !p->err && !p->stop)
		c_wrap(p, at, FACT_UN, line, name, strlen(name));
	else if (!p->t->nomem && at < p->t->n)
		p->t->node[at].flags |= FACT_POINTER;
}

/* #x in a macro. */
static void
as_text(cparse *p)
{
	uint32_t at = p->t->n, line = p->tok[p->pos].line;

	p->pos++;
	c_node_tok(p, FACT_NAME, 0, p->pos);
	c_done(p);
	p->pos++;
	c_wrap(p, at, FACT_UN, line, "#", 1);
}

void
c_primary(cparse *p)
{
	uint16_t k = c_cur(p);
	uint32_t line = p->tok[p->pos].line;

	switch (k) {
	case C_ID:
		name_at(p);
		return;
	case C_NUM: case C_STR: case C_CHAR: case CW_TRUE: case CW_FALSE:
		c_literal(p);
		return;
	case CW_NULL: case CW_NULLPTR:
		c_leaf(p, FACT_NONE, line, "");
		p->pos++;
		return;
	case CW_THIS:
		c_leaf(p, FACT_NAME, line, "this");
		p->pos++;
		return;
	case C_SCOPE: case CW_TYPENAME: case CW_TEMPLATE:
		p->pos++;
		c_primary(p);
		return;
	case '(':
		in_parentheses(p);
		return;
	case '{':
		c_braces(p);
		return;
	case CW_NEW:
		new_expr(p);
		return;
	case CW_SIZEOF: case CW_ALIGNOF: case CW_ALIGNOF_: case CW_ALIGNOF__: case CW_OFFSETOF: case CW_OFFSETOF_: case CW_TYPEID: case CW_NOEXCEPT:
	case CW_GENERIC: case CW_REQUIRES:
		unevaluated(p);
		if (k == CW_REQUIRES && c_cur(p) == '{')
			p->pos = c_past(p, p->pos);
		return;
	case CW_EXPECT:
		expected(p);
		return;
	case CW_OPERATOR:
		operator_name(p);
		return;
	case CW_DECLTYPE: case CW_TYPEOF: case CW_TYPEOF_: case CW_TYPEOF__: case CW_AUTO:
		deduced(p);
		return;
	case CW_EXTENSION:
		p->pos++;
		c_unary(p);
		return;
	}
	if (k == '[' && c_is_lambda(p, p->pos))
		lambda(p);
	else if (k == '#' && p->in_define && c_kind(p, p->pos + 1) == C_ID)
		as_text(p);
	else if (is_cast_word(k))
		cast_by_name(p);
	else if (c_is_builtin(k))
		builtin_call(p);
	else
		c_odd(p, NULL);
}
