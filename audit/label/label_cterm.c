/* label_cterm.c - names, literals, arguments, lambdas and types of C; see label_cread.h. */
#include "label_cread.h"

void spill(cread *r, expr *e, erole role) {
	if (!r->out || e->kind == X_CONST || e->kind == X_OPAQUE) return;
	s_put(r, S_EXPR, e->line, e)->role = (uint8_t)role;
}

uint32_t over(const cread *r, uint32_t i) {
	uint32_t end = skip_angles(r, i);
	return end > i ? end - 1 : close_of(r, i);
}

uint32_t find_code(const cread *r, uint32_t i, uint16_t a, uint16_t b) {
	for (; i < r->n && at(i) != a && at(i) != b && opens(at(i)) >= 0; i++)
		if (closing(at(i))) i = close_of(r, i);
	return i < r->n ? i : r->n;
}

static int angles(uint16_t c) {
	return (c == '<') - (c == '>') - 2 * (c == O_SHR) - 3 * (c == O_LAUNCHED);
}

uint32_t skip_angles(const cread *r, uint32_t i) {
	int open = 0;
	if (at(i) != '<') return i;
	for (uint32_t q = i; q < r->n && q - i < C_FAR; q++) {
		uint16_t c = at(q);
		if (c == ';' || c == '{' || opens(c) < 0 || c == O_OR) return i;
		if (closing(c)) q = close_of(r, q);
		open += angles(c);
		if (open <= 0) return q + 1;
	}
	return i;
}

expr *c_type(cread *r, uint32_t a, uint32_t b) {
	static const char holders[] = "vector list deque array map unordered_map set unique_ptr "
	    "shared_ptr optional atomic"; /* stand for what they hold */
	expr *e = NULL;
	bool holder = false;
	int open = 0;
	for (uint32_t q = a; q < b; q++) {
		const token *t = &r->t[q];
		open += angles(t->code);
		if (t->kind != T_ID || c_builtin(t) || (t->code > KW_TYPE && t->code != KW_THIS) ||
		    (open > 0 && !holder))
			continue;
		e = e && t[-1].code == O_SCOPE ? x_attr(r->p, e, t->s, t->line) :
		    x_name(r->p, t->s, t->line);
		holder |= word_in(holders, t->s);
	}
	return e;
}

/* f<A, B>: the names within are used. Where f makes something, the last of them is called. */
expr *c_template(cread *r, expr *e, uint32_t i, uint32_t end) {
	expr *last = NULL;
	for (int open = 0; i < end; i++) {
		open += angles(at(i));
		if (!is_id(r, i) || at(i) || at(i + 1) == O_SCOPE) continue;
		expr *name = name_at(r, i);
		last = open == 1 ? name : last;
		spill(r, name, R_ARG);
	}
	return last && has_word("make create register new emplace build", x_last(e)) ? last : e;
}

/* The statements within the bracket; r->i is behind it. */
static expr *lambda_of(cread *r, uint32_t open) {
	expr *e = x_new(r->p, X_LAMBDA, r->t[open + 1].line, 0);
	int loop = r->loop;
	stmt *body = NULL;
	r->loop = 0;
	r->lambda++;
	c_read(r, open + 1, close_of(r, open), &body, ALL);
	r->lambda--;
	r->loop = loop;
	r->i = behind(r, open);
	e->body = body;
	bool value = body && body->role == R_RETURNED && body->next && !body->next->next;
	return value ? x_one(r->p, X_LAMBDA, body->x) : e; /* { return x; } */
}

/* f(&x): x may be something else afterwards. */
static void handed_out(cread *r, uint32_t i, uint32_t c) {
	if (!r->out || at(i) != '&' || !is_id(r, i + 1) || (i + 2 < c && at(i + 2) != ',')) return;
	if (!r->fn || !c_is_local(r->fn, r->t[i + 1].s)) return;
	expr *x = name_at(r, i + 1);
	expr *changed = x_two(r->p, X_BIN, OP_AUG, x, x_con(r->p, k_none(r->p), x->line));
	s_put(r, S_ASSIGN, x->line, changed)->target = x;
}

/* The values from i to c. .x = e is X_KEYWORD; members: it goes there, and is here e. */
static exprs values(cread *r, uint32_t i, uint32_t c, exprs *members) {
	exprs v = {NULL, 0};
	for (; i < c; i++) {
		const char *key = at(i) == '.' && is_id(r, i + 1) ? r->t[i + 1].s : NULL;
		uint32_t eq = key ? i + 2 : close_of(r, i) + 1;
		if (key) i = eq + (at(eq) == '=');
		else if (at(i) == '[' && at(eq) == '=') i = eq + 1;
		handed_out(r, i, c);
		expr *e = c_value(r, i), *named = key ? x_one(r->p, X_KEYWORD, e) : e;
		if (key) named->s = key;
		if (key && members) c_add(r, members, named);
		c_add(r, &v, members ? e : named);
		/* what is no expression, as in arguments of macros */
		for (i = r->i + (r->i == i); i < c && at(i) != ','; i = r->i + (r->i == i)) {
			r->i = i;
			if (r->t[i].kind != T_OP || closing(at(i))) spill(r, c_value(r, i), R_ARG);
		}
	}
	return v;
}

expr *c_call(cread *r, expr *callee, uint32_t open, uint32_t line) {
	exprs v = values(r, open + 1, close_of(r, open), NULL);
	bool cast = v.n == 1 && callee->kind == X_NAME && word_code(r->p, callee->s) == KW_TYPE;
	return cast ? v.e[0] : x_call(r->p, r->file, callee, v.e, v.n, line); /* int(x) */
}

