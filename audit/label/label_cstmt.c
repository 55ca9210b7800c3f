/* label_cstmt.c - statements of C; see label_cread.h. */
#include "label_cread.h"

enum { ARMS_MOST = 100 };

static uint32_t statement(cread *r, uint32_t i, uint32_t j, const pp *base);

stmt *s_put(cread *r, skind kind, uint32_t line, expr *x) {
	stmt *s = s_new(r->p, kind, line);
	s->pp = r->pp;
	s->x = x;
	*r->out = s;
	r->out = &s->next;
	return s;
}

stmt **c_into(cread *r, stmt **to) {
	stmt **out = r->out;
	while (*to) to = &(*to)->next;
	r->out = to;
	return out;
}

uint32_t c_read(cread *r, uint32_t i, uint32_t j, stmt **to, extent most) {
	const pp *pp = r->pp;
	stmt **out = to ? c_into(r, to) : NULL, **since = r->since;
	r->since = r->out;
	r->depth++;
	while (i < j && (most != TO_CASE || (at(i) != KW_CASE && at(i) != KW_DEFAULT))) {
		r->pp = r->t[i].pp;
		uint32_t next = r->depth > C_DEEP ? j : most == DECLARED ? c_top(r, i, j) :
		    statement(r, i, j, pp);
		i = next > i ? next : i + 1;
		if (most == ONE) break;
	}
	r->depth--;
	r->pp = pp;
	r->since = since;
	if (to) r->out = out;
	return i < j ? i : j;
}

/* One statement, or what its braces hold; behind it. */
static uint32_t arm(cread *r, uint32_t i, uint32_t j, stmt **to) {
	if (at(i) != '{') return c_read(r, i, j, to, ONE);
	c_read(r, i + 1, close_of(r, i), to, ALL);
	return behind(r, i);
}

static uint32_t loop_arm(cread *r, uint32_t i, uint32_t j, stmt *s) {
	r->loop++;
	i = arm(r, i, j, &s->body);
	r->loop--;
	return i;
}

/* Where the statement at i ends: at its ; or before a }. */
static uint32_t end_of(const cread *r, uint32_t i) { return find_code(r, i, ';', '}'); }

static bool stops(const char *s) {
	size_t n = s ? strlen(s) : 0;
	return word_in("exit _exit _Exit abort quick_exit terminate unreachable "
	    "__builtin_unreachable __builtin_trap longjmp siglongjmp usage errx die fatal", s) ||
	    (n > 6 && strcmp(s + n - 6, "_ABORT") == 0);
}

static void put_expr(cread *r, expr *e) {
	const char *called = e->kind == X_CALL ? x_last(e->kid[0]) : NULL;
	if (e->kind == X_COMMA) {
		put_expr(r, e->kid[0]);
		put_expr(r, e->kid[1]);
	} else if (e->kind == X_ASSIGN) s_put(r, S_ASSIGN, e->line, e->kid[1])->target = e->kid[0];
	else if (called && e->n == 2 && strcmp(called, "assert") == 0)
		s_put(r, S_ASSERT, e->line, e->kid[1]);
	else if (e->kind != X_CONST && e->kind != X_OPAQUE)
		s_put(r, called && stops(called) ? S_RAISE : S_EXPR, e->line, e);
}

/* A declaration or an expression. */
static void simple(cread *r, uint32_t a, uint32_t b) {
	uint32_t name = c_declares(r, a), from;
	if (name) c_variables(r, a, name, V_LOCAL);
	for (; !name && a < b; a = r->i + (r->i == from || r->i < b)) { /* behind what it left */
		from = a;
		put_expr(r, c_expr(r, a));
	}
}

/* A condition; what it declares or does first goes before the statement. */
static expr *cond(cread *r, uint32_t a, uint32_t b) {
	uint32_t semi = end_of(r, a);
	if (semi < b) {
		simple(r, a, semi);
		a = semi + 1;
	}
	uint32_t name = c_declares(r, a);
	bool sets = name && is_op(&r->t[name + 1], "={");
	if (sets) c_variables(r, a, name, V_LOCAL);
	return sets ? name_at(r, name) : c_expr(r, a);
}

static bool holds(const pp *list, const pp *node) {
	while (list && list != node) list = list->up;
	return list == node;
}

/* cond, and the arms of pp that do not hold at base */
static expr *with_arms(cread *r, const pp *pp, const struct pp *base, expr *cond) {
	for (; pp && !holds(base, pp); pp = pp->up) cond = x_and(r->p, pp->e, cond);
	return cond;
}

