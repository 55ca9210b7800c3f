/* overload.c - see vm.h: which of several functions of C++ a call means, by how many
 * arguments it has and what they are; std::visit and what else asks a variant. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

enum { FITS_NOT, FITS_MAYBE, FITS_CAST, FITS };

/* The name of a class outside that a value is of: std::true_type{}, or a base of its class; NULL. */
static const char *
outer_class(vm *m, value v, char *buf, size_t n)
{
	const char *s = is_obj(v, O_THING) ? vm_text(m, v.o->name) : vm_name_of(m, v, NULL);
	size_t k;

	if (!s)
		return NULL;
	k = strcspn(s, "(");
	if (strcmp(s + k, "()") != 0 || k + 1 > n)
		return NULL;
	memcpy(buf, s, k);
	buf[k] = '\0';
	return as_last_part(buf);
}

static int
base_outside(vm *m, const obj *cls, const char *name, int depth)
{
	for (int64_t i = 0; cls && depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = vm_resolve(m, list_at(cls->a.o, i), 0);
		if (is_obj(b, O_EXT) && strcmp(as_last_part(vm_text(m, b.o->name)), name) == 0)
			return 1;
		if (is_obj(b, O_CLASS) && base_outside(m, b.o, name, depth + 1))
			return 1;
	}
	return 0;
}

/* Can a value be of a type? */
static int
fits_type(vm *m, value type, value v, uint32_t flags)
{
	static const char *const texts[] = {"string", "string_view", "char", "path"};
	static const char *const tags[] = {"true_type", "false_type", "monostate", "nullopt_t", "nullptr_t"};
	static const char *const numbers[] = {"int", "long", "short", "unsigned", "unsigned int", "long long", "unsigned long", "unsigned long long", "size_t",
		"ssize_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t"};
	const char *name, *mine;
	char buf[120];

	v = vm_resolve(m, v, 0);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, 0);
	if (type.kind != V_OBJ)
		return FITS_MAYBE;
	if (is_obj(type, O_CLASS)) {
		if (type.o->self_flags & 1)
			return v.kind == V_INT ? FITS_CAST : v.kind == V_UNK ? FITS_MAYBE : FITS_NOT;
		if (is_obj(v, O_INST))
			return v.o->cls == type.o ? FITS : class_is(v.o->cls, type.o) ? FITS_CAST : FITS_NOT;
		return v.kind == V_UNK || is_obj(v, O_LIST) || is_obj(v, O_DICT) || is_obj(v, O_THING) ? FITS_MAYBE : v.kind == V_NONE && flags & FACT_POINTER ? FITS_CAST : FITS_NOT;
	}
	if (is_obj(type, O_PARTIAL))
		type = type.o->a;
	if (!is_obj(type, O_EXT))
		return FITS_MAYBE;
	name = as_last_part(vm_text(m, type.o->name));
	if (strcmp(name, "auto") == 0)
		return FITS_MAYBE;
	if (AS_AMONG(name, tags)) {
		if (is_obj(v, O_INST))
			return base_outside(m, v.o->cls, name, 0) ? FITS : base_outside(m, v.o->cls, strcmp(name, "true_type") == 0 ? "false_type" : "true_type", 0) ? FITS_NOT : FITS_MAYBE;
		mine = outer_class(m, v, buf, sizeof buf);
		if (mine && AS_AMONG(mine, tags))
			return strcmp(mine, name) == 0 ? FITS : FITS_NOT;
		return v.kind == V_UNK ? FITS_MAYBE : v.kind == V_NONE && strncmp(name, "null", 4) == 0 ? FITS : FITS_NOT;
	}
	if (v.kind == V_STR && v.flags & VF_CHAR) {
		if (flags & FACT_POINTER || as_among(name, texts, 2) || strcmp(name, "path") == 0)
			return FITS_NOT;
		return strcmp(name, "char") == 0 ? FITS : AS_AMONG(name, numbers) || strcmp(name, "bool") == 0 || strcmp(name, "double") == 0 || strcmp(name, "float") == 0 ? FITS_CAST : FITS_MAYBE;
	}
	if (v.kind == V_STR)
		return AS_AMONG(name, texts) ? FITS : AS_AMONG(name, numbers) || strcmp(name, "double") == 0 || strcmp(name, "float") == 0 ? FITS_NOT : strcmp(name, "bool") == 0 ? FITS_CAST : FITS_MAYBE;
	if (v.kind == V_INT || v.kind == V_BOOL || v.kind == V_FLOAT) {
		if (flags & FACT_POINTER || as_among(name, texts, 2))
			return FITS_NOT;
		if (AS_AMONG(name, numbers))
			return v.kind == V_INT ? FITS : FITS_CAST;
		if (strcmp(name, "bool") == 0)
			return v.kind == V_BOOL ? FITS : FITS_CAST;
		if (strcmp(name, "double") == 0 || strcmp(name, "float") == 0)
			return v.kind == V_FLOAT ? FITS : FITS_CAST;
		return FITS_MAYBE;
	}
	if (is_obj(v, O_LIST) && !(flags & FACT_POINTER) && AS_AMONG(name, numbers))
		return FITS_NOT;
	if (is_obj(v, O_INST) || is_obj(v, O_FUNC)) {
		if (AS_AMONG(name, texts) || AS_AMONG(name, numbers))
			return FITS_NOT;
		return strcmp(name, "bool") == 0 || strcmp(name, "double") == 0 || strcmp(name, "float") == 0 ? FITS_NOT : FITS_MAYBE;
	}
	return FITS_MAYBE;
}

