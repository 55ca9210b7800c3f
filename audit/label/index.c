/* index.c - see vm.h: elements of containers. */
#include "vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

/* Is it a number, whichever of its faces? Looks at `most` values at the most. */
static int
is_number(value v, int *most)
{
	if (--*most < 0 || v.flags & VF_LABEL)
		return 0;
	if (is_obj(v, O_PHI))
		return is_number(v.o->a, most) && is_number(v.o->b, most);
	return v.kind == V_INT || v.kind == V_FLOAT || v.kind == V_BOOL || (v.kind == V_UNK && !v.comp && !v.opq && !v.i);
}

/* An array of numbers: which element it is makes nothing known where one is not known, or
 * where the index has no name that is asked of again. */
static int
only_numbers(const obj *o, value key)
{
	int open = key.kind == V_UNK && !key.sym, most = 4000;

	for (uint32_t i = 0; i < o->m.n && o->kind != O_DICT; i++) {
		value v = o->m.slot[i].c->v;
		if (!is_number(v, &most))
			return 0;
		open |= v.kind == V_UNK || v.kind == V_OBJ;
	}
	return open;
}

/* Something in a container of which it is not known which: what all have in common, at least that it may be compiled. */
static value
any_of(vm *m, obj *o, value key, uint32_t node)
{
	value v = (value){0};
	int n = 0;

	/* an unknown key out of few: decide which one it is */
	if (o->m.n <= 24 && !(m->c && only_numbers(o, key))) {
		for (uint32_t i = 0; i < o->m.n; i++) {
			value kv = o->m.slot[i].kv, is;
			if (o->m.slot[i].c->v.kind == V_UNDEF)
				continue;
			if (i + 1 == o->m.n && !o->loose)
				return o->m.slot[i].c->v;
			is = vm_compare(m, "==", key, kv, node);
			if (!is.sym && is.kind == V_UNK)
				is.sym = vm_idf(m, "key %u at %u", i, node);
			if (vm_truth(m, is, node))
				return o->m.slot[i].c->v;
		}
	}
	for (uint32_t i = 0; i < o->m.n; i++)
		if (o->m.slot[i].c->v.kind != V_UNDEF) {
			v = o->m.slot[i].c->v;
			n++;
		}
	if (n == 1)
		return v;
	return v_unk(0);
}

/* Is something set under a key that may be any? */
static int
open_under(const vm *m, const obj *d)
{
	for (uint32_t i = 0; i < d->m.n; i++)
		if (key_open(m, d->m.slot[i].kv) && d->m.slot[i].c->v.kind)
			return 1;
	return 0;
}

static value
slice_of(vm *m, value base, obj *key)
{
	int64_t n, lo = 0, hi, step = 1;
	value l = key->arg[0], h = key->arg[1], st = key->arg[2], r;

	if (l.kind != V_INT && l.kind != V_NONE)
		return v_unk(0);
	if (h.kind != V_INT && h.kind != V_NONE)
		return v_unk(0);
	if (st.kind == V_INT)
		step = st.i;
	else if (st.kind != V_NONE)
		return v_unk(0);
	if (base.kind == V_STR) {
		size_t len;
		if (!vm_cstr(m, base, &len))
			return v_unk(0);
		n = (int64_t)len;
	} else {
		n = list_len(base.o);
	}
	hi = n;
	if (l.kind == V_INT)
		lo = l.i < 0 ? l.i + n : l.i;
	if (h.kind == V_INT)
		hi = h.i < 0 ? h.i + n : h.i;
	lo = lo < 0 ? 0 : lo > n ? n : lo;
	hi = hi < lo ? lo : hi > n ? n : hi;
	if (base.kind == V_STR) {
		if (step != 1)
			return v_unk(0);
		r = v_str(vm_idn(m, vm_cstr(m, base, NULL) + lo, (size_t)(hi - lo)));
		r.flags = base.flags & VF_LABEL;
		return r;
	}
	r = v_obj(list_of(m, base.o->kind == O_TUPLE ? O_TUPLE : O_LIST, base.o->node));
	r.o->loose = base.o->loose;
	if (base.o->kind == O_LIST && base.o->loose && h.kind == V_NONE)
		r.o->self_flags = base.o->self_flags & LIST_ARGUMENTS;
	if (step < 0) {
		for (int64_t i = n - 1; i >= 0; i += step)
			list_add(m, r.o, list_at(base.o, i));
	} else {
		for (int64_t i = lo; i < hi; i += step ? step : 1)
			list_add(m, r.o, list_at(base.o, i));
	}
	return r;
}

