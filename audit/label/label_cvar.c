/* label_cvar.c - declarations of variables and fields of C; see label_cread.h. */
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

uint32_t c_declares(const cread *r, uint32_t a) {
	const token *t = r->t;
	uint32_t q = a;
	uint16_t c = at(a);
	if ((!is_id(r, a) && c != O_SCOPE) || c == KW_CAST || (c >= KW_SIZE && c <= KW_OPERATOR) ||
	    (c >= KW_THIS && c < KW_CONSTEXPR))
		return 0;
	for (; q < r->n; q++) {
		c = at(q);
		if (c == KW_WRAP && at(q + 1) == '(') q = close_of(r, q + 1);
		else if (c == '<' && q > a && skip_angles(r, q) > q) q = over(r, q);
		else if (!is_id(r, q) && c != O_SCOPE && c != '*' && c != '&' && c != O_AND) break;
	}
	c = opens(at(q)) < 0 || q >= r->n ? ';' : at(q);
	uint16_t before = q > a ? at(q - 1) : 0, type = q > a + 1 ? at(q - 2) : 0;
	bool named = q > a && is_id(r, q - 1), and = type == '&' || type == O_AND;
	uint32_t n = q + 2;             /* T (*name)(...) or T (*name[n])... */
	if ((before == '*' || named) && at(q) == '(' && at(q + 1) == '*' && is_id(r, n) &&
	    (at(n + 1) == '[' || (at(n + 1) == ')' && at(n + 2) == '(')))
		return n;
	if (q < a + 2 || !named || before || !c || c > 127 || !strchr("=({[,:;", c)) return 0;
	if (q == a + 3 && and && c == ';') return 0; /* a & b */
	return t[q - 2].kind == T_ID || and || type == '*' || type == '>' || type == O_SHR ||
	    type == O_LAUNCHED || type == ')' ? q - 1 : 0;
}

/* A declaration, and the variable of it that is read. */
typedef struct {
	cread *r;
	vscope scope;
	expr *type, *x;                 /* NULL: built in; without a value */
	const char *text, *name;        /* text: of the type, as written */
	uint32_t line;
	bool is_static, is_extern, pointer;
	bool flags;                     /* the type's name speaks of flags, options or arguments */
	exprs members;                  /* of x: those that are named */
} vars;

const char *c_text(cread *r, uint32_t a, uint32_t b, uint32_t but) {
	const char *text = name_of(r->p, "");
	for (uint32_t q = a; q < b && q < a + 32; q++)
		if (is_id(r, q) && q != but)
			text = *text ? name_f(r->p, "%s %s", text, r->t[q].s) : r->t[q].s;
	return text;
}

/* { .a = 1 } as name.a = 1 */
static void set_members(const vars *v) {
	for (uint32_t i = 0; i < v->members.n; i++) {
		expr *k = v->members.e[i], *of = x_name(v->r->p, v->name, v->line);
		stmt *s = s_put(v->r, S_ASSIGN, v->line, k->kid[0]);
		s->target = x_attr(v->r->p, of, k->s, k->line);
	}
}

/* A variable of a file that is a list: who uses the variable uses what its members name. */
static void table(const vars *v) {
	cread *r = v->r;
	stmt *s = s_put(r, S_FUNC, v->line, NULL);
	s->fn = func_add(r->p, v->name, r->file, v->line, NULL, r->file->module);
	s->fn->is_table = true;
	stmt **out = c_into(r, &s->body);
	if (v->members.n) set_members(v);
	else s_put(r, S_EXPR, v->line, v->x)->role = R_ASSIGNED;
	r->out = out;
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
	if (!x && !type) x = c_int(r, 0, v->line);
	stmt *s = s_put(r, x ? S_ASSIGN : S_DECL, v->line, x);
	s->target = x_name(r->p, v->name, v->line);
	s->s = type;
	s->quiet = at_file && list;     /* the table has its reads */
	if (!at_file) set_members(v);
}

/* f(1, "x") makes a variable f; f(int, char *) declares a function. */
static bool values_within(const cread *r, uint32_t open) {
	for (uint32_t q = open + 1; q < close_of(r, open) && q - open < C_FAR; q++) {
		if (r->t[q].kind >= T_NUM && r->t[q].kind <= T_CHR) return true;
		if (at(q) >= KW_TRUE && at(q) <= KW_NULL) return true;
		if (at(q) == KW_TYPE || at(q) == KW_MOD) return false;
	}
	return false;
}

/* The value that T x(...) or T x{...} gives. */
static expr *constructed(vars *v, uint32_t open, bool array) {
	cread *r = v->r;
	bool plain = v->pointer || !v->type, empty = close_of(r, open) == open + 1;
	if (empty && plain) return c_int(r, 0, v->line);
	if (at(open) == '{' && ((plain && array) || at(open + 1) == '{'))
		return c_braces(r, open, &v->members);
	expr *call = c_call(r, plain ? x_name(r->p, "int", v->line) : v->type, open, v->line);
	bool text = false;              /* an option has a name */
	for (uint32_t q = open; q < close_of(r, open); q++) text |= r->t[q].kind == T_STR;
	if (!v->flags || !text) return call;
	expr *e = x_one(r->p, X_FLAGVAR, call);
	e->s = v->name;
	return e;
}

/* The variable at i, and its value: where that ends. */
static uint32_t variable(vars *v, uint32_t i) {
	cread *r = v->r;
	uint32_t z = i + 1;
	bool inner = i > 1 && at(i - 1) == '*' && at(i - 2) == '('; /* (*name)(...) */
	while (at(z) == '[' || (inner && (at(z) == ')' || (at(z) == '(' && z > i + 1))))
		z = over(r, z) + 1;
	uint16_t c = at(z), before = at(i - 1);
	v->name = r->t[i].s;
	v->line = r->t[i].line;
	v->pointer = before == '*' || before == '&' || before == O_AND;
	v->members.n = 0;
	v->x = NULL;
	if (c == '=') {
		bool list = at(++z) == '{';
		v->x = list ? c_braces(r, z, &v->members) : c_value(r, z);
		z = list ? z : r->i;
		if (v->scope == V_FIELD && at(i + 1) == '(') return z; /* virtual ... = 0 */
	} else if (c == '{' || (c == '(' && (v->scope == V_LOCAL ||
	    (v->scope == V_FILE && values_within(r, z)))))
		v->x = constructed(v, z, at(i + 1) == '[');
	else if (c == '(') return z; /* a function */
	declared(v);
	return z;
}

/* The type stands from a on, the first name at name; the declaration ends before b. */
void c_variables(cread *r, uint32_t a, uint32_t name, vscope scope) {
	vars v = {.r = r, .scope = scope, .text = r->made ? r->made : c_text(r, a, name, name)};
	for (uint32_t q = a; q < name; q++) {
		v.is_static |= at(q) == KW_STATIC && scope == V_LOCAL && at(q + 1) != KW_MOD;
		v.is_extern |= at(q) == KW_EXTERN;
		v.flags |= has_word("flag opt arg", r->t[q].s);
	}
	v.type = r->made ? x_name(r->p, r->made, r->t[a].line) : c_type(r, a, name);
	for (uint32_t i = name; is_id(r, i); ) {
		i = find_code(r, variable(&v, i), ',', ';');
		if (at(i++) != ',') return;
		while (at(i) == '*' || at(i) == '&' || at(i) == KW_MOD) i++;
	}
}
