/* cfile.c - what stands at file level: namespaces, templates, using, macros. */
#include <string.h>

#include "cread.h"
#include "cread_impl.h"

/* After template <...> and requires clauses at pos. */
static void
template_head(cparse *p)
{
	uint32_t e;

	while (c_cur(p) == CW_TEMPLATE) {
		p->pos++;
		p->special = c_kind(p, p->pos) == '<' && c_kind(p, c_after(p, p->pos)) == '>';
		if (c_cur(p) == '<' && (e = c_scan_angle(p, p->pos)) != 0) {
			p->of = c_after(p, p->pos);
			p->of_end = e;
			p->pos = e;
		}
	}
	if (c_cur(p) == CW_REQUIRES) {
		do {
			p->pos++;
			if (c_cur(p) == CW_REQUIRES)
				p->pos++;
			if (c_cur(p) == '!')
				p->pos++;
			if (c_cur(p) == '(' || c_cur(p) == '{') {
				p->pos = c_past(p, p->pos);
				if (c_cur(p) == '{')
					p->pos = c_past(p, p->pos);
			} else if ((e = c_scan_path(p, p->pos)) > p->pos) {
				p->pos = e;
				if (c_cur(p) == '(')
					p->pos = c_past(p, p->pos);
			}
		} while (c_cur(p) == C_AND || c_cur(p) == C_OR);
	}
}

/* The name at a token stands for the path from here to another. */
static void
alias(cparse *p, uint32_t line, uint32_t flags, uint32_t name, uint32_t to)
{
	c_node(p, FACT_DECL, line, flags, "", 0);
	c_node_tok(p, FACT_NAME, 0, name);
	c_done(p);
	c_node(p, FACT_DEFAULT, line, 0, "", 0);
	c_path_expr(p, p->pos, to);
	c_done(p);
	c_done(p);
}

/* Macros of attributes, each on lines of its own, before what a template<> declares. */
static void
attribute_macros(cparse *p)
{
	while (c_cur(p) == C_ID && c_is_shouted(p, p->pos)) {
		uint32_t next = c_after(p, p->pos);

		if (c_kind(p, next) == '(' && c_closed(p, next))
			next = c_past(p, next);
		if (next >= p->end || !(p->tok[next].bits & C_FRESH) || c_kind(p, next) == '{' || c_kind(p, next) == ';')
			break;
		p->pos = next;
	}
}

/* using namespace a; using a::b; using b = a. */
static void
using_decl(cparse *p)
{
	uint32_t line = c_line_here(p), from, to, last;
	size_t n;
	int plain;

	p->pos++;
	if (c_accept(p, CW_NAMESPACE)) {
		from = p->pos;
		to = c_scan_path(p, from);
		c_path_text(p, from, to, &n);
		c_node(p, FACT_FROM, line, 0, p->buf ? p->buf : "", n);
		c_node(p, FACT_ALIAS, line, 0, "*", 1);
		c_leaf(p, FACT_NAME, line, "*");
		c_done(p);
		c_done(p);
		p->pos = to;
		c_semicolon(p, 0);
		return;
	}
	if (c_cur(p) == C_ID && c_kind(p, c_skip_attributes(p, c_after(p, p->pos))) == '=') {
		from = p->pos;
		c_learn_type(p, from);
		p->pos = c_skip_attributes(p, c_after(p, from)) + 1;
		while (c_cur(p) == CW_TYPENAME || c_cur(p) == CW_CONST || c_cur(p) == CW_STRUCT || c_cur(p) == CW_CLASS)
			p->pos++;
		to = c_scan_type(p, p->pos, &plain);
		for (last = p->pos; last < to && c_is_builtin(c_kind(p, last)); last++) {}
		if (to && plain && c_cur(p) != C_EOF && c_scan_path(p, p->pos) == to)
			alias(p, line, 0, from, to);
		else if (to > p->pos && last == to && c_kind(p, to) == ';')
			c_number_alias(p, from, p->pos, to);
		p->pos = to ? to : p->pos;
		while (c_cur(p) != ';' && c_cur(p) != C_EOF && c_cur(p) != '}')
			p->pos = (c_cur(p) == '(' || c_cur(p) == '[' || c_cur(p) == '{') && c_closed(p, p->pos) ? c_past(p, p->pos) : p->pos + 1;
		c_semicolon(p, 0);
		return;
	}
	if (c_cur(p) == CW_TYPENAME || c_cur(p) == CW_ENUM)
		p->pos++;
	while (c_cur(p) == C_ID || c_cur(p) == C_SCOPE || c_cur(p) == CW_TYPENAME) {
		from = p->pos;
		if ((to = c_scan_path(p, from)) == from)
			break;
		for (last = to - 1; last > from && c_kind(p, last) != C_SCOPE; last--) {}
		if (last > from && c_kind(p, last + 1) == C_ID) {
			c_path_text(p, from, last, &n);
			c_node(p, FACT_FROM, line, 0, p->buf ? p->buf : "", n);
			c_node_tok(p, FACT_ALIAS, 0, last + 1);
			c_node_tok(p, FACT_NAME, 0, last + 1);
			c_done(p);
			c_done(p);
			c_done(p);
		}
		p->pos = to;
		if (c_cur(p) == C_DOTS)
			p->pos++;
		if (!c_accept(p, ','))
			break;
	}
	c_semicolon(p, 0);
}

