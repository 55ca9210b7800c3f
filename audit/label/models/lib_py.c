/* lib_py.c - see vm.h: builtins and the standard library of Python, where a value
 * depends on them. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"

static value
product(vm *m, args *a)
{
	obj *out = list_of(m, O_LIST, a->node);
	value l[6];
	int64_t n[6], total = 1;
	uint32_t k = 0;

	for (uint32_t i = 0; i < a->n && k < 6; i++)
		if (!a->kw[i]) {
			l[k] = vm_listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
			n[k] = list_len(l[k].o);
			out->loose |= l[k].o->loose;
			total *= n[k++];
		}
	if (total > 400)
		total = 400;
	for (int64_t i = 0; i < total; i++) {
		obj *t = list_of(m, O_TUPLE, a->node);
		int64_t r = i;
		value e[6];
		for (uint32_t q = k; q-- > 0;) {
			e[q] = list_at(l[q].o, r % n[q]);
			r /= n[q];
		}
		for (uint32_t q = 0; q < k; q++)
			list_add(m, t, e[q]);
		list_add(m, out, v_obj(t));
	}
	return v_obj(out);
}

/* The path in what open(), Path() and their kin were given. */
static const char *
path_in(vm *m, value v)
{
	const char *p;

	v = vm_resolve(m, v, 0);
	if (v.kind == V_STR)
		return vm_cstr(m, v, NULL);
	if (is_obj(v, O_THING)) {
		value f = field_get(m, v.o, "path");
		if (f.kind == V_STR)
			return vm_cstr(m, f, NULL);
		for (uint32_t i = v.o->narg; i-- > 0;)
			if (v.o->arg && (p = path_in(m, v.o->arg[i])) && !(strlen(p) <= 3 && strspn(p, "rwbt+a") == strlen(p)) && strcmp(p, "utf-8"))
				return p;
		if (v.o->a.kind)
			return path_in(m, v.o->a);
	}
	return NULL;
}

/* Is there one data file that holds the label? It is m->label_data - 1. */
static int
labelled_data(vm *m)
{
	uint32_t n = 0;

	if (m->label_data)
		return m->label_data != UINT32_MAX;
	m->label_data = UINT32_MAX;
	for (uint32_t i = 0; i < m->p->nfile && m->label; i++) {
		uint32_t f = m->p->file[i];
		for (uint32_t k = f; m->t->node[f].flags & FACT_DATA && k < m->t->node[f].end; k++)
			if (m->t->node[k].kind == FACT_STR && m->t->node[k].str == m->label) {
				m->label_data = n++ ? UINT32_MAX : f + 1;
				break;
			}
	}
	return m->label_data != UINT32_MAX;
}

/* A data file by what names it; of an unknown name, the one of the tree that holds the label. */
static value
load(vm *m, value from, uint32_t node)
{
	const char *p = path_in(m, from);
	value v = (value){0};

	if (p)
		v = vm_data_file(m, p, node);
	if (v.kind != V_UNDEF)
		return v;
	if (!p && labelled_data(m))
		FACT_EACH_KID(m->t, m->label_data - 1, k)
			if (m->t->node[k].kind == FACT_DICT || m->t->node[k].kind == FACT_LIST) {
				return vm_data(m, k);
			}
	v = v_unk(p ? vm_idf(m, "file %.100s", p) : 0);
	if (!p)
		v.flags = VF_INPUT;
	return v;
}

static value
partial(vm *m, args *a)
{
	obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "partial"), a->node);

	p->a = arg_get(a, 0, NULL, m);
	p->arg = vm_alloc(m, sizeof a->v);
	p->kw = vm_alloc(m, sizeof a->kw);
	for (uint32_t i = 0, first = 1; i < a->n; i++) {
		if (!a->kw[i] && first) {
			first = 0;
			continue;
		}
		p->arg[p->narg] = a->v[i];
		p->kw[p->narg++] = a->kw[i];
	}
	return v_obj(p);
}

/* functools, and what wraps a function as it does. */
static int
on_functools(vm *m, const char *f, args *a, value x, value y, value *out)
{
	if (vm_is(f, "functools.partial") || vm_is(f, "functools.partialmethod")) {
		*out = partial(m, a);
		if (vm_is(f, "functools.partialmethod"))
			out->o->name = vm_id(m, "partialmethod");
	} else if (vm_is(f, "functools.update_wrapper") && (is_obj(x, O_FUNC) || is_obj(x, O_PARTIAL) || is_obj(x, O_INST)) && y.kind == V_OBJ) {
		field_set(m, x.o, "__wrapped__", y);
		*out = x;
	} else if (vm_is(f, "inspect.unwrap")) {
		value w;
		*out = x;
		for (int i = 0; i < 16 && is_obj(*out, O_FUNC) && (w = field_get(m, out->o, "__wrapped__")).kind != V_UNDEF; i++)
			*out = vm_resolve(m, w, a->node);
	} else if (vm_is(f, "functools.wraps") || vm_is(f, "functools.lru_cache") || vm_is(f, "functools.cache") || vm_is(f, "functools.singledispatch") ||
	    vm_is(f, "torch.no_grad") || vm_is(f, "torch.inference_mode") || vm_is(f, "torch.nn.Sequential") || vm_is(f, "torch.autocast")) {
		if (is_obj(x, O_FUNC) && !vm_is(f, "functools.wraps") && !vm_is(f, "torch.nn.Sequential"))
			*out = x; /* as a decorator that was called */
		else
			return 0;
	} else {
		return 0;
	}
	return 1;
}