/* at: where it stands, or 0 */
static int
fits_param(vm *m, const obj *f, uint32_t param, value v, uint32_t at)
{
	uint32_t type = fact_find(m->t, param, FACT_TYPE);
	const char *name = type ? as_last_part(fact_str(m->t, type)) : "";
	cell *c;

	if (!type || v.kind == V_THUNK)
		return FITS_MAYBE;
	FACT_EACH_KID(m->t, f->node, k) /* of the function's own template: anything */
		if (NODE(k)->kind == FACT_TPARAM && NODE(k)->str == NODE(type)->str && !((c = map_find(&f->scope->m, key_str(NODE(k)->str))) && c->v.kind == V_OBJ))
			return FITS_MAYBE;
	if (at && v.kind == V_STR && NODE(at)->kind == FACT_STR && NODE(at)->flags & FACT_UNSIGNED)
		v.flags |= VF_CHAR;
	else if (at && v.kind == V_STR && NODE(at)->kind == FACT_STR && !(NODE(type)->flags & FACT_POINTER)) { /* a pointer: rather a bool than an object that is made of it */
		if (strcmp(name, "bool") == 0)
			return FITS;
		if (strncmp(name, "string", 6) == 0 || strcmp(name, "path") == 0)
			return FITS_CAST;
	}
	if (is_obj(v, O_LIST) && at && NODE(at)->kind == FACT_LIST && strcmp(name, "initializer_list") == 0)
		return FITS;
	return fits_type(m, vm_type(m, f->scope, type), v, NODE(type)->flags);
}

uint32_t
vm_count_params(const vm *m, uint32_t node, uint32_t *least)
{
	uint32_t n = 0;

	*least = 0;
	FACT_EACH_KID(m->t, node, k)
		if (NODE(k)->kind == FACT_PARAM) {
			if (NODE(k)->flags & (FACT_STAR | FACT_STARSTAR))
				return UINT32_MAX;
			n++;
			if (!fact_find(m->t, k, FACT_DEFAULT))
				(*least)++;
		}
	return n;
}

