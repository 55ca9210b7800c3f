/* lib_inspect.c - see vm.h: what a program asks of its own functions and classes: their
 * annotations and signatures. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

value
annotated(vm *m, scope *s, uint32_t type)
{
	const char *t = fact_str(m->t, type);
	uint32_t id = vm_idn(m, t, strcspn(t, "."));
	cell *c = s ? scope_find(m, s, id) : NULL;
	value v = c ? c->v : strcmp(t, "None") == 0 ? v_none() : v_obj(ext_obj(m, id));

	for (t += strcspn(t, "."); *t == '.' && !m->pending; t += strcspn(t, ".")) {
		t++;
		v = vm_attr(m, v, vm_idn(m, t, strcspn(t, ".")), type);
	}
	return v;
}

/* The fields of a class that have an annotation, those of its bases first. */
static void
class_hints(vm *m, obj *cls, obj *d, int bases)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = bases && is_obj(cls->a, O_LIST) ? list_len(cls->a.o) : 0; i-- > 0;)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && list_at(cls->a.o, i).o != cls)
			class_hints(m, list_at(cls->a.o, i).o, d, 1);
	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end) {
		uint32_t type = NODE(k)->kind == FACT_DECL ? fact_find(m->t, k, FACT_TYPE) : 0, name = NODE(k + 1)->str;
		if (NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_STATIC) && NODE(k + 1)->kind == FACT_NAME)
			cell_set(m, map_get(m, &d->m, key_str(name), v_str(name)), type ? annotated(m, cls->scope, type) : v_unk(0));
	}
}

static void
func_hints(vm *m, obj *f, obj *d)
{
	uint32_t type;

	FACT_EACH_KID(m->t, f->node, p)
		if (NODE(p)->kind == FACT_PARAM && (type = fact_find(m->t, p, FACT_TYPE)))
			cell_set(m, map_get(m, &d->m, key_str(NODE(p)->str), v_str(NODE(p)->str)), annotated(m, f->scope, type));
	if ((type = fact_find(m->t, f->node, FACT_TYPE)))
		field_set(m, d, "return", annotated(m, f->scope, type));
}

int
inspect_hints(vm *m, value of, int bases, uint32_t node, value *out)
{
	obj *d = vm_obj(m, O_DICT, 0, node);

	if (is_obj(of, O_INST) && bases)
		of = v_obj(of.o->cls);
	if (is_obj(of, O_CLASS))
		class_hints(m, of.o, d, bases);
	else if (is_obj(of, O_FUNC))
		func_hints(m, of.o, d);
	else
		return 0;
	*out = v_obj(d);
	return 1;
}

/* The fields that a pattern names by their place: those of a dataclass or a named tuple. */
int
inspect_match_args(vm *m, obj *cls, uint32_t node, value *out)
{
	obj *fields = list_of(m, O_TUPLE, node), *names = list_of(m, O_TUPLE, node);

	if (m->c || !(cls->self_flags & 18))
		return 0;
	if (NODE(cls->node)->kind != FACT_CLASS)
		return 0;
	vm_class_fields(m, cls, fields);
	for (int64_t i = 0; i < list_len(fields); i++)
		list_add(m, names, field_get(m, list_at(fields, i).o, "name"));
	*out = v_obj(names);
	return 1;
}