/* The lists of itertools.chain() behind one another. */
static value
chained(vm *m, args *a)
{
	obj *l = list_of(m, O_LIST, a->node);

	for (uint32_t i = 0; i < a->n; i++) {
		value e = vm_listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
		for (int64_t k = 0; k < list_len(e.o); k++)
			list_add(m, l, list_at(e.o, k));
		l->loose |= e.o->loose;
	}
	return v_obj(l);
}

/* Copies, and what dataclasses makes of an object. */
static int
on_objects(vm *m, const char *f, args *a, value x, value y, value *out)
{
	if (vm_is(f, "copy.copy") || vm_is(f, "copy.deepcopy") || vm_is(f, "typing.cast")) {
		*out = vm_is(f, "typing.cast") ? y : x;
		if (!vm_is(f, "typing.cast") && kept_anew(m, x, 0, a->node, out))
			return 1;
		if (is_obj(x, O_DICT)) {
			args b = {.node = a->node};
			lib_box(m, "copy", x, &b, out);
		} else if (is_obj(x, O_INST) || is_obj(x, O_THING)) {
			*out = v_obj(obj_copy(m, x.o));
		}
	} else if (vm_is(f, "dataclasses.make_dataclass")) {
		*out = v_unk(0);
	} else if (vm_is(f, "dataclasses.replace")) {
		value f = is_obj(x, O_INST) ? class_find(m, x.o->cls, vm_id(m, "__post_init__")) : (value){0};
		*out = is_obj(x, O_INST) ? object_replaced(m, x.o, a) : x;
		if (is_obj(f, O_FUNC))
			vm_callv(m, bind(m, f, *out), a->node, 0, NULL);
	} else if (vm_is(f, "dataclasses.fields")) {
		obj *l = list_of(m, O_TUPLE, a->node), *cls = is_obj(x, O_INST) ? x.o->cls : is_obj(x, O_CLASS) ? x.o : NULL;
		if (!cls)
			return 0;
		vm_class_fields(m, cls, l);
		*out = v_obj(l);
	} else if (vm_is(f, "dataclasses.asdict")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		if (is_obj(x, O_INST))
			map_copy(m, &d->m, &x.o->m);
		else
			d->loose = 1;
		*out = v_obj(d);
	} else {
		return 0;
	}
	return 1;
}

/* A filter that makes errors of warnings is kept: 1, of all; 2, of some. */
static int
on_warnings(vm *m, const char *f, args *a, value x, value *out)
{
	if (vm_is(f, "warnings.simplefilter") || vm_is(f, "warnings.filterwarnings")) {
		value what = arg_get(a, vm_is(f, "warnings.simplefilter") ? 1 : 2, "category", m);
		if (x.kind == V_STR && vm_cstr(m, x, NULL))
			field_set(m, ext_obj(m, vm_id(m, "warnings")), "error_", v_int(strcmp(vm_cstr(m, x, NULL), "error") != 0 ? 0 : what.kind || a->n > 1 ? 2 : 1));
		*out = v_none();
	} else if (vm_is(f, "warnings.warn")) {
		value raise = field_get(m, ext_obj(m, vm_id(m, "warnings")), "error_"), what = arg_get(a, 1, "category", m);
		*out = v_none();
		if (raise.kind == V_INT && raise.i && (raise.i == 1 || vm_decide(m, vm_id(m, "the filter of warnings means this one"), a->node)))
			vm_raise(m, is_obj(what, O_EXT) || is_obj(what, O_CLASS) ? vm_text(m, what.o->name) : "UserWarning");
	} else {
		return 0;
	}
	return 1;
}

/* The variable x, y where it is not set. */
static void
environment(vm *m, value x, value y, const args *a, value *out)
{
	char text[200];

	if (x.kind == V_STR && vm_cstr(m, x, NULL)) {
		if (vm_named_variable(m, vm_cstr(m, x, NULL), a->node, out))
			return;
		snprintf(text, sizeof text, "variable %.150s", vm_cstr(m, x, NULL));
		if (vm_at_default(m, text) && y.kind == V_UNDEF)
			vm_unset(m, text);
		*out = vm_at_default(m, text) && y.kind != V_UNDEF ? y : vm_input(m, text, a->node);
		if (y.kind == V_STR && m->label && y.s.s == m->label && !y.s.off)
			vm_evidence(m, *out, 80);
	}
}

