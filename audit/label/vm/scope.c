/* scope.c - see vm.h: names, modules, definitions. */
#include "../cone/cone.h"
#include "vm_impl.h"

#include <string.h>

#include "../program/program.h"

scope *
scope_new(vm *m, skind k, scope *up, uint32_t file)
{
	scope *s = vm_alloc(m, sizeof *s);

	s->kind = (uint8_t)k;
	s->up = up;
	s->file = file;
	if (up) {
		s->cls = up->cls;
		s->fn = up->fn;
	}
	return s;
}

static int
is_global(const scope *s, uint32_t name)
{
	for (uint32_t i = 0; i < s->nglobal; i++)
		if (s->global[i] == name)
			return 1;
	return 0;
}

/* A member that a method of C++ sees as a plain name. */
static cell *
member(vm *m, scope *s, uint32_t name)
{
	value self = vm_resolve(m, s->self, 0);
	obj *of;
	cell *c;

	if (self.kind == V_REF)
		self = vm_resolve(m, self.r->v, 0);
	if (!is_obj(self, O_INST) && !is_obj(self, O_CLASS) && !is_obj(self, O_THING))
		return NULL;
	if ((c = map_find(&self.o->m, key_str(name))) && c->v.kind != V_UNDEF)
		return c;
	if (is_obj(self, O_THING))
		return NULL;
	if (!(of = class_holder(m, is_obj(self, O_CLASS) ? self.o : self.o->cls, name)))
		return c;
	value f = class_own(of, name)->v;
	if (is_obj(f, O_FUNC) && of->name == name)
		return NULL; /* a constructor: its class is meant */
	if (is_obj(f, O_FUNC) && !f.o->a.kind && !(m->t->node[f.o->node].flags & FACT_STATIC)) {
		c = vm_alloc(m, sizeof *c);
		c->v = vm_dispatch_plain(m, s, self, name, bind(m, f, s->self));
		return c;
	}
	return class_own(of, name);
}

cell *
scope_find(vm *m, scope *s, uint32_t name)
{
	scope *at = s;
	cell *c;

	for (; s; s = s->up) {
		if (s->kind == S_CLASS && s != at)
			continue;
		if (m->c && s->kind == S_FILE && at->fn && (c = vm_seen_from(m, at->fn->node, name)))
			return c;
		if (m->c && (s->kind == S_FILE || s->kind == S_SHARED))
			vm_demand(m, s, name);
		if ((c = map_find(&s->m, key_str(name))) && c->v.kind != V_UNDEF)
			return c;
		if (s->self.kind && (c = member(m, s, name)))
			return c;
		if (m->c && s->kind == S_FUNC && s->cls && !s->self.kind) { /* of a static method */
			obj *of = class_holder(m, s->cls, name);
			if (of && !(is_obj((c = class_own(of, name))->v, O_FUNC) && of->name == name))
				return c;
		}
	}
	return NULL;
}

/* Does a block inside the function declare a variable of its own by a name that the expression has? */
static int
names_inner(const vm *m, uint32_t func, uint32_t expr)
{
	const fact_tree *t = m->t;
	uint32_t body = fact_find(t, func, FACT_BLOCK);

	for (uint32_t i = expr; body && i < t->node[expr].end; i++) {
		if (t->node[i].kind != FACT_NAME)
			continue;
		for (uint32_t k = body + 1; k < t->node[body].end; k++)
			if (t->node[k].kind == FACT_DECL && t->node[k + 1].kind == FACT_NAME && t->node[k + 1].str == t->node[i].str && fact_kid_over(t, body, k) != k)
				return 1;
	}
	return 0;
}

scope *
vm_expands_in(vm *m, scope *s, const cell *macro)
{
	scope *at = macro->v.at;
	cell *c;

	if (!at || (at->kind != S_FILE && at->kind != S_SHARED))
		return at;
	for (scope *u = s; u; u = u->up) {
		if (u->kind != S_FUNC || !u->fn)
			continue;
		c = map_get(m, &m->guards, key_int((int64_t)u->fn->node << 30 ^ macro->v.t.node), v_none());
		if (c->v.kind == V_UNDEF)
			c->v = v_bool(names_inner(m, u->fn->node, macro->v.t.node));
		if (c->v.i) /* which one it is, the place says; here all are one */
			return at;
	}
	return s;
}