/* An #if arm that holds an `if` but not its `else` is a part of the test. */
static uint32_t choice(cread *r, uint32_t i, uint32_t j, const pp *base) {
	const pp *first = r->pp;
	stmt **out = r->out;
	uint32_t k;
	for (uint32_t arms = 1; ; arms++) {
		for (k = i + 1; k < i + 3 && at(k) != '('; ) k++;
		if (at(k) != '(') break;
		uint32_t end = close_of(r, k);
		expr *x = cond(r, k + 1, end);
		r->pp = first;
		if (arms > 1) x = with_arms(r, r->t[i].pp, first, x);
		stmt *s = s_put(r, S_IF, r->t[i].line, x);
		if (arms % ARMS_MOST == 1) out = r->out;
		k = arm(r, end + 1, j, &s->body);
		if (at(k) != KW_ELSE) break;
		bool part = k + 1 < j && first && !holds(r->t[k + 1].pp, first);
		if (arms == 1 && part && !holds(base, first)) {
			s->x = with_arms(r, first, base, s->x);
			s->pp = first = base;
		}
		i = k + 1;
		if (at(i) != KW_IF) {
			k = arm(r, i, j, &s->other);
			break;
		}
		/* too deep a nest is cut: the rest runs, too */
		r->out = arms % ARMS_MOST ? &s->other : out;
	}
	r->out = out;
	return k;
}

/* for (T x : list), or for (init; test; step) */
static uint32_t for_loop(cread *r, uint32_t i, uint32_t j) {
	uint32_t a = i + 2, b = close_of(r, i + 1), one = end_of(r, a), line = r->t[i].line;
	uint32_t colon = one < b ? b : find_code(r, a, ':', '?');
	if (colon > a && colon < b && at(colon) != '?') {
		stmt *s = s_put(r, S_LOOP, line, c_expr(r, colon + 1));
		s->target = c_names(r, a, colon);
		return loop_arm(r, b + 1, j, s);
	}
	uint32_t two = one < b ? end_of(r, one + 1) : b;
	stmt **out = c_into(r, &s_put(r, S_BLOCK, line, NULL)->body);
	simple(r, a, one);
	r->loop++;
	expr *test = one + 1 < two ? c_expr(r, one + 1) : NULL;
	stmt *s = s_put(r, S_LOOP, line, test);
	one = arm(r, b + 1, j, &s->body);
	c_into(r, &s->body);
	if (two + 1 < b) simple(r, two + 1, b);
	r->loop--;
	r->out = out;
	return one;
}

static uint32_t while_loop(cread *r, uint32_t i, uint32_t j) {
	uint32_t end = close_of(r, i + 1);
	r->loop++;
	expr *x = cond(r, i + 2, end);
	r->loop--;
	return loop_arm(r, end + 1, j, s_put(r, S_LOOP, r->t[i].line, x));
}

static uint32_t do_loop(cread *r, uint32_t i, uint32_t j) {
	uint32_t close = close_of(r, i + 1), line = r->t[i].line;
	const token *test = &r->t[close + 3]; /* } while ( 0 */
	bool once = test->code == KW_FALSE || (test->s && strcmp(test->s, "0") == 0);
	for (uint32_t q = i; q < close; q++) once &= at(q) != KW_LEAVE;
	i = once ? arm(r, i + 1, j, &s_put(r, S_BLOCK, line, NULL)->body) :
	    loop_arm(r, i + 1, j, s_put(r, S_LOOP, line, NULL));
	if (at(i) != KW_WHILE) return i;
	if (at(i + 1) == '(') simple(r, i + 2, close_of(r, i + 1));
	return end_of(r, i) + 1;
}

static uint32_t selection(cread *r, uint32_t i) {
	uint32_t end = close_of(r, i + 1), k = end + 2, c = close_of(r, end + 1);
	expr *x = cond(r, i + 2, end);
	if (at(end + 1) != '{') return end + 1;
	stmt **out = c_into(r, &s_put(r, S_SWITCH, r->t[i].line, x)->body);
	while (k < c) {
		stmt *s = s_put(r, S_CASE, r->t[k].line, NULL);
		exprs v = {NULL, 0};
		bool all = false;
		for (uint32_t q; k < c && (at(k) == KW_CASE || at(k) == KW_DEFAULT); k++) {
			all |= at(k) == KW_DEFAULT;
			q = k + 1;
			k = find_code(r, q, ':', ';');
			if (q < k) c_add(r, &v, c_value(r, q));
		}
		s->x = x_kids(r->p, X_LIST, s->line, v.e, all ? 0 : v.n);
		k = c_read(r, k, c, &s->body, TO_CASE);
		s->falls = true;
	}
	r->out = out;
	return behind(r, end + 1);
}

