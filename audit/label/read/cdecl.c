/* cdecl.c - declarations: functions, variables, aliases, namespaces, templates. */
#include <stdio.h>
#include <string.h>

#include "cread_impl.h"

static int
same_text(const cparse *p, uint32_t a, uint32_t b)
{
	return p->tok[a].n == p->tok[b].n && memcmp(p->x->s + p->tok[a].at, p->x->s + p->tok[b].at, p->tok[a].n) == 0;
}

/* The token after NAME(...) at [from, i), if ( opens at i and parameters follow it: a
 * function that a macro names; else i. */
uint32_t
c_macro_name(const cparse *p, uint32_t i)
{
	uint32_t j = c_past(p, i), k;

	if (c_kind(p, i) != '(' || c_kind(p, j) != '(')
		return i;
	k = c_past(p, j);
	if (c_is_shouted(p, k) && (c_kind(p, c_after(p, k)) == ';' || (c_kind(p, c_after(p, k)) == '{' && (c_is_shouted(p, i - 1) || (c_kind(p, i + 1) == C_ID && p->tok[i].match == i + 2))))) /* PURE; NAME(f)(int a) SUFFIX { */
		return j;
	return c_kind(p, k) == '{' || c_kind(p, k) == ';' || c_kind(p, k) == CW_CONST || c_kind(p, k) == CW_NOEXCEPT ? j : i;
}

/* The last name in the brackets at i that may be what a macro declares, DECLARE(4, int, x)
 * and API(int, f); C_NONE. */
uint32_t
c_last_name(const cparse *p, uint32_t i)
{
	uint32_t close = p->tok[i].match;

	while (close > i + 1 && c_kind(p, close - 1) == ']' && p->tok[close - 1].match < close - 1 && p->tok[close - 1].match > i) /* x[4] */
		close = p->tok[close - 1].match;
	return close > i + 1 && c_kind(p, close - 1) == C_ID && c_kind(p, close - 2) != '.' && c_kind(p, close - 2) != C_ARROW ? close - 1 : C_NONE;
}

/* Does the macro at [name, i) declare the last name in the ( at i, DECLARE(4, int, x)[8] or DECLARE(4, int, x[8]) = {...}? */
static int
declares_last(const cparse *p, uint32_t name, uint32_t i, cplace at)
{
	uint32_t past = c_past(p, i);

	if (c_last_name(p, i) == C_NONE)
		return 0;
	return c_kind(p, past) == '[' || (c_kind(p, past) == '=' && at != AT_CLASS && c_is_shouted(p, name) && c_kind(p, c_after(p, past)) == '{');
}

/* Does the macro at [name, i) declare the first name in the ( at i, T ALIGN(x, 16) = ... or T ALIGN(x[4], 16);? A number
 * is no parameter of a function of C, and nothing that is constructed has a value too. */
static int
declares_first(const cparse *p, uint32_t name, uint32_t i)
{
	uint32_t a = i + 1, past = c_past(p, i);
	uint16_t k = c_kind(p, past);

	if (c_kind(p, a) != C_ID || !c_is_shouted(p, name))
		return 0;
	for (a++; c_kind(p, a) == '['; a = c_past(p, a)) {}
	return c_kind(p, a) == ',' && (k == '=' || ((k == ';' || k == ',') && !p->x->cpp && c_kind(p, a + 1) == C_NUM && c_kind(p, a + 2) == ')'));
}

/* The name that the macro at [name, i) declares in the ( at i: the last there, or the first; C_NONE. */
static uint32_t
declared(const cparse *p, uint32_t name, uint32_t i, cplace at)
{
	return declares_last(p, name, i, at) ? c_last_name(p, i) : declares_first(p, name, i) ? i + 1 : C_NONE;
}

