/* label_cfunc.c - functions of C, constructors, methods of Objective-C; see label_cread.h. */
#include "label_cread.h"

/* Where the name before <...> stands, which ends at q */
static uint32_t before_angles(const cread *r, uint32_t i, uint32_t q) {
	if (at(q) != '>') return q;
	while (q > i + 1 && at(q) != '<') q--;
	return q - 1;
}

/* The class that a function stands in by its name: Class::f, ns::Class<T>::f. */
static klass *class_named(cread *r, uint32_t i, uint32_t name) {
	uint32_t q = name - (name > i && at(name - 1) == '~'), n;
	if (q < i + 2 || at(q - 1) != O_SCOPE) return NULL;
	q = before_angles(r, i, q - 2);
	const char *s = is_id(r, q) ? r->t[q].s : "";
	map_get(r->st->cls, s, &n);
	bool none = !n && !(*s >= 'A' && *s <= 'Z'); /* a namespace */
	return none ? NULL : c_class(r, s, r->t[q].line, false);
}

/* The last name of tokens a to b, and what stands before it. */
static param param_of(cread *r, uint32_t a, uint32_t b) {
	uint32_t name = b;
	for (uint32_t q = a; q < b; q = over(r, q) + 1) {
		bool to_function = at(q) == '(' && at(q + 1) == '*' && is_id(r, q + 2);
		if (to_function || is_id(r, q)) name = to_function ? q + 2 : q;
		if (to_function) break;
	}
	if (name < b && (at(name) || (c_builtin(&r->t[name]) && name == a))) name = b;
	return (param){name < b ? r->t[name].s : name_of(r->p, ""), c_text(r, a, b, name), NULL};
}

static void parameters(cread *r, uint32_t par) {
	uint32_t end = close_of(r, par), eq;
	bool is_main = strcmp(r->fn->name, "main") == 0;
	const char *count = NULL;
	for (uint32_t a = par + 1, b; a < end; a = b + 1) {
		for (b = a, eq = 0; b < end && at(b) != ','; b++) {
			if (!eq || at(b) != '<') b = over(r, b);
			if (at(b) == '=' && !eq) eq = b;
		}
		b = b < end ? b : end;
		bool none = a == par + 1 && b == a + 1 && b == end && c_builtin(&r->t[a]);
		if (at(a) == O_DOTS || (none && strcmp(r->t[a].s, "void") == 0)) continue;
		param v = param_of(r, a, eq ? eq : b);
		uint32_t n = r->fn->nparam;
		if (at(b - 2) == O_DOTS) r->fn->vararg = v.name;
		if (eq && eq + 1 < b) v.def = c_value(r, eq + 1);
		if (is_main ? n == 0 : strcmp(v.name, "argc") == 0) count = v.name;
		if (is_main ? n == 1 : strcmp(v.name, "argv") == 0) r->argv = v.name;
		*PUSH(r->p, r->fn->param, r->fn->nparam) = v;
	}
	r->argc = r->argv ? count : NULL;
}

/* : field(x), Base(y) of a constructor */
static void initialisers(cread *r, uint32_t par, uint32_t brace) {
	const klass *k = r->fn->cls;
	for (uint32_t q = find_code(r, close_of(r, par) + 1, ':', '{') + 1; q < brace; q++) {
		const char *s = r->t[q].s;
		uint32_t line = r->t[q].line;
		if (!is_id(r, q)) continue;
		if (at(q + 1) == '<') q = over(r, q + 1);
		if (!is_op(&r->t[++q], "({")) continue;
		bool base = (*s >= 'A' && *s <= 'Z') || (k && k->name == s);
		for (uint32_t b = 0; k && b < k->nbase; b++) base |= k->base[b] == s;
		expr *name = base ? x_name(r->p, s, line) : x_opaque(r->p, s, line);
		expr *x = c_call(r, name, q, line);
		if (!base && x->n < 3) x = x->n == 2 ? x->kid[1] : x_con(r->p, k_none(r->p), line);
		stmt *to = s_put(r, base ? S_EXPR : S_ASSIGN, line, x);
		if (!base) to->target = x_attr(r->p, x_name(r->p, "self", line), s, line);
		q = close_of(r, q);
	}
}

/* selector:(T)a more:(U)b, from i to j */
static void selectors(cread *r, uint32_t i, uint32_t j) {
	for (; i < j; i++) {
		uint32_t close = at(i) == ':' && at(i + 1) == '(' ? close_of(r, i + 1) : j;
		if (!is_id(r, close + 1)) continue;
		param v = param_of(r, i + 2, close);
		v.type = *v.name ? v.name : v.type;
		v.name = r->t[close + 1].s;
		*PUSH(r->p, r->fn->param, r->fn->nparam) = v;
	}
}

static void function(cread *r, uint32_t name, klass *cls, bool hidden, uint32_t par,
    uint32_t brace) {
	cread in = {.p = r->p, .file = r->file, .st = r->st, .t = r->t, .n = r->n};
	stmt *s = s_put(r, S_FUNC, r->t[name].line, NULL);
	s->fn = in.fn = func_add(r->p, r->t[name].s, r->file, s->line, cls, r->file->module);
	s->fn->implicit_self = cls != NULL;
	s->fn->hidden = hidden && !cls;
	s->pp = in.pp = r->t[name].pp;
	in.depth = r->depth;
	if (at(par) == '(') parameters(&in, par);
	else selectors(&in, par, brace);
	c_into(&in, &s->body);
	if (at(par) == '(') initialisers(&in, par, brace);
	c_read(&in, brace + 1, close_of(r, brace), NULL, ALL);
}

void c_function(cread *r, uint32_t i, uint32_t par, uint32_t brace) {
	uint32_t name = par > i + 1 ? before_angles(r, i, par - 1) : i;
	bool hidden = i < r->anonymous;
	while (name > i && !is_id(r, name)) name--; /* operator== */
	if (!is_id(r, name)) return;
	klass *named = class_named(r, i, name);
	for (uint32_t q = i; q < name; q++) hidden |= at(q) == KW_STATIC;
	function(r, name, named ? named : r->cls, hidden, par, brace);
}

/* - (T)first:(A)a second:(B)b { ... } or @interface X : Y ...; behind it */
uint32_t c_objc(cread *r, uint32_t i) {
	const char *s = is_id(r, i + 1) ? r->t[i + 1].s : "";
	bool own = strcmp(s, "implementation") == 0, base = at(i + 3) == ':' && is_id(r, i + 4);
	if (at(i) != '@') {
		uint32_t name = close_of(r, i + 1) + 1, brace = find_code(r, name, '{', ';');
		if (at(i + 1) != '(' || !is_id(r, name)) return i + 1;
		if (at(brace) == '{') function(r, name, r->cls, false, name, brace);
		return behind(r, brace);
	}
	if (strcmp(s, "end") == 0) r->cls = NULL;
	if ((!own && strcmp(s, "interface") != 0) || !is_id(r, i + 2)) return i + 2;
	klass *k = c_class(r, r->t[i + 2].s, r->t[i].line, false);
	if (base) *PUSH(r->p, k->base, k->nbase) = r->t[i + 4].s;
	r->cls = own ? k : NULL;
	i += base ? 5 : 3;
	return at(i) == '{' ? behind(r, i) : i;
}
