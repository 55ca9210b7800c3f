/* value.c - see vm.h: the arena of a path, objects, maps, keys. */
#include "cint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

enum { PATH_BYTES = 192 << 20 }; /* what a path may take; then it ends, as one of too many steps */

void *
vm_alloc(vm *m, size_t n)
{
	struct block *b = m->arena;
	void *p;

	n = (n + 15) & ~(size_t)15;
	if (!b || b->used + n > b->size) {
		if (m->spare && m->spare->size >= n) {
			b = m->spare;
			m->spare = b->next;
		} else {
			size_t size = n > ARENA_BLOCK ? n : ARENA_BLOCK;
			if (!(b = malloc(sizeof *b + size + 16)))
				longjmp(m->nomem, 1);
			b->size = size;
			b->mem = (char *)(((uintptr_t)(b + 1) + 15) & ~(uintptr_t)15);
		}
		b->used = 0;
		if ((m->taken += b->size) > PATH_BYTES && m->steps <= m->max_steps) {
			m->steps = m->max_steps + 1;
			vm_cut(m, m->line_node, "more memory than one path may take");
		}
		b->next = m->arena;
		m->arena = b;
	}
	p = b->mem + b->used;
	b->used += n;
	memset(p, 0, n);
	return p;
}

obj *
vm_obj(vm *m, okind k, uint32_t name, uint32_t node)
{
	obj *o = vm_alloc(m, sizeof *o);

	o->kind = (uint8_t)k;
	o->name = name;
	o->node = node;
	o->serial = ++m->serial;
	return o;
}

uint32_t
vm_idn(vm *m, const char *s, size_t n)
{
	uint32_t id = as_intern_id(&m->t->text, s, n);

	if (id == UINT32_MAX)
		longjmp(m->nomem, 1);
	return id;
}

uint32_t
vm_id(vm *m, const char *s)
{
	return vm_idn(m, s, strlen(s));
}

uint32_t
vm_idf(vm *m, const char *fmt, ...)
{
	char buf[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof buf, fmt, ap);
	va_end(ap);
	return vm_id(m, buf);
}

const char *
vm_name_of(const vm *m, value v, const char *none)
{
	return is_named(v) ? vm_text(m, v.sym) : none;
}

const char *
vm_text(const vm *m, uint32_t id)
{
	return m->t->text.str[id];
}

const char *
vm_cstr(const vm *m, value v, size_t *n)
{
	size_t len;

	if (v.kind != V_STR)
		return NULL;
	len = m->t->text.len[v.s.s];
	if (v.s.off < 0 || (size_t)v.s.off > len)
		return NULL;
	if (n)
		*n = len - (size_t)v.s.off;
	return m->t->text.str[v.s.s] + v.s.off;
}

value v_unk(uint32_t sym) { return (value){.kind = V_UNK, .sym = sym}; }
value v_none(void) { return (value){.kind = V_NONE}; }
value v_bool(int b) { return (value){.kind = V_BOOL, .i = b != 0}; }
value v_int(int64_t i) { return (value){.kind = V_INT, .i = i}; }
value v_str(uint32_t id) { return (value){.kind = V_STR, .s = {id, 0}}; }
value v_strc(vm *m, const char *s) { return v_str(vm_id(m, s)); }
value v_obj(obj *o) { return (value){.kind = V_OBJ, .o = o}; }

enum { MAP_LINEAR = 12 };

static uint32_t
spread(uint64_t key)
{
	key ^= key >> 33;
	key *= 0xff51afd7ed558ccdu;
	return (uint32_t)(key ^ key >> 33);
}

static slot *
map_slot(const map *p, uint64_t key)
{
	if (!p->index) {
		for (uint32_t i = 0; i < p->n; i++)
			if (p->slot[i].key == key)
				return &p->slot[i];
		return NULL;
	}
	for (uint32_t i = spread(key) & (p->nindex - 1); p->index[i]; i = (i + 1) & (p->nindex - 1))
		if (p->slot[p->index[i] - 1].key == key)
			return &p->slot[p->index[i] - 1];
	return NULL;
}

cell *
map_find(const map *p, uint64_t key)
{
	slot *s = map_slot(p, key);

	return s ? s->c : NULL;
}

