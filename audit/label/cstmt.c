/* cstmt.c - statements. */
#include <string.h>

#include "cread_impl.h"

enum { MAX_REC = 800 };

void
semicolon(cparse *p, int call)
{
	uint16_t k;

	if (p->err) {
		recover(p);
		return;
	}
	if (call && undecided(p))
		return;
	k = cur(p);
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
	odd(p, NULL);
	if (!p->stop)
		recover(p);
}

/* Whether the word that goes on with the statement is next. */
static int
goes_on(cparse *p, uint16_t word)
{
	uint32_t i = p->pos;

	while (i < p->end && p->tok[i].k >= C_PP_DEFINE)
		i = p->tok[i].match;
	if (i < p->end && p->tok[i].k == C_PP_IF && p->choice[p->tok[i].n] == C_NONE) {
		for (uint32_t b = i; b != C_NONE && p->tok[b].k != C_PP_ENDIF; b = p->tok[b].at)
			if (p->tok[p->tok[b].match].k == word) {
				cur(p); /* which stops at the #if */
				return 0;
			}
		return 0;
	}
	i = settle(p, i);
	if (kind(p, i) != word)
		return 0;
	p->pos = i;
	return 1;
}

/* A statement as a BLOCK. */
static void
body(cparse *p)
{
	if (cur(p) == '{') {
		block(p);
		return;
	}
	node(p, FACT_BLOCK, line_here(p), 0, "", 0);
	if (cur(p) == '}' || (cur(p) == C_EOF && !p->in_define))
		odd(p, NULL);
	else
		statement(p);
	done(p);
}

void
block(cparse *p)
{
	if (p->t->nopen > FACT_MAX_DEPTH - 12 || p->rec > MAX_REC) {
		uint32_t e = past(p, p->pos);

		node(p, FACT_BLOCK, line_here(p), 0, "", 0);
		leaf(p, FACT_ERROR, line_here(p), "nested too deep");
		p->errors++;
		done(p);
		p->pos = e < p->end ? e : p->end;
		return;
	}
	p->rec++;
	node(p, FACT_BLOCK, line_here(p), 0, "", 0);
	if (expect(p, '{')) {
		sequence(p, statement, '}');
		p->err = 0;
		expect(p, '}');
	}
	done(p);
	p->rec--;
}

