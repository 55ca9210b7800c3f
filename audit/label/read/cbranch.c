/* cbranch.c - if and switch, and what an #if around their parts does to them. */
#include "cread_impl.h"

/* The first ; at depth 0 in the parentheses at i, or 0; *colon: a : before it that no ? asks for. */
uint32_t
c_first_semicolon(const cparse *p, uint32_t i, uint32_t *colon)
{
	uint32_t end = p->tok[i].match;
	int asks = 0;

	*colon = 0;
	if (end == C_NONE || end >= p->end)
		return 0;
	for (i = c_after(p, i); i < end; i = c_after(p, i)) {
		uint16_t k = c_kind(p, i);

		if (k == ';')
			return i;
		if (k == '?')
			asks++;
		if (k == ':' && !*colon && asks-- <= 0)
			*colon = i;
		if ((k == '(' || k == '[' || k == '{') && p->tok[i].match < end)
			i = p->tok[i].match;
	}
	return 0;
}

/* Whether a declaration with a value, T x = f(), is the condition at i. */
int
c_declares_value(cparse *p, uint32_t i, cspec *d, cdeclarator *n)
{
	if (!c_scan_spec(p, i, AT_BLOCK, d) || (d->from == d->to && d->def == C_NONE))
		return 0;
	c_scan_declarator(p, d->next, n);
	return n->to > n->from && !n->nested && (c_kind(p, n->next) == '=' || (c_kind(p, n->next) == '{' && c_kind(p, c_past(p, n->next)) == ')'));
}

/* What stands before the test in the parentheses at pos goes into a BLOCK that stays open;
 * returns whether there is one. What then is the test: the name at *name, or an expression. */
static int
before_test(cparse *p, uint32_t *name)
{
	uint32_t colon, semi = c_first_semicolon(p, p->pos, &colon);
	cspec d;
	cdeclarator n;
	int open = 0;

	*name = C_NONE;
	if (!c_expect(p, '('))
		return 0;
	if (semi) {
		c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
		open = 1;
		c_statement(p);
	}
	if (!p->stop && c_declares_value(p, p->pos, &d, &n)) {
		if (!open)
			c_node(p, FACT_BLOCK, c_line_here(p), 0, "", 0);
		open = 1;
		*name = n.from;
		c_init_declarators(p, AT_BLOCK, &d, ')');
	}
	return open;
}

void
c_test(cparse *p, uint32_t name)
{
	if (p->err)
		return;
	if (name != C_NONE) {
		c_node_tok(p, FACT_NAME, 0, name);
		c_done(p);
	} else {
		c_expr(p, PREC_COMMA);
	}
	if (!p->err)
		c_expect(p, ')');
}

/* Whether the directive d was taken: its own test, and that of none before it in the chain. */
static void
guard(cparse *p, uint32_t first, uint32_t d)
{
	uint32_t line = p->tok[d].line;

	if (first == d) {
		c_condition_of(p, d);
		return;
	}
	if (p->tok[d].k == C_PP_ELIF)
		c_node(p, FACT_BIN, line, 0, "and", 3);
	for (uint32_t b = first; b != d; b = p->tok[b].at) {
		if (p->tok[b].at != d)
			c_node(p, FACT_BIN, line, 0, "and", 3);
		c_node(p, FACT_UN, line, 0, "not", 3);
		c_condition_of(p, b);
		c_done(p);
	}
	for (uint32_t b = first; b != d; b = p->tok[b].at)
		if (p->tok[b].at != d)
			c_done(p);
	if (p->tok[d].k == C_PP_ELIF) {
		c_condition_of(p, d);
		c_done(p);
	}
}

/* The test of an if that stands below directive d: and what says that d was taken. */
static void
guarded_test(cparse *p, uint32_t line, uint32_t first, uint32_t d)
{
	c_node(p, FACT_BIN, line, 0, "and", 3);
	guard(p, first, d);
	c_accept(p, CW_CONSTEXPR);
	if (c_expect(p, '('))
		c_test(p, C_NONE);
	c_done(p);
}

/* An #if at pos whose alternatives hold `else if (...) ...` and `else ...`: each becomes the
 * else of what is before it, with the #if as a part of its test. The BLOCKs and IFs that
 * stay open for what follows; 0 if it is not such an #if, and nothing was read. */
