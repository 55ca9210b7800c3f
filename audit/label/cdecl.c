/* cdecl.c - declarations: functions, variables, aliases, namespaces, templates. */
#include <string.h>

#include "cread_impl.h"

static int
same_text(const cparse *p, uint32_t a, uint32_t b)
{
	return p->tok[a].n == p->tok[b].n && memcmp(p->x->s + p->tok[a].at, p->x->s + p->tok[b].at, p->tok[a].n) == 0;
}

/* The token after NAME(...) at [from, i), if ( opens at i and parameters follow it: a
 * function that a macro names; else i. */
static uint32_t
macro_name(const cparse *p, uint32_t i)
{
	uint32_t j = past(p, i), k;

	if (kind(p, i) != '(' || kind(p, j) != '(')
		return i;
	k = past(p, j);
	return kind(p, k) == '{' || kind(p, k) == ';' || kind(p, k) == CW_CONST || kind(p, k) == CW_NOEXCEPT ? j : i;
}

/* Whether what a ( at i opens can be parameters. */
static int
is_function(cparse *p, uint32_t i, cplace at)
{
	uint32_t a = after(p, i), close = past(p, i), e;
	uint16_t k = kind(p, a), f = kind(p, close);
	cspec d;

	if (at == AT_CLASS || k == ')' || k == C_DOTS)
		return 1;
	if (f == '{' || f == CW_CONST || f == CW_NOEXCEPT || f == C_ARROW || f == CW_TRY || (f == ':' && at == AT_FILE))
		return at != AT_BLOCK || f == '{';
	if (k == C_NUM || k == C_STR || k == C_CHAR || k == '&' || k == '-' || k == '!' || k == '[' || k == '{' || k == '(' || k == '*' || k == '~' ||
	    (k >= CW_OPERATOR && k < CW_END))
		return 0;
	if (k != C_ID && k != C_SCOPE)
		return !(is_builtin(k) && (kind(p, after(p, a)) == '(' || kind(p, after(p, a)) == '{'));
	if ((e = scan_path(p, a)) == a)
		return 0;
	k = kind(p, e);
	if (k == C_ID || is_type(p, e - 1))
		return 1;
	if (k == ')' || k == ',')
		return at == AT_FILE;
	if (k == '*' || k == '&' || k == C_AND)
		return at == AT_FILE && scan_spec(p, a, AT_PARAM, &d);
	return scan_spec(p, a, AT_BLOCK, &d) && (at == AT_FILE || d.sure);
}

/* The '{' after the types of parameters as they were declared before C89, at pos; else pos. */
static uint32_t
old_parameters(const cparse *p)
{
	uint32_t j = p->pos, last = j;

	if (p->x->cpp)
		return p->pos;
	for (unsigned n = 0; n < 300; n++) {
		uint16_t k = kind(p, j);

		if (k == '{')
			return kind(p, last) == ';' ? j : p->pos;
		if (k == C_EOF || k == '}' || k == '=' || k == C_STR)
			break;
		last = j;
		j = after(p, j);
	}
	return p->pos;
}

/* What stands between the parameters and the body; 1 if a body follows. */
static int
function_suffix(cparse *p, int *empty)
{
	int plain;
	uint32_t e;

	*empty = 0;
	while (!p->err) {
		uint16_t k = cur(p);

		switch (k) {
		case '{': case CW_TRY:
			return 1;
		case ':':
			return p->x->cpp;
		case ';': case ',': case C_EOF: case '}': case ')':
			return 0;
		case '=':
			p->pos++;
			*empty = cur(p) == CW_DEFAULT;
			take(p);
			return 0;
		case C_ARROW:
			e = scan_type(p, p->pos + 1, &plain);
			p->pos = e ? e : p->pos + 1;
			break;
		case CW_REQUIRES:
			while (cur(p) != '{' && cur(p) != ';' && cur(p) != C_EOF)
				p->pos = cur(p) == '(' ? past(p, p->pos) : p->pos + 1;
			break;
		default:
			e = skip_attributes(p, p->pos);
			if (e > p->pos || (e = old_parameters(p)) > p->pos) {
				p->pos = e;
			} else if (k == C_ID || k == CW_CONST || k == CW_VOLATILE || k == '&' || k == C_AND || k == CW_NOEXCEPT || k == CW_THROW ||
			    k == CW_ASM || k == CW_ASM_ || k == CW_ASM__) {
				p->pos++;
				if (cur(p) == '(' && closed(p, p->pos))
					p->pos = past(p, p->pos);
			} else {
				return 0;
			}
		}
	}
	return 0;
}