static void
skip_statement(cparse *p)
{
	p->pos++;
	while (c_cur(p) != ';' && c_cur(p) != C_EOF && c_cur(p) != '}') {
		uint16_t k = c_cur(p);
		p->pos = (k == '(' || k == '[' || k == '{') && c_closed(p, p->pos) ? c_past(p, p->pos) : p->pos + 1;
		if (k == '{')
			break;
	}
	c_accept_here(p, ';');
}

/* namespace a::b { ... }, namespace a = b; */
static void
name_space(cparse *p)
{
	unsigned open = 0;
	uint32_t line = c_line_here(p), name, cap = 20;

	c_accept(p, CW_INLINE);
	p->pos++;
	p->pos = c_skip_attributes(p, p->pos);
	name = p->pos;
	if (c_cur(p) == C_ID && c_kind(p, c_after(p, name)) == '=') {
		uint32_t to;
		p->pos += 2;
		to = c_scan_path(p, p->pos);
		alias(p, line, FACT_STATIC, name, to); /* of a namespace: of this file */
		p->pos = to;
		c_semicolon(p, 0);
		return;
	}
	if (c_cur(p) != C_ID) {
		c_node(p, FACT_SPACE, line, 0, "", 0);
		open++;
	}
	while ((c_cur(p) == C_ID || c_cur(p) == CW_INLINE) && cap-- > 0) {
		if (c_accept(p, CW_INLINE))
			continue;
		c_node_tok(p, FACT_SPACE, 0, p->pos);
		open++;
		p->pos++;
		p->pos = c_skip_attributes(p, p->pos);
		if (!c_accept(p, C_SCOPE))
			break;
	}
	while (c_cur(p) == C_ID) {
		p->pos++; /* a macro of attributes */
		if (c_cur(p) == '(')
			p->pos = c_past(p, p->pos);
	}
	if (c_expect(p, '{')) {
		c_sequence(p, c_at_file, '}');
		p->err = 0;
		c_expect(p, '}');
	}
	while (open-- > 0)
		c_done(p);
}

/* What a macro declares whose arguments the ( at j opens: API(int, f)(int a); and DECLARE(4, int, x)[8];
 * and DEPRECATED(int f(int a), "..."); 0: nothing of these. */
static int
macro_declares(cparse *p, cplace at, uint32_t j)
{
	uint32_t past = c_past(p, j), end = past, name = c_last_name(p, j), a = c_after(p, j);
	uint16_t k = c_kind(p, past);
	cspec d;

	while ((c_kind(p, end) == '[' || c_kind(p, end) == '(') && c_closed(p, end))
		end = c_past(p, end);
	if (k == '[' && name != C_NONE && (c_kind(p, end) == ';' || c_kind(p, end) == ',' || c_kind(p, end) == '=')) {
		d = (cspec){.def = C_NONE, .next = p->pos};
		c_init_declarators(p, at, &d, ';');
		return 1;
	}
	if (c_kind(p, end) != ';')
		return 0;
	if (k == '(' && end == c_past(p, past) && c_is_function(p, past, AT_FILE)) {
		if (name != C_NONE) {
			c_node_tok(p, FACT_FUNC, 0, name);
			c_done(p);
		}
	} else if (k == ';' && c_scan_spec(p, a, AT_FILE, &d) && d.from < d.to) {
		cdeclarator n;
		c_scan_declarator(p, d.next, &n);
		if (n.to == n.from || c_kind(p, n.next) != '(' || !c_is_function(p, n.next, AT_FILE))
			return 0;
		c_node_tok(p, FACT_FUNC, 0, n.to - 1);
		c_done(p);
	} else {
		return 0;
	}
	p->pos = end;
	if (c_cur(p) == ';')
		p->pos++;
	return 1;
}

