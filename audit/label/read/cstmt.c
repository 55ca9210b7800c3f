/* cstmt.c - statements. */
#include <string.h>

#include "cread_impl.h"

void
c_semicolon(cparse *p, int call)
{
	uint16_t k;

	if (p->err) {
		c_recover(p);
		return;
	}
	if (call && c_undecided(p))
		return;
	k = c_cur(p);
	if (k == ';') {
		p->pos++;
		return;
	}
	if (p->stop)
		return;
	if (k == C_EOF && (p->in_define || call))
		return; /* the macro's user, or nobody, writes it */
	if (call && (k == '}' || (k != C_EOF && ((p->tok[p->pos].bits & C_FRESH) || k == C_ID || k >= C_KEYWORD))))
		return;
	c_odd(p, NULL);
	if (!p->stop)
		c_recover(p);
}

/* May the word be next at i, in an alternative of an #if that is open or after it? At most *left directives are gone past. */
static int
may_go_on(const cparse *p, uint32_t i, uint16_t word, unsigned *left)
{
	while (i < p->x->ntok && p->tok[i].k >= C_PP && *left > 0) {
		const ctok *t = &p->tok[i];

		--*left;
		if (t->k == C_PP_IF && p->choice[t->n] == C_NONE) {
			for (uint32_t b = i; p->tok[b].k != C_PP_ENDIF; b = p->tok[b].at)
				if (may_go_on(p, p->tok[b].match, word, left))
					return 1;
			i = p->x->chain[t->n].end + 1;
		} else {
			i = t->k == C_PP_ELIF || t->k == C_PP_ELSE ? p->x->chain[t->n].end + 1 : c_step(p, i);
		}
	}
	return i < p->x->ntok && p->tok[i].k == word;
}

/* Whether the word that goes on with the statement is next. */
int
c_goes_on(cparse *p, uint16_t word)
{
	enum { NEAR = 40 }; /* directives */
	unsigned left = NEAR;
	uint32_t i = c_settle(p, p->pos);

	if (i >= p->end && p->branch != C_NONE && !p->in_define) { /* it ends with the alternative, #if X if (a) b(); #endif else c(); */
		if (may_go_on(p, p->x->chain[p->branch].end + 1, word, &left)) {
			p->stop = 1;
			p->cut = p->branch;
		}
		return 0;
	}
	if (c_kind(p, i) == C_PP_IF && may_go_on(p, i, word, &left)) {
		p->pos = i;
		c_cur(p); /* which stops at the #if */
		return 0;
	}
	if (c_kind(p, i) != word)
		return 0;
	p->pos = i;
	return 1;
}

void
c_headless(cparse *p, uint32_t node)
{
	fact_tree *t = p->t;
	uint32_t last = 0;

	if (!p->err || p->stop || t->nomem || node >= t->n)
		return;
	t->node[node].kind = FACT_BLOCK;
	t->node[node].flags = 0;
	for (uint32_t k = node + 1; k < t->n; k = t->node[k].end)
		last = k;
	if (last && t->node[last].kind != FACT_ERROR) /* within an operand that may not be asked for */
		c_leaf(p, FACT_ERROR, t->node[last].line, "the head of a statement");
}

/* A statement as a BLOCK. */
void
c_body(cparse *p)
{
	if (c_cur(p) == '{') {
		c_block(p);
		return;
	}
	c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
	if (c_cur(p) == '}' || (c_cur(p) == C_EOF && !p->in_define))
		c_odd(p, NULL);
	else
		c_statement(p);
	c_done(p);
}

void
c_block(cparse *p)
{
	if (p->t->nopen > FACT_MAX_DEPTH - 12 || p->rec > MAX_REC) {
		uint32_t e = c_past(p, p->pos);

		c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
		c_leaf(p, FACT_ERROR, c_line_here(p), "nested too deep");
		p->errors++;
		c_done(p);
		p->pos = e < p->end ? e : p->end;
		return;
	}
	p->rec++;
	c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
	if (c_expect(p, '{')) {
		c_sequence(p, c_statement, '}');
		p->err = 0;
		c_expect(p, '}');
	}
	c_done(p);
	p->rec--;
}

