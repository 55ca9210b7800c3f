/* call.c - see vm.h: calls of what is in the tree. */
#include "cint.h"
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

enum { MAX_CALLS = 70, MAX_SAME = 4, MAX_KNOWN = 40, RECURSION_STEPS = 100000 };

#define NODE(i) (&m->t->node[i])

static void
push_frame(vm *m, uint32_t node)
{
	if (m->nframe > 4000000)
		return;
	m->frame = vm_more(m, m->frame, m->nframe + 3, &m->frame_cap, sizeof *m->frame);
	if (m->nframe == 0) { /* frame 0 is the outermost */
		m->frame[0] = m->frame[1] = 0;
		m->nframe = 2;
	}
	m->frame[m->nframe] = m->top;
	m->frame[m->nframe + 1] = node;
	m->top = m->nframe / 2;
	m->nframe += 2;
}

static int
has_yield(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = node + 1; i < t->node[node].end; i++) {
		if (t->node[i].kind == FACT_YIELD)
			return 1;
		if (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS)
			i = t->node[i].end - 1;
	}
	return 0;
}

/* Gives parameter p of the call what was passed. */
static void
bind_param(vm *m, scope *in, uint32_t p, value v, uint32_t at, const args *a)
{
	uint32_t type = fact_find(m->t, p, FACT_TYPE);
	cell *c;

	if (m->c && type && v.kind != V_THUNK) {
		uint32_t fl = NODE(type)->flags;
		const char *name = fact_str(m->t, type), *dot = strrchr(name, '.');
		value r = vm_resolve(m, v, p);
		if (a->places && r.kind == V_REF && !at) {
			if (fl & FACT_REF) {
				map_get(m, &in->m, key_str(NODE(p)->str), v_str(NODE(p)->str));
				for (uint32_t i = 0; i < in->m.n; i++)
					if (in->m.slot[i].key == key_str(NODE(p)->str))
						in->m.slot[i].c = r.r;
				return;
			}
			if (!(fl & FACT_POINTER))
				r = v = vm_copied(m, r.r->v);
		}
		if (at && !(fl & FACT_POINTER) && (NODE(at)->kind == FACT_LIST || NODE(at)->kind == FACT_DICT)) /* f({a, b}) */
			r = v = vm_typed(m, in, type, r, p);
		else if (r.kind != V_REF && !(in->cls && in->fn->name == in->cls->name && strcmp(dot ? dot + 1 : name, vm_text(m, in->cls->name)) == 0)) { /* which copies what is one */
			value made = vm_converted(m, in, type, r, p);
			if (is_obj(made, O_INST) && !(is_obj(r, O_INST) && r.o == made.o)) {
				map_get(m, &in->m, key_str(NODE(p)->str), v_str(NODE(p)->str))->v = made;
				return;
			}
		}
		if (fl & FACT_REF && at && a->scope && r.kind != V_OBJ) {
			int k = NODE(at)->kind;
			if ((k == FACT_NAME || k == FACT_ATTR || k == FACT_INDEX || k == FACT_DEREF) && (c = vm_place(m, a->scope, at, 1))) {
				map_get(m, &in->m, key_str(NODE(p)->str), v_str(NODE(p)->str));
				for (uint32_t i = 0; i < in->m.n; i++)
					if (in->m.slot[i].key == key_str(NODE(p)->str))
						in->m.slot[i].c = c;
				return;
			}
		}
		if (is_obj(r, O_INST))
			r = v = vm_sliced(m, in, type, r);
		else if ((is_obj(r, O_LIST) || is_obj(r, O_DICT) || is_obj(r, O_TUPLE)) && !(fl & (FACT_POINTER | FACT_REF | FACT_ARRAY)) && vm_is_container(dot ? dot + 1 : name))
			r = v = vm_plain_copy(m, r);
		if (!(fl & (FACT_POINTER | FACT_REF)) && at && NODE(at)->kind == FACT_NAME && (is_obj(r, O_FUNC) || (is_obj(r, O_INST) && strcmp(dot ? dot + 1 : name, "function") == 0)))
			r = v = vm_copied(m, r);
		if (!(fl & (FACT_POINTER | FACT_REF | FACT_ARRAY)) && is_obj(r, O_INST) && at && NODE(at)->kind != FACT_CALL) {
			cell *t = scope_find(m, in, dot ? vm_id(m, dot + 1) : NODE(type)->str);
			if (vm_is_choice(dot ? dot + 1 : name))
				v = vm_is_value(m, vm_type(m, in, type)) ? vm_copied(m, r) : r;
			else if (t && is_obj(t->v, O_CLASS))
				v = is_obj(r, O_INST) && r.o->cls && vm_copies(m, r.o->cls) ? vm_copied(m, r) : vm_plain_copy(m, r);
		}
	}
	c = map_get(m, &in->m, key_str(NODE(p)->str), v_str(NODE(p)->str));
	c->ctype = m->c && type && v.kind != V_THUNK && !(NODE(type)->flags & FACT_ARRAY) ? cint_type(m, in, type) : 0;
	c->v = cint_as(m, v, c->ctype);
}

