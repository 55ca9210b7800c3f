/* label_cfunc.c - functions of C, constructors, methods of Objective-C; see label_cread.h. */
#include <stdlib.h>
#include <string.h>

#include "label_cread.h"

/* Where the name before <...> stands, which ends at q */
static uint32_t before_angles(const cread *r, uint32_t i, uint32_t q) {
	if (r->t[q].code != '>') return q;
	while (q > i + 1 && r->t[q].code != '<') q--;
	return q - 1;
}

/* The class that a function stands in by its name: Class::f, ns::Class<T>::f. */
static klass *class_named(cread *r, uint32_t i, uint32_t name) {
	uint32_t q = name - (name > i && r->t[name - 1].code == '~'), n;
	if (q < i + 2 || r->t[q - 1].code != O_SCOPE) return NULL;
	q = before_angles(r, i, q - 2);
	const char *s = r->t[q].kind == T_ID ? r->t[q].s : "";
	map_get(r->st->cls, s, &n);
	if (!n && !(*s >= 'A' && *s <= 'Z')) return NULL; /* a namespace */
	return c_class(r, s, r->t[q].line, false);
}

/* The last name of tokens a to b, and what stands before it. */
static param param_of(cread *r, uint32_t a, uint32_t b) {
	uint32_t name = b;
	for (uint32_t q = a; q < b; q = over(r, q) + 1) {
		/* to a function */
		bool pointer = r->t[q].code == '(' && code(r, q + 1) == '*' && is_id(r, q + 2);
		if (pointer || r->t[q].kind == T_ID) name = pointer ? q + 2 : q;
		if (pointer) break;
	}
	if (name < b && (r->t[name].code || (c_builtin(&r->t[name]) && name == a))) name = b;
	return (param){name < b ? r->t[name].s : name_of(r->p, ""), c_text(r, a, b, name), NULL};
}

static void parameters(cread *r, uint32_t par) {
	uint32_t end = close_of(r, par);
	bool is_main = strcmp(r->fn->name, "main") == 0;
	const char *count = NULL;
	for (uint32_t a = par + 1, b; a < end; a = b + 1) {
		uint32_t eq = 0;
		for (b = a; b < end && r->t[b].code != ','; b = (eq && r->t[b].code == '<' ? b :
		    over(r, b)) + 1)
			if (r->t[b].code == '=' && !eq) eq = b;
		b = b < end ? b : end;
		if (r->t[a].code == O_DOTS || (b == a + 1 && b == end && a == par + 1 &&
		    r->t[a].s && !strcmp(r->t[a].s, "void")))
			continue;
		param v = param_of(r, a, eq ? eq : b);
		uint32_t n = r->fn->nparam, i = eq + 1;
		if (code(r, b - 2) == O_DOTS) r->fn->vararg = v.name;
		if (eq && i < b) {
			slist *out = r->out;
			r->out = NULL;
			v.def = c_value(r, &i);
			r->out = out;
		}
		if (is_main ? n == 0 : strcmp(v.name, "argc") == 0) count = v.name;
		if (is_main ? n == 1 : strcmp(v.name, "argv") == 0) r->argv = v.name;
		*PUSH(r->p, r->fn->param, r->fn->nparam) = v;
	}
	r->argc = r->argv ? count : NULL;
}

static void initialiser(cread *r, uint32_t name, uint32_t open) {
	uint32_t line = r->t[name].line, end = r->t[open].match, i = open + 1;
	const char *s = r->t[name].s;
	const klass *k = r->fn->cls;
	bool base = (*s >= 'A' && *s <= 'Z') || (k && k->name == s);
	for (uint32_t b = 0; k && b < k->nbase; b++) base |= k->base[b] == s;
	expr *x = base ? c_call(r, x_name(r->p, s, line), open, line) : i < end ? c_value(r, &i) :
	    x_con(r->p, k_none(r->p), line);
	/* of more than one argument */
	if (!base && i < end) x = c_call(r, x_opaque(r->p, s, line), open, line);
	stmt *to = s_put(r, base ? S_EXPR : S_ASSIGN, line, x);
	if (!base) to->target = x_attr(r->p, x_name(r->p, "self", line), s, line);
}