/* The first ; at depth 0 in the parentheses at i, or 0; *colon: a : before it that no ? asks for. */
static uint32_t
first_semicolon(const cparse *p, uint32_t i, uint32_t *colon)
{
	uint32_t end = p->tok[i].match;
	int asks = 0;

	*colon = 0;
	if (end == C_NONE || end >= p->end)
		return 0;
	for (i = after(p, i); i < end; i = after(p, i)) {
		uint16_t k = kind(p, i);

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
static int
declares_value(cparse *p, uint32_t i, cspec *d, cdeclarator *n)
{
	if (!scan_spec(p, i, AT_BLOCK, d) || (d->from == d->to && d->def == C_NONE))
		return 0;
	scan_declarator(p, d->next, n);
	return n->to > n->from && !n->nested && (kind(p, n->next) == '=' || kind(p, n->next) == '{');
}

/* What stands before the test in the parentheses at pos goes into a BLOCK that stays open;
 * returns whether there is one. What then is the test: the name at *name, or an expression. */
static int
before_test(cparse *p, uint32_t *name)
{
	uint32_t colon, semi = first_semicolon(p, p->pos, &colon);
	cspec d;
	cdeclarator n;
	int open = 0;

	*name = C_NONE;
	if (!expect(p, '('))
		return 0;
	if (semi) {
		node(p, FACT_BLOCK, line_here(p), 0, "", 0);
		open = 1;
		statement(p);
	}
	if (!p->stop && declares_value(p, p->pos, &d, &n)) {
		if (!open)
			node(p, FACT_BLOCK, line_here(p), 0, "", 0);
		open = 1;
		*name = n.from;
		init_declarators(p, AT_BLOCK, &d, ')');
	}
	return open;
}

static void
test(cparse *p, uint32_t name)
{
	if (p->err)
		return;
	if (name != C_NONE) {
		node_tok(p, FACT_NAME, 0, name);
		done(p);
	} else {
		expr(p, PREC_COMMA);
	}
	if (!p->err)
		expect(p, ')');
}

/* Whether the directive d was taken: its own test, and that of none before it in the chain. */
static void
guard(cparse *p, uint32_t first, uint32_t d)
{
	uint32_t line = p->tok[d].line;

	if (first == d) {
		condition_of(p, d);
		return;
	}
	if (p->tok[d].k == C_PP_ELIF)
		node(p, FACT_BIN, line, 0, "and", 3);
	for (uint32_t b = first; b != d; b = p->tok[b].at) {
		if (p->tok[b].at != d)
			node(p, FACT_BIN, line, 0, "and", 3);
		node(p, FACT_UN, line, 0, "not", 3);
		condition_of(p, b);
		done(p);
	}
	for (uint32_t b = first; b != d; b = p->tok[b].at)
		if (p->tok[b].at != d)
			done(p);
	if (p->tok[d].k == C_PP_ELIF) {
		condition_of(p, d);
		done(p);
	}
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
		while (!p->err && accept(p, CW_ELSE)) {
			uint32_t line = line_here(p);

			node(p, FACT_BLOCK, line, 0, "", 0);
			if (accept(p, CW_IF)) {
				node(p, FACT_IF, line, 0, "", 0);
				node(p, FACT_BIN, line, 0, "and", 3);
				guard(p, first, i);
				accept(p, CW_CONSTEXPR);
				if (expect(p, '('))
					test(p, C_NONE);
				done(p);
			} else {
				node(p, FACT_IF, line, FACT_PREPROC, "", 0);
				guard(p, first, i);
			}
			if (!p->err)
				body(p);
			open += 2;
		}
		if (!p->err && p->pos < p->end)
			odd(p, NULL);
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
ends_with_else(const cparse *p, uint32_t chain)
{
	if (!p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	for (uint32_t d = p->x->chain[chain].first; p->tok[d].k != C_PP_ENDIF; d = p->tok[d].at)
		if (p->tok[p->tok[d].match].k != CW_IF || p->tok[p->tok[d].at - 1].k != CW_ELSE)
			return 0;
	return 1;
}

void
guarded_if(cparse *p)
{
	uint32_t chain = p->tok[p->pos].n, first = p->pos, d, end = p->end, branch = p->branch;
	unsigned open = 0;

	p->branch = chain;
	for (d = first; p->tok[d].k != C_PP_ENDIF && !p->err && !p->stop; d = p->tok[d].at) {
		p->pos = p->tok[d].match;
		p->end = p->tok[d].at;
		while (!p->err && !p->stop && cur(p) == CW_IF && p->t->nopen < FACT_MAX_DEPTH - 20) {
			uint32_t line = line_here(p);

			p->pos++;
			if (open > 0) {
				node(p, FACT_BLOCK, line, 0, "", 0);
				open++;
			}
			node(p, FACT_IF, line, 0, "", 0);
			open++;
			node(p, FACT_BIN, line, 0, "and", 3);
			guard(p, first, d);
			accept(p, CW_CONSTEXPR);
			if (expect(p, '('))
				test(p, C_NONE);
			done(p);
			if (!p->err)
				body(p);
			if (!p->err)
				expect(p, CW_ELSE);
		}
		if (!p->err && !p->stop && p->pos < p->end)
			odd(p, NULL);
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
	body(p);
	while (!p->stop && open-- > 0)
		done(p);
}

static void
if_statement(cparse *p)
{
	unsigned opened = 0, more;

	uint32_t line = line_here(p), name;
	int open;

	p->pos++;
	if (cur(p) == CW_CONSTEXPR)
		p->pos++;
	if ((cur(p) == '!' || cur(p) == CW_CONSTEVAL) && cur(p) != '(') { /* if consteval */
		node(p, FACT_IF, line, 0, "", 0);
		while (cur(p) == '!' || cur(p) == CW_CONSTEVAL)
			p->pos++;
		leaf(p, FACT_UNKNOWN, line, "consteval");
		open = 0;
	} else {
		while (cur(p) == C_ID) /* a macro: if LIKELY(x) */
			p->pos++;
		open = before_test(p, &name);
		node(p, FACT_IF, line, 0, "", 0);
		test(p, name);
	}
	if (!p->err)
		body(p);
	while (!p->err && !p->stop && p->t->nopen < FACT_MAX_DEPTH - 20 && (more = guarded_else(p)) > 0)
		opened += more;
	if (!p->err && !p->stop && goes_on(p, CW_ELSE)) {
		p->pos++;
		body(p);
	}
	while (!p->stop && opened-- > 0)
		done(p);
	done(p);
	if (open)
		done(p);
}

static void
while_statement(cparse *p)
{
	cspec d;
	cdeclarator n;

	node(p, FACT_WHILE, line_here(p), 0, "", 0);
	p->pos++;
	if (expect(p, '(')) {
		if (declares_value(p, p->pos, &d, &n))
			p->pos = n.from;
		test(p, C_NONE);
	}
	if (!p->err)
		body(p);
	done(p);
}

static void
do_statement(cparse *p)
{
	uint32_t line = line_here(p), at = p->t->n, start, end = C_NONE;

	p->pos++;
	node(p, FACT_WHILE, line, FACT_POST, "", 0);
	start = p->pos;
	if (cur(p) == '{' && closed(p, start) && kind(p, past(p, start)) == CW_WHILE) {
		p->pos = past(p, start) + 1;
		if (expect(p, '('))
			test(p, C_NONE);
		end = p->pos;
		p->pos = start;
		if (!p->err)
			block(p);
		if (!p->err && !p->stop)
			p->pos = end;
	} else {
		leaf(p, FACT_UNKNOWN, line, "the test of a do");
		body(p);
		if (!p->err && expect(p, CW_WHILE) && expect(p, '(')) {
			uint32_t n = p->t->n, nopen = p->t->nopen;
			test(p, C_NONE);
			if (!p->err && !p->stop)
				fact_cut(p->t, n, nopen);
		}
	}
	done(p);
	(void)at;
	if (!p->err && !p->stop && !accept(p, ';') && cur(p) != C_EOF && !p->in_define && !p->stop && !(p->tok[p->pos].bits & C_FRESH) && cur(p) != '}')
		odd(p, NULL);
}

/* for (T x : e) */
static void
range_for(cparse *p, uint32_t colon)
{
	cspec d;
	cdeclarator n;

	node(p, FACT_FOR, line_here(p), 0, "", 0);
	p->pos++; /* ( */
	if (scan_spec(p, p->pos, AT_BLOCK, &d)) {
		uint32_t i;

		scan_declarator(p, d.next, &n);
		i = d.next;
		while (kind(p, i) == '&' || kind(p, i) == C_AND || kind(p, i) == CW_CONST)
			i = after(p, i);
		if (kind(p, i) == '[') {
			node(p, FACT_TUPLE, p->tok[i].line, 0, "", 0);
			for (i++; i < colon; i++)
				if (kind(p, i) == C_ID) {
					node_tok(p, FACT_NAME, 0, i);
					done(p);
				}
			done(p);
		} else if (n.to > n.from) {
			node_tok(p, FACT_NAME, 0, n.from);
			done(p);
		} else {
			leaf_text(p, FACT_UNKNOWN, p->pos, colon);
		}
	} else {
		expr(p, PREC_COMMA);
	}
	if (!p->err) {
		p->pos = colon + 1;
		expr(p, PREC_COMMA);
	}
	if (!p->err && expect(p, ')'))
		body(p);
	done(p);
}

static void
for_statement(cparse *p)
{
	uint32_t line = line_here(p), colon, semi, step, end;

	p->pos++;
	while (cur(p) == C_ID || cur(p) == CW_CO_AWAIT)
		p->pos++;
	if (cur(p) != '(') {
		expect(p, '(');
		return;
	}
	semi = first_semicolon(p, p->pos, &colon);
	if (colon && !semi) {
		range_for(p, colon);
		return;
	}
	node(p, FACT_BLOCK, line, 0, "", 0);
	p->pos++;
	if (colon && semi && 0)
		return;
	statement(p); /* with its ; */
	if (!p->stop && !p->err) {
		node(p, FACT_WHILE, line, 0, "", 0);
		if (cur(p) == ';')
			leaf(p, FACT_BOOL, line, "1");
		else
			expr(p, PREC_COMMA);
		if (!p->err && expect(p, ';')) {
			step = p->pos;
			/* the step is read after the body */
			for (end = step; end < p->end && kind(p, end) != ')'; end = after(p, end))
				if ((kind(p, end) == '(' || kind(p, end) == '[' || kind(p, end) == '{') && p->tok[end].match < p->end)
					end = p->tok[end].match;
			cur(p);
			if (end >= p->end && !p->stop) {
				p->pos = p->end;
				odd(p, NULL);
			}
			if (!p->stop && !p->err) {
				node(p, FACT_BLOCK, p->tok[end].line, 0, "", 0);
				p->pos = end + 1;
				body(p);
				if (!p->stop && !p->err && step < end) {
					uint32_t back_to = p->pos;

					p->pos = step;
					expr(p, PREC_COMMA);
					if (!p->err && !p->stop && p->pos < end)
						odd(p, NULL);
					if (!p->stop) {
						p->err = 0;
						p->pos = back_to;
					}
				}
				done(p);
			}
		}
		done(p);
	}
	done(p);
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
	return kind(p, i) == CW_CASE || (kind(p, i) == CW_DEFAULT && kind(p, after(p, i)) == ':');
}

void
case_statement(cparse *p)
{
	statement(p);
}

/* case A: case B: statements, up to the next label; a sequence's member. */
static void
case_group(cparse *p)
{
	uint32_t at = p->t->n, line = line_here(p), patterns;
	int catches_all = 0;

	if (!case_label(p, p->pos)) { /* what no label leads to: declarations, labels of goto */
		statement(p);
		return;
	}
	node(p, FACT_CASE, line, 0, "", 0);
	patterns = p->t->n;
	while (!p->err && case_label(p, settle(p, p->pos))) {
		cur(p);
		if (accept(p, CW_DEFAULT)) {
			catches_all = 1;
		} else {
			uint32_t n = p->t->n, nopen = p->t->nopen, from;

			p->pos++;
			from = p->pos;
			expr(p, PREC_COND);
			if (!p->err && accept(p, C_DOTS)) {
				expr(p, PREC_COND);
				if (!p->err && !p->stop) {
					fact_cut(p->t, n, nopen);
					leaf_text(p, FACT_UNKNOWN, from, p->pos);
				}
			}
		}
		if (!p->err)
			expect(p, ':');
		while (p->pos < p->end && p->tok[p->pos].k >= C_PP_DEFINE)
			p->pos = p->tok[p->pos].match;
	}
	if (catches_all && !p->stop)
		fact_cut(p->t, patterns, p->t->nopen);
	node(p, FACT_BLOCK, line, 0, "", 0);
	if (p->err) {
		recover(p);
	}
	while (!p->stop && !p->t->nomem && p->pos < p->end) {
		uint32_t before = p->pos;
		uint16_t k = p->tok[p->pos].k;
		uint32_t first = p->pos;

		if (k == '}' || case_label(p, p->pos))
			break;
		if (undecided(p)) {
			int labels = 0;

			/* a #if that holds labels is a member of the switch */
			for (uint32_t b = first; b != C_NONE && p->tok[b].k != C_PP_ENDIF; b = p->tok[b].at)
				labels |= p->tok[p->tok[b].match].k == CW_CASE || p->tok[p->tok[b].match].k == CW_DEFAULT;
			if (labels)
				break;
		}
		sequence_one(p, case_statement);
		if (p->pos == before)
			break;
	}
	if (!p->stop) {
		int falls = !p->t->nomem && !jumps(p->t, p->t->open[p->t->nopen - 1]);
		/* the end of an open node is not yet known to jumps */
		(void)falls;
	}
	done(p);
	if (!p->stop && !p->t->nomem) {
		uint32_t b = p->t->open[p->t->nopen - 1], blk = 0;

		p->t->node[b].end = p->t->n;
		FACT_EACH_KID(p->t, b, kid)
			blk = kid;
		if (blk && !jumps(p->t, blk))
			p->t->node[b].flags |= FACT_FALLS;
	}
	(void)at;
	done(p);
}

static void
switch_statement(cparse *p)
{
	uint32_t line = line_here(p), name, at;
	int open;

	p->pos++;
	open = before_test(p, &name);
	at = node(p, FACT_SWITCH, line, 0, "", 0);
	test(p, name);
	if (!p->err) {
		if (cur(p) == '{') {
			p->pos++;
			sequence(p, case_group, '}');
			p->err = 0;
			expect(p, '}');
		} else {
			case_group(p);
		}
	}
	done(p);
	if (!p->stop && !p->t->nomem) { /* the last goes on into nothing */
		uint32_t last = 0;

		FACT_EACH_KID(p->t, at, kid)
			if (p->t->node[kid].kind != FACT_COMMENT)
				last = kid;
		if (last)
			p->t->node[last].flags &= ~(uint32_t)FACT_FALLS;
	}
	if (open)
		done(p);
}

void
handlers(cparse *p)
{
	while (!p->err && goes_on(p, CW_CATCH)) {
		uint32_t line = line_here(p);
		cspec d;
		cdeclarator n;

		p->pos++;
		if (!expect(p, '('))
			return;
		if (cur(p) == C_DOTS) {
			p->pos++;
			node(p, FACT_HANDLER, line, 0, "", 0);
		} else {
			if (!scan_spec(p, p->pos, AT_PARAM, &d)) {
				odd(p, NULL);
				return;
			}
			scan_declarator(p, d.next, &n);
			if (n.to > n.from)
				node_tok(p, FACT_HANDLER, 0, n.from);
			else
				node(p, FACT_HANDLER, line, 0, "", 0);
			if (!d.builtin && d.to > d.from)
				path_expr(p, d.from, d.to);
			else
				leaf_text(p, FACT_NAME, p->pos, d.next);
			p->pos = n.next;
		}
		if (expect(p, ')'))
			block(p);
		done(p);
	}
}

static void
try_statement(cparse *p)
{
	node(p, FACT_TRY, line_here(p), 0, "", 0);
	p->pos++;
	block(p);
	handlers(p);
	done(p);
}

static void
expression_statement(cparse *p)
{
	uint32_t at = p->t->n, line = line_here(p);
	int call;

	expr(p, PREC_COMMA);
	if (p->stop)
		return;
	call = !p->t->nomem && at < p->t->n && (p->t->node[at].kind == FACT_CALL || p->t->node[at].kind == FACT_NAME);
	if (!p->err && call && !undecided(p) && cur(p) == '{' && p->t->node[at].kind == FACT_CALL) { /* FOREACH(x, list) { ... } */
		block(p);
		wrap(p, at, FACT_WHILE, line, "", 0);
		return;
	}
	semicolon(p, call);
}

void
statement(cparse *p)
{
	uint16_t k = cur(p);
	uint32_t line = line_here(p);

	if (p->t->nopen > FACT_MAX_DEPTH - 12 || p->rec > MAX_REC) {
		odd(p, "nested too deep");
		recover(p);
		return;
	}
	p->rec++;
	switch (k) {
	case ';': p->pos++; break;
	case '{': block(p); break;
	case CW_IF: if_statement(p); break;
	case CW_WHILE: while_statement(p); break;
	case CW_DO: do_statement(p); break;
	case CW_FOR: for_statement(p); break;
	case CW_SWITCH: switch_statement(p); break;
	case CW_TRY: try_statement(p); break;
	case CW_BREAK: case CW_CONTINUE:
		leaf(p, k == CW_BREAK ? FACT_BREAK : FACT_CONTINUE, line, "");
		p->pos++;
		semicolon(p, 0);
		break;
	case CW_RETURN: case CW_CO_RETURN:
		p->pos++;
		node(p, FACT_RETURN, line, 0, "", 0);
		if (cur(p) != ';' && cur(p) != '}' && !(cur(p) == C_EOF && p->in_define))
			expr(p, PREC_COMMA);
		done(p);
		semicolon(p, 0);
		break;
	case CW_GOTO:
		p->pos++;
		if (cur(p) == C_ID) {
			node_tok(p, FACT_GOTO, 0, p->pos);
			done(p);
			p->pos++;
		} else {
			uint32_t from = p->pos;
			while (cur(p) != ';' && cur(p) != '}' && cur(p) != C_EOF)
				p->pos++;
			leaf_text(p, FACT_GOTO, from, p->pos);
		}
		semicolon(p, 0);
		break;
	case CW_CASE: case CW_DEFAULT:
		leaf(p, FACT_ERROR, line, "a label of a switch within another statement");
		p->errors++;
		p->pos++;
		while (cur(p) != ':' && cur(p) != ';' && cur(p) != '}' && cur(p) != C_EOF)
			p->pos++;
		accept(p, ':');
		break;
	case CW_ELSE:
		odd(p, NULL);
		p->err = 0;
		if (!p->stop)
			p->pos++;
		break;
	case CW_ASM: case CW_ASM_: case CW_ASM__:
		p->pos++;
		leaf(p, FACT_UNKNOWN, line, "asm");
		while (cur(p) != '(' && cur(p) != '{' && cur(p) != ';' && cur(p) != C_EOF && cur(p) != '}')
			p->pos++;
		if ((cur(p) == '(' || cur(p) == '{') && closed(p, p->pos))
			p->pos = past(p, p->pos);
		accept_here(p, ';');
		break;
	case CW_USING: case CW_TEMPLATE: case CW_STATIC_ASSERT: case CW_STATIC_ASSERT_: case CW_CONCEPT:
		common_declaration(p, AT_BLOCK);
		break;
	case CW_NAMESPACE:
		at_file(p);
		break;
	default:
		if (k == C_ID && kind(p, after(p, p->pos)) == ':') {
			node_tok(p, FACT_LABEL, 0, p->pos);
			done(p);
			p->pos = after(p, p->pos) + 1;
			break;
		}
		if (!declaration(p, AT_BLOCK))
			expression_statement(p);
	}
	if (p->err)
		recover(p);
	p->rec--;
}