int
lib_py(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	const char *p;

	*out = v_unk(0);
	if (strncmp(f, "builtins.", 9) == 0)
		f += 9;
	if (lib_object(m, f, a, out) || lib_order(m, f, a, out) || lib_text(m, f, a, out) || vm_builtins(m, f, a, out) || lib_path(m, f, a, out) || lib_folder(m, f, a, out) || lib_module(m, f, a, out) || lib_load(m, f, a, out) || lib_command(m, f, a, out) || lib_func(m, f, a, out) || lib_inspect(m, f, a, out) || lib_task(m, f, a, out) || lib_mock(m, f, a, out) ||
	    on_functools(m, f, a, x, y, out) || on_objects(m, f, a, x, y, out) || on_warnings(m, f, a, x, out))
		return 1;
	if (vm_is(f, "tqdm.tqdm") || vm_is(f, "tqdm.auto.tqdm") || vm_is(f, "tqdm.notebook.tqdm") || vm_is(f, "tqdm.rich.tqdm") || vm_is(f, "rich.progress.track") || vm_is(f, "tqdm.asyncio.tqdm"))
		*out = a->n && x.kind ? x : thing(m, vm_id(m, "tqdm.tqdm()"), a->node);
	else if (vm_is(f, "tqdm.trange") || vm_is(f, "tqdm.auto.trange"))
		*out = vm_range(m, a);
	else if (vm_is(f, "torch.nn.ModuleList") || vm_is(f, "torch.nn.ParameterList"))
		*out = vm_listed(m, a->n ? x : v_obj(list_of(m, O_LIST, a->node)), O_LIST, a->node);
	else if (vm_is(f, "itertools.product"))
		*out = product(m, a);
	else if (vm_is(f, "itertools.chain"))
		*out = chained(m, a);
	else if (vm_is(f, "json.load") || vm_is(f, "yaml.safe_load") || vm_is(f, "yaml.load") || vm_is(f, "yaml.full_load") || vm_is(f, "json.loads") || vm_is(f, "toml.load") ||
	    vm_is(f, "tomllib.load") || vm_is(f, "tomli.load") || ((vm_is(f, "tomllib.loads") || vm_is(f, "tomli.loads") || vm_is(f, "toml.loads")) && x.kind != V_STR) || vm_is(f, "omegaconf.OmegaConf.load") || vm_is(f, "yaml.unsafe_load"))
		*out = load(m, x, a->node);
	else if (vm_is(f, "os.environ.get") || vm_is(f, "os.getenv") || vm_is(f, "os.environ.setdefault"))
		environment(m, x, y, a, out);
	else if (vm_is(f, "str.join")) {
		for (uint32_t i = a->n; i-- > 0;)
			if ((p = path_in(m, a->v[i]))) {
				*out = v_strc(m, p);
				break;
			}
	} else if (strncmp(f, "re.", 3) == 0) {
		return lib_re(m, f, (value){0}, a, out);
	} else if (vm_is(f, "asyncio.run") || vm_is(f, "anyio.run") || vm_is(f, "asyncio.gather") || vm_is(f, "asyncio.wait_for") || vm_is(f, "asyncio.create_task")) {
		if (is_obj(x, O_FUNC))
			*out = vm_callv(m, x, a->node, 0, NULL);
		else
			*out = x;
	} else if (vm_is(f, "contextlib.nullcontext"))
		*out = a->n ? x : thing(m, vm_id(m, "contextlib.nullcontext()"), a->node);
	else if (vm_is(f, "jax.block_until_ready") || vm_is(f, "abc.update_abstractmethods") || vm_is(f, "typing.NewType"))
		*out = x;
	else if (vm_is(f, "types.SimpleNamespace") || vm_is(f, "argparse.Namespace") || vm_is(f, "omegaconf.OmegaConf.create") || vm_is(f, "easydict.EasyDict")) {
		*out = thing(m, vm_id(m, "namespace"), a->node);
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i])
				cell_set(m, map_get(m, &out->o->m, key_str(a->kw[i]), v_str(a->kw[i])), a->v[i]);
		if (is_obj(x, O_DICT))
			map_update(m, &out->o->m, &x.o->m);
	} else if (vm_is(f, "collections.namedtuple") || vm_is(f, "typing.NamedTuple")) {
		return named_make(m, a, out);
	} else if (vm_is(f, "importlib.util.find_spec")) {
		if (x.kind != V_STR || !vm_cstr(m, x, NULL))
			return 0;
		*out = v_unk(vm_idf(m, "module %.100s is there", vm_cstr(m, x, NULL)));
	} else if (vm_is(f, "torch.jit.is_scripting")) { /* what is scripted is not run by Python */
		*out = v_bool(0);
	} else if (vm_is(f, "enum.auto"))
		*out = thing(m, vm_id(m, "enum.auto()"), a->node);
	else
		return 0;
	return 1;
}