static void
bind_params(vm *m, obj *f, scope *in, value self, int has_self, const args *a)
{
	uint32_t pos = 0, kwonly = 0, nth = UINT32_MAX;
	uint8_t used[MOST_ARGS] = {0};

	if (has_self && (NODE(f->node)->flags & FACT_SELF)) {
		in->self = self;
		has_self = 0;
	}
	FACT_EACH_KID(m->t, f->node, p) {
		uint32_t def = fact_find(m->t, p, FACT_DEFAULT);
		value v = (value){0};
		uint32_t at = 0;
		if (NODE(p)->kind != FACT_PARAM)
			continue;
		nth++;
		if (NODE(p)->flags & FACT_STARSTAR) {
			obj *d = vm_obj(m, O_DICT, 0, p);
			for (uint32_t i = 0; i < a->n; i++)
				if (a->kw[i] && !used[i])
					map_get(m, &d->m, key_str(a->kw[i]), v_str(a->kw[i]))->v = a->v[i];
			d->loose = (uint8_t)a->rest;
			bind_param(m, in, p, v_obj(d), 0, a);
			continue;
		}
		if (NODE(p)->flags & FACT_STAR) {
			obj *l = list_of(m, O_TUPLE, p);
			kwonly = 1;
			if (!*fact_str(m->t, p))
				continue;
			for (; pos < a->n; pos++)
				if (!a->kw[pos])
					list_add(m, l, a->v[pos]);
			l->loose = (uint8_t)a->rest;
			bind_param(m, in, p, v_obj(l), 0, a);
			continue;
		}
		if (has_self) {
			bind_param(m, in, p, self, 0, a);
			has_self = 0;
			continue;
		}
		for (uint32_t i = 0; i < a->n && v.kind == V_UNDEF; i++)
			if (a->kw[i] && a->kw[i] == NODE(p)->str) {
				v = a->v[i];
				at = a->at[i];
				used[i] = 1;
			}
		if (v.kind == V_UNDEF && !kwonly) {
			while (pos < a->n && a->kw[pos])
				pos++;
			if (pos < a->n) {
				at = a->at[pos];
				v = a->v[pos++];
			}
		}
		if (v.kind == V_UNDEF && def && !a->rest) {
			v = f->arg && nth < f->narg && f->arg[nth].kind ? f->arg[nth] : vm_eval(m, f->scope, def + 1);
			at = m->c && (NODE(def + 1)->kind == FACT_LIST || NODE(def + 1)->kind == FACT_DICT) ? def + 1 : 0; /* T x = {} */
		}
		if (v.kind == V_UNDEF && !a->rest && !m->c) { /* whoever calls it gives it */
			char name[160];
			snprintf(name, sizeof name, "parameter %.60s of %.60s", fact_str(m->t, p), fact_str(m->t, f->node));
			v = vm_input(m, name, p);
		} else if (v.kind == V_UNDEF) {
			v = v_unk(0);
			if (m->c && fact_find(m->t, p, FACT_TYPE))
				vm_not_given(m, in, fact_find(m->t, p, FACT_TYPE));
		}
		bind_param(m, in, p, v, at, a);
	}
}

/* Is all that a call hands over known, so that it ends where it does when it runs? */
static int
known_args(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (vm_resolve(m, a->v[i], a->node).kind == V_UNK)
			return 0;
	return a->n > 0 && !a->rest;
}

/* A call of a generator: its body runs where it is iterated over. */
static value
generator(vm *m, const obj *f, value self, const args *a)
{
	obj *g = vm_obj(m, O_GEN, f->name, a->node), *copy = vm_obj(m, O_FUNC, f->name, f->node);

	*copy = *f;
	g->a = v_obj(copy);
	g->b = self;
	args_keep(m, g, a, 0);
	return v_obj(g);
}

