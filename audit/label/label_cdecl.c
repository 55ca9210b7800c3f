/* label_cdecl.c - what stands in files, namespaces and classes of C; see label_cread.h. */
#include "label_cread.h"

enum { NONE = UINT32_MAX };

/* How a declaration begins: what was met up to its body or end. */
typedef struct {
	uint32_t par, brace, end;       /* ( of the parameters; { of the body; the ; */
	uint32_t kw, colon;             /* class, enum ...; : before bases or initialisers */
} head;

typedef struct { klass *k; bool met; } cclass; /* met: its definition was read */

klass *c_class(cread *r, const char *name, uint32_t line, bool met) {
	uint32_t n;
	void *const *v = map_get(r->st->cls, name, &n);
	cclass *c = n ? v[0] : NULL;
	for (uint32_t i = 1; i < n && i < 16; i++)
		if (((cclass *)v[i])->k->file == r->file) c = v[i];
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

/* The last name of tokens a to b outside of brackets; NULL: there is none. */
static const char *last_name(const cread *r, uint32_t a, uint32_t b) {
	const char *name = NULL;
	for (; a < b; a = over(r, a) + 1)
		if (is_id(r, a) && at(a) == 0) name = r->t[a].s;
	return name;
}

static void enumerators(cread *r, uint32_t i, uint32_t j) {
	const constant *k = k_int(r->p, 0);
	stmt **out = r->out;
	r->out = NULL;
	for (; i < j; i = find_code(r, i, ',', ',') + 1) {
		const char *name = r->t[i].s;
		uint32_t eq = find_code(r, i, '=', ',') + 1;
		if (!is_id(r, i)) continue;
		if (at(eq - 1) == '=') k = fold(r->p, c_value(r, eq));
		if (k) add_value(r->p, name, k);
		k = k && k->kind == K_INT && k->i < INT32_MAX ? k_int(r->p, k->i + 1) : NULL;
	}
	r->out = out;
}

static void class_body(cread *r, const char *name, const head *h, uint32_t close) {
	klass *outer = r->cls;
	stmt *s = s_put(r, S_CLASS, r->t[h->kw].line, NULL);
	s->cls = r->cls = c_class(r, name, s->line, true);
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
	uint32_t close = close_of(r, h->brace), next = close + 1, end =
	    find_code(r, next, ';', ';');
	bool alias = at(i) == KW_TYPEDEF, is_enum = at(h->kw) == KW_ENUM;
	const char *after = is_id(r, next) ? r->t[next].s : NULL, *made = r->made;
	const char *name = last_name(r, h->kw, h->colon == NONE ? h->brace : h->colon);
	name = alias && after ? after : name ? name : after;
	if (is_enum) enumerators(r, h->brace + 1, close);
	/* its members are members of the class around it */
	else if (r->cls && !name) c_read(r, h->brace + 1, close, NULL, DECLARED);
	else class_body(r, name ? name : name_of(r->p, "<anonymous>"), h, close);
	if (next >= j || alias) return end + 1;
	for (i = next; at(i) == '*' || at(i) == KW_MOD; ) i++;
	if (!is_id(r, i) || at(i)) return at(next) == ';' ? next + 1 : next;
	r->made = is_enum ? NULL : name;
	c_variables(r, next, i, scope);
	r->made = made;
	return end + 1;
}

/* The body of a constructor: behind its initialisers. */
static uint32_t behind_initialisers(const cread *r, uint32_t q, uint32_t j) {
	for (; q < j && at(q) != ';' && at(q) != '}'; q++) {
		if (at(q) == '{' && !is_id(r, q - 1) && at(q - 1) != '>') return q;
		if (closing(at(q))) q = close_of(r, q);
	}
	return NONE;
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

/* operator()( , operator==( ...: the ( of its parameters; NONE */
static uint32_t operator_par(const cread *r, uint32_t q, uint32_t j) {
	q += at(q + 1) == '(' && close_of(r, q + 1) == q + 2 ? 3 : 1;
	while (q < j && at(q) != '(' && at(q) != ';' && at(q) != '{') q++;
	return at(q) == '(' ? q : NONE;
}

static head head_of(const cread *r, uint32_t i, uint32_t j) {
	head h = {NONE, NONE, j, NONE, NONE};
	uint32_t q = i;
	for (; q < j; q++) {
		uint16_t c = at(q);
		bool begins = h.par == NONE, none = begins && h.kw == NONE;
		if (c == KW_WRAP && at(q + 1) == '(') q = close_of(r, q + 1);
		else if (c == KW_OPERATOR && begins) {
			h.par = operator_par(r, q, j);
			q = h.par == NONE ? q : close_of(r, h.par);
		} else if ((c == KW_CLASS || c == KW_ENUM) && none) h.kw = q;
		else if (c == '(') {
			bool macro = is_macro(r, q, i);
			if (begins && (q == i + 1 || !macro)) h.par = q;
			h.end = q = close_of(r, q);
			if (macro && h.par == i + 1) return h; /* no ; follows it */
		} else if (c == '[' || (c == '<' && q > i && is_id(r, q - 1) && h.colon == NONE))
			q = over(r, q);
		else if (c == ':' && h.colon == NONE && !none) {
			h.colon = q;
			if (begins) continue;
			h.brace = behind_initialisers(r, q, j);
			h.end = h.brace == NONE ? q : h.brace;
			return h;
		} else if (c == '{' && none) q = close_of(r, q);
		else if (c == '=') q = find_code(r, q, ';', '}') - 1; /* a value */
		else if (is_op(&r->t[q], "{;}") || (c == KW_NAMESPACE && q > i)) break;
	}
	h.end = q < j ? q : j;
	h.brace = at(q) == '{' ? q : NONE;
	return h;
}

/* What stands in its braces is read as if it stood around them. */
static uint32_t name_space(cread *r, uint32_t i, uint32_t j) {
	uint32_t q = i + 1;
	while (q < j && !is_op(&r->t[q], "{;=")) q++;
	bool anonymous = q == i + 1 && at(i) == KW_NAMESPACE && at(q) == '{';
	if (anonymous && close_of(r, q) > r->anonymous) r->anonymous = close_of(r, q);
	return q + 1;
}

/* Variables, or the call of a macro that declares something. */
static void plain(cread *r, const head *h, uint32_t i, vscope scope) {
	uint32_t name = c_declares(r, i);
	if (name) c_variables(r, i, name, scope);
	else if (h->par == i + 1 && scope != V_FIELD) spill(r, c_expr(r, i), R_STMT);
}

uint32_t c_declaration(cread *r, uint32_t i, uint32_t j, vscope scope) {
	head h = head_of(r, i, j);
	bool call = at(h.end) == ')'; /* MACRO(x) that no ; follows */
	h.end += call;
	if (h.brace == NONE) {
		if (at(i) != KW_TYPEDEF) plain(r, &h, i, scope);
		return call || at(h.end) == KW_NAMESPACE ? h.end : h.end + 1;
	}
	if (h.par == NONE) return definition(r, &h, i, j, scope);
	uint32_t end = close_of(r, h.brace) + 1;
	if (h.par > i && scope != V_LOCAL) c_function(r, i, h.par, h.brace);
	while (at(end) == KW_CATCH && at(end + 1) == '(') /* of a body that is a try */
		end = close_of(r, close_of(r, end + 1) + 1) + 1;
	return end;
}

uint32_t c_top(cread *r, uint32_t i, uint32_t j) {
	const token *t = &r->t[i];
	uint16_t next = at(i + 1);
	uint32_t end;
	switch (t->code) {
	case KW_NAMESPACE: return name_space(r, i, j);
	case KW_EXTERN:
		if (i + 1 >= j || t[1].kind != T_STR) break;
		return at(i + 2) == '{' ? name_space(r, i, j) : i + 2;
	case KW_TEMPLATE: return over(r, i + 1) + 1;
	case KW_ACCESS: return next == ':' ? i + 2 : i + 1;
	case KW_SKIP: /* using ..., static_assert(...); a friend may be defined here */
		end = find_code(r, i, ';', '{');
		return at(end) == '{' && t->s[0] == 'f' ? i + 1 : find_code(r, i, ';', ';') + 1;
	case '@': case '-': case '+': return c_objc(r, i);
	case '[': case '{': return close_of(r, i) + 1;
	default: break;
	}
	if (t->kind != T_ID && t->code != O_SCOPE && t->code != '~') return i + 1;
	return c_declaration(r, i, j, r->cls ? V_FIELD : V_FILE);
}

void read_c(program *p, source *file) {
	cread r = {.p = p, .file = file, .st = c_state(p), .fn = file->module};
	stmt *first = NULL;
	if (!file->text) return;
	r.t = c_tokens(p, file, &r.n);
	c_into(&r, &first);
	c_read(&r, 0, r.n, NULL, DECLARED);
	c_macros(&r);
	free(r.t);
	flow_module(p, file, first);
}
