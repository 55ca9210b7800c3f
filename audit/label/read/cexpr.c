/* cexpr.c - expressions, by precedence; what a node is an operand of is learnt after it. */
#include <string.h>

#include "cread_impl.h"

/* The operator that the tokens at t, of n, begin with. */
static int
operator_of(const ctok *t, uint32_t n, int in_launch, cbinary *b)
{
	uint16_t k = n > 0 ? t[0].k : C_EOF, k2 = n > 1 ? t[1].k : C_EOF, k3;
	int tight2 = n > 1 && (t[1].bits & C_TIGHT);

	*b = (cbinary){NULL, 0, 1, FACT_BIN};
#define OP(s, prio) do { b->op = s; b->prec = prio; } while (0)
	switch (k) {
	case ',': OP(",", PREC_COMMA); b->kind = FACT_TUPLE; break;
	case '=': OP("", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_ADDEQ: OP("+", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_SUBEQ: OP("-", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_MULEQ: OP("*", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_DIVEQ: OP("/", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_MODEQ: OP("%", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_ANDEQ: OP("&", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_OREQ: OP("|", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_XOREQ: OP("^", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case C_SHLEQ: OP("<<", PREC_ASSIGN); b->kind = FACT_ASSIGN; break;
	case '?': OP("?", PREC_COND); b->kind = FACT_COND; break;
	case C_OR: OP("or", 4); break;
	case C_AND: OP("and", 5); break;
	case '|': OP("|", 6); break;
	case '^': OP("^", 7); break;
	case '&': OP("&", 8); break;
	case C_EQ: OP("==", 9); break;
	case C_NE: OP("!=", 9); break;
	case '<': OP("<", 10); break;
	case C_LE:
		if (k2 == '>' && tight2) {
			OP("-", 11); /* <=> */
			b->ntok = 2;
		} else {
			OP("<=", 10);
		}
		break;
	case '>':
		k3 = n > 2 ? t[2].k : C_EOF;
		if (in_launch && k2 == '>' && k3 == '>' && tight2)
			return 0;
		if (k2 == '>' && tight2) {
			b->ntok = 2;
			OP(">>", 11);
			if (k3 == '=' && (t[2].bits & C_TIGHT)) {
				b->ntok = 3;
				b->prec = PREC_ASSIGN;
				b->kind = FACT_ASSIGN;
			}
		} else if (k2 == '=' && tight2) {
			OP(">=", 10);
			b->ntok = 2;
		} else {
			OP(">", 10);
		}
		break;
	case C_SHL: OP("<<", 11); break;
	case '+': OP("+", 12); break;
	case '-': OP("-", 12); break;
	case '*': OP("*", 13); break;
	case '/': OP("/", 13); break;
	case '%': OP("%", 13); break;
	case C_MEMP: case C_ARROWP: OP("->*", 14); b->kind = FACT_INDEX; break;
	default: break;
	}
#undef OP
	return b->op != NULL;
}

int
c_operator_here(cparse *p, cbinary *b)
{
	const ctok *t;
	uint32_t n;

	if (c_cur(p) == C_EOF) {
		*b = (cbinary){0};
		return 0;
	}
	if (p->tok[p->pos].k != C_ID)
		return operator_of(p->tok + p->pos, p->end - p->pos, p->in_launch, b);
	*b = (cbinary){0};
	if (!(t = c_macro_body(p, p->pos, &n)) || n > 3 || !operator_of(t, n, 0, b) || b->ntok != n || b->op[0] == ',' || c_macro_is_default(p, p->pos)) /* #define AND && */
		return 0;
	b->ntok = 1;
	return 1;
}

/* The right side of b, whose left side begins at node `at`. */
static void
right(cparse *p, const cbinary *b, uint32_t at, uint32_t line)
{
	switch (b->kind) {
	case FACT_TUPLE:
		c_expr(p, PREC_ASSIGN);
		while (!p->err && c_accept(p, ','))
			c_expr(p, PREC_ASSIGN);
		c_wrap(p, at, b->kind, line, "", 0);
		if (!p->t->nomem && at < p->t->n && p->t->node[at].kind == FACT_TUPLE)
			p->t->node[at].flags |= FACT_COMMA;
		return;
	case FACT_ASSIGN:
		if (c_cur(p) == '{')
			c_braces(p);
		else
			c_expr(p, PREC_ASSIGN);
		break;
	case FACT_COND:
		if (c_cur(p) == ':') { /* a ?: b: a is evaluated once, which matters to nobody */
			p->pos++;
			c_expr(p, PREC_ASSIGN);
			c_wrap(p, at, FACT_BIN, line, "or", 2);
			return;
		}
		c_expr(p, PREC_COMMA);
		if (!p->err && c_expect(p, ':'))
			c_expr(p, PREC_ASSIGN);
		c_wrap(p, at, FACT_COND, line, "", 0);
		return;
	default:
		c_expr(p, b->prec + 1);
	}
	c_wrap(p, at, b->kind, line, b->op, strlen(b->op));
}

/* What an operator that an #if adds leaves when it does not. */
static void
identity(cparse *p, const char *op, uint32_t line)
{
	if (!strcmp(op, "and") || !strcmp(op, "or"))
		c_leaf(p, FACT_BOOL, line, *op == 'a' ? "1" : "0");
	else if (!strcmp(op, "<<") || !strcmp(op, ">>"))
		c_leaf(p, FACT_UNKNOWN, line, "");
	else
		c_leaf(p, FACT_INT, line, "0");
}

/* The operands that one alternative adds: op e op e ..., as one; 0 if it is something else. */
static int
added(cparse *p, uint32_t d, const cbinary *b, uint32_t chain)
{
	uint32_t end = p->end, branch = p->branch, at = p->t->n;
	cbinary o;
	int ok = 0;

	p->pos = p->tok[d].match;
	p->end = p->tok[d].at;
	p->branch = chain;
	while (!p->err && c_operator_here(p, &o) && o.prec == b->prec && !strcmp(o.op, b->op)) {
		uint32_t line = p->tok[p->pos].line;

		p->pos += o.ntok;
		c_expr(p, o.prec + 1);
		if (ok)
			c_wrap(p, at, o.kind, line, o.op, strlen(o.op));
		ok = 1;
	}
	ok = ok && !p->err && !p->stop && p->pos >= p->end;
	p->end = end;
	p->branch = branch;
	return ok;
}

/* Before the alternative of an #if at d: its condition, which open counts. 0: it is the
 * #endif, where there is nothing but what leaves the other operand as it is. */
static int
opened(cparse *p, uint32_t d, const cbinary *b, uint32_t line, unsigned *open)
{
	if (p->tok[d].k == C_PP_ENDIF) {
		identity(p, b->op, line);
		return 0;
	}
	if (p->tok[d].k != C_PP_ELSE) {
		c_node(p, FACT_COND, p->tok[d].line, 0, "", 0);
		++*open;
		c_condition_of(p, d);
	}
	return 1;
}

/* The #if is none of operands: back to where it stands, unless a larger one is to be read otherwise. */
static int
given_up(cparse *p, cstate *s, uint32_t chain)
{
	if (!p->stop || p->cut == chain) {
		p->stop = 0;
		c_back(p, s);
		p->cutting[chain] |= 1;
	}
	return 0;
}

/* An #if at pos whose alternatives each add operands to the same operator, as in
 * a && b #if X && c #endif: left op (X ? c : identity). 1 if so; 0 if not, and nothing
 * was read; -1 if the operator does not bind here. */
static int
conditional_operator(cparse *p, int prec, uint32_t at)
{
	uint32_t chain = p->tok[p->pos].n, first = p->pos, line = p->tok[first].line, d;
	cstate s = c_mark(p);
	cbinary b = {0}, o;
	unsigned open = 0;

	if (!p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	for (d = first; p->tok[d].k != C_PP_ENDIF; d = p->tok[d].at) {
		p->pos = p->tok[d].match;
		if (c_kind(p, p->pos) >= C_PP || !c_operator_here(p, &o) || (b.op && strcmp(o.op, b.op)) || o.kind != FACT_BIN || o.prec > 12 ||
		    o.prec == 8 || o.prec == 9 || o.prec == 10) {
			p->pos = s.pos;
			return 0;
		}
		b = o;
	}
	p->pos = s.pos;
	if (b.prec < prec)
		return -1;
	for (d = first; ; d = p->tok[d].at) {
		if (!opened(p, d, &b, line, &open))
			break;
		if (!added(p, d, &b, chain))
			return given_up(p, &s, chain);
		if (p->tok[d].k == C_PP_ELSE)
			break;
	}
	while (open-- > 0)
		c_done(p);
	p->pos = p->x->chain[chain].end + 1;
	c_wrap(p, at, FACT_BIN, line, b.op, strlen(b.op));
	return 1;
}

/* An #if at pos whose alternatives each are operands with the same operator after them, as
 * in #if X a || #endif b: (X ? a : identity) op. 1 if so; 0 if not, and nothing was read. */
static int
conditional_operand(cparse *p, int prec)
{
	uint32_t chain = p->tok[p->pos].n, first = p->pos, d, at = p->t->n, line = p->tok[first].line;
	uint32_t end = p->end, branch = p->branch;
	cstate s = c_mark(p);
	cbinary b = {0}, o;
	unsigned open = 0;

	if (!p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	for (d = first; p->tok[d].k != C_PP_ENDIF; d = p->tok[d].at) {
		uint32_t last = p->tok[d].at - 1;

		if (last < p->tok[d].match || p->tok[last].k >= C_PP)
			return 0;
		p->pos = last;
		if (!c_operator_here(p, &o) || o.ntok != 1 || (b.op && strcmp(o.op, b.op)) || o.kind != FACT_BIN || o.prec > 7 || o.prec < prec) {
			p->pos = s.pos;
			return 0;
		}
		b = o;
	}
	for (d = first; ; d = p->tok[d].at) {
		if (!opened(p, d, &b, line, &open))
			break;
		p->pos = p->tok[d].match;
		p->end = p->tok[d].at - 1;
		p->branch = chain;
		c_expr(p, b.prec);
		if (!p->err && !p->stop && p->pos < p->end)
			c_odd(p, NULL);
		p->end = end;
		p->branch = branch;
		if (p->err || p->stop)
			return given_up(p, &s, chain);
		if (p->tok[d].k == C_PP_ELSE)
			break;
	}
	while (open-- > 0)
		c_done(p);
	p->pos = p->x->chain[chain].end + 1;
	c_expr(p, b.prec);
	c_wrap(p, at, FACT_BIN, line, b.op, strlen(b.op));
	return 1;
}

void
c_expr(cparse *p, int prec)
{
	uint32_t at = p->t->n, deep = p->deep;
	cbinary b;

	if (p->rec > MAX_REC || p->t->nopen > FACT_MAX_DEPTH - 10) {
		c_odd(p, "nested too deep");
		return;
	}
	p->rec++;
	p->deep = p->t->nopen;
	if (!c_undecided(p) || !conditional_operand(p, prec))
		c_unary(p);
	while (!p->err && !p->stop) {
		uint32_t line;

		if (c_undecided(p)) {
			int r = conditional_operator(p, prec, at);
			if (r < 0)
				break;
			if (r > 0)
				continue;
		}
		if (!c_operator_here(p, &b) || b.prec < prec)
			break;
		if (p->x->cpp && c_kind(p, p->pos + b.ntok) == C_DOTS)
			break; /* a fold */
		line = p->tok[p->pos].line;
		p->pos += b.ntok;
		if (b.op[0] == ',' && (c_cur(p) == ')' || c_cur(p) == '}'))
			break; /* a comma too many */
		right(p, &b, at, line);
	}
	p->deep = p->deep > deep ? p->deep : deep;
	p->rec--;
}