/* Is it called from within itself so often that the call is not followed? out is what it gives, then. */
static int
too_often(vm *m, const obj *f, value self, const args *a, const cell *seen, value *out)
{
	uint32_t same = 0;
	int may;

	*out = v_unk(0);
	for (uint32_t k = m->top, i = 0; k && i < MAX_CALLS; k = m->frame[2 * k], i++)
		same += m->frame[2 * k + 1] == a->node;
	if (same < MAX_SAME)
		return 0;
	if (!m->c && !(is_obj(self, O_INST) && self.o->loose) && certain_endless(m, f, a->node)) {
		vm_raise(m, "RecursionError");
		return 1;
	}
	if (seen->v.i < 2 * MAX_SAME)
		return 0;
	may = m->cone && cone_may(m->cone, f->name, !m->c);
	if (same < MAX_KNOWN && known_args(m, a) && (may || m->steps <= RECURSION_STEPS))
		return 0;
	if (may) /* else no more is learned */
		out->opq = (uint16_t)vm_edge_to(m, EDGE_ANY, a->node, "%.80s calls itself more often than is followed", vm_text(m, f->name));
	return 1;
}

/* What a function of C gives: of the type that it declares, and a copy of a struct. */
static value
returned(vm *m, const obj *f, value v, uint32_t node)
{
	uint32_t type = fact_find(m->t, f->node, FACT_TYPE);

	if (!type || NODE(f->node)->flags & FACT_MACRO)
		return v;
	v = vm_sliced(m, f->scope, type, vm_typed(m, f->scope, type, v, node));
	if ((is_obj(v, O_LIST) || is_obj(v, O_DICT) || is_obj(v, O_TUPLE)) && !(NODE(type)->flags & (FACT_POINTER | FACT_REF)) && vm_is_container(as_last_part(fact_str(m->t, type))))
		return vm_plain_copy(m, v);
	return is_obj(v, O_INST) && v.o->cls && vm_struct_of(m, f->scope, type) && !vm_copies(m, v.o->cls) ? vm_returned_copy(m, v, node) : v;
}