expr *c_braces(cread *r, uint32_t i, exprs *members) {
	exprs none = {NULL, 0}, v = values(r, i + 1, close_of(r, i), members ? members : &none);
	return x_kids(r->p, X_LIST, r->t[i].line, v.e, v.n);
}

expr *c_names(cread *r, uint32_t a, uint32_t b) {
	while (b > a && !is_id(r, b - 1)) b--;
	if (b == a) return x_opaque(r->p, "", r->t[a].line);
	c_local(r, r->t[b - 1].s);
	return name_at(r, b - 1);
}

/* [...](T a, U b) { ... }; names of parameters are no names of outside */
static expr *lambda(cread *r) {
	uint32_t q = skip_angles(r, close_of(r, r->i) + 1), line = r->t[r->i].line;
	if (at(q) == '(') {
		uint32_t k = q + 2, end = close_of(r, q);
		for (; k < end; k++)
			if (is_id(r, k) && !at(k) && is_op(&r->t[k + 1], "),="))
				c_local(r, r->t[k].s);
		q = end + 1;
	}
	r->i = q = find_code(r, q, '{', ';');
	return at(q) == '{' ? lambda_of(r, q) : x_opaque(r->p, "lambda", line);
}

/* A character, or "a" "b", also with macros between, as one text */
static expr *text(cread *r) {
	const token *from = &r->t[r->i], *t = from + 1;
	size_t n = strlen(from->s) + 1;
	for (; t->kind == T_STR || (t->kind == T_ID && t[1].kind == T_STR); t++)
		n += t->kind == T_STR ? strlen(t->s) : 0;
	char *s = take(r->p, n), *end = stpcpy(s, from->s);
	for (const token *k = from + 1; k < t; k++)
		if (k->kind == T_STR) end = stpcpy(end, k->s);
	expr *e = x_con(r->p, k_str(r->p, s), from->line);
	e->op = from->kind == T_CHR ? OP_OTHER : OP_NONE; /* a character: no whole text */
	r->i += (uint32_t)(t - from);
	return e;
}

static expr *number(cread *r, const token *t) {
	char digits[64], *end;
	size_t n = 0;
	for (const char *s = t->s; *s && n < sizeof digits - 1; s++)
		if (*s != '\'') digits[n++] = *s;
	digits[n] = '\0';
	bool binary = digits[0] == '0' && (digits[1] | 32) == 'b';
	unsigned long long i = strtoull(binary ? digits + 2 : digits, &end, binary ? 2 : 0);
	if (end != digits && end[strspn(end, "uUlLzZ")] == '\0')
		return c_int(r, (long long)i, t->line);
	double f = strtod(digits, &end);
	if (end != digits && end[strspn(end, "fFlL")] == '\0')
		return x_con(r->p, k_float(r->p, f), t->line);
	return x_opaque(r->p, t->s, t->line);
}

/* A name, or a word of the language */
static expr *word(cread *r) {
	const token *t = &r->t[r->i++];
	uint32_t line = t->line, end = close_of(r, r->i) + 1;
	expr *e;
	switch (t->code) {
	case KW_TRUE: case KW_FALSE: return x_con(r->p, k_bool(r->p, t->code == KW_TRUE), line);
	case KW_NULL: return x_con(r->p, k_none(r->p), line);
	case KW_THIS: return x_name(r->p, "self", line);
	case KW_DEFINED:
		if (r->fn) break;
		e = c_unary(r);
		if (e->kind == X_NAME) e->kind = X_DEFINED;
		return e;
	case KW_SIZE: case KW_WRAP:
		while (at(r->i) == KW_MOD || at(r->i) == O_DOTS) r->i++;
		if (at(r->i) == '(') r->i = close_of(r, r->i) + 1;
		else if (t->code == KW_SIZE) c_unary(r);
		return x_opaque(r->p, t->s, line);
	case KW_NEW: case KW_DELETE: /* new (place) T; delete[] x */
		if ((at(r->i) == '(' && is_id(r, end)) || at(r->i) == '[') r->i = end;
		return c_unary(r);
	case KW_CAST: case KW_THROW: case KW_BEFORE: case KW_MOD: case KW_CLASS: case KW_ENUM:
	case KW_CONSTEXPR: case KW_STATIC: case KW_TEMPLATE:
		r->i = skip_angles(r, r->i);
		return c_unary(r);
	default: break;
	}
	if (r->argv && (t->s == r->argv || t->s == r->argc))
		return x_new(r->p, t->s == r->argv ? X_ARGV : X_ARGC, line, 0);
	if (t->code >= KW_IF && t->code <= KW_YIELD) return x_opaque(r->p, t->s, line);
	return x_norm(r->p, r->file, x_name(r->p, t->s, line));
}

expr *c_primary(cread *r) {
	uint32_t from = r->i, next = from + 1;
	const token *t = &r->t[from];
	bool inner = t->code == '(' && at(next) == '{';
	if (opens(t->code) < 0 || t->code == ';' || t->kind == T_END)
		return x_opaque(r->p, "", t->line);
	if (t->kind == T_STR || t->kind == T_CHR) return text(r);
	if (t->kind == T_ID) return word(r);
	if (t->code == '[') return lambda(r);
	r->i = behind(r, from);
	if (t->kind == T_NUM) return number(r, t);
	if (t->code == O_SCOPE && is_id(r, next)) return c_primary(r);
	if (t->code != '(' && t->code != '{') return x_opaque(r->p, "?", t->line);
	expr *e = inner || (t->code == '{' && at(find_code(r, next, ';', ';')) == ';') ?
	    lambda_of(r, from + inner) : t->code == '{' ? c_braces(r, from, NULL) :
	    next < close_of(r, from) ? c_expr(r, next) : x_con(r->p, k_none(r->p), t->line);
	r->i = behind(r, from);
	return e;
}
