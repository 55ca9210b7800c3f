/* label_cexpr.c - operators of C; see label_cread.h. */
#include <string.h>

#include "label_cread.h"

enum { CHAIN_MOST = 150, CAST_MOST = 24 };

/* Too long a chain of operators would nest too deep: what it was so far is read before. */
static expr *cut_chain(cread *r, expr *e, int *chain) {
	if (++*chain <= CHAIN_MOST) return e;
	*chain = 0;
	spill(r, e, R_ARG);
	return x_opaque(r->p, "...", e->line);
}

static bool is_operator(const token *t, const char *of) {
	return t->kind == T_OP && t->code < 128 && strchr(of, t->code);
}

/* Does < at i begin the template arguments of a name that is called or goes on? */
static uint32_t template_end(const cread *r, const expr *e, uint32_t i) {
	uint32_t end = skip_angles(r, i);
	uint16_t c = code(r, end);
	size_t n = strlen(e->s);
	bool value = n > 2 && strcmp(e->s + n - 2, "_v") == 0;
	if (end == i || (c != '(' && c != '{' && c != O_SCOPE && c != O_LAUNCH && !value)) return i;
	return end;
}

static expr *stepped(cread *r, expr *e) {
	if (e->kind == X_ARGV || e->kind == X_ARGC) return e;
	return x_two(r->p, X_ASSIGN, OP_NONE, e, x_two(r->p, X_BIN, OP_AUG, e,
	    x_con(r->p, k_int(r->p, 1), e->line)));
}

static expr *postfix(cread *r, expr *e, uint32_t *i) {
	for (int chain = 0; r->t[*i].kind == T_OP; e = cut_chain(r, e, &chain)) {
		bool name = e->kind == X_NAME || e->kind == X_ATTR;
		uint16_t c = r->t[*i].code;
		uint32_t line = r->t[*i].line, from = *i, end = close_of(r, from);
		if (c == '(' || (c == '{' && name)) {
			e = c_call(r, e, from, line);
			*i = behind(r, from);
		} else if (c == O_LAUNCH) {
			for (*i = from + 1; *i < from + C_FAR && *i < r->n &&
			    code(r, *i) != O_LAUNCHED; )
				*i = behind(r, *i);
			*i = code(r, *i) == O_LAUNCHED ? *i + 1 : from + 1;
		} else if (c == '[') {
			++*i;
			e = x_norm(r->p, r->file, x_sub(r->p, e, *i < end ? c_expr(r, i) :
			    x_opaque(r->p, "", line), line));
			*i = behind(r, from);
		} else if (c == '.' || c == O_ARROW || c == O_ARROWSTAR || c == O_SCOPE) {
			++*i;
			c = code(r, *i);
			*i += c == KW_TEMPLATE || c == '~' || c == '*';
			if (is_id(r, *i))
				e = x_norm(r->p, r->file, x_attr(r->p, e, r->t[(*i)++].s, line));
		} else if (c == '<' && name && (end = template_end(r, e, from)) > from) {
			e = c_template(r, e, from, end);
			*i = end;
		} else if (c == O_INC || c == O_DEC) {
			e = stepped(r, e);
			++*i;
		} else
			break;
	}
	return e;
}

/* (type) x: behind the bracket; else 0 */
static uint32_t cast_end(const cread *r, uint32_t i) {
	uint32_t c = close_of(r, i);
	const token *next = &r->t[c + 1], *last = &r->t[c - 1], *first = &r->t[i + 1];
	bool value = next->kind > T_END && next->kind < T_OP, plain = c_builtin(last);
	bool star = last->code == '*', pointer = star || last->code == '&';
	if (c + 1 >= r->n || c < i + 2 || c - i > CAST_MOST || next->code == KW_ELSE ||
	    first->kind != T_ID)
		return 0;
	for (uint32_t q = i + 1; q < c; q++)
		if (r->t[q].kind != T_ID && !is_operator(&r->t[q], "*&<>,") &&
		    r->t[q].code != O_SCOPE &&
		    r->t[q].code != O_AND && r->t[q].code != O_SHR)
			return 0;
	if (next->code == '[' && !star) return 0;
	if (!value && !is_operator(next, "({!~[") && !(next->code == '&' && star) &&
	    !(plain && is_operator(next, "-*&")))
		return 0;
	return pointer || plain || value || first->code == KW_MOD || first->code == KW_CLASS ||
	    (next->code == '{' && last->kind == T_ID) ? c + 1 : 0;
}

static expr *negative(cread *r, expr *e) {
	const constant *k = e->kind == X_CONST ? e->con : NULL;
	if (k && k->kind == K_INT)
		return x_con(r->p, k_int(r->p, (long long)(0 - (unsigned long long)k->i)), e->line);
	if (k && k->kind == K_FLOAT) return x_con(r->p, k_float(r->p, -k->f), e->line);
	return x_two(r->p, X_BIN, OP_SUB, x_con(r->p, k_int(r->p, 0), e->line), e);
}