static void
while_statement(cparse *p)
{
	cspec d;
	cdeclarator n;

	uint32_t at = c_node(p, FACT_WHILE, c_line_here(p), 0, "", 0);

	p->pos++;
	if (c_expect(p, '(')) {
		if (c_declares_value(p, p->pos, &d, &n))
			p->pos = n.from;
		c_test(p, C_NONE);
	}
	c_headless(p, at);
	if (!p->err)
		c_body(p);
	c_done(p);
}

static void
do_statement(cparse *p)
{
	uint32_t line = c_line_here(p), start, end = C_NONE, at;

	p->pos++;
	at = c_node(p, FACT_WHILE, line, FACT_POST, "", 0);
	start = p->pos;
	if (c_cur(p) == '{' && c_closed(p, start) && c_kind(p, c_past(p, start)) == CW_WHILE) {
		p->pos = c_past(p, start) + 1;
		if (c_expect(p, '('))
			c_test(p, C_NONE);
		c_headless(p, at);
		end = p->pos;
		p->pos = start;
		if (!p->err)
			c_block(p);
		if (!p->err && !p->stop)
			p->pos = end;
	} else {
		c_leaf(p, FACT_UNKNOWN, line, "the test of a do");
		c_body(p);
		if (!p->err && c_expect(p, CW_WHILE) && c_expect(p, '(')) {
			uint32_t n = p->t->n, nopen = p->t->nopen;
			c_test(p, C_NONE);
			if (!p->err && !p->stop)
				fact_cut(p->t, n, nopen);
		}
	}
	c_done(p);
	if (!p->err && !p->stop && !c_accept(p, ';') && c_cur(p) != C_EOF && !p->in_define && !p->stop && !(p->tok[p->pos].bits & C_FRESH) && c_cur(p) != '}')
		c_odd(p, NULL);
}

/* for (T x : e) */
static void
range_for(cparse *p, uint32_t colon)
{
	cspec d;
	cdeclarator n;

	uint32_t at = c_node(p, FACT_FOR, c_line_here(p), 0, "", 0);

	p->pos++; /* ( */
	if (c_scan_spec(p, p->pos, AT_BLOCK, &d)) {
		uint32_t i;

		c_scan_declarator(p, d.next, &n);
		i = d.next;
		while (c_kind(p, i) == '&' || c_kind(p, i) == C_AND || c_kind(p, i) == CW_CONST)
			i = c_after(p, i);
		if (c_kind(p, i) == '[') {
			c_node(p, FACT_TUPLE, p->tok[i].line, c_kind(p, i - 1) == '&' || c_kind(p, i - 1) == C_AND ? FACT_REF : 0, "", 0);
			for (i++; i < colon; i++)
				if (c_kind(p, i) == C_ID) {
					c_node_tok(p, FACT_NAME, 0, i);
					c_done(p);
				}
			c_done(p);
		} else if (n.to > n.from) {
			c_node_tok(p, FACT_NAME, n.type_flags & FACT_REF ? FACT_REF : n.type_flags & FACT_POINTER ? FACT_REF | FACT_POINTER : 0, n.from);
			c_done(p);
		} else {
			c_leaf_text(p, FACT_UNKNOWN, p->pos, colon);
		}
	} else {
		c_expr(p, PREC_COMMA);
	}
	if (!p->err) {
		p->pos = colon + 1;
		c_expr(p, PREC_COMMA);
	}
	if (!p->err)
		c_expect(p, ')');
	c_headless(p, at);
	if (!p->err)
		c_body(p);
	c_done(p);
}

