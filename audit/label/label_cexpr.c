/* label_cexpr.c - operators of C; see label_cread.h. */
#include "label_cread.h"

enum { CHAIN_MOST = 150, CAST_MOST = 24 };

/* Too long a chain of operators would nest too deep: what it was so far is read before. */
static expr *cut_chain(cread *r, expr *e, int *chain) {
	if (++*chain <= CHAIN_MOST) return e;
	*chain = 0;
	spill(r, e, R_ARG);
	return x_opaque(r->p, "...", e->line);
}

/* Does < at i begin the template arguments of a name that is called or goes on? */
static uint32_t template_end(const cread *r, const expr *e, uint32_t i) {
	uint32_t end = skip_angles(r, i);
	uint16_t c = at(end);
	size_t n = strlen(e->s);
	bool value = n > 2 && strcmp(e->s + n - 2, "_v") == 0;
	return c == '(' || c == '{' || c == O_SCOPE || c == O_LAUNCH || value ? end : i;
}

static expr *stepped(cread *r, expr *e) {
	if (e->kind == X_ARGV || e->kind == X_ARGC) return e;
	expr *more = x_two(r->p, X_BIN, OP_AUG, e, c_int(r, 1, e->line));
	return x_two(r->p, X_ASSIGN, OP_NONE, e, more);
}

static expr *postfix(cread *r, expr *e) {
	for (int chain = 0; r->t[r->i].kind == T_OP; e = cut_chain(r, e, &chain)) {
		bool name = e->kind == X_NAME || e->kind == X_ATTR;
		uint32_t from = r->i++, line = r->t[from].line, end = close_of(r, from);
		uint16_t c = at(from), next = at(r->i);
		if (c == '(' || (c == '{' && name)) {
			e = c_call(r, e, from, line);
			r->i = behind(r, from);
		} else if (c == O_LAUNCH) {
			end = from + C_FAR < r->n ? from + C_FAR : r->n;
			while (r->i < end && at(r->i) != O_LAUNCHED) r->i = behind(r, r->i);
			r->i = at(r->i) == O_LAUNCHED ? r->i + 1 : from + 1;
		} else if (c == '[') {
			expr *x = r->i < end ? c_expr(r, r->i) : x_opaque(r->p, "", line);
			e = x_norm(r->p, r->file, x_sub(r->p, e, x, line));
			r->i = behind(r, from);
		} else if (c == '.' || c == O_ARROW || c == O_ARROWSTAR || c == O_SCOPE) {
			r->i += next == KW_TEMPLATE || next == '~' || next == '*';
			if (!is_id(r, r->i)) continue;
			e = x_norm(r->p, r->file, x_attr(r->p, e, r->t[r->i++].s, line));
		} else if (c == '<' && name && (end = template_end(r, e, from)) > from) {
			e = c_template(r, e, from, end);
			r->i = end;
		} else if (c == O_INC || c == O_DEC) e = stepped(r, e);
		else {
			r->i = from;
			break;
		}
	}
	return e;
}

/* (type) x: behind the bracket; else 0 */
static uint32_t cast_end(const cread *r, uint32_t i) {
	uint32_t c = close_of(r, i);
	const token *next = &r->t[c + 1], *last = &r->t[c - 1], *first = &r->t[i + 1];
	bool value = next->kind > T_END && next->kind < T_OP, plain = c_builtin(last);
	bool star = last->code == '*', pointer = star || last->code == '&';
	if (c + 1 >= r->n || c < i + 2 || c - i > CAST_MOST || first->kind != T_ID) return 0;
	for (uint32_t q = i + 1; q < c; q++)
		if (!is_id(r, q) && !is_op(&r->t[q], "*&<>,") && at(q) != O_SCOPE &&
		    at(q) != O_AND && at(q) != O_SHR)
			return 0;
	if (next->code == KW_ELSE || (next->code == '[' && !star)) return 0;
	if (!value && !is_op(next, "({!~[") && !(next->code == '&' && star) &&
	    !(plain && is_op(next, "-*&")))
		return 0;
	return pointer || plain || value || first->code == KW_MOD || first->code == KW_CLASS ||
	    (next->code == '{' && last->kind == T_ID) ? c + 1 : 0;
}