/* Whether what a ( at i opens can be parameters. */
int
c_is_function(cparse *p, uint32_t i, cplace at)
{
	uint32_t a = c_after(p, i), close = c_past(p, i), e;
	uint16_t k = c_kind(p, a), f = c_kind(p, close);
	cspec d;

	if (at == AT_CLASS || k == ')' || k == C_DOTS)
		return 1;
	if (f == '{' || f == CW_CONST || f == CW_NOEXCEPT || f == C_ARROW || f == CW_TRY || (f == ':' && at == AT_FILE))
		return at != AT_BLOCK || f == '{';
	if (k == C_NUM || k == C_STR || k == C_CHAR || k == '&' || k == '-' || k == '!' || k == '[' || k == '{' || k == '(' || k == '*' || k == '~' ||
	    (k >= CW_OPERATOR && k < CW_END))
		return 0;
	if (c_is_builtin(k) && c_kind(p, c_after(p, a)) == '(' && c_kind(p, c_after(p, c_after(p, a))) == '*' && c_kind(p, c_past(p, c_after(p, a))) == '(')
		return 1; /* int (*f)() */
	if (k != C_ID && k != C_SCOPE)
		return !(c_is_builtin(k) && (c_kind(p, c_after(p, a)) == '(' || c_kind(p, c_after(p, a)) == '{'));
	if ((e = c_scan_path(p, a)) == a)
		return 0;
	k = c_kind(p, e);
	if (k == C_ID || c_is_type(p, e - 1))
		return 1;
	if (k == ')' || k == ',')
		return at == AT_FILE;
	if (k == '*' || k == '&' || k == C_AND)
		return at == AT_FILE && c_scan_spec(p, a, AT_PARAM, &d);
	return c_scan_spec(p, a, AT_BLOCK, &d) && (at == AT_FILE || d.sure);
}

/* T x(a), T x{a}: a call of T. */
static void
constructed(cparse *p, const cspec *d, uint32_t flags)
{
	uint16_t close = c_cur(p) == '(' ? ')' : '}';
	uint32_t at = p->t->n, line = c_line_here(p);
	int simple = d->builtin || (flags & (FACT_POINTER | FACT_REF | FACT_ARRAY)) || d->from == d->to || c_kind(p, d->from) == CW_AUTO;

	if (simple) {
		if (close == '}' && ((flags & FACT_ARRAY) || c_after(p, p->pos) == p->tok[p->pos].match)) {
			c_braces(p);
			return;
		}
		p->pos++;
		if (c_cur(p) == close)
			c_leaf(p, FACT_LIST, line, "");
		else
			c_expr(p, PREC_ASSIGN);
		if (!p->err && c_cur(p) == ',') { /* of an auto, or of a type that a macro hides */
			c_accept(p, ',');
			c_wrap(p, at, FACT_ARG, line, "", 0);
			c_args(p, close);
			c_wrap(p, at, FACT_LIST, line, "", 0);
			return;
		}
		if (!p->err)
			c_expect(p, close);
		return;
	}
	c_path_expr(p, d->from, d->to);
	p->pos++;
	c_args(p, close);
	c_wrap(p, at, FACT_CALL, line, "", 0);
}

/* auto [a, b] = e. */
static void
binding(cparse *p)
{
	uint32_t at = p->t->n, line = c_line_here(p), end = c_past(p, p->pos);
	uint16_t before = c_kind(p, p->pos - 1);

	c_node(p, FACT_TUPLE, line, before == '&' || before == C_AND ? FACT_REF : 0, "", 0);
	for (p->pos++; c_cur(p) != ']' && c_cur(p) != C_EOF; p->pos++)
		if (c_cur(p) == C_ID) {
			c_node_tok(p, FACT_NAME, 0, p->pos);
			c_done(p);
		}
	c_done(p);
	p->pos = end;
	if (c_cur(p) == '=' || c_cur(p) == '(' || c_cur(p) == '{') {
		uint16_t close = c_cur(p) == '=' ? 0 : c_cur(p) == '(' ? ')' : '}';
		p->pos++;
		c_expr(p, PREC_ASSIGN);
		if (close && !p->err)
			c_expect(p, close);
		c_wrap(p, at, FACT_ASSIGN, line, "", 0);
	}
}

/* How many elements an array has, whose brackets begin at `at`. */
static void
dimensions(cparse *p, uint32_t at)
{
	uint32_t was = p->pos, first = at;

	for (; c_kind(p, at) == '[' && c_closed(p, at) && !p->err; at = c_past(p, at)) {
		uint32_t n = c_after(p, at);
		int simple = (c_kind(p, n) == C_NUM || c_kind(p, n) == C_ID) && c_after(p, n) == p->tok[at].match;
		if (!simple && at == first)
			return;
		c_node(p, FACT_DIM, p->tok[at].line, 0, "", 0);
		p->pos = n;
		if (simple)
			c_expr(p, PREC_COND);
		c_done(p);
	}
	p->pos = was;
}

/* What is declared is another variable, which is called so where it is linked: asm("name"), alias("name"). */
static void
linked_as(cparse *p, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i + 2 < to; i++) {
		uint16_t k = c_kind(p, i);
		if ((k == CW_ASM || k == CW_ASM_ || k == CW_ASM__ || c_is(p, i, "alias") || c_is(p, i, "__alias__")) && c_kind(p, i + 1) == '(' && c_kind(p, i + 2) == C_STR)
			c_leaf_text(p, FACT_UNKNOWN, i + 2, i + 3);
	}
}