static void
for_statement(cparse *p)
{
	uint32_t line = c_line_here(p), colon, semi, step, end;

	p->pos++;
	while (c_cur(p) == C_ID || c_cur(p) == CW_CO_AWAIT)
		p->pos++;
	if (c_cur(p) != '(') {
		c_expect(p, '(');
		return;
	}
	semi = c_first_semicolon(p, p->pos, &colon);
	if (colon && !semi) {
		range_for(p, colon);
		return;
	}
	c_node(p, FACT_BLOCK, line, 0, "", 0);
	p->pos++;
	c_statement(p); /* with its ; */
	if (!p->stop && !p->err) {
		uint32_t at = c_node(p, FACT_WHILE, line, 0, "", 0);
		if (c_cur(p) == ';')
			c_leaf(p, FACT_BOOL, line, "1");
		else
			c_expr(p, PREC_COMMA);
		if (!p->err)
			c_expect(p, ';');
		c_headless(p, at);
		if (!p->err) {
			step = p->pos;
			/* the step is read after the body */
			for (end = step; end < p->end && c_kind(p, end) != ')'; end = c_after(p, end))
				if ((c_kind(p, end) == '(' || c_kind(p, end) == '[' || c_kind(p, end) == '{') && p->tok[end].match < p->end)
					end = p->tok[end].match;
			c_cur(p);
			if (end >= p->end && !p->stop) {
				p->pos = p->end;
				c_odd(p, NULL);
			}
			if (!p->stop && !p->err) {
				c_node(p, FACT_BLOCK, p->tok[end].line, 0, "", 0);
				p->pos = end + 1;
				c_body(p);
				if (!p->stop && !p->err && step < end) {
					uint32_t back_to = p->pos;

					p->pos = step;
					c_expr(p, PREC_COMMA);
					if (!p->err && !p->stop && p->pos < end)
						c_odd(p, NULL);
					if (!p->stop) {
						p->err = 0;
						p->pos = back_to;
					}
				}
				c_done(p);
			}
		}
		c_done(p);
	}
	c_done(p);
}

void
c_handlers(cparse *p)
{
	while (!p->err && c_goes_on(p, CW_CATCH)) {
		uint32_t line = c_line_here(p);
		cspec d;
		cdeclarator n;

		p->pos++;
		if (!c_expect(p, '('))
			return;
		if (c_cur(p) == C_DOTS) {
			p->pos++;
			c_node(p, FACT_HANDLER, line, 0, "", 0);
		} else {
			if (!c_scan_spec(p, p->pos, AT_PARAM, &d)) {
				c_odd(p, NULL);
				return;
			}
			c_scan_declarator(p, d.next, &n);
			if (n.to > n.from)
				c_node_tok(p, FACT_HANDLER, 0, n.from);
			else
				c_node(p, FACT_HANDLER, line, 0, "", 0);
			if (!d.builtin && d.to > d.from)
				c_path_expr(p, d.from, d.to);
			else
				c_leaf_text(p, FACT_NAME, p->pos, d.next);
			p->pos = n.next;
		}
		if (c_expect(p, ')'))
			c_block(p);
		c_done(p);
	}
}

static void
try_statement(cparse *p)
{
	c_node(p, FACT_TRY, c_line_here(p), 0, "", 0);
	p->pos++;
	c_block(p);
	c_handlers(p);
	c_done(p);
}

/* FOREACH(x, list) on a line, ++n on the next: the token after the call; p->end if it is none. */
static uint32_t
before_step(cparse *p)
{
	uint32_t i = p->pos, next;

	if (c_kind(p, i) != C_ID || c_kind(p, c_after(p, i)) != '(' || !c_closed(p, c_after(p, i)))
		return p->end;
	i = c_past(p, c_after(p, i));
	next = c_kind(p, i);
	return (next == C_INC || next == C_DEC) && (p->tok[i].bits & C_FRESH) && (c_kind(p, c_after(p, i)) == C_ID || c_kind(p, c_after(p, i)) == '(') ? i : p->end;
}

