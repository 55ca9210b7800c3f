/* display.c - see vm.h: displays and comprehensions. */
#include "vm_impl.h"

#include "../program/program.h"

#define NODE(i) (&m->t->node[i])

typedef struct { scope *s, *around; uint32_t node; obj *out; uint32_t target, body; } comp; /* around: where its first iterable is evaluated */

static void comp_body(vm *m, comp *c, uint32_t block);

static void
add_starred(vm *m, obj *l, value v, uint32_t node)
{
	v = vm_resolve(m, v, node);
	if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) {
		for (int64_t i = 0; i < list_len(v.o); i++)
			list_add(m, l, list_at(v.o, i));
		l->loose |= v.o->loose;
	} else if (is_obj(v, O_DICT)) {
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (v.o->m.slot[i].c->v.kind)
				list_add(m, l, v.o->m.slot[i].kv);
	} else {
		l->loose = 1;
	}
}

/* Values of a display; #if in it chooses. */
void
vm_display(vm *m, scope *s, uint32_t from, uint32_t end, obj *l)
{
	obj *all;

	for (uint32_t k = from; k < end && !m->pending; k = NODE(k)->end) {
		if (NODE(k)->kind == FACT_ERROR) {
			l->loose = 1;
			if (m->c && !m->trailing)
				l->opq = (uint16_t)vm_edge(m, k, "not read: %s", fact_str(m->t, k));
		}
		if (NODE(k)->kind == FACT_COMMENT || NODE(k)->kind == FACT_ERROR)
			continue;
		if (NODE(k)->kind == FACT_STARRED) {
			add_starred(m, l, vm_evalr(m, s, k + 1), k);
		} else if ((all = vm_variadic(m, s, k)) != NULL) {
			for (int64_t i = 0; i < list_len(all) && !m->pending; i++)
				list_add(m, l, vm_expanded(m, s, list_at(all, i)));
		} else if (NODE(k)->kind == FACT_IF && (NODE(k)->flags & FACT_PREPROC)) {
			uint32_t then = NODE(k + 1)->end, other = NODE(then)->end;
			if (vm_preproc(m, s, k))
				vm_display(m, s, then + 1, NODE(then)->end, l);
			else if (other < NODE(k)->end)
				vm_display(m, s, other + 1, NODE(other)->end, l);
		} else {
			list_add(m, l, vm_eval(m, s, k));
		}
	}
}

value
vm_display_dict(vm *m, scope *s, uint32_t node, obj *d)
{
	FACT_EACH_KID(m->t, node, k) {
		uint32_t key = k + 1, val;
		uint64_t id;
		value kv, v;
		if (m->pending)
			break;
		if (NODE(k)->kind == FACT_IF) {
			uint32_t then = NODE(k + 1)->end, other = NODE(then)->end;
			if (vm_preproc(m, s, k))
				vm_display_dict(m, s, then, d);
			else if (other < NODE(k)->end)
				vm_display_dict(m, s, other, d);
			continue;
		}
		if (NODE(k)->kind != FACT_PAIR) {
			if (NODE(k)->kind != FACT_COMMENT) { /* the one behind the last */
				value last = d->m.n ? d->m.slot[d->m.n - 1].kv : v_int(-1);
				v = vm_eval(m, s, k);
				if (last.kind == V_INT)
					cell_set(m, map_get(m, &d->m, key_int(last.i + 1), v_int(last.i + 1)), v);
				else
					list_add(m, d, v);
			}
			continue;
		}
		if (NODE(k)->flags & FACT_STARSTAR) {
			v = vm_evalr(m, s, key);
			if (is_obj(v, O_DICT)) {
				map_update(m, &d->m, &v.o->m);
				d->loose |= v.o->loose;
			} else
				d->loose = 1;
			continue;
		}
		val = NODE(key)->end;
		kv = vm_evalr(m, s, key);
		if (val >= NODE(k)->end)
			continue;
		v = vm_eval(m, s, val);
		if (m->pending)
			break;
		if (key_of(m, kv, &id))
			cell_set(m, map_get(m, &d->m, id, kv), v);
		else
			d->loose = 1;
	}
	return v_obj(d);
}

static int
comp_item(vm *m, void *arg, value item)
{
	comp *c = arg;

	vm_assign(m, c->s, c->target, item);
	comp_body(m, c, c->body);
	return m->pending == X_NORMAL;
}

static void
comp_stmt(vm *m, comp *c, uint32_t k)
{
	if (m->pending)
		return;
	switch (NODE(k)->kind) {
	case FACT_FOR: {
		comp in = *c;
		value v;
		in.target = k + 1;
		uint32_t it = NODE(in.target)->end;
		in.body = NODE(it)->end;
		v = vm_evalr(m, c->around, it);
		in.around = c->s;
		if (in.body < NODE(k)->end && !m->pending) {
			vm_iterate(m, v, it, comp_item, &in);
			if (v.kind == V_UNK || (v.kind == V_OBJ && v.o->loose))
				c->out->loose = 1;
		}
		break;
	}
	case FACT_IF: {
		uint32_t body = NODE(k + 1)->end;
		value t = vm_evalr(m, c->s, k + 1);
		int known = vm_known(m, t);
		if (m->pending)
			return;
		if (known < 0) {
			if (t.kind == V_UNK && t.i == 0 && !t.sym) {
				c->out->loose = 1; /* may be there */
				known = 1;
			} else {
				known = vm_truth(m, t, k);
			}
		}
		if (known && body < NODE(k)->end)
			comp_body(m, c, body);
		break;
	}
	case FACT_PAIR: {
		uint32_t val = NODE(k + 1)->end;
		value kv = vm_evalr(m, c->s, k + 1);
		value v = val < NODE(k)->end ? vm_eval(m, c->s, val) : v_unk(0);
		uint64_t id;
		if (m->pending)
			return;
		if (key_of(m, kv, &id))
			cell_set(m, map_get(m, &c->out->m, id, kv), v);
		else
			c->out->loose = 1;
		break;
	}
	default: {
		value v = vm_eval(m, c->s, k);
		if (!m->pending)
			list_add(m, c->out, v);
	}
	}
}

static void
comp_body(vm *m, comp *c, uint32_t block)
{
	if (NODE(block)->kind != FACT_BLOCK) {
		comp_stmt(m, c, block);
		return;
	}
	FACT_EACH_KID(m->t, block, k)
		comp_stmt(m, c, k);
}

static int
has_pair(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = node; i < t->node[node].end; i++) {
		if (t->node[i].kind == FACT_PAIR)
			return 1;
		if (t->node[i].kind == FACT_DICT || t->node[i].kind == FACT_CALL)
			i = t->node[i].end - 1;
	}
	return 0;
}

value
vm_comprehension(vm *m, scope *s, uint32_t node)
{
	comp c = {.s = scope_new(m, S_FUNC, s, s->file), .around = s, .node = node};

	if (NODE(node)->flags & FACT_LAZY && vm_dropped(m, node))
		return thing(m, vm_id(m, "generator()"), node);
	c.s->comp = 1;
	c.s->self = s->kind == S_FUNC ? s->self : (value){0};
	c.out = has_pair(m->t, node) ? vm_obj(m, O_DICT, 0, node) : list_of(m, O_LIST, node);
	FACT_EACH_KID(m->t, node, k)
		comp_stmt(m, &c, k);
	return v_obj(c.out);
}
