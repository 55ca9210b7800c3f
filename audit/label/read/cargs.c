/* cargs.c - arguments of calls and of macros, values in braces. */
#include <string.h>

#include "cread_impl.h"

/* Statements up to the token i, as an argument of a macro that puts them into its own. */
static void
statements(cparse *p, uint32_t i)
{
	int in_define = p->in_define;
	uint32_t branch = p->branch, end = p->end;

	c_node(p, FACT_FUNC, c_line_here(p), FACT_INLINE, "", 0);
	c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
	p->end = i;
	p->branch = C_NONE;
	p->in_define = 1;
	c_sequence(p, c_statement, C_EOF);
	p->in_define = in_define;
	p->end = end;
	p->branch = branch;
	c_done(p);
	c_done(p);
}

/* The token after the declaration of a variable with a value that is the argument at pos, THROWS(T x(1), e); 0 if it is none. */
static uint32_t
declaration_end(cparse *p)
{
	cspec d;
	cdeclarator n;
	uint32_t i;
	uint16_t k;

	if (!c_scan_spec(p, p->pos, AT_BLOCK, &d) || d.def != C_NONE || d.from == d.to)
		return 0;
	c_scan_declarator(p, d.next, &n);
	k = c_kind(p, i = n.next);
	if (n.to == n.from || n.nested || (k != '=' && k != '(' && k != '{'))
		return 0;
	for (; i < p->end && (k = c_kind(p, i)) != ',' && k != ')' && k != '}' && k != ';'; )
		i = (k == '(' || k == '[' || k == '{') ? c_past(p, i) : k == '<' && c_scan_angle_strictly(p, i) ? c_scan_angle_strictly(p, i) : c_after(p, i);
	return i < p->end && (k == ',' || k == ')') ? i : 0;
}

/* An argument that is no expression: a type, a piece of code for a macro. */
static void
odd_arg(cparse *p)
{
	uint32_t from = p->pos, i = from;
	int depth = 0, calls = 0, semi = 0, row;
	uint16_t first = c_cur(p), second = c_kind(p, c_after(p, p->pos));

	if (first == ';' && (second == ',' || second == ')')) { /* an empty statement */
		c_leaf_text(p, FACT_UNKNOWN, from, from);
		p->pos = c_after(p, from);
		return;
	}
	if (first == C_DOTS && second == ')') { /* CATCH (...) */
		p->pos = c_after(p, from);
		c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}
	if ((first == CW_IF || first == CW_WHILE) && second == '(' && c_closed(p, c_after(p, from)) && (c_kind(p, c_past(p, c_after(p, from))) == ',' || c_kind(p, c_past(p, c_after(p, from))) == ')')) {
		p->pos = c_after(p, from); /* the head of a statement, whose body the macro has */
		c_node(p, FACT_FUNC, c_line_here(p), FACT_INLINE, "", 0);
		c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
		c_expr(p, PREC_ASSIGN);
		c_done(p);
		c_done(p);
		return;
	}
	row = c_is_shouted(p, i) && second == '(' && c_is_shouted(p, c_past(p, c_after(p, i))) && c_kind(p, c_after(p, c_past(p, c_after(p, i)))) == '('; /* M(a) N(b) */
	/* statements, up to the end of the call */
	for (; i < p->end && !(row && c_kind(p, i) == ',') && c_kind(p, i) != ')' && c_kind(p, i) != '}' && c_kind(p, i) != C_EOF; i = c_after(p, i)) {
		semi |= c_kind(p, i) == ';';
		if (c_kind(p, i) == ',' && (c_kind(p, c_after(p, i)) == ',' || c_kind(p, c_after(p, i)) == ')')) /* an empty argument is next */
			break;
		if ((c_kind(p, i) == '(' || c_kind(p, i) == '[' || c_kind(p, i) == '{') && p->tok[i].match < p->end)
			i = p->tok[i].match;
	}
	if ((semi || row || (first >= CW_IF && first <= CW_CO_RETURN)) && (c_kind(p, i) == ')' || c_kind(p, i) == ',')) {
		statements(p, i);
		return;
	}
	if ((i = declaration_end(p)) > 0) {
		statements(p, i);
		return;
	}
	i = from;
	if (first == '<' && c_scan_angle(p, i) && (c_kind(p, c_scan_angle(p, i)) == ',' || c_kind(p, c_scan_angle(p, i)) == ')')) {
		p->pos = c_scan_angle(p, i);
		c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}

	for (; i < p->end && !p->stop; i = c_after(p, i)) {
		uint16_t k = c_kind(p, i);

		if (k == C_EOF || ((k == ',' || k == ')' || k == '}' || k == ';') && depth == 0))
			break;
		if ((k == '(' || k == '[' || k == '{') && c_closed(p, i)) {
			calls |= k == '{' || (k == '(' && i > from && p->tok[i - 1].k == C_ID);
			i = p->tok[i].match;
		} else if (k == '<' && c_scan_angle(p, i)) {
			depth++;
		} else if (k == '>' && depth > 0) {
			depth--;
		}
	}
	if (calls || i == from)
		c_odd(p, NULL);
	else
		c_leaf_text(p, FACT_UNKNOWN, from, i);
	if (!p->err && !p->stop)
		p->pos = i;
}