/* : a(x), Base(y), b{z}: what a constructor does first. */
static void
initialisers(cparse *p)
{
	p->pos++;
	while (!p->err && cur(p) != '{' && cur(p) != C_EOF) {
		uint32_t from = p->pos, to = scan_path(p, from), at = p->t->n, line = line_here(p), n;
		uint16_t close;
		int call;

		if (to == from) {
			odd(p, NULL);
			return;
		}
		p->pos = to;
		close = cur(p) == '(' ? ')' : '}';
		if (cur(p) != '(' && cur(p) != '{') {
			odd(p, NULL);
			return;
		}
		/* a type has :: or <>, or is the class itself */
		call = to > from + 1 || (p->n_cls == p->tok[from].n && memcmp(p->cls, p->x->s + p->tok[from].at, p->n_cls) == 0) || is_type(p, from) || is_builtin(kind(p, after(p, to)));
		if (call) {
			path_expr(p, from, to);
		} else {
			leaf(p, FACT_NAME, line, "this");
			wrap(p, at, FACT_ATTR, line, p->x->s + p->tok[from].at, p->tok[from].n);
		}
		p->pos++;
		n = p->t->n;
		if (call) {
			args(p, close);
			wrap(p, at, FACT_CALL, line, "", 0);
		} else if (cur(p) == close) {
			p->pos++;
			leaf(p, FACT_LIST, line, "");
			wrap(p, at, FACT_ASSIGN, line, "", 0);
		} else {
			unsigned count = 0;

			while (!p->err && cur(p) != close && cur(p) != C_EOF) {
				expr(p, PREC_ASSIGN);
				count++;
				if (cur(p) == C_DOTS)
					p->pos++;
				if (!accept(p, ','))
					break;
			}
			if (!p->err)
				expect(p, close);
			if (count > 1)
				wrap(p, n, FACT_LIST, line, "", 0);
			wrap(p, at, FACT_ASSIGN, line, "", 0);
		}
		if (cur(p) == C_DOTS)
			p->pos++;
		if (!p->err && !accept(p, ','))
			break;
	}
}

/* The statements of the '{' at pos, into a BLOCK that is open. */
static void
body_block(cparse *p)
{
	if (!p->err && expect(p, '{')) {
		sequence(p, statement, '}');
		p->err = 0;
		expect(p, '}');
	}
}

void
function_body(cparse *p)
{
	int tried;
	uint32_t line = line_here(p);

	node(p, FACT_BLOCK, line, 0, "", 0);
	tried = accept(p, CW_TRY);
	if (cur(p) == ':')
		initialisers(p);
	if (tried) {
		node(p, FACT_TRY, line, 0, "", 0);
		block(p);
		handlers(p);
		done(p);
	} else {
		body_block(p);
	}
	done(p);
}

/* A function whose name is at [from, to) and whose parameters open at `open`; 1 if it has a body. */
static int
function(cparse *p, cplace at, const cspec *d, uint32_t from, uint32_t to, uint32_t open, uint32_t type_flags)
{
	uint32_t flags = d->flags & (FACT_STATIC | FACT_DEVICE);
	size_t n;
	int empty, body, in_launch = p->in_launch;
	const char *cls = p->cls;
	uint32_t n_cls = p->n_cls, a = from, b;

	path_text(p, from, to, &n);
	if (p->buf && memchr(p->buf, '.', n)) { /* out of its class, whose name is the last but one */
		flags |= FACT_SELF;
		for (b = from; b < to; b = after(p, b)) {
			if (kind(p, b) == '<' && scan_angle(p, b) && scan_angle(p, b) < to) {
				b = scan_angle(p, b);
				if (b >= to)
					break;
			}
			if (kind(p, b) == C_ID && kind(p, after(p, b)) != '(' && after(p, b) < to)
				a = b;
		}
		p->cls = p->x->s + p->tok[a].at;
		p->n_cls = p->tok[a].n;
	} else if (at == AT_CLASS && !(flags & FACT_STATIC) && !d->is_friend) {
		flags |= FACT_SELF;
	}
	node(p, FACT_FUNC, p->tok[from].line, flags, p->buf ? p->buf : "", n);
	p->pos = open;
	p->in_launch = 0;
	params(p);
	if (!p->err)
		type_node(p, d, type_flags);
	body = !p->err && function_suffix(p, &empty);
	if (body) {
		function_body(p);
	} else if (!p->err && empty) {
		node(p, FACT_BLOCK, line_here(p), 0, "", 0);
		done(p);
	}
	done(p);
	p->in_launch = in_launch;
	p->cls = cls;
	p->n_cls = n_cls;
	return body;
}

