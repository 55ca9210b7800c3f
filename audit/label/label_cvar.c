/* label_cvar.c - declarations of variables and fields of C; see label_cread.h. */
#include <stdlib.h>
#include <string.h>

#include "label_cread.h"

bool c_is_local(const func *f, const char *name) {
	for (uint32_t i = f->nlocal; i-- > 0 && f->nlocal - i < C_FAR; )
		if (f->local[i] == name) return true;
	return false;
}

void c_local(cread *r, const char *name) {
	if (r->fn && !r->fn->is_module && !c_is_local(r->fn, name))
		*PUSH(r->p, r->fn->local, r->fn->nlocal) = name;
}

/* T (*name)(...) or T (*name[n])...: the name; else 0. q: the first bracket */
static uint32_t pointer_name(const cread *r, uint32_t q) {
	uint32_t n = q + 2;
	if (code(r, q) != '(' || code(r, q + 1) != '*' || !is_id(r, n)) return 0;
	return code(r, n + 1) == '[' || (code(r, n + 1) == ')' && code(r, n + 2) == '(') ? n : 0;
}

bool c_declares(const cread *r, uint32_t a, uint32_t *name) {
	const token *t = r->t;
	uint32_t q = a;
	uint16_t c = code(r, a);
	if ((t[a].kind != T_ID && c != O_SCOPE) || c == KW_CAST ||
	    (c >= KW_SIZE && c <= KW_OPERATOR) ||
	    (c >= KW_THIS && c != KW_CONSTEXPR && c != KW_DEFINED))
		return false;
	for (; q < r->n; q++) {
		c = t[q].code;
		if (c == KW_WRAP && t[q + 1].code == '(') q = close_of(r, q + 1);
		else if (c == '<' && q > a && skip_angles(r, q) > q) q = over(r, q);
		else if (t[q].kind != T_ID && c != O_SCOPE && c != '*' && c != '&' && c != O_AND)
			break;
	}
	c = opens(t[q].code) < 0 || q >= r->n ? ';' : t[q].code;
	uint16_t before = q > a ? t[q - 1].code : 0, type = q > a + 1 ? t[q - 2].code : 0;
	uint32_t pointer = q > a && (before == '*' || t[q - 1].kind == T_ID) ? pointer_name(r, q) :
	    0;
	bool list = c == '[' && q > a && (before == KW_AUTO || type == KW_AUTO) &&
	    code(r, t[q].match + 1) == '=';
	bool and = type == '&' || type == O_AND;
	*name = pointer ? pointer : list ? q : q - 1; /* auto [a, b] = ... */
	if (pointer || list) return true;
	if (q < a + 2 || t[q - 1].kind != T_ID || before || !c || !strchr("=({[,:;", c < 128 ? c :
	    1))
		return false;
	if (q == a + 3 && and && c == ';') return false; /* a & b */
	return t[q - 2].kind == T_ID || and || type == '*' || type == '>' || type == O_SHR ||
	    type == O_LAUNCHED || type == ')';
}

/* A declaration, and the variable of it that is read. */
typedef struct {
	cread *r;
	vscope scope;
	expr *type;                     /* NULL: built in */
	const char *text;               /* of the type, as written */
	/* flags: the type's name speaks of flags, options or arguments */
	bool is_static, is_extern, flags;
	const char *name;
	uint32_t line;
	bool pointer;
	expr *x;                        /* its value, or NULL */
	exprs members;                  /* of x: those that are named */
} vars;

const char *c_text(cread *r, uint32_t a, uint32_t b, uint32_t but) {
	const char *text = name_of(r->p, "");
	for (uint32_t q = a; q < b && q < a + 32; q++)
		if (r->t[q].kind == T_ID && q != but)
			text = *text ? name_f(r->p, "%s %s", text, r->t[q].s) : r->t[q].s;
	return text;
}

static vars type_of(cread *r, uint32_t a, uint32_t b, vscope scope) {
	static const char *const words[] = {"flag", "opt", "arg", NULL};
	vars v = {.r = r, .scope = scope, .text = r->made ? r->made : c_text(r, a, b, b)};
	for (uint32_t q = a; q < b; q++) {
		v.is_static |= r->t[q].code == KW_STATIC && scope == V_LOCAL &&
		    r->t[q + 1].code != KW_MOD;
		v.is_extern |= r->t[q].code == KW_EXTERN;
		v.flags |= has_word(r->t[q].s, words);
	}
	v.type = r->made ? x_name(r->p, r->made, r->t[a].line) : c_type(r, a, b);
	return v;
}

static bool is_no_text(const expr *e, void *arg) {
	(void)arg;
	return !x_is_str(e);
}

/* { .a = 1 } as name.a = 1 */
static void set_members(const vars *v) {
	for (uint32_t i = 0; i < v->members.n; i++) {
		expr *k = v->members.e[i], *of = x_name(v->r->p, v->name, v->line);
		s_put(v->r, S_ASSIGN, v->line, k->kid[0])->target =
		    x_attr(v->r->p, of, k->s, k->line);
	}
}