value
func_call(vm *m, obj *f, value self, int has_self, args *a)
{
	uint32_t block, top = m->top;
	value none = v_none(), ret;
	scope *in;
	xstat x;
	uint32_t since, sites = m->nsite;
	int was = m->c, macro;
	cell *seen, *memo = NULL;

	if (m->pending)
		return v_unk(0);
	if (!was && f->m.n)
		f = func_chosen(m, f, a);
	if (f->next)
		f = vm_choose(m, f, a);
	block = fact_find(m->t, f->node, FACT_BLOCK);
	if (!block) { /* declared here: its body is elsewhere, or outside of the tree */
		cell *c = m->shared ? vm_shared(m, f->name) : NULL;
		if (!c || !is_obj(c->v, O_FUNC) || !(block = fact_find(m->t, c->v.o->node, FACT_BLOCK))) {
			if (m->c && !f->cls && strncmp(vm_text(m, f->name), "operator", 8) == 0)
				vm_edge_to(m, EDGE_ANY, a->node, "%.60s is not in the tree", vm_text(m, f->name));
			if (m->c && f->cls && *vm_text(m, f->name)) /* of a class: what it does to the object is not known either */
				vm_edge_to(m, EDGE_ANY, a->node, "%.60s.%.60s is not in the tree", vm_text(m, f->cls->name), vm_text(m, f->name));
			return *vm_text(m, f->name) ? ext_call(m, f->name, has_self ? self : (value){0}, a) : v_unk(0);
		}
		f = c->v.o;
	}
	if (NODE(f->node)->flags & FACT_DEVICE)
		return v_unk(0);
	if (m->c && NODE(f->node)->flags & FACT_TABLES) {
		ret = v_unk(0);
		ret.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, a->node, "%.80s runs what stands in a grammar, in an order that is not followed", vm_text(m, f->name));
		return ret;
	}
	if (!was && f->declared & DECORATED_OUTSIDE)
		strange_decorated(m, f, a->node);
	if (!was && !certain_arguments(m, f, has_self, a)) {
		vm_raise(m, "TypeError");
		return v_unk(0);
	}
	macro = (NODE(f->node)->flags & FACT_MACRO) != 0;
	if (!was && NODE(f->node)->flags & FACT_LAZY && NODE(a->node)->kind == FACT_CALL && vm_dropped(m, a->node))
		return thing(m, vm_id(m, "coroutine()"), a->node);
	seen = map_get(m, &m->entered, f->node, none);
	if (seen->v.kind == V_UNDEF)
		seen->v = v_int(has_yield(m->t, block));
	if (seen->v.i & 1 && !(f->self_flags & 128))
		return generator(m, f, has_self ? self : (value){0}, a);
	if (!was && f->m.n && func_memo(m, f, self, has_self, a, &memo))
		return memo->v;
	if (too_often(m, f, self, a, seen, &ret))
		return ret;
	if (m->calls >= MAX_CALLS) {
		vm_cut(m, a->node, "calls nested deeper than they are followed");
		return v_unk(0);
	}
	m->calls++;
	push_frame(m, a->node);
	m->c = !is_python(m->t, program_file(m->p, f->node));
	vm_loud(m, f->node);
	if (f->cls)
		vm_loud_class(m, f->cls);
	in = scope_new(m, S_FUNC, macro && a->scope ? a->scope : f->scope, program_file(m->p, f->node));
	in->cls = f->cls;
	in->fn = f;
	in->inlined = macro && (NODE(f->node)->flags & FACT_INLINE);
	since = m->serial;
	bind_params(m, f, in, self, has_self, a);
	if (has_self && f->cls && !in->self.kind && m->c)
		in->self = self;
	m->ret = none;
	if (seen->v.i & 1)
		vm_mark(m, f->node, MARK_RUN);
	seen->v.i += 2; /* how often it is on the stack */
	x = m->pending ? X_STOP : vm_block(m, in, block);
	if (m->c && !macro && (x == X_NORMAL || x == X_RETURN))
		vm_params_end(m, in, f, since, a);
	seen->v.i -= 2;
	ret = m->ret;
	m->c = was;
	m->calls--;
	m->top = top;
	if (f->declared & DECORATED_OUTSIDE && m->nsite > sites && !was)
		strange_compiled(m, f, a->node);
	if (m->pending)
		return v_unk(0);
	switch (x) {
	case X_RETURN:
		m->referred_at = a->node;
		if (in->inlined) {
			m->ret = ret;
			m->pending = X_RETURN;
			return v_unk(0);
		}
		m->ret = none;
		if (memo)
			cell_set(m, memo, ret);
		return m->c || !is_python(m->t, program_file(m->p, f->node)) ? returned(m, f, ret, a->node) : ret;
	case X_NORMAL:
		m->referred = NULL;
		return none;
	case X_BREAK: case X_CONTINUE: case X_GOTO:
		if (in->inlined)
			m->pending = x;
		return none;
	default:
		m->pending = x;
		return v_unk(0);
	}
}

/* The constructor of a class that runs for an object of it or of a base of it. */
static void
constructed(vm *m, obj *cls, obj *ctor, value self, args *a)
{
	obj *was = self.o->cls;

	self.o->cls = cls; /* what is virtual is not yet that of the derived */
	func_call(m, ctor, self, 1, a);
	self.o->cls = was;
	if (m->pending == X_RAISE)
		vm_never_was(self.o);
}

/* Does the class say itself how it is copied? */
int
vm_copies(vm *m, const obj *cls)
{
	cell *c = map_find(&cls->m, key_str(cls->name));

	for (const obj *f = c && is_obj(c->v, O_FUNC) ? c->v.o : NULL; f; f = f->next) {
		uint32_t least, p = fact_find(m->t, f->node, FACT_PARAM), type = p ? fact_find(m->t, p, FACT_TYPE) : 0;
		if (type && NODE(type)->flags & FACT_REF && vm_count_params(m, f->node, &least) >= 1 && least <= 1 && (fact_find(m->t, f->node, FACT_BLOCK) || !(NODE(f->node)->flags & (FACT_BODILESS | FACT_PRIVATE))) &&
		    strcmp(as_last_part(fact_str(m->t, type)), as_last_part(vm_text(m, cls->name))) == 0)
			return 1;
	}
	return 0;
}

/* Is the argument what a call gave, which is not copied? */
static int
elided(const vm *m, const args *a)
{
	return a->at[0] && NODE(a->at[0])->kind == FACT_CALL && strcmp(fact_str(m->t, a->at[0] + 1), "move") != 0;
}