static void
skip_array(cparse *p, uint32_t *flags)
{
	while (cur(p) == '[' && closed(p, p->pos)) {
		*flags |= FACT_ARRAY;
		p->pos = past(p, p->pos);
	}
}

void
params(cparse *p)
{
	uint32_t close = p->pos < p->end ? p->tok[p->pos].match : C_NONE;

	if (!expect(p, '('))
		return;
	while (!p->err && cur(p) != ')' && cur(p) != C_EOF) {
		cspec d;
		cdeclarator n;
		uint32_t flags = 0, from = p->pos;

		if (cur(p) == C_DOTS) {
			node(p, FACT_PARAM, line_here(p), FACT_STAR, "", 0);
			done(p);
			p->pos++;
			continue;
		}
		if (accept(p, ','))
			continue;
		if (cur(p) == CW_VOID && kind(p, after(p, p->pos)) == ')') {
			p->pos++;
			continue;
		}
		if (!scan_spec(p, p->pos, AT_PARAM, &d))
			d.next = p->pos;
		scan_declarator(p, d.next, &n);
		p->pos = n.next > p->pos ? n.next : p->pos;
		cur(p); /* an #if among the parameters shows here */
		if (p->stop)
			return;
		if (n.to > n.from)
			learn_type(p, d.from < d.to && kind(p, d.from) == C_ID ? d.from : C_NONE);
		skip_array(p, &flags);
		if (n.to > n.from)
			node_tok(p, FACT_PARAM, kind(p, n.from - 1) == C_DOTS ? FACT_STAR : 0, n.from);
		else
			node(p, FACT_PARAM, p->tok[from].line, 0, "", 0);
		if (!n.nested)
			type_node(p, &d, n.type_flags | flags);
		while (cur(p) == '(' && closed(p, p->pos))
			p->pos = past(p, p->pos);
		if (accept(p, '=')) {
			node(p, FACT_DEFAULT, line_here(p), 0, "", 0);
			expr(p, PREC_ASSIGN);
			done(p);
		}
		done(p);
		/* whatever else stands there, attributes and macros */
		while (!p->err && cur(p) != ',' && cur(p) != ')' && cur(p) != C_EOF)
			p->pos = (cur(p) == '(' || cur(p) == '[' || cur(p) == '{') && closed(p, p->pos) ? past(p, p->pos) : p->pos + 1;
		if (p->pos == from)
			p->pos++;
	}
	(void)close;
	if (!p->err)
		expect(p, ')');
}

/* T x(a), T x{a}: a call of T. */
static void
constructed(cparse *p, const cspec *d, uint32_t flags)
{
	uint16_t close = cur(p) == '(' ? ')' : '}';
	uint32_t at = p->t->n, line = line_here(p);
	int simple = d->builtin || (flags & (FACT_POINTER | FACT_REF | FACT_ARRAY)) || d->from == d->to || kind(p, d->from) == CW_AUTO;

	if (simple) {
		if (close == '}' && ((flags & FACT_ARRAY) || after(p, p->pos) == p->tok[p->pos].match)) {
			braces(p);
			return;
		}
		p->pos++;
		if (cur(p) == close)
			leaf(p, FACT_LIST, line, "");
		else
			expr(p, PREC_ASSIGN);
		if (!p->err && cur(p) == ',') { /* of an auto, or of a type that a macro hides */
			accept(p, ',');
			wrap(p, at, FACT_ARG, line, "", 0);
			args(p, close);
			wrap(p, at, FACT_LIST, line, "", 0);
			return;
		}
		if (!p->err)
			expect(p, close);
		return;
	}
	path_expr(p, d->from, d->to);
	p->pos++;
	args(p, close);
	wrap(p, at, FACT_CALL, line, "", 0);
}

