/* dispatch.c - see vm_impl.h: a method of C++ that several classes of an object have. What is
 * virtual is that of the object; else the declared type of what it is called on decides, and
 * a function with other parameters overrides nothing. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

enum { MAX_LINE = 24 };

#define NODE(i) (&m->t->node[i])

uint8_t
vm_says(const vm *m, uint32_t func)
{
	return (NODE(func)->flags & FACT_VIRTUAL ? SAYS_VIRTUAL : 0) | (NODE(func)->flags & FACT_OVERRIDE ? SAYS_VIRTUAL | SAYS_OVERRIDE : 0);
}

/* The class and its bases, depth first. */
static uint32_t
line_of(obj *cls, obj **out, uint32_t n)
{
	if (n < MAX_LINE)
		out[n++] = cls;
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && n < MAX_LINE)
			n = line_of(list_at(cls->a.o, i).o, out, n);
	return n;
}

/* The functions of that name that the class itself has. */
static obj *
own(const obj *cls, uint32_t name)
{
	cell *c = map_find(&cls->m, key_str(name));

	if ((!c || c->v.kind == V_UNDEF) && cls->scope)
		c = map_find(&cls->scope->m, key_str(name));
	return c && is_obj(c->v, O_FUNC) && c->v.o->cls ? c->v.o : NULL;
}

/* A number for the integer type that the words name, in whatever order: unsigned is unsigned int; 0 if they name none. */
static int
integer(const char *words)
{
	static const char *const word[] = {"unsigned", "signed", "short", "long", "int", "char"};
	enum { UNSIGNED, SIGNED, SHORT, LONG, INT, CHAR, NWORD };
	int n[NWORD] = {0}, type;

	for (size_t len; *words; words += len + (words[len] == ' ')) {
		int i = 0;
		len = strcspn(words, " ");
		while (i < NWORD && (strlen(word[i]) != len || memcmp(word[i], words, len) != 0))
			i++;
		if (i == NWORD)
			return 0;
		n[i]++;
	}
	type = n[CHAR] ? n[SIGNED] ? 1 : 2 : n[SHORT] ? 3 : n[LONG] ? 4 + n[LONG] : n[INT] || n[UNSIGNED] || n[SIGNED] ? 4 : 0;
	return n[UNSIGNED] ? -type : type;
}

/* Is that the name of a type which is no other's? */
static int
is_sure_type(vm *m, const obj *f, uint32_t type)
{
	static const char *const words[] = {"float", "double", "bool", "void"};
	value v;

	if (integer(fact_str(m->t, type)) || AS_AMONG(fact_str(m->t, type), words))
		return 1;
	v = vm_type(m, f->scope, type);
	return is_obj(v, O_CLASS) && strcmp(vm_text(m, v.o->name), as_last_part(fact_str(m->t, type))) == 0;
}

/* Do these types of parameters, of whose names both are sure, differ? An array is a pointer. */
static int
unlike(const vm *m, uint32_t x, uint32_t y)
{
	const char *a = fact_str(m->t, x), *b = fact_str(m->t, y);
	uint32_t fx = NODE(x)->flags, fy = NODE(y)->flags;

	if (!(fx & (FACT_POINTER | FACT_ARRAY)) != !(fy & (FACT_POINTER | FACT_ARRAY)) || (fx ^ fy) & (FACT_REF | FACT_CONST))
		return 1;
	return integer(a) || integer(b) ? integer(a) != integer(b) : strcmp(as_last_part(a), as_last_part(b)) != 0;
}

/* Does g override f, a virtual function of a base of its class? */
static int
overrides(vm *m, const obj *g, const obj *f)
{
	uint32_t a = fact_find(m->t, f->node, FACT_PARAM), b = fact_find(m->t, g->node, FACT_PARAM), least, n = vm_count_params(m, f->node, &least);

	if (n != vm_count_params(m, g->node, &least))
		return 0;
	if (g->declared & SAYS_OVERRIDE)
		return 1;
	if ((NODE(f->node)->flags ^ NODE(g->node)->flags) & FACT_CONST)
		return 0;
	for (; n && n != UINT32_MAX && a && b; n--, a = NODE(a)->end, b = NODE(b)->end) {
		uint32_t x = fact_find(m->t, a, FACT_TYPE), y = fact_find(m->t, b, FACT_TYPE);
		if (x && y && is_sure_type(m, f, x) && is_sure_type(m, g, y) && unlike(m, x, y))
			return 0;
	}
	return 1;
}

/* Is f, of the class, virtual by its own declaration or by that of a base? */
static int
is_virtual(vm *m, obj *cls, const obj *f)
{
	obj *line[MAX_LINE];
	uint32_t n = line_of(cls, line, 0);

	if (f->declared & SAYS_VIRTUAL)
		return 1;
	for (uint32_t i = 1; i < n; i++)
		for (const obj *g = own(line[i], f->name); g; g = g->next)
			if (g->declared & SAYS_VIRTUAL && overrides(m, f, g))
				return 1;
	return 0;
}