/* Where a name that is written stands. */
cell *
scope_local(vm *m, scope *s, uint32_t name)
{
	cell *c;

	while (s->inlined && s->up)
		s = s->up;
	if (is_global(s, name)) {
		for (scope *u = s->up; u; u = u->up)
			if ((c = map_find(&u->m, key_str(name))))
				return c;
		for (; s->up && s->kind != S_MODULE; s = s->up)
			;
	}
	return map_get(m, &s->m, key_str(name), v_str(name));
}

/* Python makes the values of parameters once, where the function is made. */
static void
defaults(vm *m, scope *s, obj *f)
{
	uint32_t n = 0, def, some = 0;

	FACT_EACH_KID(m->t, f->node, p)
		if (m->t->node[p].kind == FACT_PARAM) {
			some |= fact_find(m->t, p, FACT_DEFAULT);
			n++;
		}
	if (!some)
		return;
	f->arg = vm_alloc(m, n * sizeof *f->arg);
	FACT_EACH_KID(m->t, f->node, p)
		if (m->t->node[p].kind == FACT_PARAM) {
			if ((def = fact_find(m->t, p, FACT_DEFAULT)))
				f->arg[f->narg] = vm_eval(m, s, def + 1);
			f->narg++;
		}
}

obj *
vm_declare_func(vm *m, scope *s, uint32_t node, obj *cls)
{
	obj *f = vm_obj(m, O_FUNC, m->t->node[node].str, node);

	f->scope = m->closure && s->kind == S_SHARED ? m->closure : s;
	f->cls = cls;
	f->declared = vm_says(m, node);
	if (cls && m->t->node[node].flags & FACT_RECEIVER)
		f->self_flags |= 1;
	if (!m->c)
		defaults(m, s, f);
	return f;
}

static uint32_t
params_of(const vm *m, uint32_t node)
{
	uint32_t n = 0;

	FACT_EACH_KID(m->t, node, k)
		n += m->t->node[k].kind == FACT_PARAM;
	return n;
}

/* Is it a function of a class of C++ that has no body in the tree, whatever others of its name have? */
static int
is_absent(const vm *m, uint32_t node)
{
	return m->c && m->cone && !fact_find(m->t, node, FACT_BLOCK) && cone_hides_in(m->cone, node);
}

/* Puts f where its name is; another function of C++ of the same name becomes an overload. */
static void
put_func(vm *m, map *where, uint32_t name, value v, int overload)
{
	cell *c = map_get(m, where, key_str(name), v_str(name));

	if (overload && is_obj(c->v, O_FUNC) && is_obj(v, O_FUNC) && c->v.o->node != v.o->node) {
		obj *old = c->v.o;
		int has = fact_find(m->t, v.o->node, FACT_BLOCK) != 0;
		for (obj **p = &old; *p; p = &(*p)->next)
			if (params_of(m, (*p)->node) == params_of(m, v.o->node) && !fact_find(m->t, (*p)->node, FACT_BLOCK) && !is_absent(m, (*p)->node) && !is_absent(m, v.o->node)) {
				if (!has)
					return;
				v.o->declared |= (*p)->declared;
				v.o->next = (*p)->next; /* the body takes the declaration's place */
				*p = v.o;
				c->v = v_obj(old);
				return;
			}
		if (!has && !is_absent(m, v.o->node))
			return;
		v.o->next = old;
	}
	cell_set(m, c, v);
}

void
vm_put_func(vm *m, map *where, uint32_t name, value v)
{
	put_func(m, where, name, v, 1);
}

/* Has an enumeration two names for one member? */
static int
has_alias(const obj *cls)
{
	for (uint32_t i = 0; i < cls->m.n; i++)
		for (uint32_t k = 0; k < i && is_obj(cls->m.slot[i].c->v, O_INST); k++)
			if (is_obj(cls->m.slot[k].c->v, O_INST) && cls->m.slot[k].c->v.o == cls->m.slot[i].c->v.o && cls->m.slot[i].c->v.o->cls == cls)
				return 1;
	return 0;
}

