/* template.c - see vm.h: a template of C++ with its arguments. A function or class of
 * which the tree holds one made for these arguments is that one; any other is a copy
 * whose scope knows them. */
#include "cint.h"
#include "vm.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

/* Without the spaces that tell nothing: "float *" is "float*". */
static void
squeeze(char *s)
{
	char *to = s;

	for (const char *p = s; *p; p++) {
		if (*p == ' ' && (to == s || !(isalnum((unsigned char)to[-1]) || to[-1] == '_') || !(isalnum((unsigned char)p[1]) || p[1] == '_')))
			continue;
		*to++ = *p;
	}
	*to = '\0';
}

/* How an argument is spelled: 0 if that is not known. written: as it stands there. */
static int
arg_text(vm *m, value k, uint32_t node, int written, char *out, size_t cap)
{
	k = vm_resolve(m, k, node);
	if (written && (NODE(node)->kind == FACT_ATTR || NODE(node)->kind == FACT_INDEX))
		fact_unparse(m->t, node, out, cap);
	else if (written && k.kind == V_INT && sym_named(k.sym) && !cint_of(k)) /* an enumerator, by the name of a parameter */
		snprintf(out, cap, "%s", vm_text(m, k.sym));
	else if (k.kind == V_BOOL)
		snprintf(out, cap, "%s", k.i ? "true" : "false");
	else if (k.kind == V_INT)
		snprintf(out, cap, "%lld", (long long)k.i);
	else if (is_obj(k, O_CLASS) || is_obj(k, O_EXT))
		snprintf(out, cap, "%s", vm_text(m, k.o->name));
	else if (NODE(node)->kind == FACT_UNKNOWN && *fact_str(m->t, node))
		snprintf(out, cap, "%s", fact_str(m->t, node));
	else if (is_named(k) && !k.flags) /* a type of the language, by the name of a parameter */
		snprintf(out, cap, "%s", vm_text(m, k.sym));
	else
		return 0;
	squeeze(out);
	return strlen(out) < cap - 1;
}

/* A number type of the language, or a class of the tree; else 0. */
static int
is_plain_type(vm *m, value k, uint32_t node)
{
	return !(NODE(node)->flags & (FACT_POINTER | FACT_REF)) && ((is_obj(k, O_EXT) && cint_named(vm_text(m, k.o->name))) || (is_obj(k, O_CLASS) && !fact_find(m->t, k.o->node, FACT_TPARAM)));
}

value
template_trait(vm *m, const char *name, value key, uint32_t at)
{
	uint32_t a = at + 1, b = NODE(a)->end;
	value x, y;

	if (strcmp(as_last_part(name), "is_same_v") == 0 && is_obj(key, O_TUPLE) && list_len(key.o) == 2 && NODE(at)->kind == FACT_TUPLE) {
		x = vm_resolve(m, list_at(key.o, 0), a);
		y = vm_resolve(m, list_at(key.o, 1), b);
		if (is_plain_type(m, x, a) && is_plain_type(m, y, b) && (x.o->kind != y.o->kind || (x.o->kind == O_CLASS && x.o != y.o) ||
		    (x.o->kind == O_EXT && cint_named(vm_text(m, x.o->name)) != cint_named(vm_text(m, y.o->name)))))
			return v_bool(0); /* a pointer to one of them is none of the other either */
	}
	x = v_unk(0);
	x.flags = VF_LOOSE; /* not the same every time */
	return x;
}

/* A copy of f, and of its overloads, in the scope. */
static obj *
copy_func(vm *m, obj *f, scope *in, obj *cls)
{
	obj *c = vm_obj(m, O_FUNC, f->name, f->node);

	*c = *f;
	c->scope = in;
	if (cls)
		c->cls = cls;
	if (f->next)
		c->next = copy_func(m, f->next, in, cls);
	return c;
}

value
template_of(vm *m, value base, value key, uint32_t at)
{
	char text[256], one[96];
	size_t n = 0;
	uint32_t count = 0, what = base.o->kind == O_EXT ? 0 : base.o->node;
	const char *name = vm_text(m, base.o->name), *dot = strrchr(name, '.');
	value arg[8];
	uint32_t arg_node[8];
	scope *in;
	obj *c;
	cell *made;

	if (NODE(at)->kind == FACT_TUPLE) {
		FACT_EACH_KID(m->t, at, k)
			if (count < 8) {
				arg[count] = is_obj(key, O_TUPLE) && (int64_t)count < list_len(key.o) ? list_at(key.o, count) : v_unk(0);
				arg_node[count++] = k;
			}
	} else {
		arg[0] = key;
		arg_node[0] = at;
		count = 1;
	}
	for (int written = 1; written >= 0; written--) { /* one made for what is written there, or for what that means */
		n = (size_t)snprintf(text, sizeof text, "%.90s<", dot && !what ? dot + 1 : name);
		for (uint32_t i = 0; i < count; i++) {
			if (!arg_text(m, arg[i], arg_node[i], written, one, sizeof one) || n + strlen(one) + 3 > sizeof text)
				return base;
			n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i ? "," : "", one);
		}
		snprintf(text + n, sizeof text - n, ">");
		vm_demand(m, m->shared, vm_id(m, text));
		made = map_get(m, &m->shared->m, key_str(vm_id(m, text)), v_str(vm_id(m, text)));
		if (made->v.kind == V_OBJ)
			return made->v;
	}
	if (!what || fact_find(m->t, what, FACT_TPARAM) == 0)
		return base;
	in = scope_new(m, S_FUNC, base.o->scope, program_file(m->p, what));
	n = 0;
	FACT_EACH_KID(m->t, what, k)
		if (NODE(k)->kind == FACT_TPARAM) {
			cell *p = map_get(m, &in->m, key_str(NODE(k)->str), v_str(NODE(k)->str));
			uint32_t def = fact_find(m->t, k, FACT_DEFAULT);

			p->v = n < count ? vm_resolve(m, arg[n], arg_node[n]) : def ? vm_eval(m, base.o->scope, def + 1) : v_unk(0);
			if (n < count && p->v.kind == V_INT && NODE(arg_node[n])->kind == FACT_ATTR) {
				fact_unparse(m->t, arg_node[n], one, sizeof one);
				p->v.sym = vm_id(m, one); /* Mode.fast: what one made for it is called by */
			}
			n++;
		}
	if (base.o->kind == O_FUNC) {
		c = copy_func(m, base.o, in, NULL);
	} else {
		c = vm_obj(m, O_CLASS, base.o->name, what);
		*c = *base.o;
		memset(&c->m, 0, sizeof c->m);
		c->scope = in;
		for (uint32_t i = 0; i < base.o->m.n; i++) {
			slot *o = &base.o->m.slot[i];
			cell *to = map_get(m, &c->m, o->key, o->kv);

			to->v = is_obj(o->c->v, O_FUNC) ? v_obj(copy_func(m, o->c->v.o, in, c)) : o->c->v;
		}
	}
	cell_set(m, made, v_obj(c));
	return v_obj(c);
}