/* Are all that the ( at j holds declarations: a type and a name each, no macro's arguments? */
static int
all_declared(cparse *p, uint32_t j)
{
	uint32_t close = c_past(p, j) - 1, a = c_after(p, j);
	cspec d;
	cdeclarator n;

	if (c_kind(p, a) == CW_VOID && c_after(p, a) == close)
		return 1;
	for (;;) {
		if (!c_scan_spec(p, a, AT_PARAM, &d) || d.from == d.to)
			return 0;
		c_scan_declarator(p, d.next, &n);
		a = n.next;
		if (n.to == n.from)
			return 0;
		while (c_kind(p, a) == '[' && c_closed(p, a))
			a = c_past(p, a);
		if (a == close)
			return 1;
		if (c_kind(p, a) != ',')
			return 0;
		a = c_after(p, a);
	}
}

/* NAME(...) at file level: a call, of a macro; what it holds in braces after it, too. A function of C
 * whose type stands under an #if before it has all its parameters declared. */
static void
macro_call(cparse *p)
{
	uint32_t at = p->t->n, line = c_line_here(p), j = c_scan_path(p, p->pos), close = c_past(p, j);
	uint16_t k = c_kind(p, close);

	if (!p->x->cpp && k == '{' && c_closed(p, j) && (c_is(p, p->pos, "main") ? c_kind(p, c_after(p, j)) == ')' || c_is_function(p, j, AT_FILE) :
	    c_past(p, p->pos) == j && !c_is_macro(p, p->pos) && all_declared(p, j))) {
		cspec d = {.def = C_NONE};
		c_function(p, AT_FILE, &d, p->pos, j, j, 0);
		return;
	}
	if (k == '.' || k == C_ARROW || k == '=' || k == '<' || k == C_SHL || k == '[') {
		c_expr(p, PREC_COMMA);
		c_semicolon(p, 1);
		return;
	}
	c_path_expr(p, p->pos, j);
	p->pos = j + 1;
	c_args(p, ')');
	if (!p->err && !p->stop && p->pos < p->end && p->tok[p->pos].k == '{') {
		c_node(p, FACT_ARG, c_line_here(p), 0, "", 0);
		c_node(p, FACT_FUNC, c_line_here(p), 0, "", 0);
		c_block(p);
		c_done(p);
		c_done(p);
	}
	c_wrap(p, at, FACT_CALL, line, "", 0);
	if (p->err)
		c_recover(p);
	c_accept_here(p, ';');
}

/* Whether NAME(...), whose ( is at i, is a type and a function of it follows:
 * CVAPI(void) f(int a). 2: a pointer to it does, STACK_OF(T) *x; */
static int
macro_type(cparse *p, uint32_t i)
{
	uint32_t flags = 0, j = c_past(p, i), name, a;
	cspec d;

	while (c_kind(p, j) == '*' || c_kind(p, j) == '&' || c_kind(p, j) == CW_CONST) {
		flags = 1;
		j = c_after(p, j);
	}
	if ((name = c_scan_path(p, j)) > j && flags && (c_kind(p, name) == ';' || c_kind(p, name) == ',' || c_kind(p, name) == '=' || c_kind(p, name) == '['))
		return 2;
	if (name == j || c_kind(p, name) != '(')
		return 0;
	if (c_macro_name(p, name) > name)
		name = c_macro_name(p, name);
	a = c_past(p, name);
	if (c_kind(p, a) != ';' && c_kind(p, a) != '{' && c_kind(p, a) != CW_CONST)
		return 0;
	a = c_after(p, name);
	return flags || (c_kind(p, a) == ')' && c_kind(p, c_past(p, name)) == '{') || c_kind(p, a) == CW_VOID ||
	    (c_scan_spec(p, a, AT_PARAM, &d) && (d.sure || c_kind(p, d.next) == C_ID || c_kind(p, d.next) == '*' || c_kind(p, d.next) == '&'));
}