static unsigned
guarded_else(cparse *p)
{
	uint32_t i = p->pos, chain, first, end = p->end, branch = p->branch;
	unsigned open = 0;

	while (i < p->end && p->tok[i].k >= C_PP_DEFINE)
		i = p->tok[i].match;
	if (i >= p->end || p->tok[i].k != C_PP_IF || p->choice[chain = p->tok[i].n] != C_NONE || !p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	first = i;
	for (i = first; p->tok[i].k != C_PP_ENDIF; i = p->tok[i].at)
		if (p->tok[p->tok[i].match].k != CW_ELSE)
			return 0;
	p->branch = chain;
	for (i = first; p->tok[i].k != C_PP_ENDIF && !p->stop; i = p->tok[i].at) {
		p->pos = p->tok[i].match;
		p->end = p->tok[i].at;
		while (!p->err && c_accept(p, CW_ELSE)) {
			uint32_t line = c_line_here(p);

			c_node(p, FACT_BLOCK, line, 0, "", 0);
			if (c_accept(p, CW_IF)) {
				c_node(p, FACT_IF, line, 0, "", 0);
				guarded_test(p, line, first, i);
			} else {
				c_node(p, FACT_IF, line, FACT_PREPROC, "", 0);
				guard(p, first, i);
			}
			if (!p->err)
				c_body(p);
			open += 2;
		}
		if (!p->err && p->pos < p->end)
			c_odd(p, NULL);
		if (p->err || p->stop)
			break;
	}
	p->end = end;
	p->branch = branch;
	if (p->err && !p->stop) { /* it is read otherwise */
		p->stop = 1;
		p->cut = chain;
	} else if (!p->stop) {
		p->pos = p->x->chain[chain].end + 1;
	}
	return open;
}

int
c_ends_with_else(const cparse *p, uint32_t chain)
{
	if (!p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	for (uint32_t d = p->x->chain[chain].first; p->tok[d].k != C_PP_ENDIF; d = p->tok[d].at)
		if (p->tok[p->tok[d].match].k != CW_IF || p->tok[p->tok[d].at - 1].k != CW_ELSE)
			return 0;
	return 1;
}

void
c_guarded_if(cparse *p)
{
	uint32_t chain = p->tok[p->pos].n, first = p->pos, d, end = p->end, branch = p->branch;
	unsigned open = 0;

	p->branch = chain;
	for (d = first; p->tok[d].k != C_PP_ENDIF && !p->err && !p->stop; d = p->tok[d].at) {
		p->pos = p->tok[d].match;
		p->end = p->tok[d].at;
		while (!p->err && !p->stop && c_cur(p) == CW_IF && p->t->nopen < FACT_MAX_DEPTH - 20) {
			uint32_t line = c_line_here(p);

			p->pos++;
			if (open > 0) {
				c_node(p, FACT_BLOCK, line, 0, "", 0);
				open++;
			}
			c_node(p, FACT_IF, line, 0, "", 0);
			open++;
			guarded_test(p, line, first, d);
			if (!p->err)
				c_body(p);
			if (!p->err)
				c_expect(p, CW_ELSE);
		}
		if (!p->err && !p->stop && p->pos < p->end)
			c_odd(p, NULL);
	}
	p->end = end;
	p->branch = branch;
	if (p->err && !p->stop) { /* it is read otherwise */
		p->stop = 1;
		p->cut = chain;
	}
	if (p->stop)
		return;
	p->pos = p->x->chain[chain].end + 1;
	c_body(p);
	while (!p->stop && open-- > 0)
		c_done(p);
}

void
c_if_statement(cparse *p)
{
	unsigned opened = 0, more;
	uint32_t line = c_line_here(p), name, at;
	int open;

	p->pos++;
	if (c_cur(p) == CW_CONSTEXPR)
		p->pos++;
	if ((c_cur(p) == '!' || c_cur(p) == CW_CONSTEVAL) && c_cur(p) != '(') { /* if consteval */
		at = c_node(p, FACT_IF, line, 0, "", 0);
		while (c_cur(p) == '!' || c_cur(p) == CW_CONSTEVAL)
			p->pos++;
		c_leaf(p, FACT_UNKNOWN, line, "consteval");
		open = 0;
	} else {
		while (c_cur(p) == C_ID) /* a macro: if LIKELY(x) */
			p->pos++;
		open = before_test(p, &name);
		at = c_node(p, FACT_IF, line, 0, "", 0);
		c_test(p, name);
	}
	c_headless(p, at);
	if (!p->err)
		c_body(p);
	while (!p->err && !p->stop && p->t->nopen < FACT_MAX_DEPTH - 20 && (more = guarded_else(p)) > 0)
		opened += more;
	if (!p->err && !p->stop && c_goes_on(p, CW_ELSE)) {
		p->pos++;
		c_body(p);
	}
	while (!p->stop && opened-- > 0)
		c_done(p);
	c_done(p);
	if (open)
		c_done(p);
}

/* Whether the statements of the node go no further than its end. */
static int
jumps(const fact_tree *t, uint32_t i)
{
	uint32_t last = 0;

	FACT_EACH_KID(t, i, kid)
		if (t->node[kid].kind != FACT_COMMENT)
			last = kid;
	if (!last)
		return 0;
	switch (t->node[last].kind) {
	case FACT_BREAK: case FACT_RETURN: case FACT_CONTINUE: case FACT_GOTO: case FACT_RAISE:
		return 1;
	case FACT_BLOCK:
		return jumps(t, last);
	default:
		return 0;
	}
}

static int
case_label(const cparse *p, uint32_t i)
{
	return c_kind(p, i) == CW_CASE || (c_kind(p, i) == CW_DEFAULT && c_kind(p, c_after(p, i)) == ':');
}

void
c_case_statement(cparse *p)
{
	c_statement(p);
}

/* case A: case B: statements, up to the next label; a sequence's member. */
static void
case_group(cparse *p)
{
	uint32_t line = c_line_here(p), patterns;
	int catches_all = 0;

	if (c_expand(p, case_group, C_CASES)) {
		c_accept_here(p, ';');
		return;
	}
	if (!case_label(p, p->pos)) { /* what no label leads to: declarations, labels of goto */
		c_statement(p);
		return;
	}
	c_node(p, FACT_CASE, line, 0, "", 0);
	patterns = p->t->n;
	while (!p->err && case_label(p, c_settle(p, p->pos))) {
		c_cur(p);
		if (c_accept(p, CW_DEFAULT)) {
			catches_all = 1;
		} else {
			uint32_t n = p->t->n, nopen = p->t->nopen, from;

			p->pos++;
			from = p->pos;
			c_expr(p, PREC_COND);
			if (!p->err && c_accept(p, C_DOTS)) {
				c_expr(p, PREC_COND);
				if (!p->err && !p->stop) {
					fact_cut(p->t, n, nopen);
					c_leaf_text(p, FACT_UNKNOWN, from, p->pos);
				}
			}
		}
		if (!p->err)
			c_expect(p, ':');
		while (p->pos < p->end && p->tok[p->pos].k >= C_PP_DEFINE)
			p->pos = p->tok[p->pos].match;
	}
	if (catches_all && !p->stop)
		fact_cut(p->t, patterns, p->t->nopen);
	c_node(p, FACT_BLOCK, line, 0, "", 0);
	if (p->err) {
		c_recover(p);
	}
	while (!p->stop && !p->t->nomem && p->pos < p->end) {
		uint32_t before = p->pos;
		uint16_t k = p->tok[p->pos].k;
		uint32_t first = p->pos;

		if (k == '}' || case_label(p, p->pos) || c_expands(p, C_CASES))
			break;
		if (c_undecided(p)) {
			int labels = 0;

			/* a #if that holds labels is a member of the switch */
			for (uint32_t b = first; b != C_NONE && p->tok[b].k != C_PP_ENDIF; b = p->tok[b].at)
				labels |= p->tok[p->tok[b].match].k == CW_CASE || p->tok[p->tok[b].match].k == CW_DEFAULT;
			if (labels)
				break;
		}
		c_sequence_one(p, c_case_statement);
		if (p->pos == before)
			break;
	}
	c_done(p);
	if (!p->stop && !p->t->nomem) {
		uint32_t b = p->t->open[p->t->nopen - 1], blk = 0;

		p->t->node[b].end = p->t->n;
		FACT_EACH_KID(p->t, b, kid)
			blk = kid;
		if (blk && !jumps(p->t, blk))
			p->t->node[b].flags |= FACT_FALLS;
	}
	c_done(p);
}

void
c_switch_statement(cparse *p)
{
	uint32_t line = c_line_here(p), name, at;
	int open;

	p->pos++;
	open = before_test(p, &name);
	at = c_node(p, FACT_SWITCH, line, 0, "", 0);
	c_test(p, name);
	c_headless(p, at);
	if (!p->err) {
		if (c_cur(p) == '{') {
			p->pos++;
			c_sequence(p, case_group, '}');
			p->err = 0;
			c_expect(p, '}');
		} else {
			case_group(p);
		}
	}
	c_done(p);
	if (!p->stop && !p->t->nomem) { /* the last goes on into nothing */
		uint32_t last = 0;

		FACT_EACH_KID(p->t, at, kid)
			if (p->t->node[kid].kind != FACT_COMMENT)
				last = kid;
		if (last)
			p->t->node[last].flags &= ~(uint32_t)FACT_FALLS;
	}
	if (open)
		c_done(p);
}