obj *
vm_choose(vm *m, obj *f, const args *a)
{
	obj *best = NULL;
	int most = -1, ties = 0;

	if (!f->next)
		return f;
	for (obj *o = f; o; o = o->next) {
		uint32_t least, max = vm_count_params(m, o->node, &least), i = 0;
		int body = fact_find(m->t, o->node, FACT_BLOCK) != 0;
		int s = (a->n >= least && a->n <= max ? 2000 : 0) + (body ? 1000 : 0);
		if (s >= 2000)
			FACT_EACH_KID(m->t, o->node, k)
				if (NODE(k)->kind == FACT_PARAM && i < a->n && !(NODE(k)->flags & FACT_STAR)) {
					int fit = fits_param(m, o, k, a->v[i], a->at[i]);
					i++;
					if (o->cls && NODE(o->node)->str == o->cls->name && a->n == 1 && fit == FITS_MAYBE) { /* a constructor that copies what may be no object */
						uint32_t type = fact_find(m->t, k, FACT_TYPE);
						fit = type && strcmp(as_last_part(fact_str(m->t, type)), vm_text(m, o->cls->name)) == 0 ? a->v[0].kind == V_INT || a->v[0].kind == V_STR || a->v[0].kind == V_BOOL || a->v[0].kind == V_FLOAT ? FITS_NOT : -1 : fit;
					}
					s += fit == FITS_NOT ? -1500 : fit; /* worse than one whose body is elsewhere */
				}
		ties = s == most ? ties + 1 : s > most ? 0 : ties;
		if (s > most || (s == most && body && vm_relevant(m, o->node) && !vm_relevant(m, best->node))) {
			most = s;
			best = o;
		}
	}
	if (ties && best && vm_relevant(m, best->node) && most > 3000) /* which one is not told */
		for (obj *o = f; o; o = o->next)
			if (o != best && fact_find(m->t, o->node, FACT_BLOCK)) {
				uint32_t least, max = vm_count_params(m, o->node, &least);
				if (a->n >= least && a->n <= max && !vm_decide(m, vm_idf(m, "overload %.80s of line %u", vm_text(m, best->name), NODE(best->node)->line), a->node))
					return o;
				break;
			}
	return best ? best : f;
}

/* std::visit(f, v): the function of f that takes what v holds. */
int
vm_visit(vm *m, args *a, value *out)
{
	value f = arg_get(a, 0, NULL, m), v = arg_get(a, 1, NULL, m);
	value best = (value){0};
	int most = FITS_NOT, n = 0;

	if (a->n != 2)
		return 0;
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, a->node);
	if (is_obj(f, O_FUNC) || (is_obj(f, O_INST) && !f.o->narg)) {
		*out = vm_callv(m, f, a->node, 1, &v);
		return 1;
	}
	if (!is_obj(f, O_INST))
		return 0;
	for (uint32_t i = 0; i < f.o->narg; i++) {
		value g = vm_resolve(m, f.o->arg[i], a->node);
		uint32_t param = is_obj(g, O_FUNC) ? fact_find(m->t, g.o->node, FACT_PARAM) : 0;
		int fit = param ? fits_param(m, g.o, param, v, 0) : FITS_NOT;
		n += fit == FITS_MAYBE;
		if (fit > most) {
			most = fit;
			best = g;
		}
	}
	if (most == FITS_NOT || (most == FITS_MAYBE && n > 1 && v.kind == V_UNK)) {
		value u = v_unk(0);
		u.opq = (uint16_t)vm_edge(m, a->node, "what the variant holds is not known");
		*out = u;
		return 1;
	}
	*out = vm_callv(m, best, a->node, 1, &v);
	return 1;
}

/* std::get<T>(v), std::get_if<T>(&v), std::holds_alternative<T>(v), std::get<0>(tuple). */
int
vm_alternative(vm *m, const char *f, value type, args *a, value *out)
{
	value v = arg_get(a, 0, NULL, m);
	int fit, is_get = strcmp(f, "std.get") == 0, is_if = strcmp(f, "std.get_if") == 0;

	if (a->n != 1 || (!is_get && !is_if && strcmp(f, "std.holds_alternative") != 0))
		return 0;
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, a->node);
	if (type.kind == V_INT && is_get && (is_obj(v, O_TUPLE) || is_obj(v, O_LIST))) {
		*out = list_at(v.o, type.i);
		if (out->kind == V_UNDEF)
			*out = v_unk(0);
		return 1;
	}
	if (type.kind == V_INT && !vm_choice_type(m, a, type.i, &type)) {
		*out = v_unk(0);
		out->opq = (uint16_t)vm_edge(m, a->node, "which of its types a variant is asked for is not known");
		return 1;
	}
	fit = fits_type(m, type, v, 0);
	if (is_get) {
		if (fit == FITS_NOT)
			vm_raise(m, "std.bad_variant_access");
		*out = v;
		return 1;
	}
	if (fit == FITS_MAYBE && !is_obj(v, O_FUNC))
		fit = vm_decide(m, vm_idf(m, "what the variant holds, line %u", NODE(a->node)->line), a->node) ? FITS : FITS_NOT;
	*out = is_if ? (fit == FITS_NOT ? v_none() : v) : v_bool(fit != FITS_NOT);
	return 1;
}