/* Does a function begin at i: its type in words of the language, perhaps behind a macro, and its name? Parameters as they were declared
 * before C89 have no parentheses. */
static int
function_follows(const cparse *p, uint32_t i)
{
	if (c_is_shouted(p, i))
		i = c_after(p, i);
	if (!c_is_builtin(c_kind(p, i)) && !c_is_qualifier(c_kind(p, i)) && c_kind(p, i) != CW_STATIC && c_kind(p, i) != CW_INLINE)
		return 0;
	for (unsigned n = 0; n < 12; n++, i = c_after(p, i)) {
		uint16_t k = c_kind(p, i);

		if (k == '(')
			return c_kind(p, i - 1) == C_ID;
		if (k != C_ID && k != '*' && !(k >= CW_VOID && k < CW_ATTRIBUTE))
			return 0;
	}
	return 0;
}

/* Is the name at pos a macro alone on its line, since one with arguments, which nothing makes a function, is on the next? */
static int
macro_line(const cparse *p)
{
	uint32_t next = c_after(p, p->pos), open = c_after(p, next), past;
	uint16_t k;

	if (!c_is_shouted(p, p->pos) || !c_is_shouted(p, next) || c_kind(p, open) != '(' || !c_closed(p, open))
		return 0;
	past = c_past(p, open);
	k = c_kind(p, past);
	if (past < p->end && p->tok[past].bits & C_FRESH && function_follows(p, past))
		return 1;
	if (!p->x->cpp || !(p->tok[next].bits & C_FRESH))
		return 0;
	return k == '}' || (past < p->end && p->tok[past].bits & C_FRESH && (k == CW_PUBLIC || k == CW_PRIVATE || k == CW_PROTECTED || k == CW_USING || k == CW_TEMPLATE || k == CW_TYPEDEF || c_is_class_key(k) ||
	    c_is_builtin(k) || k == CW_STATIC || k == CW_VIRTUAL || k == CW_EXPLICIT || (k == C_ID && c_kind(p, c_after(p, past)) != ';' && c_kind(p, c_after(p, past)) != '{')));
}

/* What stands at file level and in classes alike; 0: something else. */
int
c_common_declaration(cparse *p, cplace at)
{
	uint16_t k = c_cur(p);
	uint32_t j;

	switch (k) {
	case ';':
		p->pos++;
		return 1;
	case CW_TEMPLATE:
		if (c_kind(p, c_after(p, p->pos)) != '<') { /* an instance that is asked for */
			skip_statement(p);
			return 1;
		}
		template_head(p);
		attribute_macros(p);
		if (c_cur(p) == CW_TEMPLATE) {
			c_odd(p, NULL);
			c_recover(p);
			return 1;
		}
		if (!p->stop && !c_common_declaration(p, at)) {
			c_odd(p, NULL);
			c_recover(p);
		}
		p->special = 0;
		p->of = p->of_end = 0;
		return 1;
	case CW_ASM: case CW_ASM_: case CW_ASM__:
		c_asm_section(p);
		skip_statement(p);
		return 1;
	case CW_CONCEPT: case CW_STATIC_ASSERT: case CW_STATIC_ASSERT_:
		skip_statement(p);
		return 1;
	case CW_USING:
		using_decl(p);
		return 1;
	case CW_EXTERN:
		if (c_kind(p, c_after(p, p->pos)) != CW_TEMPLATE)
			break;
		skip_statement(p); /* an instance that is made elsewhere */
		return 1;
	case CW_EXTENSION:
		p->pos++;
		return 1;
	default:
		break;
	}
	if (k == C_ID && macro_line(p)) {
		c_node_tok(p, FACT_NAME, 0, p->pos);
		c_done(p);
		p->pos++;
		return 1;
	}
	if (c_declaration(p, at))
		return 1;
	j = c_scan_path(p, p->pos);
	if (j > p->pos && c_kind(p, j) == '(' && c_closed(p, j)) {
		if (c_macro_name(p, j) > j && c_kind(p, c_past(p, c_macro_name(p, j))) != ';') {
			cspec d = {.def = C_NONE};

			if (!c_function(p, at, &d, p->pos, c_macro_name(p, j), c_macro_name(p, j), 0) && !p->stop)
				c_semicolon(p, 0);
			return 1;
		}
		if ((k = macro_type(p, j)) != 0) {
			cspec d = {.def = C_NONE, .from = c_after(p, j), .to = c_past(p, j) - 1, .next = c_past(p, j)};

			d.builtin = c_is_builtin(c_kind(p, d.from));
			if (k == 2 || (!d.builtin && c_scan_path(p, d.from) != d.to))
				d.from = d.to = j;
			c_init_declarators(p, at, &d, ';');
			return 1;
		}
		if (!macro_declares(p, at, j))
			macro_call(p);
		return 1;
	}
	if (k == C_ID) { /* a macro alone */
		uint16_t next = c_kind(p, c_after(p, p->pos));

		if (at == AT_FILE && (next == '.' || next == C_ARROW || next == C_SHL || next == '=' || next == '[' || next == ':')) {
			c_statement(p);
			return 1;
		}
		c_node_tok(p, FACT_NAME, 0, p->pos);
		c_done(p);
		p->pos++;
		return 1;
	}
	return 0;
}