static value
decorate(vm *m, scope *s, uint32_t node, value v)
{
	uint32_t dec[16], n = 0;

	FACT_EACH_KID(m->t, node, k)
		if (m->t->node[k].kind == FACT_DECOR && n < 16)
			dec[n++] = k;
	while (n-- > 0) {
		value d = vm_evalr(m, s, dec[n] + 1), r;
		if (m->pending)
			return v;
		strange_decorates(m, d, v, node);
		if (func_decorates(m, d, v, node))
			continue;
		if (is_obj(d, O_EXT) && !symbol_find(m->symbols, vm_text(m, d.o->name))) {
			const char *name = vm_text(m, d.o->name);
			size_t len = strlen(name);
			if (strcmp(name, "enum.unique") == 0 && is_obj(v, O_CLASS) && has_alias(v.o)) {
				vm_raise(m, "ValueError");
				return v;
			}
			if ((strcmp(name, "torch.compiler.disable") == 0 || strcmp(name, "torch._dynamo.disable") == 0) && v.kind == V_OBJ) {
				if (is_obj(v, O_THING) && v.o->comp && v.o->a.kind == V_OBJ) /* what it was made of runs as it is */
					v = v.o->a;
				field_set(m, v.o, "disabled_", v_bool(1));
			} else if (strcmp(name, "property") == 0 || strcmp(name, "abc.abstractproperty") == 0) {
				if (is_obj(v, O_FUNC))
					v.o->self_flags |= FUNC_PROPERTY;
			} else if (len >= 15 && strcmp(name + len - 15, "cached_property") == 0) {
				if (is_obj(v, O_FUNC))
					v.o->self_flags |= FUNC_PROPERTY | FUNC_KEPT;
			} else if (strcmp(name, "contextlib.contextmanager") == 0 || strcmp(name, "contextlib.asynccontextmanager") == 0) {
				if (is_obj(v, O_FUNC))
					v.o->self_flags |= 4;
			} else if (strstr(name, "dataclass") && is_obj(v, O_CLASS)) {
				v.o->self_flags |= 2;
			} else if (is_obj(v, O_FUNC) && (strcmp(name, "click.pass_context") == 0 || strcmp(name, "click.pass_obj") == 0)) {
				field_set(m, v.o, "gets_", v_bool(name[len - 1] == 't'));
			}
			continue;
		}
		if (is_obj(d, O_PARTIAL) && is_obj(d.o->a, O_EXT) && !symbol_find(m->symbols, vm_text(m, d.o->a.o->name))) /* partial(lib.decorator, x=1) */
			continue;
		if (is_obj(d, O_GEN) && is_obj(d.o->a, O_FUNC)) { /* a context that it runs in */
			vm_mark(m, d.o->a.o->node, MARK_HANDED);
			continue;
		}
		if (descr_decorates(m, d, v, &r)) {
			v = r;
			continue;
		}
		if (is_obj(d, O_METHOD) && is_obj(d.o->a, O_FUNC) && is_obj(v, O_FUNC)) {
			args a = {.node = node, .n = 1, .scope = s};
			a.v[0] = v;
			if (func_method(m, vm_text(m, d.o->name), d.o->a, &a, &r)) { /* @f.register */
				v = r;
				continue;
			}
		}
		if (is_obj(d, O_THING) || is_obj(d, O_METHOD)) {
			/* made by a call outside: option of a command, route, retry, fixture: the function stays */
			const char *name = vm_text(m, d.o->name);
			web_declare(m, d, v, node);
			if (v.kind == V_OBJ && (strncmp(name, "torch.compiler.disable(", 23) == 0 || strncmp(name, "torch._dynamo.disable(", 22) == 0))
				field_set(m, v.o, "disabled_", v_bool(1));
			v = mock_wraps(m, d, v, node);
			if (strncmp(name, "functools.wraps(", 16) == 0 && d.o->narg && v.kind == V_OBJ) {
				field_set(m, v.o, "__wrapped__", d.o->arg[0]);
				continue;
			}
			if (strstr(name, "dataclass") && is_obj(v, O_CLASS))
				v.o->self_flags |= 2;
			if ((strstr(name, "click.") || strstr(name, "typer") || strstr(name, "command")) && is_obj(v, O_FUNC))
				v.o->self_flags |= FUNC_COMMAND;
			if (is_obj(d, O_THING) && is_obj(d.o->b, O_FUNC) && is_obj(v, O_FUNC) && strstr(name, "command")) { /* of a group */
				value cmd = d.o->narg ? vm_resolve(m, d.o->arg[0], node) : (value){0};
				v.o->self_flags |= FUNC_COMMAND;
				command_add(m, d.o->b.o, cmd.kind == V_STR ? cmd : command_name(m, v.o), v, node);
			}
			if (is_obj(d, O_THING) && is_obj(v, O_FUNC) && strstr(name, "option") ) {
				if (!v.o->b.kind)
					v.o->b = v_obj(list_of(m, O_LIST, node));
				list_add(m, v.o->b.o, d);
			}
			continue;
		}
		if (d.kind == V_UNK && !d.comp)
			continue;
		r = vm_callv(m, d, dec[n], 1, &v);
		if (m->pending)
			return v;
		if (r.kind != V_NONE && r.kind != V_UNK)
			v = r;
	}
	return v;
}

