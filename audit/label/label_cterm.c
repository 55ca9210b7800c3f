/* label_cterm.c - names, literals, arguments, lambdas and types of C; see label_cread.h. */
#include <stdlib.h>
#include <string.h>

#include "label_cread.h"

expr *c_list(cread *r, xkind kind, const exprs *v, uint32_t line) {
	expr *e = x_new(r->p, kind, line, v->n);
	if (v->n) memcpy(e->kid, v->e, v->n * sizeof *v->e);
	return e;
}

void spill(cread *r, expr *e, erole role) {
	if (!r->out || e->kind == X_CONST || e->kind == X_OPAQUE) return;
	s_put(r, S_EXPR, e->line, e)->role = (uint8_t)role;
}

uint32_t over(const cread *r, uint32_t i) {
	uint32_t end = skip_angles(r, i);
	return end > i ? end - 1 : close_of(r, i);
}

uint32_t find_code(const cread *r, uint32_t i, uint16_t a, uint16_t b) {
	for (; i < r->n && code(r, i) != a && code(r, i) != b && opens(code(r, i)) >= 0; i++)
		if (closing(code(r, i))) i = close_of(r, i);
	return i < r->n ? i : r->n;
}

bool has_word(const char *s, const char *const *words) {
	for (; s && *words; words++)
		if (strcasestr(s, *words)) return true;
	return false;
}

bool c_builtin(const token *t) {
	static const char *const starts[] = {"int", "uint", "size", "ssize", "ptrdiff", "off",
	    NULL};
	size_t n = t->s ? strlen(t->s) : 0;
	if (t->code == KW_TYPE || t->code == KW_AUTO) return true;
	if (t->kind != T_ID || n < 3 || strcmp(t->s + n - 2, "_t") != 0) return false;
	for (const char *const *s = starts; *s; s++)
		if (strncmp(t->s, *s, strlen(*s)) == 0) return true;
	return false;
}

static int angles(uint16_t c) {
	return (c == '<') - (c == '>') - 2 * (c == O_SHR) - 3 * (c == O_LAUNCHED);
}

uint32_t skip_angles(const cread *r, uint32_t i) {
	int open = 0;
	if (code(r, i) != '<') return i;
	for (uint32_t q = i; q < r->n && q - i < C_FAR; q++) {
		uint16_t c = r->t[q].code;
		if (c == ';' || c == '{' || opens(c) < 0 || c == O_OR) return i;
		if (closing(c)) q = close_of(r, q);
		open += angles(c);
		if (open <= 0) return q + 1;
	}
	return i;
}

expr *c_type(cread *r, uint32_t a, uint32_t b) {
	static const char *const holders[] =
	    {"vector", "list", "deque", "array", "map", "unordered_map", "set",
	    "unique_ptr", "shared_ptr", "optional", "atomic", NULL}; /* stand for what they hold */
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
		holder |= x_in_name(holders, t->s);
	}
	return e;
}

/* f<A, B>: the names within are used. Where f makes something, the last of them is called. */
expr *c_template(cread *r, expr *e, uint32_t i, uint32_t end) {
	static const char *const makes[] = {"make", "create", "register", "new", "emplace",
	    "build", NULL};
	expr *last = NULL;
	int open = 0;
	for (uint32_t q = i; q < end; q++) {
		const token *t = &r->t[q];
		open += angles(t->code);
		if (t->kind != T_ID || t->code || c_builtin(t) || t[1].code == O_SCOPE) continue;
		expr *name = x_name(r->p, t->s, t->line);
		if (open == 1) last = name;
		spill(r, name, R_ARG);
	}
	return last && has_word(x_last(e), makes) ? last : e;
}

static expr *lambda_of(cread *r, uint32_t from, uint32_t to) {
	expr *e = x_new(r->p, X_LAMBDA, r->t[from].line, 0);
	int loop = r->loop;
	stmt *body = NULL;
	r->loop = 0;
	r->lambda++;
	c_block(r, from, to, &body);
	r->lambda--;
	r->loop = loop;
	e->body = body;
	if (body && body->role == R_RETURNED && body->next && !body->next->next)
		return x_one(r->p, X_LAMBDA, body->x); /* { return x; } */
	return e;
}