/* @class A; @protocol P; @interface A ... @end: declarations of Objective-C, which hold no code. */
static int
objective(cparse *p)
{
	uint32_t i = p->pos + 1;
	int forward = c_is(p, i, "class");

	if (!forward && !c_is(p, i, "protocol") && !c_is(p, i, "interface"))
		return 0;
	if (!forward && c_is(p, i, "protocol")) { /* @protocol A, B; */
		uint32_t k = i + 1;
		while (c_kind(p, k) == C_ID || c_kind(p, k) == ',')
			k = c_after(p, k);
		forward = c_kind(p, k) == ';';
	}
	for (; c_cur(p) != C_EOF; p->pos++) {
		if (forward ? c_cur(p) == ';' : c_cur(p) == '@' && c_is(p, p->pos + 1, "end")) {
			p->pos += forward ? 1 : 2;
			return 1;
		}
	}
	return 1;
}

void
c_at_file(cparse *p)
{
	uint16_t k = c_cur(p), next = c_kind(p, c_after(p, p->pos));

	p->in_launch = 0;
	if (p->rec > 500 || p->t->nopen > FACT_MAX_DEPTH - 20) {
		c_odd(p, "nested too deep");
		c_recover(p);
		return;
	}
	p->rec++;
	if (k == CW_NAMESPACE || (k == CW_INLINE && next == CW_NAMESPACE)) {
		name_space(p);
	} else if (k == CW_EXTERN && next == C_STR && c_kind(p, p->pos + 2) == '{') {
		p->pos += 3;
		c_sequence(p, c_at_file, '}');
		p->err = 0;
		c_expect(p, '}');
	} else if (k == '{' && c_holds_statements(p, p->pos)) {
		c_block(p);
	} else if (k >= CW_IF && k <= CW_CO_RETURN) { /* a file of statements, for a function to include */
		c_statement(p);
	} else if (k == '{') { /* a file of values, for an initialiser to include */
		c_braces(p);
		c_accept_here(p, ',');
	} else if (k == C_STR) { /* a file of text, the same */
		c_expr(p, PREC_ASSIGN);
		c_accept_here(p, ',');
	} else if (k == '@' && objective(p)) {
		;
	} else if (k == '}') {
		c_leaf(p, FACT_ERROR, c_line_here(p), C_UNPAIRED);
		p->errors++;
		p->pos++;
	} else if (k == C_ID && c_expand_head(p)) {
		;
	} else if (c_alone(p) && c_expand(p, c_at_file, C_PASTES | C_DEFINES | C_LISTS)) {
		c_accept_here(p, ';');
	} else if (!c_common_declaration(p, AT_FILE)) {
		c_odd(p, NULL);
	}
	if (p->err)
		c_recover(p);
	p->rec--;
}