/* After (T::*name)(...): const, noexcept and so on of the method that it points to. */
static void
of_method(cparse *p, const cdeclarator *n)
{
	while (n->nested && p->x->cpp && (c_cur(p) == CW_CONST || c_cur(p) == CW_VOLATILE || c_cur(p) == '&' || c_cur(p) == C_AND || c_cur(p) == CW_NOEXCEPT))
		p->pos++;
}

/* A variable whose declarator is n. */
static void
variable(cparse *p, cplace at, const cspec *d, const cdeclarator *n)
{
	uint32_t flags = n->type_flags, line = p->tok[n->from].line, qualified = n->to > n->from + 1 && c_kind(p, n->from) != CW_OPERATOR, start = p->t->n;
	uint32_t brackets, behind, last;
	char bits[8] = "";
	uint16_t k;

	p->pos = n->next;
	while (c_cur(p) == '(' && n->nested && c_closed(p, p->pos))
		p->pos = c_past(p, p->pos);
	of_method(p, n);
	brackets = p->pos;
	c_skip_array(p, &flags);
	behind = p->pos;
	while ((k = c_cur(p)) == C_ID || k == CW_ASM || k == CW_ASM_ || k == CW_ASM__ || (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_)) {
		p->pos++;
		if (c_cur(p) == '(' && c_closed(p, p->pos))
			p->pos = c_past(p, p->pos);
	}
	last = p->pos;
	if (c_cur(p) == ':' && at == AT_CLASS) { /* a bit field */
		uint32_t m = p->t->n, nopen = p->t->nopen;
		p->pos++;
		c_expr(p, PREC_COND);
		if (p->err || p->stop)
			return;
		if (!p->t->nomem && p->t->node[m].kind == FACT_INT)
			snprintf(bits, sizeof bits, ":%.3s", fact_str(p->t, m));
		fact_cut(p->t, m, nopen);
	}
	k = c_cur(p);
	if (qualified) { /* A::b = x, out of its class */
		c_path_expr(p, n->from, n->to);
	} else {
		c_node(p, FACT_DECL, line, d->flags & (FACT_STATIC | FACT_THREAD), "", 0);
		c_node_tok(p, FACT_NAME, 0, n->from);
		c_done(p);
		if (!n->nested)
			c_type_node(p, d, flags);
		if (*bits && d->builtin && !p->t->nomem && p->t->node[p->t->n - 1].kind == FACT_TYPE) { /* the type of so many bits */
			char type[80];
			int len = snprintf(type, sizeof type, "%.60s%s", fact_str(p->t, p->t->n - 1), bits);
			uint32_t id = as_intern_id(&p->t->text, type, (size_t)len);
			if (id == UINT32_MAX)
				p->t->nomem = 1;
			else
				p->t->node[p->t->n - 1].str = id;
		}
		if (flags & FACT_ARRAY && !n->nested)
			dimensions(p, brackets);
	}
	if (k == '=' || k == '{' || (k == '(' && at != AT_CLASS)) {
		int included;
		if (k == '=')
			p->pos++;
		included = k == '=' && p->pos < p->end && p->tok[p->pos].k >= C_PP;
		if (!qualified)
			c_node(p, FACT_DEFAULT, c_line_here(p), 0, "", 0);
		if (included && c_cur(p) == ';') /* what #include "text.cl" holds */
			c_leaf_text(p, FACT_UNKNOWN, p->pos, p->pos);
		else if (k == '=')
			c_expr(p, PREC_ASSIGN);
		else
			constructed(p, d, flags);
		if (!qualified)
			c_done(p);
		else
			c_wrap(p, start, FACT_ASSIGN, line, "", 0);
	} else if (d->is_extern || qualified) {
		fact_cut(p->t, start, p->t->nopen - !qualified); /* defined elsewhere */
		if (d->is_extern)
			linked_as(p, behind, last);
		return;
	}
	if (!qualified)
		c_done(p);
}

void
c_number_alias(cparse *p, uint32_t name, uint32_t from, uint32_t to)
{
	uint32_t line = p->tok[name].line;
	size_t n;

	c_node(p, FACT_DECL, line, 0, "", 0);
	c_node_tok(p, FACT_NAME, 0, name);
	c_done(p);
	c_node(p, FACT_DEFAULT, line, 0, "", 0);
	c_path_text(p, from, to, &n);
	c_node(p, FACT_NAME, line, 0, p->buf ? p->buf : "", n);
	c_done(p);
	c_done(p);
	c_done(p);
}

