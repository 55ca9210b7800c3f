/* label_cdecl.c - what files, namespaces and classes of C declare; see label_cread.h. */
#include "label_cread.h"

enum { NONE = UINT32_MAX };

/* How a declaration begins: what was met up to its body or end. */
typedef struct {
	uint32_t par, brace, end;       /* ( of the parameters; { of the body; behind the ; */
	uint32_t kw, colon;             /* class, enum ...; : before bases or initialisers, or { */
} head;

typedef struct { klass *k; bool met; } cclass; /* met: its definition was read */

static klass *class_of(cread *r, const char *name, uint32_t line, bool met) {
	cclass *c = map_first(r->st->cls, name);
	EACH(cclass, other, r->st->cls, name)
		if (other->k->file == r->file) c = other;
	if (!c || (met && c->met)) {
		c = take(r->p, sizeof *c);
		c->k = class_add(r->p, name, r->file, line);
		map_add(r->p, r->st->cls, name, c);
	}
	if (met && !c->met) {
		c->k->file = r->file;
		c->k->line = line;
	}
	c->met |= met;
	return c->k;
}

static void enumerators(cread *r, uint32_t i, uint32_t j) {
	const constant *k = k_int(r->p, 0);
	cread in = *r;
	in.out = NULL;                  /* a value does nothing */
	for (; i < j; i = find_code(r, i, ',', ',') + 1) {
		const char *name = r->t[i].s;
		uint32_t eq = find_code(r, i, '=', ',') + 1;
		if (!is_id(r, i)) continue;
		if (at(eq - 1) == '=') k = fold(r->p, c_value(&in, eq));
		if (k) add_value(r->p, name, k);
		k = k && k->kind == K_INT && k->i < INT32_MAX ? k_int(r->p, k->i + 1) : NULL;
	}
}

static void class_body(cread *r, const char *name, const head *h, uint32_t close) {
	klass *outer = r->cls;
	stmt *s = s_put(r, S_CLASS, r->t[h->kw].line, NULL);
	s->cls = r->cls = class_of(r, name, s->line, true);
	for (uint32_t q = h->colon; q < h->brace; q = over(r, q) + 1) {
		uint16_t next = at(q + 1);
		if (is_id(r, q) && !at(q) && (next == ',' || next == '<' || q + 1 == h->brace))
			*PUSH(r->p, r->cls->base, r->cls->nbase) = r->t[q].s;
	}
	c_read(r, h->brace + 1, close, &s->body, DECLARED);
	r->cls = outer;
}

/* class X { ... } x, y; behind it */
static uint32_t definition(cread *r, const head *h, uint32_t i, uint32_t j, vscope scope) {
	uint32_t close = close_of(r, h->brace), next = close + 1;
	bool alias = at(i) == KW_TYPEDEF, is_enum = at(h->kw) == KW_ENUM;
	const char *after = is_id(r, next) ? r->t[next].s : NULL, *name = NULL, *made = r->made;
	for (uint32_t q = h->kw; q < h->colon; q = over(r, q) + 1)
		if (is_id(r, q) && !at(q)) name = r->t[q].s;
	name = (alias && after) || !name ? after : name;
	if (is_enum) enumerators(r, h->brace + 1, close);
	/* its members are members of the class around it */
	else if (r->cls && !name) c_read(r, h->brace + 1, close, NULL, DECLARED);
	else class_body(r, name ? name : name_of(r->p, "<anonymous>"), h, close);
	for (i = next; at(i) == '*' || at(i) == KW_MOD; ) i++;
	if (next >= j || alias || !is_id(r, i) || at(i))
		return alias || at(next) == ';' ? find_code(r, next, ';', ';') + 1 : next;
	r->made = is_enum ? NULL : name;
	c_variables(r, next, i, scope);
	r->made = made;
	return find_code(r, next, ';', ';') + 1;
}

/* MACRO(x) before a declaration: not its parameters. */
static bool is_macro(const cread *r, uint32_t par, uint32_t i) {
	uint32_t next = close_of(r, par) + 1;
	uint16_t c = at(next);
	if (par == i || !is_id(r, par - 1) || !is_id(r, next)) return false;
	if (c == KW_NAMESPACE || c == KW_TEMPLATE) return true;
	if (c && c != KW_TYPE && c != KW_STATIC && c != KW_AUTO && c != KW_CLASS) return false;
	return par == i + 1 || !strpbrk(r->t[par - 1].s, "abcdefghijklmnopqrstuvwxyz");
}