static void initialisers(cread *r, uint32_t par, uint32_t brace) {
	for (uint32_t q = find_code(r, close_of(r, par) + 1, ':', '{') + 1; q < brace; q++) {
		uint32_t name = q;
		if (r->t[q].kind != T_ID) continue;
		if (code(r, q + 1) == '<') q = over(r, q + 1);
		if (code(r, q + 1) != '(' && code(r, q + 1) != '{') continue;
		initialiser(r, name, q + 1);
		q = close_of(r, q + 1);
	}
}

static void function(cread *r, uint32_t name, klass *cls, bool hidden, uint32_t par,
    uint32_t brace) {
	cread in = {.p = r->p, .file = r->file, .st = r->st, .t = r->t, .n = r->n, .depth =
	    r->depth,
	    .anonymous = r->anonymous, .pp = r->t[name].pp};
	stmt *s = s_put(r, S_FUNC, r->t[name].line, NULL);
	slist list;
	in.fn = s->fn = func_add(r->p, r->t[name].s, r->file, s->line, cls, r->file->module);
	s->fn->implicit_self = cls != NULL;
	s->fn->hidden = hidden;
	s->pp = in.pp;
	c_into(&in, &list, &s->body);
	if (r->t[par].code == '(') {
		parameters(&in, par);
		initialisers(&in, par, brace);
	} else
		for (uint32_t q = par; q < brace; q++) { /* selector:(T)a more:(U)b */
			uint32_t close = code(r, q + 1) == '(' && r->t[q].code == ':' ?
			    close_of(r, q + 1) : brace;
			if (!is_id(r, close + 1)) continue;
			param v = param_of(r, q + 2, close);
			*PUSH(r->p, s->fn->param, s->fn->nparam) =
			    (param){r->t[close + 1].s, *v.name ? v.name : v.type, NULL};
		}
	c_block(&in, brace + 1, close_of(r, brace), &s->body);
}

void c_function(cread *r, uint32_t i, uint32_t par, uint32_t brace) {
	uint32_t name = par > i + 1 ? before_angles(r, i, par - 1) : i;
	bool hidden = r->anonymous > 0;
	while (name > i && r->t[name].kind != T_ID) name--; /* operator== */
	if (r->t[name].kind != T_ID) return;
	klass *named = class_named(r, i, name), *own = named ? named : r->cls;
	for (uint32_t q = i; q < name; q++) hidden |= r->t[q].code == KW_STATIC;
	function(r, name, own, hidden && !own, par, brace);
}

/* - (type)first:(type)a second:(type)b { ... } or @interface ...; behind it */
uint32_t c_objc(cread *r, uint32_t i) {
	const char *s = is_id(r, i + 1) ? r->t[i + 1].s : "";
	bool own = strcmp(s, "implementation") == 0;
	if (r->t[i].code != '@') {
		uint32_t name = close_of(r, i + 1) + 1;
		if (code(r, i + 1) != '(' || !is_id(r, name)) return i + 1;
		uint32_t brace = find_code(r, name, '{', ';');
		if (code(r, brace) == '{') function(r, name, r->cls, false, name, brace);
		return behind(r, brace);
	}
	if (strcmp(s, "end") == 0) r->cls = NULL;
	if ((!own && strcmp(s, "interface") != 0) || !is_id(r, i + 2)) return i + 2;
	klass *k = c_class(r, r->t[i + 2].s, r->t[i].line, false);
	if (code(r, i + 3) == ':' && is_id(r, i + 4))
		*PUSH(r->p, k->base, k->nbase) = r->t[i + 4].s;
	r->cls = own ? k : NULL;
	i += code(r, i + 3) == ':' ? 5 : 3;
	return code(r, i) == '{' ? behind(r, i) : i;
}