/* typedef: the name becomes another of the type. */
static void
alias(cparse *p, const cspec *d, const cdeclarator *n)
{
	uint32_t line = p->tok[n->from].line;
	int isfunc = n->nested || c_kind(p, n->next) == '(';

	c_learn_type(p, n->from);
	p->pos = n->next;
	while ((c_cur(p) == '(' || c_cur(p) == '[') && c_closed(p, p->pos))
		p->pos = c_past(p, p->pos);
	of_method(p, n);
	while (c_cur(p) == C_ID || (c_cur(p) >= CW_ATTRIBUTE && c_cur(p) <= CW_PRAGMA_)) {
		p->pos++;
		if (c_cur(p) == '(')
			p->pos = c_past(p, p->pos);
	}
	if (d->builtin && !isfunc && !n->type_flags && p->pos == n->next && d->from < d->to) {
		c_number_alias(p, n->from, d->from, d->to);
		return;
	}
	if (isfunc || d->from == d->to || d->builtin || n->type_flags & FACT_POINTER || c_kind(p, d->from) == CW_AUTO || (d->to == d->from + 1 && same_text(p, d->from, n->from)) || d->from == n->from)
		return;
	c_node(p, FACT_DECL, line, 0, "", 0);
	c_node_tok(p, FACT_NAME, 0, n->from);
	c_done(p);
	c_node(p, FACT_DEFAULT, line, 0, "", 0);
	c_path_expr(p, d->from, d->to);
	c_done(p);
	c_done(p);
}

/* Does all that is left of an alternative name the bases of a class, which begin with the : at pos? */
static int
bases_alone(const cparse *p)
{
	uint32_t i = c_after(p, p->pos);

	for (uint16_t k; (k = c_kind(p, i)) != C_EOF; i = c_after(p, i))
		if (k != C_ID && k != C_SCOPE && k != ',' && k != '<' && k != '>' && k != CW_PUBLIC && k != CW_PRIVATE && k != CW_PROTECTED && k != CW_VIRTUAL && k != CW_TYPENAME)
			return 0;
	return p->x->cpp;
}

void
c_init_declarators(cparse *p, cplace at, const cspec *d, uint16_t closer)
{
	p->pos = d->next;
	for (;;) {
		cdeclarator n;
		uint32_t i, named;
		uint16_t k = c_cur(p);

		if (p->err || p->stop || k == closer)
			break;
		c_scan_declarator(p, p->pos, &n);
		i = p->pos;
		while (c_kind(p, i) == '&' || c_kind(p, i) == C_AND || c_kind(p, i) == CW_CONST)
			i = c_after(p, i);
		if (c_kind(p, i) == '[' && p->x->cpp) {
			p->pos = i;
			binding(p);
		} else if (n.to == n.from) {
			if (k == ':' && at == AT_CLASS) {
				uint32_t m = p->t->n, nopen = p->t->nopen;
				p->pos++;
				c_expr(p, PREC_COND);
				if (!p->err && !p->stop)
					fact_cut(p->t, m, nopen);
			} else {
				p->pos = n.next > p->pos && n.next < p->end && !n.nested ? n.next : p->pos;
				if (k == ':' && d->from < d->to && p->branch != C_NONE && bases_alone(p)) { /* the class goes on behind the #if */
					p->stop = 1;
					p->cut = p->branch;
					return;
				}
				c_odd(p, NULL);
				break;
			}
		} else if (!n.nested && c_kind(p, n.next) == '(' && c_closed(p, n.next) && (named = declared(p, n.from, n.next, at)) != C_NONE) {
			n.next = c_past(p, n.next);
			n.from = named;
			n.to = named + 1;
			variable(p, at, d, &n);
		} else if (d->is_typedef) {
			alias(p, d, &n);
		} else if (at != AT_BLOCK && !n.nested && c_macro_name(p, n.next) > n.next) {
			if (c_function(p, at, d, n.from, c_macro_name(p, n.next), c_macro_name(p, n.next), n.type_flags))
				return;
		} else if (n.params && c_is_function(p, n.params, at)) {
			if (c_function(p, at, d, n.from, n.to, n.params, n.type_flags))
				return;
		} else if (c_kind(p, n.next) == '(' && !n.nested && c_is_function(p, n.next, at)) {
			if (c_function(p, at, d, n.from, n.to, n.next, n.type_flags))
				return;
		} else if (c_kind(p, n.next) == '(' && !n.nested && c_kind(p, n.to - 1) == ')' && c_kind(p, n.from) == CW_OPERATOR) {
			if (c_function(p, at, d, n.from, n.to, n.next, n.type_flags))
				return;
		} else {
			if (d->from < d->to && !d->builtin && c_kind(p, d->to - 1) == C_ID)
				c_learn_type(p, d->to - 1);
			variable(p, at, d, &n);
		}
		if (p->err || p->stop || !c_accept(p, ','))
			break;
		while (c_cur(p) == C_ID && c_is_shouted(p, p->pos) && (c_kind(p, c_after(p, p->pos)) == '*' || c_kind(p, c_after(p, p->pos)) == C_ID))
			p->pos++; /* T a, UNUSED *b */
	}
	if (closer == ';' && !p->stop)
		c_semicolon(p, 0);
	else if (closer != ';' && !p->err && !p->stop && c_cur(p) != closer)
		c_odd(p, NULL);
}