/* auto [a, b] = e. */
static void
binding(cparse *p)
{
	uint32_t at = p->t->n, line = line_here(p), end = past(p, p->pos);

	node(p, FACT_TUPLE, line, 0, "", 0);
	for (p->pos++; cur(p) != ']' && cur(p) != C_EOF; p->pos++)
		if (cur(p) == C_ID) {
			node_tok(p, FACT_NAME, 0, p->pos);
			done(p);
		}
	done(p);
	p->pos = end;
	if (cur(p) == '=' || cur(p) == '(' || cur(p) == '{') {
		uint16_t close = cur(p) == '=' ? 0 : cur(p) == '(' ? ')' : '}';
		p->pos++;
		expr(p, PREC_ASSIGN);
		if (close && !p->err)
			expect(p, close);
		wrap(p, at, FACT_ASSIGN, line, "", 0);
	}
}

/* A variable whose declarator is n. */
static void
variable(cparse *p, cplace at, const cspec *d, const cdeclarator *n)
{
	uint32_t flags = n->type_flags, line = p->tok[n->from].line, qualified = n->to > n->from + 1 && kind(p, n->from) != CW_OPERATOR, start = p->t->n;
	cstate s = mark(p);
	uint16_t k;

	p->pos = n->next;
	while (cur(p) == '(' && n->nested && closed(p, p->pos))
		p->pos = past(p, p->pos);
	skip_array(p, &flags);
	while ((k = cur(p)) == C_ID || k == CW_ASM || k == CW_ASM_ || k == CW_ASM__ || (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_)) {
		p->pos++;
		if (cur(p) == '(' && closed(p, p->pos))
			p->pos = past(p, p->pos);
	}
	if (cur(p) == ':' && at == AT_CLASS) { /* a bit field */
		uint32_t m = p->t->n, nopen = p->t->nopen;
		p->pos++;
		expr(p, PREC_COND);
		if (p->err || p->stop)
			return;
		fact_cut(p->t, m, nopen);
	}
	k = cur(p);
	(void)s;
	if (qualified) { /* A::b = x, out of its class */
		path_expr(p, n->from, n->to);
	} else {
		node(p, FACT_DECL, line, d->flags & FACT_STATIC, "", 0);
		node_tok(p, FACT_NAME, 0, n->from);
		done(p);
		if (!n->nested)
			type_node(p, d, flags);
	}
	if (k == '=' || k == '{' || (k == '(' && at != AT_CLASS)) {
		if (k == '=')
			p->pos++;
		if (!qualified)
			node(p, FACT_DEFAULT, line_here(p), 0, "", 0);
		if (k == '=')
			expr(p, PREC_ASSIGN);
		else
			constructed(p, d, flags);
		if (!qualified)
			done(p);
		else
			wrap(p, start, FACT_ASSIGN, line, "", 0);
	} else if (d->is_extern || qualified) {
		fact_cut(p->t, start, p->t->nopen - !qualified); /* defined elsewhere */
		return;
	}
	if (!qualified)
		done(p);
}

/* typedef: the name becomes another of the type. */
static void
alias(cparse *p, const cspec *d, const cdeclarator *n)
{
	uint32_t line = p->tok[n->from].line;
	int isfunc = n->nested || kind(p, n->next) == '(';

	learn_type(p, n->from);
	p->pos = n->next;
	while ((cur(p) == '(' || cur(p) == '[') && closed(p, p->pos))
		p->pos = past(p, p->pos);
	while (cur(p) == C_ID || (cur(p) >= CW_ATTRIBUTE && cur(p) <= CW_PRAGMA_)) {
		p->pos++;
		if (cur(p) == '(')
			p->pos = past(p, p->pos);
	}
	if (isfunc || d->from == d->to || d->builtin || kind(p, d->from) == CW_AUTO || (d->to == d->from + 1 && same_text(p, d->from, n->from)) || d->from == n->from)
		return;
	node(p, FACT_DECL, line, 0, "", 0);
	node_tok(p, FACT_NAME, 0, n->from);
	done(p);
	node(p, FACT_DEFAULT, line, 0, "", 0);
	path_expr(p, d->from, d->to);
	done(p);
	done(p);
}