value
vm_made(vm *m, obj *cls, args *a)
{
	obj *o;
	value f, self, made;

	if (m->pending)
		return v_unk(0);
	if (cls->self_flags & 1) {
		if (m->c)
			return arg_get(a, 0, NULL, m).kind ? arg_get(a, 0, NULL, m) : v_int(0);
		if (a->n == 1)
			return vm_enum_member(m, cls, a->v[0], a->node);
		return v_unk(0);
	}
	if (object_new(m, cls, a, &made))
		return m->pending ? v_unk(0) : made;
	/* the constructor of a base, called by that of the object */
	if (m->c && a->scope && is_obj(a->scope->self, O_INST) && a->scope->self.o->cls != cls && class_is(a->scope->self.o->cls, cls) &&
	    a->scope->fn && a->scope->cls && strcmp(vm_text(m, a->scope->fn->name), vm_text(m, a->scope->cls->name)) == 0) {
		self = a->scope->self;
		o = self.o;
	} else {
		if (m->c && a->n == 1 && is_obj(vm_resolve(m, a->v[0], a->node), O_INST) && vm_resolve(m, a->v[0], a->node).o->cls == cls && (elided(m, a) || !vm_copies(m, cls))) {
			value v = vm_resolve(m, a->v[0], a->node); /* copy */
			return vm_plain_copy(m, v);
		}
		o = vm_obj(m, O_INST, cls->name, a->node);
		o->cls = cls;
		self = v_obj(o);
		vm_loud_class(m, cls);
		vm_object_made(m, cls);
		vm_object_lives(m, o);
		if (m->c)
			vm_c_fields(m, cls, o);
		if (m->pending)
			return v_unk(0);
	}
	if (m->c) {
		cell *c = map_find(&cls->m, key_str(cls->name));
		if (c && is_obj(c->v, O_FUNC)) {
			obj *ctor = vm_choose(m, c->v.o, a);
			/* bases that the constructor does not name are made by default */
			for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
				value b = list_at(cls->a.o, i);
				cell *bc = is_obj(b, O_CLASS) ? map_find(&b.o->m, key_str(b.o->name)) : NULL;
				int named = 0;
				for (uint32_t k = ctor->node; k < NODE(ctor->node)->end && !named; k++)
					named = NODE(k)->kind == FACT_CALL && NODE(k + 1)->kind == FACT_NAME && is_obj(b, O_CLASS) && NODE(k + 1)->str == b.o->name;
				if (bc && is_obj(bc->v, O_FUNC) && !named) {
					args none = {.node = a->node};
					constructed(m, b.o, bc->v.o, self, &none);
				}
			}
			constructed(m, cls, ctor, self, a);
		} else if (a->n) {
			vm_fill(m, cls, o, a, 0);
			if (is_obj(vm_resolve(m, a->v[0], a->node), O_FUNC)) /* overloaded{f, g} */
				args_keep(m, o, a, 0);
		} else {
			for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
				value b = list_at(cls->a.o, i);
				cell *bc = is_obj(b, O_CLASS) ? map_find(&b.o->m, key_str(b.o->name)) : NULL;
				if (bc && is_obj(bc->v, O_FUNC))
					constructed(m, b.o, bc->v.o, self, a);
			}
		}
		return self;
	}
	if (!m->c && class_external(cls) && is_starting(vm_text(m, (uint32_t)class_external(cls))))
		o->opq = (uint16_t)vm_edge_to(m, EDGE_ANY, a->node, "an object is made of a class that derives from %.80s", vm_text(m, (uint32_t)class_external(cls)));
	f = class_find(m, cls, vm_id(m, "__init__"));
	if (is_obj(f, O_FUNC)) {
		func_call(m, f.o, self, 1, a);
	} else if (named_fill(m, cls, o, a)) {
		;
	} else if (cls->self_flags & 2) {
		vm_fill(m, cls, o, a, 0);
		f = class_find(m, cls, vm_id(m, "__post_init__"));
		if (is_obj(f, O_FUNC)) {
			args none = {.node = a->node};
			func_call(m, f.o, self, 1, &none);
		}
	} else if (dict_part(m, &self)) {
		value none;
		lib_box(m, "update", self, a, &none);
	} else if (class_external(cls)) {
		o->loose = 1;
		for (uint32_t i = 0; i < a->n; i++) { /* what the base keeps */
			if (comp_of(a->v[i]))
				o->comp = (uint16_t)comp_of(a->v[i]);
			if (a->kw[i])
				map_get(m, &o->m, key_str(a->kw[i]), v_str(a->kw[i]))->v = a->v[i];
		}
		args_keep(m, o, a, 0);
	}
	return m->pending ? v_unk(0) : self;
}

