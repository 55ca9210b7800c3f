/* cfunc.c - functions: parameters, initialisers of constructors, bodies. */
#include <string.h>

#include "cread_impl.h"

/* The '{' after the types of parameters as they were declared before C89, at pos; else pos. */
static uint32_t
old_parameters(const cparse *p, uint32_t pos)
{
	uint32_t j = pos, last = j;

	if (p->x->cpp)
		return pos;
	for (unsigned n = 0; n < 300; n++) {
		uint16_t k = c_kind(p, j);

		if (k == '{')
			return c_kind(p, last) == ';' ? j : pos;
		if (k == C_EOF || k == '}' || k == '=' || k == C_STR)
			break;
		last = j;
		j = c_after(p, j);
	}
	return pos;
}

/* Are there only names in the ( at pos, the types of which are declared behind it? */
static int
is_old(const cparse *p)
{
	uint32_t i = c_after(p, p->pos), end = c_past(p, p->pos);

	if (!c_closed(p, p->pos) || c_kind(p, i) != C_ID)
		return 0;
	while (c_kind(p, i) == C_ID && c_kind(p, c_after(p, i)) == ',')
		i = c_after(p, c_after(p, i));
	return c_kind(p, i) == C_ID && c_after(p, i) + 1 == end && c_kind(p, end) != '{' && old_parameters(p, end) > end;
}

/* The TYPE that is declared for the parameter whose name is token i, between pos and the body; none: it is an int. */
static void
old_type(cparse *p, uint32_t i, uint32_t pos)
{
	cdeclarator n;
	cspec d;

	while (c_kind(p, pos) != '{' && c_kind(p, pos) != C_EOF && c_scan_spec(p, pos, AT_PARAM, &d)) {
		for (pos = d.next; c_kind(p, pos) != ';' && c_kind(p, pos) != '{' && c_kind(p, pos) != C_EOF;) {
			c_scan_declarator(p, pos, &n);
			if (n.to > n.from && p->tok[n.from].n == p->tok[i].n && memcmp(p->x->s + p->tok[n.from].at, p->x->s + p->tok[i].at, p->tok[i].n) == 0) {
				if (!n.nested)
					c_type_node(p, &d, n.type_flags | (c_kind(p, n.next) == '[' ? FACT_ARRAY : 0));
				return;
			}
			for (pos = n.next > pos ? n.next : pos; c_kind(p, pos) != ',' && c_kind(p, pos) != ';' && c_kind(p, pos) != '{' && c_kind(p, pos) != C_EOF; )
				pos = c_past(p, pos) > pos ? c_past(p, pos) : c_after(p, pos);
			if (c_kind(p, pos) == ',')
				pos = c_after(p, pos);
		}
		if (c_kind(p, pos) == ';')
			pos = c_after(p, pos);
	}
}

/* PARAMs of such a function, whose '(' is at pos, taken with the ')'. */
static void
old_params(cparse *p)
{
	uint32_t end = c_past(p, p->pos);

	for (uint32_t i = c_after(p, p->pos); i < end && !p->err; i = c_after(p, i)) {
		if (c_kind(p, i) != C_ID)
			continue;
		c_node_tok(p, FACT_PARAM, 0, i);
		old_type(p, i, end);
		c_done(p);
	}
	p->pos = end;
}

/* Where -> stands behind the parameters of a function. */
static uint32_t
arrow(const cparse *p)
{
	uint32_t i = p->pos;

	while (c_kind(p, i) != C_ARROW && c_kind(p, i) != '{' && c_kind(p, i) != ';' && c_kind(p, i) != '=' && c_kind(p, i) != C_EOF)
		i = c_kind(p, i) == '(' && c_past(p, i) > i ? c_past(p, i) : c_after(p, i);
	return i;
}