static expr *unary_op(cread *r, uint32_t *i) {
	uint16_t c = r->t[*i].code;
	uint32_t line = r->t[*i].line, end = c == '(' ? cast_end(r, *i) : 0;
	if (end && r->t[end].code == '{') {
		expr *e = c_type(r, *i + 1, end - 1);
		*i = close_of(r, end) + 1;
		return e ? c_call(r, e, end, line) : c_braces(r, end, NULL);
	}
	if (!end && c != O_AND && c != O_INC && c != O_DEC && !is_operator(&r->t[*i], "!-~*&+@")) {
		expr *e = c_primary(r, i);
		return postfix(r, e, i);
	}
	*i = end ? end : *i + 1;
	expr *e = c_unary(r, i);
	switch (c) {
	case '!': return x_one(r->p, X_NOT, e);
	case '-': return negative(r, e);
	case '~': return x_two(r->p, X_BIN, OP_XOR, e, x_con(r->p, k_int(r->p, -1), line));
	case O_INC: case O_DEC: return stepped(r, e);
	default: return e;
	}
}

expr *c_unary(cread *r, uint32_t *i) {
	if (r->depth > C_DEEP) {
		*i = find_code(r, *i, ',', ';');
		return x_opaque(r->p, "...", r->t[*i].line);
	}
	r->depth++;
	expr *e = unary_op(r, i);
	r->depth--;
	return e;
}

static int level_of(uint16_t c, xop *op) {
	static const struct { uint16_t code; uint8_t level, op; } list[] = {
		{O_OR, 1, OP_NONE}, {O_AND, 2, OP_NONE}, {'|', 3, OP_OR}, {'^', 4, OP_XOR},
		    {'&', 5, OP_AND},
		{O_EQ, 6, OP_EQ}, {O_NE, 6, OP_NE}, {'<', 7, OP_LT}, {'>', 7, OP_GT},
		    {O_LE, 7, OP_LE}, {O_GE, 7, OP_GE},
		{O_SHL, 8, OP_SHL}, {O_SHR, 8, OP_SHR}, {'+', 9, OP_ADD}, {'-', 9, OP_SUB},
		    {'*', 10, OP_MUL},
		{'/', 10, OP_DIV}, {'%', 10, OP_MOD},
	};
	for (size_t i = 0; c && i < sizeof list / sizeof *list; i++)
		if (list[i].code == c) {
			*op = (xop)list[i].op;
			return list[i].level;
		}
	return 0;
}

/* Operators that bind more than level does. */
static expr *binary(cread *r, uint32_t *i, int level) {
	expr *e = c_unary(r, i);
	xop op;
	for (int chain = 0, of; (of = level_of(code(r, *i), &op)) > level; ) {
		uint16_t c = r->t[*i].code;
		exprs v = {NULL, 0};
		if (of > 2) {
			e = cut_chain(r, e, &chain);
			++*i;
			e = x_two(r->p, of == 6 || of == 7 ? X_CMP :
			    X_BIN, op, e, binary(r, i, of));
			continue;
		}
		*PUSH(r->p, v.e, v.n) = e;
		while (code(r, *i) == c) {
			++*i;
			expr *right = binary(r, i, of);
			*PUSH(r->p, v.e, v.n) = right;
		}
		e = c_list(r, c == O_OR ? X_OR : X_AND, &v, e->line);
	}
	return e;
}

static xop changed_by(const cread *r, uint16_t c) {
	static const uint8_t of[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_AND, OP_OR, OP_XOR,
	    OP_SHL, OP_SHR};
	xop op = (xop)of[c - O_ADDTO];
	return r->loop && op != OP_AND && op != OP_OR ? OP_AUG : op; /* each time again */
}

expr *c_value(cread *r, uint32_t *i) {
	expr *e = binary(r, i, 0), *b;
	uint16_t c = code(r, *i);
	bool sets = c == '=' || (c >= O_ADDTO && c <= O_SHRTO);
	if (r->depth > C_DEEP || (c != '?' && !sets)) return e;
	r->depth++;
	++*i;
	if (c == '?') {
		expr *a = code(r, *i) == ':' ? e : c_value(r, i);
		*i += code(r, *i) == ':';
		e = x_three(r->p, X_COND, e, a, c_value(r, i));
	} else {
		b = c_value(r, i);
		if (e->kind == X_ARGV || e->kind == X_ARGC) e = b;
		else e = x_two(r->p, X_ASSIGN, OP_NONE, e, c == '=' ? b :
		    x_two(r->p, X_BIN, changed_by(r, c), e, b));
	}
	r->depth--;
	return e;
}

expr *c_expr(cread *r, uint32_t *i) {
	expr *e = c_value(r, i);
	for (int chain = 0; code(r, *i) == ','; ) {
		++*i;
		e = cut_chain(r, e, &chain);
		e = x_two(r->p, X_COMMA, OP_NONE, e, c_value(r, i));
	}
	return e;
}