static int
signature(vm *m, value f, uint32_t node, value *out)
{
	obj *d = vm_obj(m, O_DICT, 0, node);
	uint32_t given = 0;
	int skip;

	if (is_obj(f, O_CLASS))
		f = class_find(m, f.o, vm_id(m, "__init__")), skip = 1;
	else
		skip = is_obj(f, O_FUNC) && f.o->a.kind != V_UNDEF;
	if (is_obj(f, O_INST) && f.o->cls) {
		f = class_find(m, f.o->cls, vm_id(m, "__call__"));
		skip = 1;
	}
	for (value w; is_obj(f, O_FUNC) && (w = field_get(m, f.o, "__wrapped__")).kind == V_OBJ && given < 8; given++)
		f = w;
	if (!is_obj(f, O_FUNC))
		return 0;
	*out = thing(m, vm_id(m, "inspect.signature()"), node);
	FACT_EACH_KID(m->t, f.o->node, p) {
		uint32_t def = fact_find(m->t, p, FACT_DEFAULT), type = fact_find(m->t, p, FACT_TYPE);
		value v;
		if (NODE(p)->kind != FACT_PARAM || !*fact_str(m->t, p) || skip-- > 0)
			continue;
		v = thing(m, vm_id(m, "inspect.Parameter()"), p);
		field_set(m, v.o, "name", v_str(NODE(p)->str));
		field_set(m, v.o, "default", def ? vm_eval(m, f.o->scope, def + 1) : ext_of(m, "inspect.Parameter.empty"));
		field_set(m, v.o, "annotation", type ? annotated(m, f.o->scope, type) : ext_of(m, "inspect.Parameter.empty"));
		field_set(m, v.o, "kind", ext_of(m, NODE(p)->flags & FACT_STAR ? "inspect.Parameter.VAR_POSITIONAL" : NODE(p)->flags & FACT_STARSTAR ?
		    "inspect.Parameter.VAR_KEYWORD" : "inspect.Parameter.POSITIONAL_OR_KEYWORD"));
		cell_set(m, map_get(m, &d->m, key_str(NODE(p)->str), v_str(NODE(p)->str)), v);
	}
	field_set(m, out->o, "parameters", v_obj(d));
	return 1;
}

/* Does the name mean another in a class: __x, which is _C__x there? */
static int
mangled(const char *s)
{
	return strncmp(s, "__", 2) == 0 && !as_ends_with(s, "__");
}

/* The names of a class and of its bases, into name. */
static void
class_names(vm *m, const obj *cls, value *name, uint32_t *n, uint32_t most, int depth)
{
	const char *own = vm_text(m, cls->name);

	for (uint32_t i = 0; i < cls->m.n && *n < most; i++) {
		value k = cls->m.slot[i].kv;
		if (k.kind == V_STR && cls->m.slot[i].c->v.kind != V_UNDEF)
			name[(*n)++] = mangled(vm_text(m, k.s.s)) ? v_str(vm_idf(m, "_%.100s%.100s", own + strspn(own, "_"), vm_text(m, k.s.s))) : k;
	}
	for (int64_t i = 0; depth < 16 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			class_names(m, list_at(cls->a.o, i).o, name, n, most, depth + 1);
}

/* dir(x) of a module, a class or an object of the tree, in order; 0 if there may be more than is seen. */
static int
directory(vm *m, value x, uint32_t node, value *out)
{
	enum { MOST = 1000 };
	value name[MOST];
	uint32_t n = 0;
	const map *own = is_obj(x, O_MODULE) && x.o->scope ? &x.o->scope->m : is_obj(x, O_INST) || is_obj(x, O_CLASS) ? &x.o->m : NULL;
	obj *cls = is_obj(x, O_INST) ? x.o->cls : is_obj(x, O_CLASS) ? x.o : NULL, *l = list_of(m, O_LIST, node);

	if (!own || (cls && (class_external(cls) || cls->cls || class_find(m, cls, vm_id(m, "__dir__")).kind || class_find(m, cls, vm_id(m, "__slots__")).kind)) ||
	    (is_obj(x, O_INST) && (!cls || x.o->loose)))
		return 0;
	for (uint32_t i = 0; i < own->n && n < MOST && !is_obj(x, O_CLASS); i++) {
		value k = own->slot[i].kv;
		if (k.kind != V_STR || own->slot[i].c->v.kind == V_UNDEF)
			continue;
		if (strcmp(vm_text(m, k.s.s), "__dir__") == 0 || (cls && mangled(vm_text(m, k.s.s)))) /* of which class is not known */
			return 0;
		name[n++] = k;
	}
	if (cls)
		class_names(m, cls, name, &n, MOST, 0);
	if (n == MOST)
		return 0;
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k > 0 && strcmp(vm_text(m, name[k - 1].s.s), vm_text(m, name[k].s.s)) > 0; k--) {
			value v = name[k];
			name[k] = name[k - 1];
			name[k - 1] = v;
		}
	for (uint32_t i = 0; i < n; i++)
		if (i == 0 || name[i].s.s != name[i - 1].s.s)
			list_add(m, l, v_str(name[i].s.s));
	*out = v_obj(l);
	return 1;
}