void
init_declarators(cparse *p, cplace at, const cspec *d, uint16_t closer)
{
	p->pos = d->next;
	for (;;) {
		cdeclarator n;
		uint32_t i;
		uint16_t k = cur(p);

		if (p->err || p->stop || k == closer)
			break;
		scan_declarator(p, p->pos, &n);
		i = p->pos;
		while (kind(p, i) == '&' || kind(p, i) == C_AND || kind(p, i) == CW_CONST)
			i = after(p, i);
		if (kind(p, i) == '[' && p->x->cpp) {
			p->pos = i;
			binding(p);
		} else if (n.to == n.from) {
			if (k == ':' && at == AT_CLASS) {
				uint32_t m = p->t->n, nopen = p->t->nopen;
				p->pos++;
				expr(p, PREC_COND);
				if (!p->err && !p->stop)
					fact_cut(p->t, m, nopen);
			} else {
				p->pos = n.next > p->pos && n.next < p->end && !n.nested ? n.next : p->pos;
				odd(p, NULL);
				break;
			}
		} else if (d->is_typedef) {
			alias(p, d, &n);
		} else if (at != AT_BLOCK && !n.nested && macro_name(p, n.next) > n.next) {
			if (function(p, at, d, n.from, macro_name(p, n.next), macro_name(p, n.next), n.type_flags))
				return;
		} else if (kind(p, n.next) == '(' && !n.nested && is_function(p, n.next, at)) {
			if (function(p, at, d, n.from, n.to, n.next, n.type_flags))
				return;
		} else if (kind(p, n.next) == '(' && !n.nested && kind(p, n.to - 1) == ')' && kind(p, n.from) == CW_OPERATOR) {
			if (function(p, at, d, n.from, n.to, n.next, n.type_flags))
				return;
		} else {
			if (d->from < d->to && !d->builtin && kind(p, d->to - 1) == C_ID)
				learn_type(p, d->to - 1);
			variable(p, at, d, &n);
		}
		if (p->err || p->stop || !accept(p, ','))
			break;
	}
	if (closer == ';' && !p->stop)
		semicolon(p, 0);
	else if (closer != ';' && !p->err && !p->stop && cur(p) != closer)
		odd(p, NULL);
}

/* Whether the name at [i, j) can be that of a function without a type. */
static int
is_constructor(const cparse *p, uint32_t i, uint32_t j, cplace at)
{
	uint32_t last = j - 1, prev = C_NONE, a = C_NONE;

	for (uint32_t k = i; k < j; k = after(p, k)) {
		if (kind(p, k) == '~' || kind(p, k) == CW_OPERATOR)
			return at != AT_BLOCK;
		if (kind(p, k) == '<') {
			uint32_t e = scan_angle(p, k);
			if (!e || e >= j)
				break;
			k = e;
		}
		if (kind(p, k) == C_ID) {
			prev = a;
			a = k;
		}
	}
	if (at == AT_CLASS)
		return a != C_NONE && p->tok[a].n == p->n_cls && memcmp(p->x->s + p->tok[a].at, p->cls, p->n_cls) == 0;
	return at == AT_FILE && last > i && prev != C_NONE && same_text(p, prev, a);
}

int
declaration(cparse *p, cplace at)
{
	cspec d;
	int ok = scan_spec(p, p->pos, at, &d);

	if (d.def == C_NONE && d.from == d.to) {
		uint32_t j = scan_path(p, d.next);
		int empty_type = kind(p, d.next) == '(' || kind(p, d.next) == '*';

		if (j > d.next && kind(p, j) == '(' && (is_constructor(p, d.next, j, at) || (d.sure && at != AT_BLOCK && kind(p, past(p, j)) == '{'))) {
			if (!function(p, at, &d, d.next, j, j, 0) && !p->stop)
				semicolon(p, 0);
			return 1;
		}
		if (!ok || (empty_type && at == AT_BLOCK && d.next == p->pos))
			return 0;
		if (d.next == p->pos)
			return 0;
		if (kind(p, d.next) == ';' || kind(p, d.next) == '}') {
			p->pos = d.next;
			semicolon(p, 0);
			return 1;
		}
		if (at == AT_BLOCK && kind(p, d.next) != C_ID) { /* attributes before a statement */
			p->pos = d.next;
			statement(p);
			return 1;
		}
		if (kind(p, p->pos) == CW_EXTENSION || (kind(p, p->pos) == '[' && kind(p, d.next) == C_ID && kind(p, after(p, d.next)) == '(')) {
			p->pos = d.next;
			return p->pos < p->end ? (at == AT_BLOCK ? (statement(p), 1) : declaration(p, at)) : 1;
		}
	}
	if (d.def != C_NONE) {
		uint32_t name = C_NONE;

		if (d.from == d.to && d.is_typedef) {
			cdeclarator n;
			scan_declarator(p, d.next, &n);
			if (n.to > n.from && !n.nested) {
				name = n.from;
				d.from = n.from;
				d.to = n.to;
			}
		}
		p->pos = d.def;
		class_body(p, &d, at == AT_CLASS && d.from == d.to && kind(p, d.next) == ';');
		(void)name;
		if (p->err || p->stop) {
			if (!p->stop)
				recover(p);
			return 1;
		}
		if (kind(p, d.next) == ';') {
			p->pos = d.next + 1;
			return 1;
		}
	}
	init_declarators(p, at, &d, ';');
	return 1;
}