static expr *negative(cread *r, expr *e) {
	const constant *k = e->kind == X_CONST ? e->con : NULL;
	if (k && k->kind == K_INT)
		return c_int(r, (long long)(0 - (unsigned long long)k->i), e->line);
	if (k && k->kind == K_FLOAT) return x_con(r->p, k_float(r->p, -k->f), e->line);
	return x_two(r->p, X_BIN, OP_SUB, c_int(r, 0, e->line), e);
}

static expr *unary_op(cread *r) {
	uint32_t i = r->i, line = r->t[i].line, end = at(i) == '(' ? cast_end(r, i) : 0;
	uint16_t c = at(i);
	if (r->depth > C_DEEP) {
		r->i = find_code(r, i, ',', ';');
		return x_opaque(r->p, "...", r->t[r->i].line);
	}
	if (!end && c != O_AND && c != O_INC && c != O_DEC && !is_op(&r->t[i], "!-~*&+"))
		return postfix(r, c_primary(r));
	r->i = end ? end : i + 1;
	expr *e = c_unary(r);
	switch (c) {
	case '!': return x_one(r->p, X_NOT, e);
	case '-': return negative(r, e);
	case '~': return x_two(r->p, X_BIN, OP_XOR, e, c_int(r, -1, line));
	case O_INC: case O_DEC: return stepped(r, e);
	default: return e;
	}
}

expr *c_unary(cread *r) {
	r->depth++;
	expr *e = unary_op(r);
	r->depth--;
	return e;
}

/* Operators that bind more than level does. */
static expr *binary(cread *r, int level) {
	expr *e = c_unary(r);
	for (int chain = 0, of; (of = r->t[r->i].level) > level; ) {
		const token *t = &r->t[r->i];
		exprs v = {NULL, 0};
		if (of > 2) {
			e = cut_chain(r, e, &chain);
			r->i++;
			e = x_two(r->p, t->op <= OP_GE ? X_CMP : X_BIN, t->op, e, binary(r, of));
			continue;
		}
		for (c_add(r, &v, e); at(r->i) == t->code; c_add(r, &v, binary(r, of))) r->i++;
		e = x_kids(r->p, t->code == O_OR ? X_OR : X_AND, e->line, v.e, v.n);
	}
	return e;
}

expr *c_value(cread *r, uint32_t i) {
	r->i = i;
	expr *e = binary(r, 0), *b = e;
	const token *t = &r->t[r->i];
	bool changes = t->code >= O_ADDTO && t->code <= O_SHRTO;
	if (r->depth > C_DEEP || (t->code != '?' && t->code != '=' && !changes)) return e;
	r->depth++;
	r->i++;
	if (t->code != '?' || at(r->i) != ':') b = c_value(r, r->i);
	if (t->code == '?') {
		r->i += at(r->i) == ':';
		e = x_three(r->p, X_COND, e, b, c_value(r, r->i));
	} else if (e->kind == X_ARGV || e->kind == X_ARGC) e = b;
	else {
		/* in a loop each time again */
		bool again = r->loop && t->op != OP_AND && t->op != OP_OR;
		if (changes) b = x_two(r->p, X_BIN, again ? OP_AUG : t->op, e, b);
		e = x_two(r->p, X_ASSIGN, OP_NONE, e, b);
	}
	r->depth--;
	return e;
}

expr *c_expr(cread *r, uint32_t i) {
	expr *e = c_value(r, i);
	for (int chain = 0; at(r->i) == ','; ) {
		e = cut_chain(r, e, &chain);
		e = x_two(r->p, X_COMMA, OP_NONE, e, c_value(r, r->i + 1));
	}
	return e;
}