/* Whether the braces at i hold statements. */
int
c_holds_statements(const cparse *p, uint32_t i)
{
	uint32_t end = p->tok[i].match;

	if (end == C_NONE || end > p->end)
		return 0;
	for (i = c_after(p, i); i < end; i = c_after(p, i)) {
		uint16_t k = c_kind(p, i);

		if (k == ';')
			return 1;
		if ((k == '(' || k == '[' || k == '{') && p->tok[i].match < end)
			i = p->tok[i].match;
	}
	return 0;
}

/* The token after .a.b or .a[i] at pos, if a value follows it; else 0. */
static uint32_t
nested_field(const cparse *p)
{
	uint32_t i = p->pos;

	while ((c_kind(p, i) == '.' && c_kind(p, i + 1) == C_ID) || (c_kind(p, i) == '[' && c_closed(p, i)))
		i = c_kind(p, i) == '.' ? i + 2 : c_past(p, i);
	return i > p->pos + 2 && (c_kind(p, i) == '=' || c_kind(p, i) == '{') ? i : 0;
}

void
c_args(cparse *p, uint16_t closer)
{
	int in_launch = p->in_launch;
	uint32_t end = p->pos > 0 ? p->tok[p->pos - 1].match : C_NONE; /* of what opens before it */

	p->in_launch = 0;
	while (!p->err && c_cur(p) != closer && c_cur(p) != C_EOF) {
		uint32_t arg, next;
		cstate s;

		if (c_cur(p) == ',' && closer == ')') { /* an argument of a macro that is empty: no code */
			c_node(p, FACT_ARG, c_line_here(p), 0, "", 0);
			c_node(p, FACT_FUNC, c_line_here(p), FACT_INLINE, "", 0);
			c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
			c_done(p);
			c_done(p);
			c_done(p);
		}
		if (c_accept(p, ','))
			continue;
		if (p->in_define && c_cur(p) == C_PASTE && c_kind(p, p->pos + 1) == C_ID && c_kind(p, p->pos + 2) == closer) /* f(a, ##__VA_ARGS__) */
			p->pos++;
		if (c_cur(p) == '.' && closer == '}' && c_kind(p, p->pos + 1) == C_ID && (c_kind(p, p->pos + 2) == '=' || c_kind(p, p->pos + 2) == '{')) {
			arg = c_node_tok(p, FACT_ARG, 0, p->pos + 1);
			p->pos += 2;
			c_accept(p, '=');
		} else if (c_cur(p) == '.' && closer == '}' && (next = nested_field(p)) != 0) {
			const ctok *name = &p->tok[p->pos + 1], *last = &p->tok[next - 1];
			arg = c_node(p, FACT_ARG, name->line, 0, p->x->s + name->at, last->at + last->n - name->at);
			p->pos = next;
			c_accept(p, '=');
		} else {
			arg = c_node(p, FACT_ARG, c_line_here(p), 0, "", 0);
		}
		s = c_mark(p);
		if (c_cur(p) == '{' && c_holds_statements(p, p->pos)) {
			c_node(p, FACT_FUNC, c_line_here(p), FACT_INLINE, "", 0);
			c_block(p);
			c_done(p);
		} else {
			c_expr(p, PREC_ASSIGN);
		}
		if (!p->stop && c_cur(p) == C_DOTS) {
			p->pos++;
			if (!p->t->nomem)
				p->t->node[arg].flags |= FACT_STAR;
		}
		if (!p->stop && (p->err || (c_cur(p) != ',' && c_cur(p) != closer))) {
			c_back(p, &s);
			odd_arg(p);
			if (p->err && end > p->pos && end < p->end) { /* the rest of the call can be read */
				p->err = 0;
				p->pos = end;
			}
		}
		c_done(p);
		if (!p->err && c_cur(p) != closer && !c_accept(p, ','))
			c_odd(p, NULL);
	}
	p->in_launch = in_launch;
	if (!p->err)
		c_expect(p, closer);
}