/* After template <...> and requires clauses at pos. */
static void
template_head(cparse *p)
{
	uint32_t e;

	while (cur(p) == CW_TEMPLATE) {
		p->pos++;
		if (cur(p) == '<' && (e = scan_angle(p, p->pos)) != 0)
			p->pos = e;
	}
	if (cur(p) == CW_REQUIRES) {
		do {
			p->pos++;
			if (cur(p) == CW_REQUIRES)
				p->pos++;
			if (cur(p) == '!')
				p->pos++;
			if (cur(p) == '(' || cur(p) == '{') {
				p->pos = past(p, p->pos);
				if (cur(p) == '{')
					p->pos = past(p, p->pos);
			} else if ((e = scan_path(p, p->pos)) > p->pos) {
				p->pos = e;
				if (cur(p) == '(')
					p->pos = past(p, p->pos);
			}
		} while (cur(p) == C_AND || cur(p) == C_OR);
	}
}

/* using namespace a; using a::b; using b = a. */
static void
using_decl(cparse *p)
{
	uint32_t line = line_here(p), from, to, last;
	size_t n;
	int plain;

	p->pos++;
	if (accept(p, CW_NAMESPACE)) {
		from = p->pos;
		to = scan_path(p, from);
		path_text(p, from, to, &n);
		node(p, FACT_FROM, line, 0, p->buf ? p->buf : "", n);
		node(p, FACT_ALIAS, line, 0, "*", 1);
		leaf(p, FACT_NAME, line, "*");
		done(p);
		done(p);
		p->pos = to;
		semicolon(p, 0);
		return;
	}
	if (cur(p) == C_ID && kind(p, skip_attributes(p, after(p, p->pos))) == '=') {
		from = p->pos;
		learn_type(p, from);
		p->pos = skip_attributes(p, after(p, from)) + 1;
		while (cur(p) == CW_TYPENAME || cur(p) == CW_CONST || cur(p) == CW_STRUCT || cur(p) == CW_CLASS)
			p->pos++;
		to = scan_type(p, p->pos, &plain);
		if (to && plain && cur(p) != C_EOF && scan_path(p, p->pos) == to) {
			node(p, FACT_DECL, line, 0, "", 0);
			node_tok(p, FACT_NAME, 0, from);
			done(p);
			node(p, FACT_DEFAULT, line, 0, "", 0);
			path_expr(p, p->pos, to);
			done(p);
			done(p);
		}
		p->pos = to ? to : p->pos;
		while (cur(p) != ';' && cur(p) != C_EOF && cur(p) != '}')
			p->pos = (cur(p) == '(' || cur(p) == '[' || cur(p) == '{') && closed(p, p->pos) ? past(p, p->pos) : p->pos + 1;
		semicolon(p, 0);
		return;
	}
	if (cur(p) == CW_TYPENAME || cur(p) == CW_ENUM)
		p->pos++;
	while (cur(p) == C_ID || cur(p) == C_SCOPE || cur(p) == CW_TYPENAME) {
		from = p->pos;
		if ((to = scan_path(p, from)) == from)
			break;
		for (last = to - 1; last > from && kind(p, last) != C_SCOPE; last--) {}
		if (last > from && kind(p, last + 1) == C_ID) {
			path_text(p, from, last, &n);
			node(p, FACT_FROM, line, 0, p->buf ? p->buf : "", n);
			node_tok(p, FACT_ALIAS, 0, last + 1);
			node_tok(p, FACT_NAME, 0, last + 1);
			done(p);
			done(p);
			done(p);
		}
		p->pos = to;
		if (cur(p) == C_DOTS)
			p->pos++;
		if (!accept(p, ','))
			break;
	}
	semicolon(p, 0);
}