static void
map_reindex(vm *m, map *p)
{
	uint32_t n = 64;

	while (n < p->cap * 2)
		n *= 2;
	p->index = vm_alloc(m, n * sizeof *p->index);
	p->nindex = n;
	for (uint32_t k = 0; k < p->n; k++) {
		uint32_t i = spread(p->slot[k].key) & (n - 1);
		while (p->index[i])
			i = (i + 1) & (n - 1);
		p->index[i] = k + 1;
	}
}

cell *
map_get(vm *m, map *p, uint64_t key, value kv)
{
	slot *s = map_slot(p, key);

	if (s)
		return s->c;
	if (p->n == p->cap) {
		uint32_t cap = p->cap ? p->cap * 2 : 4;
		slot *more = vm_alloc(m, cap * sizeof *more);
		if (p->n)
			memcpy(more, p->slot, p->n * sizeof *more);
		p->slot = more;
		p->cap = cap;
		if (cap > MAP_LINEAR)
			p->index = NULL;
	}
	p->slot[p->n] = (slot){key, kv, vm_alloc(m, sizeof(cell))};
	p->n++;
	if (p->cap > MAP_LINEAR && !p->index)
		map_reindex(m, p);
	else if (p->index) {
		uint32_t i = spread(key) & (p->nindex - 1);
		while (p->index[i])
			i = (i + 1) & (p->nindex - 1);
		p->index[i] = p->n;
	}
	return p->slot[p->n - 1].c;
}

void
map_copy(vm *m, map *to, const map *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		*map_get(m, to, from->slot[i].key, from->slot[i].kv) = (cell){.v = from->slot[i].c->v, .ctype = from->slot[i].c->ctype};
}

void
map_update(vm *m, map *to, const map *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		cell_set(m, map_get(m, to, from->slot[i].key, from->slot[i].kv), from->slot[i].c->v);
}

/* An object of C with numbers and text alone, or what may be such. */
static int
plain_data(const obj *o, int depth)
{
	if (!o->m.n || o->comp || o->loose || depth > 4)
		return 0;
	for (uint32_t i = 0; i < o->m.n; i++) {
		value v = o->m.slot[i].c->v;

		if (v.kind == V_OBJ ? v.o->kind != O_INST || !plain_data(v.o, depth + 1) : v.kind != V_STR && v.kind != V_INT && v.kind != V_BOOL && v.kind != V_FLOAT && v.kind != V_UNK)
			return 0;
	}
	return 1;
}

/* Is an object, as a key, what it holds? In C a struct, and {a, b} that stands for one or for a
 * pair, which are found by the same key. */
static int
by_content(const vm *m, const obj *o)
{
	return o->kind == O_TUPLE || (m->c && ((o->kind == O_INST && plain_data(o, 0)) || (o->kind == O_LIST && !o->loose)));
}

int
key_of(const vm *m, value v, uint64_t *key)
{
	switch (v.kind) {
	case V_STR: {
		size_t n;
		const char *s = vm_cstr(m, v, &n);
		uint32_t id = v.s.s;
		if (!s)
			return 0;
		if (v.s.off && (id = as_intern_find(&m->t->text, s, n)) == UINT32_MAX)
			return 0;
		*key = key_str(id);
		return 1;
	}
	case V_INT: case V_BOOL: *key = key_int(v.i); return 1;
	case V_FLOAT: *key = (uint64_t)3 << 60 | ((uint64_t)(int64_t)v.f & 0xffffffff); return 1;
	case V_NONE: *key = (uint64_t)4 << 60; return 1;
	case V_OBJ:
		if (by_content(m, v.o)) {
			uint64_t h = 1469598103934665603u, k;
			for (uint32_t i = 0; i < v.o->m.n; i++) {
				if (!key_of(m, v.o->m.slot[i].c->v, &k))
					return 0;
				h = (h ^ k) * 0xff51afd7ed558ccdu;
			}
			*key = (uint64_t)5 << 60 | h >> 4;
			return 1;
		}
		*key = (uint64_t)6 << 60 | v.o->serial;
		return 1;
	default:
		return 0;
	}
}