/* What stands between the parameters and the body, as flags of the FUNC; 1 if a body follows. */
static int
function_suffix(cparse *p, int *empty, uint32_t *flags)
{
	int plain;
	uint32_t e;

	*empty = 0;
	while (!p->err) {
		uint16_t k = c_cur(p);

		switch (k) {
		case '{': case CW_TRY:
			return 1;
		case ':':
			return p->x->cpp;
		case ';': case ',': case C_EOF: case '}': case ')':
			return 0;
		case '=':
			p->pos++;
			*empty = c_cur(p) == CW_DEFAULT;
			*flags |= c_cur(p) == CW_DELETE || c_cur(p) == C_NUM ? FACT_BODILESS : 0;
			c_take(p);
			return 0;
		case C_ARROW:
			e = c_scan_type(p, p->pos + 1, &plain);
			p->pos = e ? e : p->pos + 1;
			break;
		case CW_REQUIRES:
			while (c_cur(p) != '{' && c_cur(p) != ';' && c_cur(p) != C_EOF)
				p->pos = c_cur(p) == '(' ? c_past(p, p->pos) : p->pos + 1;
			break;
		default:
			e = c_skip_attributes(p, p->pos);
			if (e > p->pos || (e = old_parameters(p, p->pos)) > p->pos) {
				p->pos = e;
			} else if (k == C_ID || k == CW_CONST || k == CW_VOLATILE || k == '&' || k == C_AND || k == CW_NOEXCEPT || k == CW_THROW ||
			    k == CW_ASM || k == CW_ASM_ || k == CW_ASM__) {
				*flags |= k == CW_CONST ? FACT_CONST : c_is(p, p->pos, "override") || c_is(p, p->pos, "final") ? FACT_OVERRIDE : 0;
				p->pos++;
				if (c_cur(p) == '(' && c_closed(p, p->pos))
					p->pos = c_past(p, p->pos);
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
	while (!p->err && c_cur(p) != '{' && c_cur(p) != C_EOF) {
		uint32_t from = p->pos, to = c_scan_path(p, from), at = p->t->n, line = c_line_here(p), n;
		uint16_t close;
		int call;

		if (to == from) {
			c_odd(p, NULL);
			return;
		}
		p->pos = to;
		close = c_cur(p) == '(' ? ')' : '}';
		if (c_cur(p) != '(' && c_cur(p) != '{') {
			c_odd(p, NULL);
			return;
		}
		/* a type has :: or <>, or is the class itself */
		call = to > from + 1 || (p->n_cls == p->tok[from].n && memcmp(p->cls, p->x->s + p->tok[from].at, p->n_cls) == 0) || c_is_type(p, from) || c_is_builtin(c_kind(p, c_after(p, to)));
		if (call) {
			c_path_expr(p, from, to);
		} else {
			c_leaf(p, FACT_NAME, line, "this");
			c_wrap(p, at, FACT_ATTR, line, p->x->s + p->tok[from].at, p->tok[from].n);
		}
		p->pos++;
		n = p->t->n;
		if (call) {
			c_args(p, close);
			c_wrap(p, at, FACT_CALL, line, "", 0);
		} else if (c_cur(p) == close) {
			p->pos++;
			c_leaf(p, FACT_LIST, line, "");
			c_wrap(p, at, FACT_ASSIGN, line, "", 0);
		} else {
			unsigned count = 0;

			while (!p->err && c_cur(p) != close && c_cur(p) != C_EOF) {
				c_expr(p, PREC_ASSIGN);
				count++;
				if (c_cur(p) == C_DOTS)
					p->pos++;
				if (!c_accept(p, ','))
					break;
			}
			if (!p->err)
				c_expect(p, close);
			if (count > 1)
				c_wrap(p, n, FACT_LIST, line, "", 0);
			c_wrap(p, at, FACT_ASSIGN, line, "", 0);
		}
		if (c_cur(p) == C_DOTS)
			p->pos++;
		if (!p->err && !c_accept(p, ','))
			break;
	}
}

/* The statements of the '{' at pos, into a BLOCK that is open. */
static void
body_block(cparse *p)
{
	if (!p->err && c_expect(p, '{')) {
		c_sequence(p, c_statement, '}');
		p->err = 0;
		c_expect(p, '}');
	}
}

void
c_function_body(cparse *p)
{
	int tried;
	uint32_t line = c_line_here(p);

	c_node(p, FACT_BLOCK, line, 0, "", 0);
	tried = c_accept(p, CW_TRY);
	if (c_cur(p) == ':')
		initialisers(p);
	if (tried) {
		c_node(p, FACT_TRY, line, 0, "", 0);
		c_block(p);
		c_handlers(p);
		c_done(p);
	} else {
		body_block(p);
	}
	c_done(p);
}

/* What has __attribute__((destructor)) is left with the C library as by atexit(name). */
static void
at_exit(cparse *p, uint32_t name)
{
	uint32_t line = p->tok[name].line;

	c_node(p, FACT_CALL, line, 0, "", 0);
	c_leaf(p, FACT_NAME, line, "atexit");
	c_node(p, FACT_ARG, line, 0, "", 0);
	c_node_tok(p, FACT_NAME, 0, name);
	c_done(p);
	c_done(p);
	c_done(p);
}

/* A function whose name is at [from, to) and whose parameters open at `open`; 1 if it has a body. */
int
c_function(cparse *p, cplace at, const cspec *d, uint32_t from, uint32_t to, uint32_t open, uint32_t type_flags)
{
	uint32_t flags = d->flags & (FACT_STATIC | FACT_DEVICE | FACT_EARLY | FACT_VIRTUAL), suffix = 0;
	size_t n;
	int empty = 0, late, body, in_launch = p->in_launch;
	const char *cls = p->cls;
	uint32_t n_cls = p->n_cls, a = from, b, func;

	c_path_text(p, from, to, &n);
	p->special = 0;
	if (p->buf && memchr(p->buf, '.', n)) { /* out of its class, whose name is the last but one */
		flags |= FACT_SELF;
		for (b = from; b < to; b = c_after(p, b)) {
			if (c_kind(p, b) == '<' && c_scan_angle(p, b) && c_scan_angle(p, b) < to) {
				b = c_scan_angle(p, b);
				if (b >= to)
					break;
			}
			if (c_kind(p, b) == C_ID && c_kind(p, c_after(p, b)) != '(' && c_after(p, b) < to)
				a = b;
		}
		p->cls = p->x->s + p->tok[a].at;
		p->n_cls = p->tok[a].n;
	} else if (at == AT_CLASS && !(flags & FACT_STATIC) && !d->is_friend) {
		flags |= FACT_SELF;
	}
	func = p->t->n;
	c_node(p, FACT_FUNC, p->tok[from].line, flags, p->buf ? p->buf : "", n);
	c_template_params(p);
	p->pos = open;
	p->in_launch = 0;
	if (is_old(p))
		old_params(p);
	else
		c_params(p);
	while (!p->err && c_cur(p) == ')' && (c_kind(p, c_after(p, p->pos)) == '(' || c_kind(p, c_after(p, p->pos)) == '['))
		p->pos = c_past(p, c_after(p, p->pos)); /* (*name(...))(...) */
	if (!p->err && !(d->from < d->to && c_kind(p, d->from) == CW_AUTO && c_trailing_type(p, arrow(p))))
		c_type_node(p, d, type_flags);
	b = p->pos;
	body = !p->err && function_suffix(p, &empty, &suffix);
	if (!p->t->nomem)
		p->t->node[func].flags |= c_is_early(p, b, p->pos) | (suffix & (flags & FACT_SELF ? UINT32_MAX : FACT_BODILESS));
	late = d->is_late || c_is_late(p, b, p->pos);
	if (body) {
		c_function_body(p);
	} else if (!p->err && empty) {
		c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
		c_done(p);
	}
	c_done(p);
	if (late && !p->err && at == AT_FILE && to == c_after(p, from))
		at_exit(p, from);
	p->in_launch = in_launch;
	p->cls = cls;
	p->n_cls = n_cls;
	return body;
}

int
c_trailing_type(cparse *p, uint32_t at)
{
	uint32_t flags = 0, e, was = p->t->n;
	int plain;
	cspec d;

	if (c_kind(p, at) != C_ARROW || !(e = c_scan_type(p, at + 1, &plain)) || !c_scan_spec(p, at + 1, AT_PARAM, &d) || c_scan_pointers(p, d.next, &flags) != e)
		return 0;
	c_type_node(p, &d, flags);
	return p->t->n > was;
}

void
c_skip_array(cparse *p, uint32_t *flags)
{
	while (c_cur(p) == '[' && c_closed(p, p->pos)) {
		*flags |= FACT_ARRAY;
		p->pos = c_past(p, p->pos);
	}
}

void
c_params(cparse *p)
{
	if (!c_expect(p, '('))
		return;
	while (!p->err && c_cur(p) != ')' && c_cur(p) != C_EOF) {
		cspec d;
		cdeclarator n;
		uint32_t flags = 0, from = p->pos;

		if (c_cur(p) == C_DOTS) {
			c_node(p, FACT_PARAM, c_line_here(p), FACT_STAR, "", 0);
			c_done(p);
			p->pos++;
			continue;
		}
		if (c_accept(p, ','))
			continue;
		if (c_cur(p) == CW_VOID && c_kind(p, c_after(p, p->pos)) == ')') {
			p->pos++;
			continue;
		}
		if (!c_scan_spec(p, p->pos, AT_PARAM, &d))
			d.next = p->pos;
		c_scan_declarator(p, d.next, &n);
		p->pos = n.next > p->pos ? n.next : p->pos;
		c_cur(p); /* an #if among the parameters shows here */
		if (p->stop)
			return;
		if (n.to > n.from)
			c_learn_type(p, d.from < d.to && c_kind(p, d.from) == C_ID ? d.from : C_NONE);
		c_skip_array(p, &flags);
		if (n.to > n.from)
			c_node_tok(p, FACT_PARAM, c_kind(p, n.from - 1) == C_DOTS ? FACT_STAR : 0, n.from);
		else
			c_node(p, FACT_PARAM, p->tok[from].line, 0, "", 0);
		if (!n.nested)
			c_type_node(p, &d, n.type_flags | flags | (d.is_const && (n.type_flags | flags) & (FACT_POINTER | FACT_REF | FACT_ARRAY) ? FACT_CONST : 0));
		while (c_cur(p) == '(' && c_closed(p, p->pos))
			p->pos = c_past(p, p->pos);
		if (c_accept(p, '=')) {
			c_node(p, FACT_DEFAULT, c_line_here(p), 0, "", 0);
			c_expr(p, PREC_ASSIGN);
			c_done(p);
		}
		c_done(p);
		/* whatever else stands there, attributes and macros */
		while (!p->err && c_cur(p) != ',' && c_cur(p) != ')' && c_cur(p) != C_EOF)
			p->pos = (c_cur(p) == '(' || c_cur(p) == '[' || c_cur(p) == '{') && c_closed(p, p->pos) ? c_past(p, p->pos) : p->pos + 1;
		if (p->pos == from)
			p->pos++;
	}
	if (!p->err)
		c_expect(p, ')');
}