static void
skip_statement(cparse *p)
{
	p->pos++;
	while (cur(p) != ';' && cur(p) != C_EOF && cur(p) != '}') {
		uint16_t k = cur(p);
		p->pos = (k == '(' || k == '[' || k == '{') && closed(p, p->pos) ? past(p, p->pos) : p->pos + 1;
		if (k == '{')
			break;
	}
	accept_here(p, ';');
}

/* namespace a::b { ... }, namespace a = b; */
static void
name_space(cparse *p)
{
	unsigned open = 0;
	uint32_t line = line_here(p), name, cap = 20;

	accept(p, CW_INLINE);
	p->pos++;
	p->pos = skip_attributes(p, p->pos);
	name = p->pos;
	if (cur(p) == C_ID && kind(p, after(p, name)) == '=') {
		uint32_t to;
		p->pos += 2;
		to = scan_path(p, p->pos);
		node(p, FACT_DECL, line, 0, "", 0);
		node_tok(p, FACT_NAME, 0, name);
		done(p);
		node(p, FACT_DEFAULT, line, 0, "", 0);
		path_expr(p, p->pos, to);
		done(p);
		done(p);
		p->pos = to;
		semicolon(p, 0);
		return;
	}
	if (cur(p) != C_ID) {
		node(p, FACT_SPACE, line, 0, "", 0);
		open++;
	}
	while ((cur(p) == C_ID || cur(p) == CW_INLINE) && cap-- > 0) {
		if (accept(p, CW_INLINE))
			continue;
		node_tok(p, FACT_SPACE, 0, p->pos);
		open++;
		p->pos++;
		p->pos = skip_attributes(p, p->pos);
		if (!accept(p, C_SCOPE))
			break;
	}
	while (cur(p) == C_ID) {
		p->pos++; /* a macro of attributes */
		if (cur(p) == '(')
			p->pos = past(p, p->pos);
	}
	if (expect(p, '{')) {
		sequence(p, at_file, '}');
		p->err = 0;
		expect(p, '}');
	}
	while (open-- > 0)
		done(p);
}

/* NAME(...) at file level: a call, of a macro; what it holds in braces after it, too. */
static void
macro_call(cparse *p)
{
	uint32_t at = p->t->n, line = line_here(p), j = scan_path(p, p->pos), close = past(p, j);
	uint16_t k = kind(p, close);

	if (!p->x->cpp && k == '{' && (kind(p, after(p, j)) == ')' || is_function(p, j, AT_FILE)) && is(p, p->pos, "main")) {
		cspec d = {.def = C_NONE};
		function(p, AT_FILE, &d, p->pos, j, j, 0);
		return;
	}
	if (k == '.' || k == C_ARROW || k == '=' || k == '<' || k == C_SHL || k == '[') {
		expr(p, PREC_COMMA);
		semicolon(p, 1);
		return;
	}
	path_expr(p, p->pos, j);
	p->pos = j + 1;
	args(p, ')');
	if (!p->err && !undecided(p) && cur(p) == '{' && !p->stop) {
		node(p, FACT_ARG, line_here(p), 0, "", 0);
		node(p, FACT_FUNC, line_here(p), 0, "", 0);
		block(p);
		done(p);
		done(p);
	}
	wrap(p, at, FACT_CALL, line, "", 0);
	if (p->err)
		recover(p);
	accept_here(p, ';');
}

/* Whether NAME(...), whose ( is at i, is a type and a function of it follows:
 * CVAPI(void) f(int a). */