/* Does the macro at i, before a block, leave that one that runs: TRY? Another may be `if (0)`. */
static int
heads_block(const cparse *p, uint32_t i)
{
	const ctok *t, *name = &p->tok[i];
	uint32_t n;

	if (!c_is_shouted(p, i))
		return 0;
	if (!c_is_macro(p, i))
		return memmem(p->x->s + name->at, name->n, "TRY", 3) != NULL;
	t = c_macro_body(p, i, &n);
	return t && !c_macro_is_default(p, i) && (n == 0 || (n == 1 && t->k == CW_TRY));
}

static void
expression_statement(cparse *p)
{
	uint32_t at = p->t->n, line = c_line_here(p), end = p->end, step = before_step(p);
	int call, heads = c_cur(p) == C_ID && c_macro_heads(p, p->pos);

	if (step < end) {
		p->end = step;
		c_expr(p, PREC_COMMA);
		p->end = end;
		if (!p->err && !p->stop) {
			c_body(p);
			c_wrap(p, at, FACT_WHILE, line, "", 0);
		}
		return;
	}
	c_expr(p, PREC_COMMA);
	if (p->stop)
		return;
	if (!p->err && !p->t->nomem && !c_undecided(p) && c_cur(p) == '{' && at + 1 == p->t->n && p->t->node[at].kind == FACT_NAME && heads_block(p, p->pos - 1) &&
	    (c_holds_statements(p, p->pos) || (c_kind(p, p->pos + 1) >= CW_IF && c_kind(p, p->pos + 1) <= CW_CO_RETURN))) {
		c_wrap(p, at, FACT_CALL, line, "", 0); /* TRY { ... } */
		c_block(p);
		c_wrap(p, at, FACT_WHILE, line, "", 0);
		return;
	}
	call = !p->t->nomem && at < p->t->n && (p->t->node[at].kind == FACT_CALL || p->t->node[at].kind == FACT_NAME);
	if (!p->err && call && !heads && !c_undecided(p) && c_cur(p) == '{' && p->t->node[at].kind == FACT_CALL) { /* FOREACH(x, list) { ... } */
		c_block(p);
		c_wrap(p, at, FACT_WHILE, line, "", 0);
		return;
	}
	if (!p->err && call && !heads && !c_undecided(p) && c_cur(p) == C_ID && p->t->node[at].kind == FACT_CALL && p->t->node[at + 1].kind == FACT_NAME &&
	    !(p->tok[p->pos].bits & C_FRESH) && p->tok[p->pos - 1].k == ')' && c_kind(p, c_after(p, p->pos)) != '(') { /* FOREACH(i, list) x[i] = 0; */
		c_body(p);
		c_wrap(p, at, FACT_WHILE, line, "", 0);
		return;
	}
	c_semicolon(p, call);
}

/* Is the word of Qt that stands before a signal at pos, which is nothing to the compiler: emit changed(x)? */
static int
is_emit(const cparse *p)
{
	uint32_t next = c_after(p, p->pos);

	return p->x->cpp && (c_is(p, p->pos, "emit") || c_is(p, p->pos, "Q_EMIT")) && !c_is_macro(p, p->pos) && (c_kind(p, next) == C_ID || c_kind(p, next) == CW_THIS) &&
	    !(p->tok[next].bits & C_FRESH);
}

/* forever { ... } of Qt: a loop without a condition. */
static int
forever(cparse *p)
{
	if (!p->x->cpp || !c_is(p, p->pos, "forever") || c_kind(p, c_after(p, p->pos)) != '{' || c_undecided(p) || c_is_macro(p, p->pos))
		return 0;
	c_node(p, FACT_WHILE, c_line_here(p), 0, "", 0);
	c_leaf(p, FACT_BOOL, c_line_here(p), "1");
	p->pos++;
	c_block(p);
	c_done(p);
	return 1;
}