/* A member of an enumeration; one of a value that another has already is that. */
static value
member_of_enum(vm *m, obj *cls, uint32_t name, value v, uint32_t node)
{
	obj *e;

	if (thing_is(m, v, "enum.auto()"))
		v = enum_auto(m, cls, name);
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value w = cls->m.slot[i].c->v;
		value x = is_obj(w, O_INST) && w.o->cls == cls ? field_get(m, w.o, "value") : (value){0};
		if (x.kind && (same(x, v) || ((x.kind == V_INT || x.kind == V_BOOL) && (v.kind == V_INT || v.kind == V_BOOL) && x.i == v.i)))
			return w;
	}
	e = vm_obj(m, O_INST, cls->name, node);
	e->cls = cls;
	field_set(m, e, "name", v_str(name));
	field_set(m, e, "value", v);
	return v_obj(e);
}

static value
vm_declare_class(vm *m, scope *s, uint32_t node)
{
	obj *c = vm_obj(m, O_CLASS, m->t->node[node].str, node);
	obj *bases = list_of(m, O_LIST, node);
	scope *in;
	value v, meta = (value){0};
	args options = {.node = node, .scope = s};

	c->a = v_obj(bases);
	FACT_EACH_KID(m->t, node, k) {
		if (m->t->node[k].kind != FACT_BASE || k + 1 >= m->t->node[k].end)
			continue;
		if (m->t->node[k + 1].kind == FACT_ARG) {
			if (m->t->node[k + 1].flags & FACT_STARSTAR || options.n == 8)
				continue;
			v = vm_evalr(m, s, k + 2);
			if (m->pending)
				return v_obj(c);
			if (strcmp(fact_str(m->t, k + 1), "metaclass") == 0) {
				meta = v;
				continue;
			}
			options.kw[options.n] = m->t->node[k + 1].str;
			options.v[options.n++] = v;
			continue;
		}
		v = vm_evalr(m, s, k + 1);
		if (m->pending)
			return v_obj(c);
		if (v.kind == V_OBJ)
			list_add(m, bases, v);
		if (is_obj(v, O_EXT)) {
			const char *name = vm_text(m, v.o->name);
			size_t n = strlen(name);
			if (strncmp(name, "enum.", 5) == 0)
				c->self_flags |= 1 | (strcmp(name, "enum.StrEnum") == 0 || strcmp(name, "enum.IntEnum") == 0 ? 4 : 0);
			else if (strcmp(name, "str") == 0)
				c->self_flags |= 4;
			else if (strcmp(name, "typing.NamedTuple") == 0)
				c->self_flags |= 2 | 16;
			else if (strcmp(name, "pydantic.BaseModel") == 0 || (n > 9 && strcmp(name + n - 9, "BaseModel") == 0))
				c->self_flags |= 2;
		} else if (is_obj(v, O_CLASS)) {
			c->self_flags |= v.o->self_flags & 19;
			if (!v.o->b.kind)
				v.o->b = v_obj(list_of(m, O_LIST, node));
			list_add(m, v.o->b.o, v_obj(c));
		}
	}
	if (!m->c)
		meta_begin(m, c, meta, node);
	in = scope_new(m, S_CLASS, s, s->file);
	in->cls = c;
	c->scope = in;
	if (m->c) /* methods see their class while it is read */
		cell_set(m, scope_local(m, s, m->t->node[node].str), v_obj(c));
	FACT_EACH_KID(m->t, node, k)
		if (m->t->node[k].kind == FACT_BLOCK) {
			xstat x = vm_block(m, in, k);
			if (!m->c && (x == X_RAISE || x == X_EXIT || x == X_STOP)) {
				m->pending = x;
				return v_obj(c);
			}
		}
	/* members and names of the class are one */
	for (uint32_t i = 0; i < in->m.n; i++) {
		cell *mc = map_get(m, &c->m, in->m.slot[i].key, in->m.slot[i].kv);
		value mv = in->m.slot[i].c->v;
		if ((c->self_flags & 1) && !is_obj(mv, O_FUNC) && mv.kind != V_UNDEF && in->m.slot[i].kv.kind == V_STR &&
		    vm_text(m, in->m.slot[i].kv.s.s)[0] != '_' && !m->c) {
			mv = member_of_enum(m, c, in->m.slot[i].kv.s.s, mv, node);
		}
		cell_set(m, mc, mv);
	}
	if (m->c || m->pending)
		return v_obj(c);
	for (uint32_t i = 0; c->self_flags & 1 && i < c->m.n && !m->pending; i++)
		if (is_obj(c->m.slot[i].c->v, O_INST) && c->m.slot[i].c->v.o->cls == c) {
			vm_object_made(m, c);
			meta_enum_member(m, c, c->m.slot[i].c->v.o, node);
		}
	meta_hooks(m, c, node, &options);
	v = meta_end(m, c, meta, node);
	return m->pending ? v : decorate(m, s, node, v);
}