/* f(&x): x may be something else afterwards. */
static void handed_out(cread *r, uint32_t i, uint32_t c) {
	if (!r->out || code(r, i) != '&' || !is_id(r, i + 1)) return;
	if ((i + 2 < c && r->t[i + 2].code != ',') || !r->fn || !c_is_local(r->fn, r->t[i + 1].s)) return;
	expr *x = x_name(r->p, r->t[i + 1].s, r->t[i].line);
	expr *changed = x_two(r->p, X_BIN, OP_AUG, x, x_con(r->p, k_none(r->p), x->line));
	s_put(r, S_ASSIGN, x->line, changed)->target = x;
}

/* The values from i to c. .x = e is X_KEYWORD; members: it goes there, and is here e. */
static exprs values(cread *r, uint32_t i, uint32_t c, exprs *members) {
	exprs v = {NULL, 0};
	for (uint32_t from; i < c; i++) {
		const char *key = NULL;
		if (r->t[i].code == '.' && is_id(r, i + 1)) {
			key = r->t[i + 1].s;
			i += code(r, i + 2) == '=' ? 3 : 2;
		} else if (r->t[i].code == '[' && code(r, close_of(r, i) + 1) == '=')
			i = close_of(r, i) + 2;
		from = i;
		handed_out(r, i, c);
		expr *e = c_value(r, &i);
		expr *named = key ? x_one(r->p, X_KEYWORD, e) : e;
		if (key) named->s = key;
		if (key && members) *PUSH(r->p, members->e, members->n) = named;
		*PUSH(r->p, v.e, v.n) = members ? e : named;
		i += i == from;
		/* what is no expression, as in arguments of macros */
		while (i < c && r->t[i].code != ',') {
			from = i;
			if (r->t[i].kind != T_OP || closing(r->t[i].code))
				spill(r, c_value(r, &i), R_ARG);
			i += i == from;
		}
	}
	return v;
}

expr *c_call(cread *r, expr *callee, uint32_t open, uint32_t line) {
	exprs v = values(r, open + 1, close_of(r, open), NULL);
	/* int(x) */
	if (v.n == 1 && callee->kind == X_NAME && word_code(r->p, callee->s) == KW_TYPE)
		return v.e[0];
	return x_call(r->p, r->file, callee, v.e, v.n, line);
}

expr *c_braces(cread *r, uint32_t i, exprs *members) {
	exprs none = {NULL, 0}, v = values(r, i + 1, close_of(r, i), members ? members : &none);
	return c_list(r, X_LIST, &v, r->t[i].line);
}

/* Not the [...] of a lambda or of an attribute */
bool c_message(const cread *r, uint32_t i) {
	uint32_t next = behind(r, i);
	uint16_t c = code(r, next);
	return c != '(' && c != '{' && c != '<' && c != O_ARROW && !is_id(r, next);
}

/* [receiver selector:a more:b] as receiver.selector(a, b) */
static expr *message(cread *r, uint32_t *i) {
	uint32_t end = close_of(r, *i), q = *i + 1, line = r->t[*i].line;
	expr *e = c_unary(r, &q);
	exprs v = {NULL, 0};
	*i = end + 1;
	if (!is_id(r, q)) return e;
	e = x_attr(r->p, e, r->t[q].s, line);
	while ((q = find_code(r, q, ':', ',')) + 1 < end) {
		q++;
		expr *arg = c_value(r, &q);
		*PUSH(r->p, v.e, v.n) = arg;
	}
	return x_call(r->p, r->file, e, v.e, v.n, line);
}

expr *c_names(cread *r, uint32_t a, uint32_t b) {
	exprs v = {NULL, 0};
	for (; a < b; a++) {
		if (r->t[a].kind != T_ID) continue;
		c_local(r, r->t[a].s);
		*PUSH(r->p, v.e, v.n) = x_name(r->p, r->t[a].s, r->t[a].line);
	}
	return c_list(r, X_LIST, &v, r->t[b].line);
}

/* [...](T a, U b) { ... }; names of parameters are no names of outside */
static expr *lambda(cread *r, uint32_t *i) {
	uint32_t q = close_of(r, *i) + 1, line = r->t[*i].line;
	q = skip_angles(r, q);
	if (code(r, q) == '(') {
		uint32_t end = close_of(r, q);
		for (uint32_t k = q + 2; k < end; k++)
			if (is_id(r, k) && !r->t[k].code &&
			    (k + 1 == end || r->t[k + 1].code == ',' || r->t[k + 1].code == '='))
				c_local(r, r->t[k].s);
		q = end + 1;
	}
	q = find_code(r, q, '{', ';');
	bool body = code(r, q) == '{';
	*i = body ? behind(r, q) : q;
	return body ? lambda_of(r, q + 1, close_of(r, q)) : x_opaque(r->p, "lambda", line);
}