static head head_of(const cread *r, uint32_t i, uint32_t j) {
	head h = {NONE, NONE, NONE, NONE, NONE};
	uint32_t q = i;
	for (; q < j; q++) {
		uint16_t c = at(q);
		bool begins = h.par == NONE, none = begins && h.kw == NONE;
		if (c == KW_WRAP && at(q + 1) == '(') q = close_of(r, q + 1);
		else if ((c == KW_CLASS || c == KW_ENUM) && none) h.kw = q;
		else if (c == '(') {
			bool macro = is_macro(r, q, i);
			if (begins && (q == i + 1 || !macro)) h.par = q;
			q = close_of(r, q);
			if (macro && h.par == i + 1) break; /* no ; follows it */
		} else if (c == '[' || (c == '<' && q > i && is_id(r, q - 1) && h.colon == NONE))
			q = over(r, q);
		else if (c == ':' && h.colon == NONE && !none) {
			h.colon = q;
			if (begins) continue;
			while (++q < j && !is_op(&r->t[q], ";}") && /* behind the initialisers */
			    (at(q) != '{' || is_id(r, q - 1) || at(q - 1) == '>'))
				q = close_of(r, q);
			q = at(q) == '{' ? q : h.colon;
			break;
		} else if (c == '{' && none) q = close_of(r, q);
		else if (c == '=') q = find_code(r, q, ';', '}') - 1; /* a value */
		else if (is_op(&r->t[q], "{;}") || (c == KW_NAMESPACE && q > i)) break;
	}
	h.end = q + (at(q) != KW_NAMESPACE);
	h.brace = q < j && at(q) == '{' ? q : NONE;
	h.colon = h.colon < h.brace ? h.colon : h.brace;
	return h;
}

/* Where the name before <...> stands, which ends at q */
static uint32_t before_angles(const cread *r, uint32_t i, uint32_t q) {
	if (at(q) != '>') return q;
	while (q > i + 1 && at(q) != '<') q--;
	return q - 1;
}

/* The class that a function stands in by its name: Class::f, ns::Class<T>::f. */
static klass *class_named(cread *r, uint32_t i, uint32_t name) {
	uint32_t q = name - (name > i && at(name - 1) == '~');
	if (q < i + 2 || at(q - 1) != O_SCOPE) return NULL;
	q = before_angles(r, i, q - 2);
	const char *s = is_id(r, q) ? r->t[q].s : "";
	bool none = !map_first(r->st->cls, s) && !(*s >= 'A' && *s <= 'Z'); /* a namespace */
	return none ? NULL : class_of(r, s, r->t[q].line, false);
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
	c_into(&in, &s->body);
	if (at(par) == '(') initialisers(&in, par, brace);
	c_read(&in, brace + 1, close_of(r, brace), NULL, ALL);
}

static void named_function(cread *r, uint32_t i, uint32_t par, uint32_t brace) {
	uint32_t name = par > i + 1 ? before_angles(r, i, par - 1) : i;
	bool hidden = i < r->anonymous;
	while (name > i && !is_id(r, name)) name--; /* operator== */
	if (!is_id(r, name)) return;
	klass *named = class_named(r, i, name);
	for (uint32_t q = i; q < name; q++) hidden |= at(q) == KW_STATIC;
	function(r, name, named ? named : r->cls, hidden, par, brace);
}

static uint32_t declaration(cread *r, uint32_t i, uint32_t j, vscope scope) {
	head h = head_of(r, i, j);
	if (h.brace == NONE && at(i) != KW_TYPEDEF) {
		uint32_t name = c_declares(r, i);
		if (name) c_variables(r, i, name, scope);
		/* a macro that declares something */
		else if (h.par == i + 1 && scope != V_FIELD) spill(r, c_expr(r, i), R_STMT);
	}
	if (h.brace == NONE) return h.end;
	if (h.par == NONE) return definition(r, &h, i, j, scope);
	uint32_t end = close_of(r, h.brace) + 1;
	if (h.par > i && scope != V_LOCAL) named_function(r, i, h.par, h.brace);
	while (at(end) == KW_CATCH && at(end + 1) == '(') /* of a body that is a try */
		end = close_of(r, close_of(r, end + 1) + 1) + 1;
	return end;
}

uint32_t c_top(cread *r, uint32_t i, uint32_t j) {
	const token *t = &r->t[i];
	uint32_t q = i + 1;
	switch (t->code) {
	case KW_NAMESPACE:              /* what it holds is read as if it stood around it */
		while (q < j && !is_op(&r->t[q], "{;=")) q++;
		if (q == i + 1 && r->anonymous < close_of(r, q)) r->anonymous = close_of(r, q);
		return q + 1;
	case KW_EXTERN:
		if (q >= j || t[1].kind != T_STR) break;
		return at(q + 1) == '{' ? q + 2 : q + 1;
	case KW_TEMPLATE: return over(r, q) + 1;
	case KW_ACCESS: return q;
	case KW_SKIP: /* using ..., static_assert(...); a friend may be defined here */
		if (t->s[0] == 'f' && at(find_code(r, i, ';', '{')) == '{') return q;
		return find_code(r, i, ';', ';') + 1;
	case '[': case '{': return close_of(r, i) + 1;
	default: break;
	}
	if (t->kind != T_ID && t->code != O_SCOPE && t->code != '~') return q;
	return declaration(r, i, j, r->cls ? V_FIELD : V_FILE);
}

void read_c(program *p, source *file) {
	cread r = {.p = p, .file = file, .st = c_state(p), .fn = file->module};
	stmt *first = NULL;
	if (!file->text) return;
	r.t = c_tokens(p, file, &r.n);
	c_into(&r, &first);
	c_read(&r, 0, r.n, NULL, DECLARED);
	free(r.t);
	flow_module(p, file, first);
}