/* Attaches "Class.name" to its class, wherever that is. */
static int
put_method(vm *m, scope *s, uint32_t node)
{
	const char *name = fact_str(m->t, node), *dot = strrchr(name, '.');
	uint32_t cls, id;
	cell *c;

	if (!dot || !*name)
		return 0;
	for (const char *from = name;; ) {
		const char *d = strchr(from, '.');
		if (d == dot) {
			cls = vm_idn(m, from, (size_t)(dot - from));
			break;
		}
		from = d + 1;
	}
	id = vm_id(m, dot + 1);
	if (!(c = scope_find(m, s, cls)) || !is_obj(c->v, O_CLASS)) {
		put_func(m, &s->m, id, v_obj(vm_declare_func(m, s, node, NULL)), 1);
		return 1;
	}
	put_func(m, &c->v.o->m, id, v_obj(vm_declare_func(m, s, node, c->v.o)), 1);
	return 1;
}

void
vm_declare(vm *m, scope *s, uint32_t node)
{
	const fact_node *x = &m->t->node[node];
	value v;

	if (x->kind == FACT_CLASS) {
		v = vm_declare_class(m, s, node);
		cell_set(m, scope_local(m, s, x->str), v);
		return;
	}
	if (m->c && put_method(m, s, node))
		return;
	v = v_obj(vm_declare_func(m, s, node, s->kind == S_CLASS ? s->cls : NULL));
	v = decorate(m, s, node, v);
	if (v.kind == V_UNDEF || m->pending)
		return;
	if (m->c)
		put_func(m, &(s->inlined ? s->up : s)->m, x->str, v, 1);
	else
		cell_set(m, scope_local(m, s, x->str), v);
}