static int
macro_type(cparse *p, uint32_t i)
{
	uint32_t flags = 0, j = past(p, i), name, a;
	cspec d;

	while (kind(p, j) == '*' || kind(p, j) == '&' || kind(p, j) == CW_CONST) {
		flags = 1;
		j = after(p, j);
	}
	if ((name = scan_path(p, j)) == j || kind(p, name) != '(')
		return 0;
	if (macro_name(p, name) > name)
		name = macro_name(p, name);
	a = past(p, name);
	if (kind(p, a) != ';' && kind(p, a) != '{' && kind(p, a) != CW_CONST)
		return 0;
	a = after(p, name);
	return flags || (kind(p, a) == ')' && kind(p, past(p, name)) == '{') || kind(p, a) == CW_VOID ||
	    (scan_spec(p, a, AT_PARAM, &d) && (d.sure || kind(p, d.next) == C_ID || kind(p, d.next) == '*' || kind(p, d.next) == '&'));
}

/* What stands at file level and in classes alike; 0: something else. */
int
common_declaration(cparse *p, cplace at)
{
	uint16_t k = cur(p);
	uint32_t j;

	switch (k) {
	case ';':
		p->pos++;
		return 1;
	case CW_TEMPLATE:
		if (kind(p, after(p, p->pos)) != '<') { /* an instance that is asked for */
			skip_statement(p);
			return 1;
		}
		template_head(p);
		if (cur(p) == CW_TEMPLATE) {
			odd(p, NULL);
			recover(p);
			return 1;
		}
		if (!p->stop && !common_declaration(p, at)) {
			odd(p, NULL);
			recover(p);
		}
		return 1;
	case CW_CONCEPT: case CW_STATIC_ASSERT: case CW_STATIC_ASSERT_: case CW_ASM: case CW_ASM_: case CW_ASM__:
		skip_statement(p);
		return 1;
	case CW_USING:
		using_decl(p);
		return 1;
	case CW_EXTENSION:
		p->pos++;
		return 1;
	default:
		break;
	}
	if (declaration(p, at))
		return 1;
	j = scan_path(p, p->pos);
	if (j > p->pos && kind(p, j) == '(' && closed(p, j)) {
		if (macro_name(p, j) > j && kind(p, past(p, macro_name(p, j))) != ';') {
			cspec d = {.def = C_NONE};

			if (!function(p, at, &d, p->pos, macro_name(p, j), macro_name(p, j), 0) && !p->stop)
				semicolon(p, 0);
			return 1;
		}
		if ((k = macro_type(p, j)) != 0) {
			cspec d = {.def = C_NONE, .from = after(p, j), .to = past(p, j) - 1, .next = past(p, j)};

			d.builtin = is_builtin(kind(p, d.from));
			if (!d.builtin && scan_path(p, d.from) != d.to)
				d.from = d.to = j;
			init_declarators(p, at, &d, ';');
			return 1;
		}
		macro_call(p);
		return 1;
	}
	if (k == C_ID) { /* a macro alone */
		uint16_t next = kind(p, after(p, p->pos));

		if (at == AT_FILE && (next == '.' || next == C_ARROW || next == C_SHL || next == '=' || next == '[' || next == ':')) {
			statement(p);
			return 1;
		}
		node_tok(p, FACT_NAME, 0, p->pos);
		done(p);
		p->pos++;
		return 1;
	}
	return 0;
}

void
at_file(cparse *p)
{
	uint16_t k = cur(p), next = kind(p, after(p, p->pos));

	p->in_launch = 0;
	if (p->rec > 500 || p->t->nopen > FACT_MAX_DEPTH - 20) {
		odd(p, "nested too deep");
		recover(p);
		return;
	}
	p->rec++;
	if (k == CW_NAMESPACE || (k == CW_INLINE && next == CW_NAMESPACE)) {
		name_space(p);
	} else if (k == CW_EXTERN && next == C_STR && kind(p, p->pos + 2) == '{') {
		p->pos += 3;
		sequence(p, at_file, '}');
		p->err = 0;
		expect(p, '}');
	} else if (k == '{' && holds_statements(p, p->pos)) {
		block(p);
	} else if (k >= CW_IF && k <= CW_CO_RETURN) { /* a file of statements, for a function to include */
		statement(p);
	} else if (k == '{') { /* a file of values, for an initialiser to include */
		braces(p);
		accept_here(p, ',');
	} else if (k == '}') {
		leaf(p, FACT_ERROR, line_here(p), "a '}' that closes nothing");
		p->pos++;
	} else if (!common_declaration(p, AT_FILE)) {
		odd(p, NULL);
	}
	if (p->err)
		recover(p);
	p->rec--;
}