int
spelled(const char *a, const char *b)
{
	for (;;) {
		while (*a && !isalnum((unsigned char)*a))
			a++;
		while (*b && !isalnum((unsigned char)*b))
			b++;
		if (!*a || !*b)
			return !*a && !*b;
		if (tolower((unsigned char)*a++) != tolower((unsigned char)*b++))
			return 0;
	}
}

value
vm_index(vm *m, value base, value key, uint32_t node)
{
	uint64_t id;
	cell *c;

	base = vm_resolve(m, base, node);
	if (base.kind == V_REF)
		base = vm_resolve(m, base.r->v, node);
	key = vm_plain(m, key, node);
	base = vm_plain(m, base, node);
	if (m->pending)
		return v_unk(0);
	if (key.kind == V_INT || is_obj(key, O_THING))
		base = named_tuple(m, base);
	vm_asks(m, key);
	vm_asks(m, base);
	if (is_obj(base, O_EXT) && strcmp(vm_text(m, base.o->name), "sys.argv") == 0)
		base = thing(m, base.o->name, node);
	if (is_obj(key, O_THING) && key.o->narg == 3 && key.o->arg) {
		if (base.kind == V_STR || is_obj(base, O_LIST) || is_obj(base, O_TUPLE))
			return slice_of(m, base, key.o);
		if (is_obj(base, O_THING) && strcmp(vm_text(m, base.o->name), "sys.argv") == 0 && key.o->arg[0].kind == V_INT) {
			/* the rest of the arguments: as a list whose first are read when asked for */
			obj *l = list_of(m, O_LIST, node);
			for (int64_t i = key.o->arg[0].i; i < key.o->arg[0].i + 3 && (key.o->arg[1].kind != V_INT || i < key.o->arg[1].i); i++) {
				char name[40];
				snprintf(name, sizeof name, "argument %lld", (long long)i);
				list_add(m, l, vm_input(m, name, node));
			}
			l->loose = key.o->arg[1].kind != V_INT;
			l->self_flags = 1; /* how many there are is as many as are asked for */
			return v_obj(l);
		}
		if (is_named(base) && base.i) { /* a part of the same text */
			char name[200];
			value *k = key.o->arg, hyp = v_unk(0);
			if (vm_hyp(m, base))
				hyp = slice_of(m, v_strc(m, vm_hyp(m, base)), key.o);
			if (k[0].kind == V_INT && k[1].kind == V_INT)
				snprintf(name, sizeof name, "%.120s[%lld:%lld]", vm_text(m, base.sym), (long long)k[0].i, (long long)k[1].i);
			else if (k[0].kind == V_INT)
				snprintf(name, sizeof name, "%.120s[%lld:]", vm_text(m, base.sym), (long long)k[0].i);
			else if (k[1].kind == V_INT)
				snprintf(name, sizeof name, "%.120s[:%lld]", vm_text(m, base.sym), (long long)k[1].i);
			else
				snprintf(name, sizeof name, "%.120s[...]", vm_text(m, base.sym));
			return vm_part(m, base, name, hyp);
		}
		if (base.kind == V_UNK) {
			value v = base;
			v.sym = is_named(base) ? vm_idf(m, "part of %.200s", vm_text(m, base.sym)) : 0;
			v.flags &= VF_LABEL | VF_INPUT;
			return v;
		}
		return base.kind == V_OBJ && base.o->kind == O_THING ? base : v_unk(0);
	}
	switch (base.kind) {
	case V_STR: {
		size_t n;
		const char *s = vm_cstr(m, base, &n);
		int64_t i = key.kind == V_INT ? key.i : -1;
		value v;
		if (key.kind != V_INT || !s)
			return v_unk(0);
		if (i < 0)
			i += (int64_t)n;
		if (i < 0 || (size_t)i > n || ((size_t)i == n && !m->c)) {
			if (!m->c)
				vm_raise(m, "IndexError");
			return v_unk(0);
		}
		v = v_str(vm_idn(m, s + i, (size_t)i < n));
		v.flags = (base.flags & VF_LABEL) | VF_CHAR;
		return v;
	}
	case V_UNK: {
		if (!m->c && base.flags & VF_INPUT && !base.i && key.kind == V_STR && vm_cstr(m, key, NULL)) { /* of a document that came in */
			char text[140];
			snprintf(text, sizeof text, "item '%.100s' of the input", vm_cstr(m, key, NULL));
			return vm_input(m, text, node);
		}
		value v = v_unk(is_named(base) && key.kind == V_STR ? vm_idf(m, "%.200s['%.60s']", vm_text(m, base.sym), vm_cstr(m, key, NULL) ? vm_cstr(m, key, NULL) : "")
		    : is_named(base) && key.kind == V_INT ? vm_idf(m, "%.200s[%lld]", vm_text(m, base.sym), (long long)key.i) : 0);
		v.comp = base.comp;
		v.opq = base.opq;
		v.flags = base.flags & (VF_LABEL | VF_INPUT);
		v.i = base.i;
		return v;
	}
	case V_OBJ: break;
	default:
		return v_unk(0);
	}
	if (m->c && base.o->kind == O_ITER && key.kind == V_INT) {
		obj *l;
		int64_t i;
		if (pointer_of(base, &l, &i)) {
			base = v_obj(l);
			key.i += i;
		}
	}
	switch (base.o->kind) {
	case O_LIST: case O_TUPLE:
		if (key.kind == V_INT || key.kind == V_BOOL) {
			int64_t n = list_len(base.o), i = key.i < 0 ? key.i + n : key.i;
			value v = i >= 0 ? list_at(base.o, i) : (value){0};
			if (base.o->kind == O_LIST && base.o->self_flags & LIST_ORDER_OPEN && n > 1)
				return any_of(m, base.o, v_unk(0), node);
			m->loop_reads += !base.o->loose || v.kind != V_UNDEF; /* elements that nobody knows are no table that a loop reads */
			if (v.kind != V_UNDEF)
				return v;
			if (m->c) {
				m->loop_end = !base.o->loose && n > 0;
				if (base.o->loose && is_obj(base.o->b, O_EXT)) { /* one of a library's */
					v = thing(m, base.o->b.o->name, node);
					v.o->loose = 1;
					v.o->opq = base.o->opq;
					return v;
				}
				v = base.o->loose ? v_unk(0) : v_none();
				v.opq = base.o->loose ? base.o->opq : 0;
				return v;
			}
			if (base.o->loose)
				return v_unk(0);
			vm_raise(m, "IndexError");
			return v_unk(0);
		}
		return any_of(m, base.o, key, node);
	case O_DICT:
		if (key_of(m, key, &id)) {
			if ((c = map_find(&base.o->m, id)) && c->v.kind != V_UNDEF)
				return c->v;
			if (key.kind == V_OBJ && key.o->kind == O_INST && key.o->cls && (key.o->cls->self_flags & 4))
				return vm_index(m, base, field_get(m, key.o, "value"), node);
			if (base.o->a.kind && !m->c) { /* defaultdict */
				value v = vm_callv(m, base.o->a, node, 0, NULL);
				cell_set(m, map_get(m, &base.o->m, id, key), v);
				return v;
			}
			if (m->c && !base.o->loose && !open_under(m, base.o)) { /* it is made */
				value v = vm_default(m, base.o->b, node);
				c = map_get(m, &base.o->m, id, key);
				c->v = v.kind ? v : v_int(0);
				return c->v;
			}
			if (base.o->loose) {
				value v = v_unk(0);
				v.opq = base.o->opq;
				return v;
			}
			if (open_under(m, base.o))
				return any_of(m, base.o, key, node);
			vm_raise(m, "KeyError");
			return v_unk(0);
		}
		if (key_open(m, key) && (c = map_find(&base.o->m, key_unknown(m, key, node))) && c->v.kind != V_UNDEF)
			return c->v;
		if (key.kind == V_UNK && m->label) {
			for (uint32_t i = 0; i < base.o->m.n && i < 400; i++) {
				value k = base.o->m.slot[i].kv;
				if (k.kind == V_STR && vm_cstr(m, k, NULL))
					vm_tested(m, key, T_KEY, vm_cstr(m, k, NULL), strlen(vm_cstr(m, k, NULL)));
			}
		}
		return any_of(m, base.o, key, node);
	case O_SCOPE:
		if (key.kind == V_STR && (c = map_find(&base.o->scope->m, key_str(key.s.s))) && c->v.kind != V_UNDEF)
			return c->v;
		if (key.kind == V_STR)
			vm_raise(m, "KeyError");
		if (key.kind == V_UNK) {
			int named = 0;
			for (uint32_t i = 0; i < base.o->scope->m.n && !named; i++)
				named = base.o->scope->m.slot[i].kv.kind == V_STR && label_word(m, vm_text(m, base.o->scope->m.slot[i].kv.s.s));
			vm_evidence(m, key, named ? 85 : 3);
		}
		return v_unk(0);
	case O_CLASS: {
		value v;
		if (meta_index(m, base.o, key, node, &v))
			return v;
		if ((base.o->self_flags & 1) && key.kind == V_UNK) {
			int named = 0;
			for (uint32_t i = 0; i < base.o->m.n && !named; i++)
				named = base.o->m.slot[i].kv.kind == V_STR && spelled(vm_text(m, base.o->m.slot[i].kv.s.s), m->label ? vm_text(m, m->label) : "");
			vm_evidence(m, key, named ? 85 : 3);
			return v_unk(0);
		}
		if ((base.o->self_flags & 1) && key.kind == V_STR) {
			if ((c = map_find(&base.o->m, key_str(key.s.s))) && c->v.kind != V_UNDEF)
				return c->v;
			vm_raise(m, "KeyError");
			return v_unk(0);
		}
		return base; /* Generic[T] */
	}
	case O_INST: {
		value f = class_find(m, base.o->cls, vm_id(m, m->c ? "operator[]" : "__getitem__"));
		if (is_obj(f, O_FUNC))
			return vm_callv(m, bind(m, f, base), node, 1, &key);
		if (m->c)
			return base;
		if (dict_part(m, &base))
			return vm_index(m, v_obj(dict_part(m, &base)), key, node);
		return v_unk(0);
	}
	case O_THING: {
		const char *name = vm_text(m, base.o->name);
		value v;
		if (m->c && cli_index(m, base, key, node, &v))
			return v;
		if (strcmp(name, "sys.argv") == 0 && key.kind == V_INT) {
			char text[40];
			if (key.i == 0)
				return v_unk(vm_id(m, "sys.argv[0]"));
			snprintf(text, sizeof text, "argument %lld", (long long)(key.i < 0 ? 1 : key.i));
			return vm_input(m, text, node);
		}
		if (key_of(m, key, &id) && (c = map_find(&base.o->m, id)) && c->v.kind != V_UNDEF)
			return c->v;
		v = v_unk(0);
		if (key.kind == V_STR && vm_cstr(m, key, NULL))
			v = v_unk(vm_idf(m, "%.200s['%.60s']", name, vm_cstr(m, key, NULL)));
		v.comp = base.o->comp;
		v.opq = base.o->opq;
		return v;
	}
	case O_EXT: {
		const char *name = vm_text(m, base.o->name);
		if (strcmp(name, "sys.argv") == 0)
			return vm_index(m, thing(m, base.o->name, node), key, node);
		value mod = modules_at(m, base, key);
		if (mod.kind != V_UNDEF)
			return mod;
		if (strcmp(name, "os.environ") == 0 && key.kind == V_STR && vm_cstr(m, key, NULL)) {
			char text[200];
			snprintf(text, sizeof text, "variable %.150s", vm_cstr(m, key, NULL));
			return vm_input(m, text, node);
		}
		if (!m->c && key.kind == V_STR && vm_cstr(m, key, NULL)) /* a table of a library, not List["T"] */
			return v_unk(vm_idf(m, "%.200s['%.60s']", name, vm_cstr(m, key, NULL)));
		return base; /* List[int]; a kernel's launch grid */
	}
	default:
		return base.o->kind == O_FUNC ? base : v_unk(0);
	}
}