int
key_open(const vm *m, value v)
{
	if (v.kind == V_OBJ && by_content(m, v.o))
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (key_open(m, v.o->m.slot[i].c->v))
				return 1;
	return v.kind == V_UNK;
}

uint64_t
key_unknown(const vm *m, value v, uint32_t node)
{
	if (v.kind == V_OBJ) {
		uint64_t h = 1469598103934665603u, k;
		for (uint32_t i = 0; i < v.o->m.n; i++) {
			value e = v.o->m.slot[i].c->v;
			if (!key_of(m, e, &k))
				k = key_unknown(m, e, node);
			h = (h ^ k) * 0xff51afd7ed558ccdu;
		}
		return (uint64_t)7 << 60 | (uint64_t)1 << 41 | h >> 24;
	}
	return (uint64_t)7 << 60 | (v.sym ? v.sym : (uint64_t)1 << 40 | node);
}

/* Is v another argument of the command line than the one that is the label? */
static int
other_argument(const vm *m, value v)
{
	return is_named(v) && v.flags & VF_INPUT && v.sym != m->bound && strncmp(vm_text(m, v.sym), "argument ", 9) == 0;
}

static int
is_label(const vm *m, value v)
{
	return v.kind == V_STR && v.flags & VF_LABEL && v.s.s == m->label && !v.s.off;
}

value
vm_label_of(const vm *m, value a, value b)
{
	if (!m->bound || !m->c)
		return (value){0};
	return is_label(m, a) && other_argument(m, b) ? a : is_label(m, b) && other_argument(m, a) ? b : (value){0};
}

/* Another argument takes the place of the one that is the label, which nobody has asked for
 * yet: `for (...) name = argv[i];`. */
static void
displace(vm *m, cell *c, value v)
{
	if (is_label(m, v)) {
		m->holder = c;
		m->held_since = m->tested;
	} else if (c == m->holder && m->tested == m->held_since && other_argument(m, v)) {
		m->displaced = 1;
	}
}

void
cell_set(vm *m, cell *c, value v)
{
	if (c->ctype)
		v = cint_as(m, v, c->ctype);
	if (c->thread && m->threads && v.kind != V_UNDEF) { /* the others do not see it */
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, m->line_node, "a variable that each thread has of its own is set in one");
	}
	if (c->thread && m->c && !m->threads && c->v.kind != V_UNDEF)
		m->own_set = 1;
	/* text from outside takes the place of the label, its default */
	if (v.kind == V_UNK && v.i && m->label && c->v.kind == V_STR && c->v.s.s == m->label && !c->v.s.off)
		vm_evidence(m, v, 80);
	if (m->bound && m->c && !m->trailing)
		displace(m, c, v);
	if (m->trailing && c->mark != m->branch) {
		m->trail = vm_more(m, m->trail, m->ntrail, &m->trail_cap, sizeof *m->trail);
		m->trail[m->ntrail].c = c;
		m->trail[m->ntrail++].old = c->v;
		c->mark = m->branch;
	}
	if (m->child)
		child_keeps(m, c);
	c->v = v;
}

obj *
obj_copy(vm *m, const obj *o)
{
	obj *c = vm_obj(m, (okind)o->kind, o->name, o->node);
	uint32_t serial = c->serial;

	*c = *o;
	c->serial = serial;
	memset(&c->m, 0, sizeof c->m);
	map_copy(m, &c->m, &o->m);
	return c;
}

obj *
list_of(vm *m, okind k, uint32_t node)
{
	return vm_obj(m, k, 0, node);
}

void
list_add(vm *m, obj *l, value v)
{
	int64_t n = (int64_t)l->m.n;

	cell_set(m, map_get(m, &l->m, key_int(n), v_int(n)), v);
}

value
pair_of(vm *m, value a, value b, uint32_t node)
{
	obj *l = list_of(m, O_TUPLE, node);

	list_add(m, l, a);
	list_add(m, l, b);
	return v_obj(l);
}

int64_t
list_len(const obj *l)
{
	int64_t n = 0;

	for (uint32_t i = 0; i < l->m.n; i++)
		n += l->m.slot[i].c->v.kind != V_UNDEF;
	return n;
}