/* One value of an initialiser; a sequence's member. */
void
c_value(cparse *p)
{
	uint32_t at = p->t->n, line = c_line_here(p);

	while (c_accept_here(p, ',')) {}
	if (c_undecided(p) || c_cur(p) == '}' || c_cur(p) == C_EOF)
		return;
	if (c_expand(p, c_value, C_ROWS | C_SPELLS | C_PASTES)) {
		while (c_accept_here(p, ',')) {}
		return;
	}
	if (c_cur(p) == '.' || c_cur(p) == '[' ? (c_cur(p) == '.' || !c_is_lambda(p, p->pos) || c_kind(p, c_past(p, p->pos)) == '=') : c_kind(p, p->pos) == C_ID && c_kind(p, p->pos + 1) == ':') {
		uint32_t from = p->pos;
		int field = c_cur(p) != '[';

		if (c_cur(p) == C_ID) { /* name: value */
			c_node_tok(p, FACT_STR, 0, p->pos);
			c_done(p);
			p->pos += 2;
		} else if (field) {
			p->pos++;
			for (from = p->pos; c_cur(p) == C_ID || c_cur(p) == '.' || c_cur(p) == '['; )
				p->pos = c_cur(p) == '[' ? c_past(p, p->pos) : p->pos + 1;
			c_leaf_text(p, FACT_STR, from, p->pos);
		} else {
			p->pos++;
			c_expr(p, PREC_ASSIGN);
			if (!p->err && c_cur(p) == C_DOTS) {
				p->pos++;
				c_expr(p, PREC_ASSIGN);
				fact_cut(p->t, at, p->t->nopen);
				c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
			}
			if (!p->err)
				c_expect(p, ']');
			while (!p->err && (c_cur(p) == '[' || c_cur(p) == '.')) /* [a][b], [a].b */
				p->pos = c_cur(p) == '[' ? c_past(p, p->pos) : p->pos + 2;
		}
		if (!p->err) {
			c_accept(p, '=');
			c_expr(p, PREC_ASSIGN);
		}
		c_wrap(p, at, FACT_PAIR, line, "", 0);
		if (field && !p->t->nomem && at < p->t->n && p->t->node[at].kind == FACT_PAIR)
			p->t->node[at].flags |= FACT_FIELD;
	} else {
		c_expr(p, PREC_ASSIGN);
		if (!p->err)
			c_accept_here(p, C_DOTS);
	}
	if (p->err) { /* to the next value */
		p->err = 0;
		while (c_cur(p) != C_EOF && c_cur(p) != ',' && c_cur(p) != '}') {
			uint32_t e = c_cur(p) == '(' || c_cur(p) == '[' || c_cur(p) == '{' ? c_past(p, p->pos) : 0;
			p->pos = e && e < p->end ? e : p->pos + 1;
		}
	}
	while (c_accept_here(p, ',')) {}
}

void
c_braces(cparse *p)
{
	uint32_t at = c_node(p, FACT_LIST, c_line_here(p), 0, "", 0), deep = p->deep;
	int in_launch = p->in_launch;

	if (p->rec > MAX_REC || p->t->nopen > FACT_MAX_DEPTH - 10) {
		c_odd(p, "nested too deep");
		c_done(p);
		return;
	}
	p->rec++;
	p->in_launch = 0;
	if (c_expect(p, '{'))
		c_sequence(p, c_value, '}');
	p->in_launch = in_launch;
	c_done(p);
	p->deep = p->deep > deep ? p->deep : deep;
	if (!p->t->nomem && !p->stop)
		FACT_EACH_KID(p->t, at, kid)
			if (p->t->node[kid].kind == FACT_PAIR) {
				p->t->node[at].kind = FACT_DICT;
				break;
			}
	if (!p->err)
		c_expect(p, '}');
	p->rec--;
}