/* Whether the name at [i, j) can be that of a function without a type. */
static int
is_constructor(const cparse *p, uint32_t i, uint32_t j, cplace at)
{
	uint32_t last = j - 1, prev = C_NONE, a = C_NONE;

	for (uint32_t k = i; k < j; k = c_after(p, k)) {
		if (c_kind(p, k) == '~' || c_kind(p, k) == CW_OPERATOR)
			return at != AT_BLOCK;
		if (c_kind(p, k) == '<') {
			uint32_t e = c_scan_angle(p, k);
			if (!e || e >= j)
				break;
			k = e;
		}
		if (c_kind(p, k) == C_ID) {
			prev = a;
			a = k;
		}
	}
	if (at == AT_CLASS)
		return a != C_NONE && p->tok[a].n == p->n_cls && memcmp(p->x->s + p->tok[a].at, p->cls, p->n_cls) == 0;
	return at == AT_FILE && last > i && prev != C_NONE && same_text(p, prev, a);
}

int
c_declaration(cparse *p, cplace at)
{
	cspec d;
	uint32_t start = p->pos, n = p->t->n;
	int ok = c_scan_spec(p, start, at, &d);

	if (at == AT_FILE && d.def == C_NONE) { /* by a macro, too: static CTOR void f(void) */
		d.flags |= c_is_early(p, start, d.next);
		d.is_late |= c_is_late(p, start, d.next);
	}
	if (d.def == C_NONE && d.from == d.to) {
		uint32_t j = c_scan_path(p, d.next);
		int empty_type = c_kind(p, d.next) == '(' || c_kind(p, d.next) == '*';

		if (j > d.next && c_kind(p, j) == '(' && (is_constructor(p, d.next, j, at) || (d.sure && at != AT_BLOCK && c_kind(p, c_past(p, j)) == '{'))) {
			if (!c_function(p, at, &d, d.next, j, j, 0) && !p->stop)
				c_semicolon(p, 0);
			return 1;
		}
		if (!ok || (empty_type && at == AT_BLOCK && d.next == p->pos))
			return 0;
		if (d.next == p->pos)
			return 0;
		if (c_kind(p, d.next) == ';' || c_kind(p, d.next) == '}') {
			p->pos = d.next;
			c_semicolon(p, 0);
			return 1;
		}
		if (at == AT_BLOCK && c_kind(p, d.next) != C_ID) { /* attributes before a statement */
			p->pos = d.next;
			c_statement(p);
			return 1;
		}
		if (c_kind(p, p->pos) == CW_EXTENSION || (c_kind(p, p->pos) == '[' && c_kind(p, d.next) == C_ID && c_kind(p, c_after(p, d.next)) == '(')) {
			p->pos = d.next;
			return p->pos < p->end ? (at == AT_BLOCK ? (c_statement(p), 1) : c_declaration(p, at)) : 1;
		}
	}
	if (d.def != C_NONE) {
		if (d.from == d.to && d.is_typedef) {
			cdeclarator n;
			c_scan_declarator(p, d.next, &n);
			if (n.to > n.from && !n.nested) {
				d.from = n.from;
				d.to = n.to;
			}
		}
		p->pos = d.def;
		c_class_body(p, &d, at == AT_CLASS && d.from == d.to && c_kind(p, d.next) == ';');
		if (p->err || p->stop) {
			if (!p->stop)
				c_recover(p);
			return 1;
		}
		if (p->pos > d.next) /* its } stands in another alternative of an #if */
			d.next = p->pos;
		if (c_kind(p, d.next) == ';') {
			p->pos = d.next + 1;
			return 1;
		}
		if (p->in_define && c_kind(p, d.next) == C_EOF) { /* the macro's user writes the ; */
			p->pos = d.next;
			return 1;
		}
	}
	c_init_declarators(p, at, &d, ';');
	if (at == AT_FILE && !p->stop && !p->err)
		c_start_section(p, n, start, p->pos);
	return 1;
}
