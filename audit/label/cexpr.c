/* cexpr.c - expressions, by precedence; what a node is an operand of is learnt after it. */
#include <string.h>

#include "cread_impl.h"

enum { MAX_REC = 900 };

typedef struct { const char *op; int prec; unsigned ntok; fact_kind kind; } binary;

/* The operator at pos. */
static int
operator_here(cparse *p, binary *b)
{
	uint16_t k = cur(p), k2 = kind(p, p->pos + 1), k3;
	int tight2 = p->pos + 1 < p->end && (p->tok[p->pos + 1].bits & C_TIGHT);

	*b = (binary){NULL, 0, 1, FACT_BIN};
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
	case C_OR: case CW_OR: OP("or", 4); break;
	case C_AND: case CW_AND: OP("and", 5); break;
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
		k3 = kind(p, p->pos + 2);
		if (p->in_launch && k2 == '>' && k3 == '>' && tight2)
			return 0;
		if (k2 == '>' && tight2) {
			b->ntok = 2;
			OP(">>", 11);
			if (k3 == '=' && (p->tok[p->pos + 2].bits & C_TIGHT)) {
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

/* The right side of b, whose left side begins at node `at`. */
static void
right(cparse *p, const binary *b, uint32_t at, uint32_t line)
{
	switch (b->kind) {
	case FACT_TUPLE:
		expr(p, PREC_ASSIGN);
		while (!p->err && accept(p, ','))
			expr(p, PREC_ASSIGN);
		wrap(p, at, b->kind, line, "", 0);
		if (!p->t->nomem && at < p->t->n && p->t->node[at].kind == FACT_TUPLE)
			p->t->node[at].flags |= FACT_COMMA;
		return;
	case FACT_ASSIGN:
		if (cur(p) == '{')
			braces(p);
		else
			expr(p, PREC_ASSIGN);
		break;
	case FACT_COND:
		if (cur(p) == ':') { /* a ?: b: a is evaluated once, which matters to nobody */
			p->pos++;
			expr(p, PREC_ASSIGN);
			wrap(p, at, FACT_BIN, line, "or", 2);
			return;
		}
		expr(p, PREC_COMMA);
		if (!p->err && expect(p, ':'))
			expr(p, PREC_ASSIGN);
		wrap(p, at, FACT_COND, line, "", 0);
		return;
	default:
		expr(p, b->prec + 1);
	}
	wrap(p, at, b->kind, line, b->kind == FACT_INDEX ? "" : b->op, b->kind == FACT_INDEX ? 0 : strlen(b->op));
}

/* What an operator that an #if adds leaves when it does not. */
static void
identity(cparse *p, const char *op, uint32_t line)
{
	if (!strcmp(op, "and") || !strcmp(op, "or"))
		leaf(p, FACT_BOOL, line, *op == 'a' ? "1" : "0");
	else if (!strcmp(op, "<<") || !strcmp(op, ">>"))
		leaf(p, FACT_UNKNOWN, line, "");
	else
		leaf(p, FACT_INT, line, "0");
}

/* The operands that one alternative adds: op e op e ..., as one; 0 if it is something else. */
static int
added(cparse *p, uint32_t d, const binary *b, uint32_t chain)
{
	uint32_t end = p->end, branch = p->branch, at = p->t->n;
	binary o;
	int ok = 0;

	p->pos = p->tok[d].match;
	p->end = p->tok[d].at;
	p->branch = chain;
	while (!p->err && operator_here(p, &o) && o.prec == b->prec && !strcmp(o.op, b->op)) {
		uint32_t line = p->tok[p->pos].line;

		p->pos += o.ntok;
		expr(p, o.prec + 1);
		if (ok)
			wrap(p, at, o.kind, line, o.op, strlen(o.op));
		ok = 1;
	}
	ok = ok && !p->err && !p->stop && p->pos >= p->end;
	p->end = end;
	p->branch = branch;
	return ok;
}

/* An #if at pos whose alternatives each add operands to the same operator, as in
 * a && b #if X && c #endif: left op (X ? c : identity). 1 if so; 0 if not, and nothing
 * was read; -1 if the operator does not bind here. */
static int
conditional_operator(cparse *p, int prec, uint32_t at)
{
	uint32_t chain = p->tok[p->pos].n, first = p->pos, line = p->tok[first].line, d, n = p->t->n;
	cstate s = mark(p);
	binary b = {0}, o;
	unsigned open = 0;

	if (!p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	for (d = first; p->tok[d].k != C_PP_ENDIF; d = p->tok[d].at) {
		p->pos = p->tok[d].match;
		if (kind(p, p->pos) >= C_PP || !operator_here(p, &o) || (b.op && strcmp(o.op, b.op)) || o.kind != FACT_BIN || o.prec > 12 ||
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
		if (p->tok[d].k == C_PP_ENDIF) {
			identity(p, b.op, line);
			break;
		}
		if (p->tok[d].k != C_PP_ELSE) {
			node(p, FACT_COND, p->tok[d].line, 0, "", 0);
			open++;
			condition_of(p, d);
		}
		if (!added(p, d, &b, chain)) {
			if (!p->stop || p->cut == chain) {
				p->stop = 0;
				back(p, &s);
				p->cutting[chain] |= 1;
				return 0;
			}
			return 0;
		}
		if (p->tok[d].k == C_PP_ELSE)
			break;
	}
	while (open-- > 0)
		done(p);
	(void)n;
	p->pos = p->x->chain[chain].end + 1;
	wrap(p, at, FACT_BIN, line, b.op, strlen(b.op));
	return 1;
}

/* An #if at pos whose alternatives each are operands with the same operator after them, as
 * in #if X a || #endif b: (X ? a : identity) op. 1 if so; 0 if not, and nothing was read. */
static int
conditional_operand(cparse *p, int prec)
{
	uint32_t chain = p->tok[p->pos].n, first = p->pos, d, at = p->t->n, line = p->tok[first].line;
	uint32_t end = p->end, branch = p->branch;
	cstate s = mark(p);
	binary b = {0}, o;
	unsigned open = 0;

	if (!p->x->chain[chain].whole || (p->cutting[chain] & 1))
		return 0;
	for (d = first; p->tok[d].k != C_PP_ENDIF; d = p->tok[d].at) {
		uint32_t last = p->tok[d].at - 1;

		if (last < p->tok[d].match || p->tok[last].k >= C_PP)
			return 0;
		p->pos = last;
		if (!operator_here(p, &o) || o.ntok != 1 || (b.op && strcmp(o.op, b.op)) || o.kind != FACT_BIN || o.prec > 7 || o.prec < prec) {
			p->pos = s.pos;
			return 0;
		}
		b = o;
	}
	for (d = first; ; d = p->tok[d].at) {
		if (p->tok[d].k == C_PP_ENDIF) {
			identity(p, b.op, line);
			break;
		}
		if (p->tok[d].k != C_PP_ELSE) {
			node(p, FACT_COND, p->tok[d].line, 0, "", 0);
			open++;
			condition_of(p, d);
		}
		p->pos = p->tok[d].match;
		p->end = p->tok[d].at - 1;
		p->branch = chain;
		expr(p, b.prec);
		if (!p->err && !p->stop && p->pos < p->end)
			odd(p, NULL);
		p->end = end;
		p->branch = branch;
		if (p->err || p->stop) {
			if (!p->stop || p->cut == chain) {
				p->stop = 0;
				back(p, &s);
				p->cutting[chain] |= 1;
			}
			return 0;
		}
		if (p->tok[d].k == C_PP_ELSE)
			break;
	}
	while (open-- > 0)
		done(p);
	p->pos = p->x->chain[chain].end + 1;
	expr(p, b.prec);
	wrap(p, at, FACT_BIN, line, b.op, strlen(b.op));
	return 1;
}

void
expr(cparse *p, int prec)
{
	uint32_t at = p->t->n, deep = p->deep;
	binary b;

	if (p->rec > MAX_REC || p->t->nopen > FACT_MAX_DEPTH - 10) {
		odd(p, "nested too deep");
		return;
	}
	p->rec++;
	p->deep = p->t->nopen;
	if (!undecided(p) || !conditional_operand(p, prec))
		unary(p);
	while (!p->err && !p->stop) {
		uint32_t line;

		if (undecided(p)) {
			int r = conditional_operator(p, prec, at);
			if (r < 0)
				break;
			if (r > 0)
				continue;
		}
		if (!operator_here(p, &b) || b.prec < prec)
			break;
		line = p->tok[p->pos].line;
		p->pos += b.ntok;
		if (b.op[0] == ',' && (cur(p) == ')' || cur(p) == '}'))
			break; /* a comma too many */
		right(p, &b, at, line);
	}
	p->deep = p->deep > deep ? p->deep : deep;
	p->rec--;
}

/* What a cast may stand before. */
static int
begins_operand(const cparse *p, uint32_t i)
{
	uint16_t k = kind(p, i);

	return k == C_ID || k == C_NUM || k == C_STR || k == C_CHAR || k == '!' || k == '~' || k == C_SCOPE || k == '{' ||
	    (k >= CW_OPERATOR && k < CW_AND) || k == CW_NOT || (is_builtin(k) && p->x->cpp);
}

/* If the ( at pos opens a cast: the token after it; else 0. */
static uint32_t
cast_at(cparse *p, int *known)
{
	uint32_t i = p->pos, close = past(p, i), e;
	int plain;

	if (close > p->end || !(e = scan_type(p, after(p, i), &plain)) || kind(p, e) != ')' || after(p, e) != close)
		return 0;
	if (kind(p, e - 1) == ']' && kind(p, close) != '{')
		return 0;
	*known = !plain || is_type(p, e - 1) || kind(p, close) == '{';
	if (plain && kind(p, after(p, i)) == C_ID && kind(p, close) == '(' && !*known)
		return 0;
	if (*known) {
		uint16_t k = kind(p, close);
		return begins_operand(p, close) || k == '(' || k == '*' || k == '&' || k == '-' || k == '+' || k == C_INC || k == C_DEC || k == C_AND ||
		    (k == '[' && p->x->cpp) ? close : 0;
	}
	return begins_operand(p, close) ? close : 0;
}

/* sizeof x, alignof(T), offsetof(T, m), noexcept(e), typeid(e): no value that is known. */
static void
unevaluated(cparse *p)
{
	uint32_t from = p->pos, i;

	p->pos++;
	if (cur(p) == C_DOTS)
		p->pos++;
	i = p->pos;
	if (cur(p) == '(' && closed(p, i)) {
		p->pos = past(p, i);
		while (cur(p) == '[' && closed(p, p->pos))
			p->pos = past(p, p->pos);
		while ((cur(p) == '.' || cur(p) == C_ARROW || cur(p) == C_SCOPE) && kind(p, p->pos + 1) == C_ID)
			p->pos += 2;
		leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}
	{
		uint32_t n = p->t->n, nopen = p->t->nopen;

		unary(p);
		if (p->err || p->stop)
			return;
		fact_cut(p->t, n, nopen);
		leaf_text(p, FACT_UNKNOWN, from, p->pos);
	}
}

/* new T(...), new T{...}, new T, new T[n]. */
static void
new_expr(cparse *p)
{
	uint32_t from = p->pos, line = p->tok[from].line, at, e, flags = 0;
	cspec d;

	p->pos++;
	if (cur(p) == '(' && closed(p, p->pos) && (kind(p, past(p, p->pos)) == C_ID || kind(p, past(p, p->pos)) == C_SCOPE || is_builtin(kind(p, past(p, p->pos)))))
		p->pos = past(p, p->pos); /* where to */
	if (cur(p) == '(')
		p->pos++;
	if ((cur(p) == C_ID || cur(p) == C_SCOPE) && (e = scan_path(p, p->pos)) > p->pos) {
		d.from = p->pos;
		d.to = d.next = e;
	} else if (!scan_spec(p, p->pos, AT_PARAM, &d)) {
		odd(p, NULL);
		return;
	}
	e = d.next;
	while (kind(p, e) == '*' || kind(p, e) == CW_CONST) {
		flags = 1;
		e = after(p, e);
	}
	p->pos = e;
	if (cur(p) == ')')
		p->pos++;
	if (cur(p) == '[' || flags || d.from == d.to) {
		while (cur(p) == '[' && closed(p, p->pos))
			p->pos = past(p, p->pos);
		if ((cur(p) == '(' || cur(p) == '{') && closed(p, p->pos))
			p->pos = past(p, p->pos);
		leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}
	at = p->t->n;
	if (is_builtin(kind(p, d.from)))
		leaf_text(p, FACT_NAME, d.from, d.to);
	else
		path_expr(p, d.from, d.to);
	if (cur(p) == '(' || cur(p) == '{') {
		uint16_t close = cur(p) == '(' ? ')' : '}';
		p->pos++;
		args(p, close);
	}
	wrap(p, at, FACT_CALL, line, "", 0);
}

/* Values that are bound when a lambda is made, [x = e], as parameters with a default. */
static void
captures(cparse *p, uint32_t i, uint32_t end)
{
	uint32_t pos = p->pos;

	while (i < end) {
		uint32_t name = kind(p, i) == '&' ? after(p, i) : i;

		if (kind(p, name) == C_ID && kind(p, after(p, name)) == '=') {
			node_tok(p, FACT_PARAM, 0, name);
			node(p, FACT_DEFAULT, p->tok[name].line, 0, "", 0);
			p->pos = after(p, after(p, name));
			expr(p, PREC_ASSIGN);
			done(p);
			done(p);
			i = p->pos;
			if (p->err || p->stop)
				break;
		}
		while (i < end && kind(p, i) != ',')
			i = (kind(p, i) == '(' || kind(p, i) == '{' || kind(p, i) == '[') && past(p, i) < end ? past(p, i) : after(p, i);
		i = after(p, i);
	}
	if (!p->stop)
		p->pos = pos;
}

static int
is_lambda(const cparse *p, uint32_t i)
{
	uint16_t k;

	if (!p->x->cpp || !closed(p, i))
		return 0;
	k = kind(p, past(p, i));
	return k == '(' || k == '{' || k == '<' || k == CW_MUTABLE || k == CW_CONSTEXPR || k == CW_NOEXCEPT || k == C_ARROW || k == CW_DEVICE || k == CW_HOST ||
	    (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_) || k == C_ID;
}

static void
lambda(cparse *p)
{
	uint32_t open = p->pos, close = p->tok[open].match;
	cstate s = mark(p);

	node(p, FACT_FUNC, p->tok[open].line, 0, "", 0);
	p->pos = past(p, open);
	if (cur(p) == '<' && scan_angle(p, p->pos))
		p->pos = scan_angle(p, p->pos);
	p->pos = skip_attributes(p, p->pos);
	while (cur(p) == CW_DEVICE || cur(p) == CW_HOST || cur(p) == C_ID)
		p->pos++;
	if (cur(p) == '(')
		params(p);
	captures(p, after(p, open), close);
	while (!p->err && cur(p) != '{' && cur(p) != C_EOF) {
		int plain;
		uint32_t e;

		if (cur(p) == C_ARROW) {
			e = scan_type(p, p->pos + 1, &plain);
			p->pos = e ? e : p->pos + 1;
		} else if (cur(p) == CW_NOEXCEPT || cur(p) == CW_REQUIRES || cur(p) == CW_THROW) {
			p->pos++;
			if (cur(p) == '(')
				p->pos = past(p, p->pos);
		} else if (cur(p) == ';' || cur(p) == ')' || cur(p) == '}') {
			odd(p, NULL);
		} else {
			e = skip_attributes(p, p->pos);
			p->pos = e > p->pos ? e : p->pos + 1;
		}
	}
	p->in_launch = 0;
	if (!p->err && cur(p) == '{')
		block(p);
	else
		odd(p, NULL);
	done(p);
	p->in_launch = s.in_launch;
}

/* ({ statements }): a lambda that is called, whose value is its last expression. */
static void
statement_expr(cparse *p)
{
	uint32_t at = p->t->n, line = p->tok[p->pos].line, last = 0, b;

	p->pos++;
	node(p, FACT_FUNC, line, 0, "", 0);
	b = p->t->n;
	block(p);
	done(p);
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
	wrap(p, at, FACT_CALL, line, "", 0);
	expect(p, ')');
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
	uint32_t from = p->pos, e = p->pos;

	while (is_builtin(kind(p, e)) || kind(p, e) == CW_CONST)
		e = after(p, e);
	if (kind(p, e) != '(' && kind(p, e) != '{') {
		odd(p, NULL);
		return;
	}
	p->pos = e;
	if (after(p, after(p, e)) == past(p, e)) {
		p->pos = past(p, e);
		leaf(p, FACT_INT, p->tok[from].line, "0");
		return;
	}
	p->pos++;
	expr(p, PREC_COMMA);
	if (!p->err)
		expect(p, kind(p, e) == '(' ? ')' : '}');
}

static void
primary(cparse *p)
{
	uint16_t k = cur(p);
	uint32_t line = p->tok[p->pos].line, e;
	int known = 0;

	switch (k) {
	case C_ID:
		if (kind(p, after(p, p->pos)) == C_STR && !(p->tok[p->pos + 1].bits & C_TIGHT)) {
			literal(p);
			return;
		}
		e = p->pos++;
		if (p->in_define && is(p, e, "defined") && cur(p) == C_ID) { /* defined X */
			node(p, FACT_CALL, line, 0, "", 0);
			leaf(p, FACT_NAME, line, "defined");
			node(p, FACT_ARG, line, 0, "", 0);
			e = p->pos++;
			node_tok(p, FACT_NAME, 0, e);
			done(p);
			done(p);
			done(p);
			return;
		}
		node_tok(p, FACT_NAME, 0, e);
		done(p);
		return;
	case C_NUM: case C_STR: case C_CHAR: case CW_TRUE: case CW_FALSE:
		literal(p);
		return;
	case CW_NULL: case CW_NULLPTR:
		leaf(p, FACT_NONE, line, "");
		p->pos++;
		return;
	case CW_THIS:
		leaf(p, FACT_NAME, line, "this");
		p->pos++;
		return;
	case C_SCOPE:
		p->pos++;
		primary(p);
		return;
	case '(':
		if (kind(p, after(p, p->pos)) == '{' && holds_statements(p, after(p, p->pos))) {
			statement_expr(p);
			return;
		}
		p->pos++;
		{
			int in_launch = p->in_launch;
			p->in_launch = 0;
			if (cur(p) == C_DOTS || (cur(p) == ')' && p->in_define))
				odd(p, NULL);
			else
				expr(p, PREC_COMMA);
			p->in_launch = in_launch;
		}
		if (!p->err && p->x->cpp) { /* a fold: (f(args), ...) */
			binary b;
			if (cur(p) == C_DOTS || (operator_here(p, &b) && kind(p, after(p, p->pos)) == C_DOTS)) {
				p->pos = p->tok[p->pos].k == C_DOTS ? p->pos + 1 : after(p, p->pos) + 1;
				if (operator_here(p, &b)) {
					p->pos += b.ntok;
					expr(p, PREC_COMMA);
				}
			}
		}
		if (!p->err)
			expect(p, ')');
		return;
	case '[':
		if (is_lambda(p, p->pos)) {
			lambda(p);
			return;
		}
		break;
	case '{':
		braces(p);
		return;
	case CW_NEW:
		new_expr(p);
		return;
	case CW_SIZEOF: case CW_ALIGNOF: case CW_ALIGNOF_: case CW_ALIGNOF__: case CW_OFFSETOF: case CW_OFFSETOF_: case CW_TYPEID: case CW_NOEXCEPT:
	case CW_GENERIC: case CW_REQUIRES:
		unevaluated(p);
		if (k == CW_REQUIRES && cur(p) == '{')
			p->pos = past(p, p->pos);
		return;
	case CW_EXPECT: /* its second argument is a hint */
		p->pos++;
		if (expect(p, '(')) {
			expr(p, PREC_ASSIGN);
			if (!p->err && accept(p, ',')) {
				cstate s = mark(p);
				expr(p, PREC_ASSIGN);
				if (!p->err && !p->stop)
					fact_cut(p->t, s.n, s.nopen);
			}
			if (!p->err)
				expect(p, ')');
		}
		return;
	case '#':
		if (p->in_define && kind(p, p->pos + 1) == C_ID) {
			uint32_t at = p->t->n;
			p->pos++;
			node_tok(p, FACT_NAME, 0, p->pos);
			done(p);
			p->pos++;
			wrap(p, at, FACT_UN, line, "#", 1);
			return;
		}
		break;
	case CW_TYPENAME: case CW_TEMPLATE:
		p->pos++;
		primary(p);
		return;
	case CW_OPERATOR: {
		size_t n;
		e = scan_path(p, p->pos);
		path_text(p, p->pos, e, &n);
		node(p, FACT_NAME, line, 0, p->buf ? p->buf : "", n);
		done(p);
		p->pos = e;
		return;
	}
	case CW_DECLTYPE: case CW_TYPEOF: case CW_TYPEOF_: case CW_TYPEOF__: case CW_AUTO:
		e = p->pos;
		p->pos++;
		if (k != CW_AUTO && cur(p) == '(')
			p->pos = past(p, p->pos);
		if (k == CW_AUTO && (cur(p) == '(' || cur(p) == '{')) {
			p->pos++;
			expr(p, PREC_ASSIGN);
			take(p);
			return;
		}
		leaf_text(p, FACT_UNKNOWN, e, p->pos);
		if (cur(p) == '{' && closed(p, p->pos))
			p->pos = past(p, p->pos);
		return;
	case CW_EXTENSION:
		p->pos++;
		unary(p);
		return;
	default:
		if (is_cast_word(k)) {
			p->pos++;
			e = cur(p) == '<' ? scan_angle(p, p->pos) : 0;
			if (e && kind(p, e) == '(') {
				p->pos = e + 1;
				expr(p, PREC_COMMA);
				if (!p->err)
					expect(p, ')');
				return;
			}
			break;
		}
		if (is_builtin(k)) {
			builtin_call(p);
			return;
		}
	}
	(void)known;
	odd(p, NULL);
}

/* Template arguments if the < at pos opens some, in an expression. */
static uint32_t
template_at(cparse *p)
{
	uint32_t e;
	uint16_t k;

	if (!p->x->cpp || kind(p, p->pos) != '<' || !(e = scan_angle_strictly(p, p->pos)))
		return 0;
	k = kind(p, e);
	if (k == '(' || k == C_SCOPE || k == '{' || k == C_LAUNCH)
		return e;
	if (k == ')' || k == ',' || k == ';' || k == '}' || k == ']' || k == C_AND || k == C_OR || k == '?' || k == ':' || k == C_DOTS || k == C_EQ || k == C_NE || k == '>' || k == '.' || k == C_EOF)
		return kind(p, e - 1) == '>' ? e : 0;
	return 0;
}

static void
launch(cparse *p, uint32_t at)
{
	static const char *const what[] = {"grid", "block", "shared", "stream"};
	uint32_t line = p->tok[p->pos].line;
	int in_launch = p->in_launch;

	p->pos++;
	p->in_launch = 1;
	for (unsigned i = 0; !p->err && cur(p) != '>' && cur(p) != C_EOF; i++) {
		const char *w = what[i < 4 ? i : 3];

		node(p, FACT_ARG, line_here(p), 0, w, strlen(w));
		expr(p, PREC_ASSIGN);
		done(p);
		if (p->err || !accept(p, ','))
			break;
	}
	p->in_launch = in_launch;
	for (int i = 0; i < 3 && !p->err; i++)
		expect(p, '>');
	if (!p->err && expect(p, '('))
		args(p, ')');
	wrap(p, at, FACT_CALL, line, "", 0);
	if (!p->t->nomem && at < p->t->n && p->t->node[at].kind == FACT_CALL)
		p->t->node[at].flags |= FACT_LAUNCH;
}

/* Whether a token of kind k after what stands at node `at` is a string beside it. */
static int
joins(const cparse *p, uint32_t at, uint16_t k)
{
	fact_kind left = at < p->t->n ? p->t->node[at].kind : FACT_NONE;
	int text = left == FACT_STR || left == FACT_JOIN || (left == FACT_UN && *fact_str(p->t, at) == '#');

	if (k == C_STR)
		return text || left == FACT_CALL || left == FACT_NAME;
	if (k == C_ID)
		return text && !(p->tok[p->pos].bits & C_TIGHT);
	return text && p->in_define;
}

static void
postfix(cparse *p, uint32_t at)
{
	uint32_t e, line;
	uint16_t k;

	while (!p->err && !undecided(p)) {
		k = cur(p);
		line = k == C_EOF ? 0 : p->tok[p->pos].line;
		switch (k) {
		case '(':
			p->pos++;
			args(p, ')');
			wrap(p, at, FACT_CALL, line, "", 0);
			break;
		case '{': { /* T{...} */
			uint16_t was = p->tok[p->pos - 1].k;
			if (!p->x->cpp || (was != C_ID && was != '>') || !(p->tok[p->pos].bits & C_TIGHT || was == '>' || is_type(p, p->pos - 1)) || p->t->node[at].kind == FACT_CALL)
				return;
			p->pos++;
			args(p, '}');
			wrap(p, at, FACT_CALL, line, "", 0);
			break;
		}
		case '[':
			p->pos++;
			{
				int in_launch = p->in_launch;
				p->in_launch = 0;
				if (cur(p) == ']')
					leaf(p, FACT_UNKNOWN, line, "");
				else if (cur(p) == '{')
					braces(p);
				else
					expr(p, PREC_COMMA);
				p->in_launch = in_launch;
			}
			if (!p->err)
				expect(p, ']');
			wrap(p, at, FACT_INDEX, line, "", 0);
			break;
		case '.': case C_ARROW: case C_SCOPE:
			p->pos++;
			while (cur(p) == CW_TEMPLATE || (cur(p) == C_SCOPE && k != C_SCOPE))
				p->pos++;
			if (cur(p) == '*') { /* T::*, which is no expression */
				odd(p, NULL);
				return;
			}
			if (cur(p) == CW_OPERATOR || cur(p) == '~') {
				char name[64];
				size_t n;
				e = cur(p) == '~' ? after(p, after(p, p->pos)) : scan_path(p, p->pos);
				path_text(p, p->pos, e, &n);
				n = n < sizeof name ? n : sizeof name;
				memcpy(name, p->buf, n);
				p->pos = e;
				wrap(p, at, FACT_ATTR, line, name, n);
				break;
			}
			if (cur(p) != C_ID && cur(p) < C_KEYWORD) {
				odd(p, NULL);
				return;
			}
			e = p->pos++;
			wrap(p, at, FACT_ATTR, p->tok[e].line, p->x->s + p->tok[e].at, p->tok[e].n);
			break;
		case C_INC: case C_DEC:
			p->pos++;
			leaf(p, FACT_INT, line, "1");
			wrap(p, at, FACT_ASSIGN, line, k == C_INC ? "+" : "-", 1);
			k = cur(p);
			if (k != ';' && k != ')' && k != ',' && k != C_EOF) { /* what it was before */
				leaf(p, FACT_INT, line, "1");
				wrap(p, at, FACT_BIN, line, p->tok[p->pos - 1].k == C_INC ? "-" : "+", 1);
			}
			break;
		case C_SHL:
			if (!p->x->cpp || kind(p, p->pos + 1) != '<')
				return;
			p->pos++; /* << < */
			/* FALLTHROUGH */
		case C_LAUNCH:
			launch(p, at);
			break;
		case C_STR: case '#': case C_ID: /* strings of macros side by side */
			if (p->t->nomem || p->stop || !joins(p, at, k))
				return;
			if (k == C_STR)
				literal(p);
			else
				unary(p);
			wrap(p, at, FACT_JOIN, line, "", 0);
			break;
		case '<':
			if ((e = template_at(p)) != 0 && (p->tok[p->pos - 1].k == C_ID)) {
				uint32_t b = p->t->n;
				cstate s = mark(p);
				/* the key is written as path_expr writes it */
				(void)b;
				(void)s;
				p->pos = p->pos;
				angle_key(p, p->pos, e);
				wrap(p, at, FACT_INDEX, line, "", 0);
				p->pos = e;
				break;
			}
			return;
		default:
			return;
		}
	}
}

void
unary(cparse *p)
{
	uint16_t k = cur(p);
	uint32_t at = p->t->n, line = p->tok[p->pos < p->end ? p->pos : p->x->ntok].line, close;
	const char *op = NULL;
	int known;

	if (p->rec > MAX_REC || p->t->nopen > FACT_MAX_DEPTH - 10) {
		odd(p, "nested too deep");
		return;
	}
	p->rec++;
	switch (k) {
	case '!': case CW_NOT: op = "not"; break;
	case '-': op = "-"; break;
	case '+': op = "+"; break;
	case '~': op = "~"; break;
	default: break;
	}
	if (op) {
		p->pos++;
		unary(p);
		wrap(p, at, FACT_UN, line, op, strlen(op));
	} else if (k == '*' || k == '&') {
		p->pos++;
		unary(p);
		wrap(p, at, k == '*' ? FACT_DEREF : FACT_ADDR, line, "", 0);
	} else if (k == C_AND) { /* &&label */
		p->pos++;
		leaf_text(p, FACT_UNKNOWN, p->pos - 1, p->pos + 1);
		take(p);
	} else if (k == C_INC || k == C_DEC) {
		p->pos++;
		unary(p);
		leaf(p, FACT_INT, line, "1");
		wrap(p, at, FACT_ASSIGN, line, k == C_INC ? "+" : "-", 1);
	} else if (k == CW_DELETE) {
		p->pos++;
		if (cur(p) == '[' && kind(p, p->pos + 1) == ']')
			p->pos += 2;
		unary(p);
		wrap(p, at, FACT_DELETE, line, "", 0);
	} else if (k == CW_THROW) {
		p->pos++;
		if (cur(p) != ';' && cur(p) != ')' && cur(p) != ':' && cur(p) != ',')
			expr(p, PREC_ASSIGN);
		wrap(p, at, FACT_RAISE, line, "", 0);
	} else if (k == CW_CO_AWAIT || k == CW_CO_YIELD) {
		p->pos++;
		if (k == CW_CO_AWAIT)
			unary(p);
		else
			expr(p, PREC_ASSIGN);
		wrap(p, at, k == CW_CO_AWAIT ? FACT_AWAIT : FACT_YIELD, line, "", 0);
	} else if (k == '(' && (close = cast_at(p, &known)) != 0) {
		uint32_t type = after(p, p->pos), end = close - 1;

		p->pos = close;
		if (cur(p) == '{') { /* (T){...} */
			while (end > type && kind(p, end) != ')')
				end--;
			if ((kind(p, type) == C_ID || (kind(p, type) >= CW_STRUCT && kind(p, type) <= CW_CLASS)) && kind(p, end - 1) == C_ID) {
				if (kind(p, type) != C_ID && kind(p, type) != C_SCOPE)
					type = after(p, type);
				path_expr(p, type, end);
				p->pos++;
				args(p, '}');
				wrap(p, at, FACT_CALL, line, "", 0);
			} else {
				braces(p);
			}
			postfix(p, at);
		} else {
			unary(p);
		}
	} else {
		primary(p);
		postfix(p, at);
	}
	p->rec--;
}

/* An argument that is no expression: a type, a piece of code for a macro. */
static void
odd_arg(cparse *p)
{
	uint32_t from = p->pos, i = from, end = p->end;
	int depth = 0, calls = 0, semi = 0;
	uint16_t first = cur(p);

	/* statements, up to the end of the call */
	for (; i < p->end && kind(p, i) != ')' && kind(p, i) != '}' && kind(p, i) != C_EOF; i = after(p, i)) {
		semi |= kind(p, i) == ';';
		if ((kind(p, i) == '(' || kind(p, i) == '[' || kind(p, i) == '{') && p->tok[i].match < p->end)
			i = p->tok[i].match;
	}
	if ((semi || (first >= CW_IF && first <= CW_CO_RETURN)) && kind(p, i) == ')') {
		int in_define = p->in_define;

		node(p, FACT_FUNC, line_here(p), 0, "", 0);
		node(p, FACT_BLOCK, line_here(p), 0, "", 0);
		p->end = i;
		p->in_define = 1;
		sequence(p, statement, C_EOF);
		p->in_define = in_define;
		p->end = end;
		done(p);
		done(p);
		return;
	}
	i = from;
	if (first == '<' && scan_angle(p, i) && (kind(p, scan_angle(p, i)) == ',' || kind(p, scan_angle(p, i)) == ')')) {
		p->pos = scan_angle(p, i);
		leaf_text(p, FACT_UNKNOWN, from, p->pos);
		return;
	}

	for (; i < p->end && !p->stop; i = after(p, i)) {
		uint16_t k = kind(p, i);

		if (k == C_EOF || ((k == ',' || k == ')' || k == '}' || k == ';') && depth == 0))
			break;
		if ((k == '(' || k == '[' || k == '{') && closed(p, i)) {
			calls |= k == '{' || (k == '(' && i > from && p->tok[i - 1].k == C_ID);
			i = p->tok[i].match;
		} else if (k == '<' && scan_angle(p, i)) {
			depth++;
		} else if (k == '>' && depth > 0) {
			depth--;
		}
	}
	if (calls || i == from)
		odd(p, NULL);
	else
		leaf_text(p, FACT_UNKNOWN, from, i);
	if (!p->err && !p->stop)
		p->pos = i;
}

/* Whether the braces at i hold statements. */
int
holds_statements(const cparse *p, uint32_t i)
{
	uint32_t end = p->tok[i].match;

	if (end == C_NONE || end > p->end)
		return 0;
	for (i = after(p, i); i < end; i = after(p, i)) {
		uint16_t k = kind(p, i);

		if (k == ';')
			return 1;
		if ((k == '(' || k == '[' || k == '{') && p->tok[i].match < end)
			i = p->tok[i].match;
	}
	return 0;
}

void
args(cparse *p, uint16_t closer)
{
	int in_launch = p->in_launch;
	uint32_t end = p->pos > 0 ? p->tok[p->pos - 1].match : C_NONE; /* of what opens before it */

	p->in_launch = 0;
	while (!p->err && cur(p) != closer && cur(p) != C_EOF) {
		uint32_t arg, at;
		cstate s;

		if (accept(p, ',')) /* an argument that is empty */
			continue;
		if (cur(p) == '.' && closer == '}' && kind(p, p->pos + 1) == C_ID && (kind(p, p->pos + 2) == '=' || kind(p, p->pos + 2) == '{')) {
			arg = node_tok(p, FACT_ARG, 0, p->pos + 1);
			p->pos += 2;
			accept(p, '=');
		} else {
			arg = node(p, FACT_ARG, line_here(p), 0, "", 0);
		}
		s = mark(p);
		at = p->t->n;
		if (cur(p) == '{' && holds_statements(p, p->pos)) {
			node(p, FACT_FUNC, line_here(p), 0, "", 0);
			block(p);
			done(p);
		} else {
			expr(p, PREC_ASSIGN);
		}
		(void)at;
		if (!p->stop && cur(p) == C_DOTS) {
			p->pos++;
			if (!p->t->nomem)
				p->t->node[arg].flags |= FACT_STAR;
		}
		if (!p->stop && (p->err || (cur(p) != ',' && cur(p) != closer))) {
			back(p, &s);
			odd_arg(p);
			if (p->err && end > p->pos && end < p->end) { /* the rest of the call can be read */
				p->err = 0;
				p->pos = end;
			}
		}
		done(p);
		if (!p->err && cur(p) != closer && !accept(p, ','))
			odd(p, NULL);
	}
	p->in_launch = in_launch;
	if (!p->err)
		expect(p, closer);
}

/* One value of an initialiser; a sequence's member. */
static void
value(cparse *p)
{
	uint32_t at = p->t->n, line = line_here(p);

	while (accept_here(p, ',')) {}
	if (undecided(p) || cur(p) == '}' || cur(p) == C_EOF)
		return;
	if (cur(p) == '.' || cur(p) == '[' ? (cur(p) == '.' || !is_lambda(p, p->pos) || kind(p, past(p, p->pos)) == '=') : kind(p, p->pos) == C_ID && kind(p, p->pos + 1) == ':') {
		uint32_t from = p->pos;
		int field = cur(p) != '[';

		if (cur(p) == C_ID) { /* name: value */
			node_tok(p, FACT_STR, 0, p->pos);
			done(p);
			p->pos += 2;
		} else if (field) {
			p->pos++;
			for (from = p->pos; cur(p) == C_ID || cur(p) == '.' || cur(p) == '['; )
				p->pos = cur(p) == '[' ? past(p, p->pos) : p->pos + 1;
			leaf_text(p, FACT_STR, from, p->pos);
		} else {
			p->pos++;
			expr(p, PREC_ASSIGN);
			if (!p->err && cur(p) == C_DOTS) {
				p->pos++;
				expr(p, PREC_ASSIGN);
				fact_cut(p->t, at, p->t->nopen);
				leaf_text(p, FACT_UNKNOWN, from, p->pos);
			}
			if (!p->err)
				expect(p, ']');
			while (!p->err && (cur(p) == '[' || cur(p) == '.')) /* [a][b], [a].b */
				p->pos = cur(p) == '[' ? past(p, p->pos) : p->pos + 2;
		}
		if (!p->err) {
			accept(p, '=');
			expr(p, PREC_ASSIGN);
		}
		wrap(p, at, FACT_PAIR, line, "", 0);
		if (field && !p->t->nomem && at < p->t->n && p->t->node[at].kind == FACT_PAIR)
			p->t->node[at].flags |= FACT_FIELD;
	} else {
		expr(p, PREC_ASSIGN);
		if (!p->err)
			accept_here(p, C_DOTS);
	}
	if (p->err) { /* to the next value */
		p->err = 0;
		while (cur(p) != C_EOF && cur(p) != ',' && cur(p) != '}') {
			uint32_t e = cur(p) == '(' || cur(p) == '[' || cur(p) == '{' ? past(p, p->pos) : 0;
			p->pos = e && e < p->end ? e : p->pos + 1;
		}
	}
	while (accept_here(p, ',')) {}
}

void
braces(cparse *p)
{
	uint32_t at = node(p, FACT_LIST, line_here(p), 0, "", 0), deep = p->deep;
	int in_launch = p->in_launch;

	if (p->rec > MAX_REC || p->t->nopen > FACT_MAX_DEPTH - 10) {
		odd(p, "nested too deep");
		done(p);
		return;
	}
	p->rec++;
	p->in_launch = 0;
	if (expect(p, '{'))
		sequence(p, value, '}');
	p->in_launch = in_launch;
	done(p);
	p->deep = p->deep > deep ? p->deep : deep;
	if (!p->t->nomem && !p->stop)
		FACT_EACH_KID(p->t, at, kid)
			if (p->t->node[kid].kind == FACT_PAIR) {
				p->t->node[at].kind = FACT_DICT;
				break;
			}
	if (!p->err)
		expect(p, '}');
	p->rec--;
}