/* "a" "b", also with macros between: one text */
static expr *text(cread *r, uint32_t *i) {
	uint32_t from = *i;
	size_t n = 1;
	for (; (r->t[*i].kind == T_STR || (r->t[*i].kind == T_ID && r->t[*i + 1].kind == T_STR));
	    ++*i)
		n += r->t[*i].kind == T_STR ? strlen(r->t[*i].s) : 0;
	const char *s = r->t[from].s;
	if (*i > from + 1) {
		char *all = take(r->p, n);
		s = all;
		for (uint32_t q = from; q < *i; q++)
			if (r->t[q].kind == T_STR) all = stpcpy(all, r->t[q].s);
	}
	return x_con(r->p, k_str(r->p, s), r->t[from].line);
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
		return x_con(r->p, k_int(r->p, (long long)i), t->line);
	double f = strtod(digits, &end);
	if (end != digits && end[strspn(end, "fFlL")] == '\0')
		return x_con(r->p, k_float(r->p, f), t->line);
	return x_opaque(r->p, t->s, t->line);
}

/* A name, or a word of the language */
static expr *word(cread *r, uint32_t *i) {
	const token *t = &r->t[(*i)++];
	uint32_t line = t->line;
	uint16_t next = code(r, *i);
	expr *e;
	switch (t->code) {
	case KW_TRUE: case KW_FALSE: return x_con(r->p, k_bool(r->p, t->code == KW_TRUE), line);
	case KW_NULL: return x_con(r->p, k_none(r->p), line);
	case KW_THIS: return x_name(r->p, "self", line);
	case KW_DEFINED:
		if (r->fn) break;
		e = c_unary(r, i);
		if (e->kind == X_NAME) e->kind = X_DEFINED;
		return e;
	case KW_SIZE: case KW_WRAP:
		while (code(r, *i) == KW_MOD || code(r, *i) == O_DOTS) ++*i;
		if (code(r, *i) == '(') *i = close_of(r, *i) + 1;
		else if (t->code == KW_SIZE) c_unary(r, i);
		return x_opaque(r->p, t->s, line);
	case KW_NEW: case KW_DELETE: /* new (place) T; delete[] x */
		if ((next == '(' && is_id(r, close_of(r, *i) + 1)) || next == '[')
			*i = close_of(r, *i) + 1;
		return c_unary(r, i);
	case KW_CAST: case KW_THROW: case KW_BEFORE: case KW_MOD: case KW_CLASS: case KW_ENUM:
	case KW_CONSTEXPR: case KW_STATIC: case KW_TEMPLATE:
		*i = skip_angles(r, *i);
		return c_unary(r, i);
	default: break;
	}
	if (r->argv && (t->s == r->argv || t->s == r->argc))
		return x_new(r->p, t->s == r->argv ? X_ARGV : X_ARGC, line, 0);
	if (t->code >= KW_IF && t->code <= KW_YIELD) return x_opaque(r->p, t->s, line);
	return x_norm(r->p, r->file, x_name(r->p, t->s, line));
}

expr *c_primary(cread *r, uint32_t *i) {
	const token *t = &r->t[*i];
	if (opens(t->code) < 0 || t->code == ';' || t->kind == T_END)
		return x_opaque(r->p, "", t->line);
	uint32_t end = close_of(r, *i), from = *i + 1;
	if (t->kind == T_STR) return text(r, i);
	if (t->kind == T_ID) return word(r, i);
	if (t->code == '^' || (t->code == '[' && !c_message(r, *i))) return lambda(r, i);
	if (t->code == '[') return message(r, i);
	*i = behind(r, *i);
	if (t->kind == T_NUM) return number(r, t);
	if (t->kind == T_CHR) {
		expr *e = x_con(r->p, k_str(r->p, t->s), t->line);
		e->op = OP_OTHER; /* a character: no whole text */
		return e;
	}
	if (t->code == O_SCOPE && is_id(r, from)) return c_primary(r, i);
	if (t->code == '{') {
		return code(r, find_code(r, from, ';', ';')) == ';' ? lambda_of(r, from, end) :
		    c_braces(r, from - 1, NULL);
	}
	if (t->code != '(') return x_opaque(r->p, "?", t->line);
	if (code(r, from) == '{') return lambda_of(r, from + 1, close_of(r, from));
	return from < end ? c_expr(r, &from) : x_con(r->p, k_none(r->p), t->line);
}