static value
call_inst(vm *m, value f, args *a)
{
	static const char *const names[] = {"__call__", "forward", "operator()"};
	cell *c;

	if (f.o->comp) { /* compiled in place */
		return ext_call(m, vm_id(m, "."), f, a);
	}
	for (int i = m->c ? 2 : 0; i < 3; i++) {
		uint32_t id = vm_id(m, names[i]);
		value g;
		if (i == 1 && !class_external(f.o->cls))
			continue;
		if (i == 1 && (c = map_find(&f.o->m, key_str(id))) && c->v.kind != V_UNDEF)
			return vm_call(m, c->v, a);
		g = class_find(m, f.o->cls, id);
		if (g.kind == V_UNDEF)
			continue;
		if (i == 1) /* a module of a library whose forward is in the tree */
			vm_event(m, E_WORK, a->node, f.o->name, 0, 0);
		return vm_call(m, bind(m, g, f), a);
	}
	if (m->c && a->n == 0)
		return f;
	return ext_call(m, vm_id(m, "."), f, a);
}

value
vm_call(vm *m, value f, args *a)
{
	f = vm_resolve(m, f, a->node);
	if (f.kind == V_REF)
		f = vm_resolve(m, f.r->v, a->node);
	if (m->pending)
		return v_unk(0);
	if (!m->c && (f.kind == V_INT || f.kind == V_STR || f.kind == V_FLOAT || f.kind == V_BOOL || f.kind == V_NONE)) {
		vm_raise(m, "TypeError");
		return v_unk(0);
	}
	if (f.kind == V_OBJ)
		switch (f.o->kind) {
		case O_FUNC:
			if (a->n == 0) {
				value v;
				if (command_method(m, "main", f, a, &v))
					return v;
			}
			return func_call(m, f.o, f.o->a, f.o->a.kind != V_UNDEF, a);
		case O_CLASS: {
			value made;
			return meta_call(m, f.o, a, &made) ? made : class_new(m, f.o, a);
		}
		case O_INST: return call_inst(m, f, a);
		case O_EXT: return ext_call(m, f.o->name, (value){0}, a);
		case O_METHOD: return ext_call(m, f.o->name, f.o->a, a);
		case O_PARTIAL: {
			args b = {.node = a->node, .scope = a->scope, .rest = a->rest};
			if (f.o->b.kind && !m->c) {
				value out;
				if (mock_call(m, f.o, a, &out))
					return out;
			}
			if (strcmp(vm_text(m, f.o->name), "template") == 0) {
				value t = f.o->b, g = f.o->a;
				const char *name = is_obj(g, O_EXT) ? vm_text(m, g.o->name) : "";
				if (is_obj(t, O_TUPLE))
					t = vm_resolve(m, list_at(t.o, 0), a->node);
				value out;
				if ((m->c && cli_template(m, g, t, a, &out)) || vm_alternative(m, name, f.o->b, a, &out) || (m->c && vm_container(m, f, a, &out)))
					return out;
				if (strstr(name, "make_unique") || strstr(name, "make_shared"))
					return t.kind == V_OBJ ? vm_call(m, t, a) : v_unk(0);
				return vm_call(m, g, a);
			}
			if (m->c && bound_args(m, f.o, a, &b)) {
				b.places = 1;
				return vm_call(m, f.o->a, &b);
			}
			for (uint32_t i = 0; i < f.o->narg; i++) {
				uint32_t kw = f.o->kw[i];
				int over = 0;
				for (uint32_t k = 0; kw && k < a->n; k++)
					over |= a->kw[k] == kw;
				if (!over)
					args_add(&b, f.o->arg[i], kw, 0);
			}
			args_from(&b, a, 0);
			b.places = m->c && strcmp(vm_text(m, f.o->name), "std.bind") == 0;
			return vm_call(m, f.o->a, &b);
		}
		default:
			return ext_call(m, vm_id(m, "."), f, a);
		}
	if (f.kind == V_UNK && m->c && a->n == 1 && (f.flags & VF_UNINIT) == 0 && f.sym == 0 && !f.opq && !f.comp && NODE(a->node)->kind == FACT_CALL &&
	    NODE(a->node + 1)->kind == FACT_NAME)
		return a->v[0]; /* a cast by a type that is not in the tree */
	return ext_call(m, vm_id(m, "."), f, a);
}