value
list_at(const obj *l, int64_t i)
{
	for (uint32_t k = 0; k < l->m.n; k++)
		if (l->m.slot[k].c->v.kind != V_UNDEF && i-- == 0)
			return l->m.slot[k].c->v;
	return (value){0};
}

void
field_set(vm *m, obj *o, const char *name, value v)
{
	uint32_t id = vm_id(m, name);

	cell_set(m, map_get(m, &o->m, key_str(id), v_str(id)), v);
}

value
field_get(vm *m, obj *o, const char *name)
{
	cell *c = map_find(&o->m, key_str(vm_id(m, name)));

	return c ? c->v : (value){0};
}

int64_t
field_int(vm *m, obj *o, const char *name)
{
	value v = field_get(m, o, name);

	return v.kind == V_INT ? v.i : 0;
}

obj *
field_list(vm *m, obj *o, const char *name, uint32_t node)
{
	value l = field_get(m, o, name);

	if (!is_obj(l, O_LIST))
		field_set(m, o, name, l = v_obj(list_of(m, O_LIST, node)));
	return l.o;
}

obj *
ext_obj(vm *m, uint32_t name)
{
	cell *c = map_get(m, &m->ext, key_str(name), v_str(name));

	if (c->v.kind == V_UNDEF)
		c->v = v_obj(vm_obj(m, O_EXT, name, 0));
	return c->v.o;
}

value
ext_of(vm *m, const char *name)
{
	return v_obj(ext_obj(m, vm_id(m, name)));
}

value
thing(vm *m, uint32_t name, uint32_t node)
{
	return v_obj(vm_obj(m, O_THING, name, node));
}

int
thing_is(const vm *m, value v, const char *name)
{
	return is_obj(v, O_THING) && strcmp(vm_text(m, v.o->name), name) == 0;
}

uint32_t
comp_of(value v)
{
	return v.kind == V_OBJ && v.o->comp ? v.o->comp : v.comp;
}

uint32_t
opq_of(value v)
{
	return v.kind == V_OBJ && v.o->opq ? v.o->opq : v.opq;
}

int
same(value a, value b)
{
	if (a.kind != b.kind)
		return 0;
	switch (a.kind) {
	case V_UNDEF: case V_NONE: return 1;
	case V_UNK: return a.sym && a.sym == b.sym && a.comp == b.comp && a.opq == b.opq;
	case V_BOOL: case V_INT: return a.i == b.i;
	case V_FLOAT: return a.f == b.f;
	case V_STR: return a.s.s == b.s.s && a.s.off == b.s.off;
	case V_OBJ: return a.o == b.o;
	case V_REF: return a.r == b.r;
	default: return 0;
	}
}

int
pointer_of(value v, obj **list, int64_t *i)
{
	if (is_obj(v, O_LIST)) {
		*list = v.o;
		*i = 0;
		return 1;
	}
	if (!is_obj(v, O_ITER) || !is_obj(v.o->a, O_LIST) || (v.o->b.kind != V_INT && v.o->b.kind != V_NONE))
		return 0;
	*list = v.o->a.o;
	*i = v.o->b.kind == V_INT ? v.o->b.i : list_len(*list);
	return 1;
}

value
pointer_at(vm *m, obj *list, int64_t i, uint32_t node)
{
	obj *o = vm_obj(m, O_ITER, 0, node);

	o->a = v_obj(list);
	o->b = v_int(i);
	return v_obj(o);
}

value
pointed(value v)
{
	obj *l;
	int64_t i;
	cell *c;

	if (!pointer_of(v, &l, &i) || i < 0)
		return (value){0};
	return l->loose && (c = map_find(&l->m, key_int(i))) && c->v.kind != V_UNDEF ? c->v : list_at(l, i);
}

value
boxed(vm *m, value v, uint32_t node)
{
	value o;

	if (v.kind == V_STR && !(v.flags & VF_CHAR))
		v.sym = (uint32_t)SYM_HELD;
	if (v.kind != V_INT && v.kind != V_BOOL)
		return v;
	o = thing(m, vm_id(m, "optional"), node);
	o.o->a = v;
	return o;
}

int
is_boxed(const vm *m, value v)
{
	return thing_is(m, v, "optional") && v.o->a.kind;
}