/* A variable of a file that is a list: who uses the variable uses what its members name. */
static void table(const vars *v) {
	cread *r = v->r;
	stmt *s = s_put(r, S_FUNC, v->line, NULL);
	slist body;
	s->fn = func_add(r->p, v->name, r->file, v->line, NULL, r->file->module);
	s->fn->is_table = true;
	c_into(r, &body, &s->body);
	if (v->members.n) set_members(v);
	else s_put(r, S_EXPR, v->line, v->x)->role = R_ASSIGNED;
	c_back(r);
}

static void declared(const vars *v) {
	cread *r = v->r;
	expr *x = v->x;
	func *f = v->scope == V_LOCAL ? r->fn : r->file->module;
	const char *type = v->type ? x_last(v->type) : NULL;
	bool list = x && x->kind == X_LIST, at_file = v->scope == V_FILE;
	if (v->scope == V_FIELD) {
		*PUSH(r->p, r->cls->field, r->cls->nfield) = (field){v->name, v->text, x, v->line};
		if (x && x->kind != X_CONST) s_put(r, S_EXPR, v->line, x)->role = R_ASSIGNED;
		return;
	}
	if (!at_file) c_local(r, v->name);
	if (type) *PUSH(r->p, f->var, f->nvar) = (param){v->name, type, NULL};
	if (!x && (v->pointer || v->is_extern || (!type && (!at_file || !*v->text)))) return;
	if (at_file && list) table(v);
	if (v->is_static && x && x->kind == X_CONST) /* as it is the first time only */
		x = x_three(r->p, X_COND, x_opaque(r->p, "first call", v->line), x,
		    x_opaque(r->p, "what it was set to", v->line));
	if (!x && !type) x = x_con(r->p, k_int(r->p, 0), v->line);
	stmt *s = s_put(r, x ? S_ASSIGN : S_DECL, v->line, x);
	s->target = x_name(r->p, v->name, v->line);
	s->s = type;
	s->quiet = at_file && list;     /* the table has its reads */
	if (!at_file) set_members(v);
}

/* f(1, "x") makes a variable f; f(int, char *) declares a function. */
static bool values_within(const cread *r, uint32_t open) {
	for (uint32_t q = open + 1; q < r->t[open].match && q - open < C_FAR; q++) {
		const token *t = &r->t[q];
		if (t->kind == T_NUM || t->kind == T_STR || t->kind == T_CHR ||
		    (t->code >= KW_TRUE && t->code <= KW_NULL))
			return true;
		if (t->code == KW_TYPE || t->code == KW_MOD) return false;
	}
	return false;
}

/* The value that T x(...) or T x{...} gives. */
static expr *constructed(vars *v, uint32_t open, bool array) {
	cread *r = v->r;
	bool plain = v->pointer || !v->type, empty = r->t[open].match == open + 1;
	if (empty && plain) return x_con(r->p, k_int(r->p, 0), v->line);
	if (r->t[open].code == '{' && ((plain && array) || r->t[open + 1].code == '{'))
		return c_braces(r, open, &v->members);
	expr *call = c_call(r, plain ? x_name(r->p, "int", v->line) : v->type, open, v->line);
	if (!v->flags || x_each(call, is_no_text, NULL)) return call;
	expr *e = x_one(r->p, X_FLAGVAR, call);
	e->s = v->name;
	return e;
}

/* The variable at i, and its value: where that ends. */
static uint32_t variable(vars *v, uint32_t i) {
	cread *r = v->r;
	uint32_t z = i + 1;
	bool inner = i > 1 && code(r, i - 1) == '*' && code(r, i - 2) == '('; /* (*name)(...) */
	while (code(r, z) == '[' ||
	    (inner && (code(r, z) == ')' || (code(r, z) == '(' && z > i + 1))))
		z = over(r, z) + 1;
	uint16_t c = code(r, z), before = r->t[i - 1].code;
	v->name = r->t[i].s;
	v->line = r->t[i].line;
	v->pointer = before == '*' || before == '&' || before == O_AND;
	v->members.n = 0;
	v->x = NULL;
	if (c == '=') {
		z++;
		if (code(r, z) == '{') v->x = c_braces(r, z, &v->members);
		else v->x = c_value(r, &z);
		/* = 0 of a virtual method */
		if (v->scope == V_FIELD && r->t[i + 1].code == '(') return z;
	} else if (c == '{' ||
	    (c == '(' && (v->scope == V_LOCAL || (v->scope == V_FILE && values_within(r, z)))))
		v->x = constructed(v, z, r->t[i + 1].code == '[');
	else if (c == '(') return z; /* a function */
	declared(v);
	return z;
}

/* The type stands from a on, the first name at name; the declaration ends before b. */
void c_variables(cread *r, uint32_t a, uint32_t name, vscope scope) {
	vars v = type_of(r, a, name, scope);
	uint32_t i = r->t[name].match + 2;
	if (r->t[name].code == '[') { /* auto [a, b] = x */
		expr *list = c_names(r, name, i - 2), *x = c_value(r, &i);
		s_put(r, S_ASSIGN, list->line, x)->target = list;
		return;
	}
	for (i = name; is_id(r, i); ) {
		i = find_code(r, variable(&v, i), ',', ';');
		if (code(r, i) != ',') return;
		i++;
		while (code(r, i) == '*' || code(r, i) == '&' || code(r, i) == KW_MOD) i++;
	}
}