/* A value that says that something went wrong: after it the program reports and ends. */
static bool error_value(const expr *e) {
	const constant *k = e->kind == X_CONST ? e->con : NULL;
	if (!k) return has_word("err fail invalid unsupported", x_last(e));
	return k->kind == K_NONE || (k->kind == K_INT ? k->i != 0 : k->kind == K_BOOL && !k->i);
}

static uint32_t attempt(cread *r, uint32_t i, uint32_t j) {
	stmt *s = s_put(r, S_TRY, r->t[i].line, NULL);
	i = arm(r, i + 1, j, &s->body);
	stmt **out = c_into(r, &s->other);
	while (at(i) == KW_CATCH && at(i + 1) == '(') {
		uint32_t end = close_of(r, i + 1), close = close_of(r, end + 1);
		bool named = end >= i + 4 && at(end - 1) != '&';
		expr *type = c_type(r, i + 2, named ? end - 1 : end);
		stmt *h = s_put(r, S_HANDLER, r->t[i].line, NULL);
		h->s = name_of(r->p, type ? x_show(r->p, type) : "any");
		for (uint32_t q = end; q < close; q++) {
			uint16_t c = at(q);
			h->leaves |= c == KW_THROW || c == KW_RETURN || c == KW_LEAVE ||
			    (at(q + 1) == '(' && stops(r->t[q].s));
		}
		i = arm(r, end + 1, j, &h->body);
	}
	r->out = out;
	return i;
}

/* What leaves the statements before a label may go on there: a switch whose first arm they are. */
static void label(cread *r, uint32_t line) {
	stmt **since = r->since, *s = s_new(r->p, S_SWITCH, line), **to = &s->body;
	if (!*since) return;
	s->x = c_int(r, 0, line);
	for (int arm = 0; arm < 2; arm++, to = &(*to)->next) {
		*to = s_new(r->p, S_CASE, line);
		(*to)->x = x_new(r->p, X_LIST, line, 0);
		(*to)->body = arm == 0 ? *since : NULL;
	}
	*since = s;
	r->out = r->since = &s->next;
}

static uint32_t leaving(cread *r, uint32_t i) {
	uint32_t end = end_of(r, i + 1), line = r->t[i].line;
	uint16_t c = at(i);
	expr *x = c != KW_LEAVE && i + 1 < end ? c_expr(r, i + 1) : NULL;
	bool inner = c == KW_RETURN && r->lambda;
	if (inner && x) s_put(r, S_EXPR, line, x)->role = R_RETURNED;
	skind kind = c == KW_THROW ? S_RAISE : c == KW_YIELD ? S_YIELD : S_LEAVE;
	if (c == KW_RETURN && !inner) kind = S_RETURN;
	s_put(r, kind, line, inner ? NULL : x)->fails = kind == S_RETURN && x && error_value(x);
	return end + 1;
}

static uint32_t statement(cread *r, uint32_t i, uint32_t j, const pp *base) {
	uint16_t c = at(i), next = at(i + 1);
	uint32_t line = r->t[i].line, k = i + 1, end;
	bool round = next == '(', name = is_id(r, i) && c == 0;
	switch (c) {
	case ';': case '}': case ')': case ']': case KW_ELSE: return k;
	case '{': return arm(r, i, j, &s_put(r, S_BLOCK, line, NULL)->body);
	case '[':
		if (next != '[' || close_of(r, k) + 1 != close_of(r, i)) break;
		return behind(r, i); /* an attribute */
	case KW_RETURN: case KW_LEAVE: case KW_THROW: case KW_YIELD: return leaving(r, i);
	case KW_CASE: case KW_DEFAULT: return find_code(r, i, ':', ';') + 1;
	case KW_SKIP: case KW_TYPEDEF: case KW_NAMESPACE:
		return end_of(r, k) + 1;
	case KW_IF: return choice(r, i, j, base);
	case KW_FOR: return round ? for_loop(r, i, j) : k;
	case KW_WHILE: return round ? while_loop(r, i, j) : k;
	case KW_DO: return do_loop(r, i, j);
	case KW_SWITCH: return round ? selection(r, i) : k;
	case KW_TRY: return next == '{' ? attempt(r, i, j) : k;
	default: break;
	}
	if (name && next == ':') {
		label(r, line);
		return i + 2;
	}
	end = end_of(r, i);
	simple(r, i, end);
	return end + 1;
}