void
c_statement(cparse *p)
{
	uint16_t k = c_cur(p);
	uint32_t line = c_line_here(p);

	if (p->t->nopen > FACT_MAX_DEPTH - 12 || p->rec > MAX_REC) {
		c_odd(p, "nested too deep");
		c_recover(p);
		while (c_goes_on(p, CW_ELSE))
			c_recover(p);
		return;
	}
	p->rec++;
	switch (k) {
	case ';': p->pos++; break;
	case '{': c_block(p); break;
	case CW_IF: c_if_statement(p); break;
	case CW_WHILE: while_statement(p); break;
	case CW_DO: do_statement(p); break;
	case CW_FOR: for_statement(p); break;
	case CW_SWITCH: c_switch_statement(p); break;
	case CW_TRY: try_statement(p); break;
	case CW_BREAK: case CW_CONTINUE:
		c_leaf(p, k == CW_BREAK ? FACT_BREAK : FACT_CONTINUE, line, "");
		p->pos++;
		c_semicolon(p, 0);
		break;
	case CW_RETURN: case CW_CO_RETURN:
		p->pos++;
		c_node(p, FACT_RETURN, line, 0, "", 0);
		if (c_cur(p) != ';' && c_cur(p) != '}' && !(c_cur(p) == C_EOF && p->in_define))
			c_expr(p, PREC_COMMA);
		c_done(p);
		c_semicolon(p, 0);
		break;
	case CW_GOTO:
		p->pos++;
		if (c_cur(p) == C_ID) {
			c_node_tok(p, FACT_GOTO, 0, p->pos);
			c_done(p);
			p->pos++;
		} else {
			c_node(p, FACT_GOTO, line, 0, "", 0);
			c_accept(p, '*');
			c_expr(p, PREC_COMMA);
			c_done(p);
		}
		c_semicolon(p, 0);
		break;
	case CW_CASE: case CW_DEFAULT:
		c_node(p, FACT_LABEL, line, 0, k == CW_CASE ? "case" : "default", k == CW_CASE ? 4 : 7); /* of a switch around this statement */
		p->pos++;
		if (k == CW_CASE)
			c_expr(p, PREC_COND);
		if (!p->err && c_accept(p, C_DOTS))
			c_expr(p, PREC_COND);
		c_done(p);
		if (!p->err)
			c_expect(p, ':');
		break;
	case CW_ELSE:
		c_odd(p, NULL);
		p->err = 0;
		if (!p->stop)
			p->pos++;
		break;
	case CW_ASM: case CW_ASM_: case CW_ASM__:
		c_asm_statement(p);
		break;
	case CW_USING: case CW_TEMPLATE: case CW_STATIC_ASSERT: case CW_STATIC_ASSERT_: case CW_CONCEPT:
		c_common_declaration(p, AT_BLOCK);
		break;
	case CW_NAMESPACE:
		c_at_file(p);
		break;
	default:
		if (k == C_ID && c_kind(p, c_after(p, p->pos)) == ':') {
			c_node_tok(p, FACT_LABEL, 0, p->pos);
			c_done(p);
			p->pos = c_after(p, p->pos) + 1;
			if (c_attribute(p, p->pos, c_skip_attributes(p, p->pos), "cleanup") == C_NONE) /* of the label; else of a variable */
				p->pos = c_skip_attributes(p, p->pos);
			break;
		}
		if (k == C_ID && forever(p))
			break;
		if (is_emit(p)) {
			c_node_tok(p, FACT_NAME, 0, p->pos++);
			c_done(p);
			c_statement(p);
			break;
		}
		if (c_alone(p) && c_expand(p, c_statement, C_PASTES | C_LISTS)) {
			c_accept_here(p, ';');
			break;
		}
		{
			uint32_t from = p->pos, at = p->t->n, fn, past = k == '[' ? c_skip_attributes(p, from) : from;
			if (past > from && c_kind(p, past) == ';') /* [[fallthrough]]; */
				p->pos = past + 1;
			else if (!c_declaration(p, AT_BLOCK)) {
				p->pos = past;
				expression_statement(p);
			} else if (!p->stop && !p->err && (fn = c_attribute(p, from, p->pos, "cleanup")) != C_NONE)
				c_cleaned_block(p, at, fn);
		}
	}
	if (p->err)
		c_recover(p);
	p->rec--;
}