/* What f, a function of an object of class of, is if it is called through the class by; has: what the object's class gives. */
static obj *
through(vm *m, obj *of, obj *by, uint32_t name, int nargs, obj *has)
{
	obj *line[MAX_LINE], *f = NULL, *at = NULL;
	uint32_t n = line_of(by, line, 0), i, fits = 0, least;

	for (i = 0; i < n && !f; i++)
		if ((f = own(line[i], name)))
			at = line[i];
	if (!f)
		return has;
	for (obj *g = f; g; g = g->next) /* the one that the call means */
		if (nargs < 0 || ((uint32_t)nargs <= vm_count_params(m, g->node, &least) && (uint32_t)nargs >= least)) {
			f = fits++ ? f : g;
			if (fits > 1 && is_virtual(m, at, g) != is_virtual(m, at, f))
				return has;
		}
	if (!is_virtual(m, at, f))
		return own(at, name);
	n = line_of(of, line, 0);
	for (i = 0; i < n; i++) {
		if (line[i] == at)
			return own(at, name);
		if (!class_is(line[i], at))
			continue;
		for (obj *g = own(line[i], name); g; g = g->next)
			if (overrides(m, g, f))
				return own(line[i], name);
	}
	return has;
}

static int
is_special(const vm *m, const obj *f)
{
	const char *s = vm_text(m, f->name);

	return *s == '~' || (f->cls && f->name == f->cls->name);
}

/* Through which of its classes an object of class of may be called, so that another function than f runs. */
static int
differs(vm *m, obj *of, uint32_t name, int nargs, obj *f)
{
	obj *line[MAX_LINE];
	uint32_t n = line_of(of, line, 0);

	for (uint32_t i = 1; i < n; i++) {
		obj *g = own(line[i], name);
		if (g && g->node != f->node && through(m, of, line[i], name, nargs, f)->node != f->node)
			return 1;
	}
	return 0;
}

static value
bound(vm *m, value f, obj *g)
{
	value v = v_obj(g);

	return g->node == f.o->node ? f : bind(m, v, f.o->a);
}

/* The declared class is not known: any of those that it may be decides. */
static value
one_of(vm *m, uint32_t node, obj *of, int nargs, value f)
{
	obj *line[MAX_LINE];
	uint32_t n = line_of(of, line, 0);

	for (uint32_t i = 1; i < n; i++) {
		obj *g = own(line[i], f.o->name);
		if (g && g->node != f.o->node && (g = through(m, of, line[i], f.o->name, nargs, f.o))->node != f.o->node &&
		    vm_decide(m, vm_idf(m, "%.80s is called as of a %.80s", vm_text(m, f.o->name), vm_text(m, line[i]->name)), node))
			return bound(m, f, g);
	}
	return f;
}

value
vm_dispatch(vm *m, scope *s, uint32_t node, value f)
{
	value self = vm_resolve(m, f.o->a, node);
	int nargs = -1;
	obj *by;

	if (self.kind == V_REF)
		self = vm_resolve(m, self.r->v, node);
	if (!is_obj(self, O_INST) || is_special(m, f.o))
		return f;
	if (NODE(node - 1)->kind == FACT_CALL) {
		nargs = 0;
		for (uint32_t k = NODE(node)->end; k < NODE(node - 1)->end; k = NODE(k)->end)
			nargs += NODE(k)->kind == FACT_ARG;
	}
	if (!differs(m, self.o->cls, f.o->name, nargs, f.o))
		return f;
	by = vm_static_class(m, s, node + 1, self.o->cls);
	if (by && class_is(self.o->cls, by))
		return bound(m, f, through(m, self.o->cls, by, f.o->name, nargs, f.o));
	return one_of(m, node, self.o->cls, nargs, f);
}

value
vm_dispatch_plain(vm *m, const scope *s, value self, uint32_t name, value f)
{
	if (!is_obj(self, O_INST) || !is_obj(f, O_FUNC) || !f.o->a.kind || !s->cls || s->cls == self.o->cls || !class_is(self.o->cls, s->cls) || is_special(m, f.o))
		return f;
	return bound(m, f, through(m, self.o->cls, s->cls, name, -1, f.o));
}

value
vm_sliced_to(vm *m, obj *cls, value v)
{
	value o;

	if (!m->c || !is_obj(v, O_INST) || v.o->cls == cls || !v.o->cls || !class_is(v.o->cls, cls))
		return v;
	if (vm_copies(m, cls)) {
		args a = {.node = m->line_node, .n = 1, .v = {v}};
		return class_new(m, cls, &a);
	}
	o = v_obj(vm_obj(m, O_INST, cls->name, v.o->node));
	o.o->cls = cls;
	o.o->comp = v.o->comp;
	o.o->opq = v.o->opq;
	map_copy(m, &o.o->m, &v.o->m);
	vm_object_lives(m, o.o);
	return o;
}

value
vm_sliced(vm *m, scope *s, uint32_t type, value v)
{
	obj *cls;

	if (!m->c || !is_obj(v, O_INST) || NODE(type)->flags & (FACT_POINTER | FACT_REF | FACT_ARRAY))
		return v;
	cls = vm_struct_of(m, s, type);
	return cls && strcmp(vm_text(m, cls->name), as_last_part(fact_str(m->t, type))) == 0 ? vm_sliced_to(m, cls, v) : v;
}