/* inspect.getfullargspec(f) */
static int
arguments(vm *m, value f, uint32_t node, value *out)
{
	obj *args = list_of(m, O_LIST, node), *only = list_of(m, O_LIST, node), *defaults = list_of(m, O_TUPLE, node);
	int behind = 0;

	if (!is_obj(f, O_FUNC))
		return 0;
	*out = thing(m, vm_id(m, "inspect.getfullargspec()"), node);
	field_set(m, out->o, "varargs", v_none());
	field_set(m, out->o, "varkw", v_none());
	FACT_EACH_KID(m->t, f.o->node, p) {
		uint32_t def = fact_find(m->t, p, FACT_DEFAULT);
		value name = v_str(NODE(p)->str);
		if (NODE(p)->kind != FACT_PARAM)
			continue;
		if (NODE(p)->flags & FACT_STARSTAR) {
			field_set(m, out->o, "varkw", name);
		} else if (NODE(p)->flags & FACT_STAR) {
			behind = 1;
			if (*fact_str(m->t, p))
				field_set(m, out->o, "varargs", name);
		} else {
			list_add(m, behind ? only : args, name);
			if (def && !behind)
				list_add(m, defaults, vm_eval(m, f.o->scope, def + 1));
		}
	}
	field_set(m, out->o, "args", v_obj(args));
	field_set(m, out->o, "kwonlyargs", v_obj(only));
	field_set(m, out->o, "defaults", list_len(defaults) ? v_obj(defaults) : v_none());
	return 1;
}

int
lib_inspect(vm *m, const char *f, args *a, value *out)
{
	static const char *const tells[] = {"getsource", "getsourcelines", "getsourcefile", "getfile", "getabsfile", "getdoc", "getcomments", "cleandoc"};
	value x = arg_get(a, 0, NULL, m);

	if (vm_is(f, "typing.get_type_hints") || vm_is(f, "inspect.get_annotations") || vm_is(f, "typing_extensions.get_type_hints"))
		return inspect_hints(m, x, *f == 't', a->node, out);
	if (vm_is(f, "dir")) {
		if (a->n != 1 || !directory(m, x, a->node, out))
			*out = thing(m, vm_id(m, "dir()"), a->node);
		return 1;
	}
	if (strncmp(f, "inspect.", 8) != 0)
		return 0;
	f += 8;
	if (vm_is(f, "getfullargspec"))
		return arguments(m, x, a->node, out);
	if (vm_is(f, "signature"))
		return signature(m, x, a->node, out);
	if (AS_AMONG(f, tells)) { /* text */
		*out = v_unk(0);
		out->flags = VF_NUMBER;
	} else if (vm_is(f, "isclass") && x.kind != V_UNK)
		*out = v_bool(is_obj(x, O_CLASS));
	else if ((vm_is(f, "isfunction") || vm_is(f, "isroutine") || vm_is(f, "ismethod")) && x.kind != V_UNK && !is_obj(x, O_THING) && !is_obj(x, O_EXT))
		*out = v_bool(is_obj(x, O_FUNC) && (*(f + 2) != 'm' || x.o->a.kind));
	else if (vm_is(f, "ismodule") && x.kind != V_UNK && !is_obj(x, O_EXT))
		*out = v_bool(is_obj(x, O_MODULE));
	else if ((vm_is(f, "iscoroutinefunction") || vm_is(f, "isgeneratorfunction") || vm_is(f, "isasyncgenfunction")) && is_obj(x, O_FUNC))
		*out = v_unk(0);
	else if (vm_is(f, "getmembers") && (is_obj(x, O_MODULE) || is_obj(x, O_CLASS) || is_obj(x, O_INST))) {
		obj *l = list_of(m, O_LIST, a->node);
		const map *of = is_obj(x, O_MODULE) && x.o->scope ? &x.o->scope->m : &x.o->m;
		value test = arg_get(a, 1, "predicate", m);
		for (uint32_t i = 0; i < of->n && !m->pending; i++) {
			obj *t = list_of(m, O_TUPLE, a->node);
			value e = of->slot[i].c->v;
			if (e.kind == V_UNDEF || of->slot[i].kv.kind != V_STR || (test.kind != V_UNDEF && test.kind != V_NONE && !vm_truth(m, vm_callv(m, test, a->node, 1, &e), a->node)))
				continue;
			list_add(m, t, of->slot[i].kv);
			list_add(m, t, e);
			list_add(m, l, v_obj(t));
		}
		if (is_obj(x, O_INST)) /* and what its class has */
			l->loose = 1;
		*out = v_obj(l);
	} else
		return 0;
	return 1;
}
