/* label_sites.c - where code is compiled: calls, decorators, and compile functions that are handed
 * on as values; and what a name is without imports and aliases. */
#include <stdlib.h>
#include <string.h>

#include "label_symbols.h"
#include "label_wiring.h"
#include "words.h"

enum { MOST_ALIASES = 6 };

typedef struct {
	program *p;
	char *const *extra; uint32_t nextra;
	site *s; uint32_t n;
	bool sessions;                  /* it makes sessions of onnxruntime */
	const expr *decorator;          /* the call that decorates, of the events that come now */
} finder;

/* ---- names */

/* "torch.compile" of getattr(torch, "compile"), else as x_dotted. */
static const char *written_name(program *p, const expr *e) {
	const char *key = e->kind == X_CALL && e->kid[0]->kind == X_NAME &&
	    strcmp(e->kid[0]->s, "getattr") == 0 ? x_str(x_arg(e, 1)) : NULL;
	const char *base = x_dotted(p, key ? x_arg(e, 0) : e);
	return key && base ? name_f(p, "%s.%s", base, key) : base;
}

/* The first value that is assigned to that name in fn; NULL. */
static const expr *assigned_first(const func *fn, const char *name) {
	uint32_t lo = 0, hi = fn->nassigned;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if ((uintptr_t)fn->assigned[mid]->target->s < (uintptr_t)name) lo = mid + 1;
		else hi = mid;
	}
	const event *e = lo < fn->nassigned ? fn->assigned[lo] : NULL;
	return e && e->target->s == name ? e->value : NULL;
}

/* What a variable is another name for: a dotted name that is first assigned to it, where fn sees
 * it. */
static const char *alias_of(program *p, const func *fn, const char *name) {
	const expr *v = NULL;
	for (; fn && !v; fn = fn->parent) v = assigned_first(fn, name);
	const char *d = v && (v->kind == X_NAME || v->kind == X_ATTR || v->kind == X_CALL) ?
	    written_name(p, v) : NULL;
	bool is = d && d != name && strchr(d, '.') && !strstr(d, "()") &&
	    strncmp(d, "self.", 5) != 0;
	return is ? d : NULL;
}

const char *resolve_name(program *p, const func *fn, const expr *callee) {
	const char *d = written_name(p, callee), *dot;
	if (!d) return x_last(callee);
	while (fn->lang == LANG_C && (dot = strchr(d, '.')))
		d = name_f(p, "%.*s::%s", (int)(dot - d), d, dot + 1);
	for (int i = 0; i < MOST_ALIASES && fn->lang != LANG_C; i++) {
		const char *rest = d + strcspn(d, "."), *head = name_n(p, d, (size_t)(rest - d));
		const char *imp = import_of(fn->file, head);
		const char *alias = imp ? imp : alias_of(p, fn, head);
		if (alias) d = name_f(p, "%s%s", alias, rest);
		if (imp || !alias) break;
	}
	return d;
}

/* The last name of a type as written, where it is that of name: "const cl::Program &" */
static const char *type_of(program *p, const char *of, const char *type, const char *name) {
	size_t end = of == name && type ? strlen(type) : 0;
	while (end && !as_is_name_char(type[end - 1])) end--;
	size_t from = end;
	while (from && as_is_name_char(type[from - 1])) from--;
	return end > from ? name_n(p, type + from, end - from) : NULL;
}

/* "Program::build" of program.build(), where the variable is declared with a type; NULL. */
static const char *resolve_typed(program *p, const func *fn, const expr *callee) {
	const char *name = callee->kind == X_ATTR ? x_last(callee->kid[0]) : NULL, *type = NULL;
	for (const func *f = name ? fn : NULL; f && !type; f = f->parent) {
		for (uint32_t i = 0; i < f->nparam && !type; i++)
			type = type_of(p, f->param[i].name, f->param[i].type, name);
		for (uint32_t i = 0; i < f->nvar && !type; i++)
			type = type_of(p, f->var[i].name, f->var[i].type, name);
		for (uint32_t i = 0; f->cls && i < f->cls->nfield && !type; i++)
			type = type_of(p, f->cls->field[i].name, f->cls->field[i].type, name);
	}
	return type ? name_f(p, "%s::%s", type, callee->s) : NULL;
}

bool label_c_site_name(program *p, const char *name) {
	const symbol *s = symbol_of(p, LANG_C, name_of(p, name));
	return s && s->use != USE_SUSPECT;
}

static site *add(finder *f, event *ev, const char *family, const char *name, int use) {
	site *s = PUSH(f->p, f->s, f->n);
	*s = (site){.fn = ev->fn, .ev = ev, .family = family, .name = name, .use = (use_kind)use};
	return s;
}

bool is_ours(program *p, const char *name, bool at_top, place *at) {
	uint32_t n, nc;
	void *const *v = map_get(p->by_fn, name, &n), *const *c = map_get(p->by_cls, name, &nc);
	for (uint32_t i = 0; i < n; i++) {
		const func *f = v[i];
		if (f->is_module || f->is_table || (at_top && f->cls)) continue;
		return *at = (place){f->file, f->line}, true;
	}
	if (nc) *at = (place){((const klass *)c[0])->file, ((const klass *)c[0])->line};
	return nc > 0;
}

static bool ours(program *p, const char *name) { return is_ours(p, name, false, &(place){0}); }

/* --symbol: the name itself, or the end of a dotted name. */
static bool is_extra(const finder *f, const char *name) {
	for (uint32_t i = 0; name && i < f->nextra; i++) {
		size_t n = strlen(name), k = strlen(f->extra[i]);
		if (as_ends_with(name, f->extra[i]) && (n == k || strchr(".:", name[n - k - 1])))
			return true;
	}
	return false;
}

/* ---- x.compile(...) */

/* nn.Module.compile() takes keywords only and works in place; other libraries have methods of that
 * name. */
static void method_compile(finder *f, event *ev, const char *d) {
	static const char *const other[] = {"re", "regex", "sre", "pattern", "rx", "template",
	    "env", "sql", "query", "stmt", "statement", "expr", "parser", "grammar", "schema",
	    "selector", "xpath", "dialect", "validator", "rule", "code", "kfp", "pipeline_compiler",
	    NULL}, *const keras[] = {"optimizer", "loss", "metrics", "run_eagerly", "loss_weights",
	    NULL}, *const models[] = {"model", "net", "module", "unet", "transformer", "vae",
	    "pipe", "encoder", "decoder", "policy", "actor", "generator", "backbone", "layer",
	    "block", "func", "forward", NULL};
	const expr *call = ev->value, *base = call->kid[0]->kid[0];
	const char *name = x_last(base), *own = name_of(f->p, "compile");
	bool is_keras = x_is_str(x_arg(call, 0)), foreign, has = false;
	bool model = name && strcmp(name, "m") == 0;
	uint32_t n;
	for (int i = 0; name && models[i]; i++) model |= strcasestr(name, models[i]) != NULL;
	for (uint32_t i = 1; i < call->n; i++)
		is_keras |= call->kid[i]->kind == X_KEYWORD && x_in_name(keras, call->kid[i]->s);
	if (is_keras && x_keyword(call, "jit_compile")) add(f, ev, "tf", d, USE_PLACE);
	if (is_keras || x_in_name(other, name)) return;
	const char *cls = receiver_class(f->p, ev->fn, base, &foreign);
	void *const *v = map_get(f->p->by_fn, own, &n);
	for (uint32_t i = 0; i < n; i++) {
		const klass *c = ((const func *)v[i])->cls;
		has |= c && class_related(f->p, c->name, cls);
	}
	if (has || (!cls && !foreign && !model && ours(f->p, own))) return;
	if (!foreign && !x_npos(call) && (cls || model)) add(f, ev, "module.compile", d, USE_PLACE);
	else add(f, ev, "looks like a compile", d, USE_SUSPECT);
}

/* ---- onnxruntime */

/* family of an execution provider's name; NULL */
static const char *provider_family(const char *text) {
	static const char *const engine[] = {"Tensorrt", "NvTensorRTRTX", "OpenVINO", "CoreML",
	    "MIGraphX", "QNN", "Tvm", "VitisAI", "Nnapi"};
	for (size_t i = 0; as_ends_with(text, "ExecutionProvider") &&
	    i < sizeof engine / sizeof *engine; i++)
		if (strncmp(text, engine[i], strlen(engine[i])) == 0)
			return i < 2 ? "TensorRT" : "engine";
	return NULL;
}

static bool sees_provider(const expr *e, void *arg) {
	const char **text = arg;
	if (x_is_str(e) && provider_family(x_str(e))) *text = x_str(e);
	return !*text;
}

static void providers(finder *f, event *ev) {
	static const char *const adds[] = {"append", "insert", NULL};
	const char *n = ev->kind == E_CALL ? x_last(ev->value) : NULL, *text = NULL;
	bool session = n && strcmp(n, "InferenceSession") == 0, assigned = ev->kind == E_ASSIGN;
	if (!session && !(f->sessions && (assigned || x_in_name(adds, n)))) return;
	x_each(ev->value, sees_provider, &text);
	/* what is assigned was called before */
	for (uint32_t i = f->n; i-- > 0 && f->s[i].fn == ev->fn;)
		if (f->s[i].name == text && f->s[i].ev->line == ev->line) return;
	int use = session ? USE_VALUE : !assigned ? USE_PLACE :
	    ev->value->kind == X_DICT ? USE_SUSPECT : USE_REF;
	if (text) add(f, ev, provider_family(text), text, use);
}

/* ---- Python */

/* The row of a name that the files do not define themselves. Of what is imported, any part of the
 * name may look like compiling; of a variable, only the method. */
static const symbol *foreign_symbol(finder *f, const func *fn, const expr *callee, const char *d) {
	static const char *const never_ours[] = {"torch", "torch_tensorrt", "torchtrt", "jax",
	    "tensorflow", "tf", "numba", "triton", "cupy", NULL};
	const char *last = x_last(callee), *written = x_dotted(f->p, callee);
	const symbol *s = d && last ? symbol_of(f->p, LANG_PYTHON, d) : NULL;
	if (!s) return NULL;
	const char *head = name_n(f->p, d, strcspn(d, "."));
	if (s->use != USE_SUSPECT)
		return head != d && x_in_name(never_ours, head) ? s :
		    is_ours(f->p, last, true, &(place){0}) ? NULL : s;
	if (ours(f->p, last)) return NULL;
	if (written && !strstr(written, "().") && (written != d || import_of(fn->file, head)))
		return s;
	for (; callee->kind == X_NAME && fn && !fn->is_module; fn = fn->parent)
		if (is_variable(fn, last) || assigned_first(fn, last)) return NULL;
	const symbol *method = symbol_of(f->p, LANG_PYTHON, last);
	return method && method->use == USE_SUSPECT ? s : NULL;
}

/* f(torch_compile=True) of a foreign library */
static void library_options(finder *f, event *ev, const char *last) {
	static const char *const on[] = {"torch_compile", "jit_compile", "enable_cuda_graph",
	    "use_cuda_graph", "use_cuda_graphs", "enable_cuda_graphs", "use_torch_compile",
	    "enable_torch_compile", "compilation_config", "torch_compile_backend", "jit_mode_eval",
	    "xla_compile", NULL}, *const off[] = {"enforce_eager", "disable_cuda_graph",
	    "disable_cuda_graphs", "disable_torch_compile", NULL}, *const never[] = {
	    "add_argument", "option", "dict", "update", "Namespace", "SimpleNamespace", "replace",
	    "field", "Field", "set_defaults", "print", "info", "format", "partial", NULL};
	const expr *call = ev->value;
	for (uint32_t i = 1; i < call->n; i++) {
		const char *key = call->kid[i]->kind == X_KEYWORD ? call->kid[i]->s : NULL;
		const expr *v = call->kid[i]->kid[0];
		bool is_on = x_in_name(on, key);
		if (!is_on && !x_in_name(off, key)) continue;
		if (is_on && v->kind == X_CONST && !k_true(v->con)) continue;
		if (x_in_name(never, last) || ours(f->p, last)) return;
		site *s = add(f, ev, "library option", name_f(f->p, "%s(%s=...)", last, key),
		    USE_LIB);
		s->libvalue = v;
		s->libon = is_on;
		return;
	}
}

static void python_call(finder *f, event *ev) {
	const expr *call = ev->value, *callee = call->kid[0], *arg = call;
	const char *last = x_last(callee), *d = NULL;
	const symbol *s;
	if (!last) return;
	bool part = strcmp(last, "partial") == 0;
	if (part || strcmp(last, "getattr") == 0) {
		if (part) arg = x_arg(call, 0);
		if (arg && (part || callee->kind == X_NAME)) d = resolve_name(f->p, ev->fn, arg);
		if (!d || d == last) return;
		s = symbol_of(f->p, LANG_PYTHON, d);
		if (s && s->use != USE_SUSPECT && (part || ev->role != R_FUNC))
			add(f, ev, s->family, d, part ? s->use : USE_REF);
		else if (is_extra(f, d)) add(f, ev, "symbol", d, USE_REF);
		return;
	}
	d = resolve_name(f->p, ev->fn, callee);
	s = foreign_symbol(f, ev->fn, callee, d);
	if (is_extra(f, d)) add(f, ev, "symbol", d, USE_VALUE);
	else if (s && s->use != USE_SUSPECT) add(f, ev, s->family, d, s->use);
	else if (callee->kind == X_ATTR && strcmp(last, "compile") == 0) method_compile(f, ev, d);
	else if (s) add(f, ev, s->family, d, USE_SUSPECT);
	else library_options(f, ev, last);
}

static void python_read(finder *f, event *ev) {
	static const char *const functions[] = {"torch.compile", "torch.jit", "jax.jit", "tf",
	    "numba", "mlx", NULL};
	const expr *e = ev->value;
	if (ev->role != R_ASSIGNED && ev->role != R_ARG && ev->role != R_RETURNED &&
	    ev->role != R_LAMBDA)
		return;
	if (e->kind != X_ATTR && !(e->kind == X_NAME && import_of(ev->fn->file, e->s))) return;
	for (uint32_t i = 1; f->decorator && i < f->decorator->n; i++) /* @partial(jax.jit, ...) */
		if (f->decorator->kid[i] == e) return;
	/* partial(torch.compile) is one site */
	for (uint32_t i = f->n; i-- > 0 && f->s[i].fn == ev->fn;)
		if (f->s[i].ev->line == ev->line) return;
	const char *d = resolve_name(f->p, ev->fn, e);
	const symbol *s = foreign_symbol(f, ev->fn, e, d);
	if (s && s->use != USE_SUSPECT && x_in_name(functions, s->family))
		add(f, ev, s->family, d, USE_REF);
	else if (is_extra(f, d)) add(f, ev, "symbol", d, USE_REF);
}

static void python_decorator(finder *f, event *ev) {
	const expr *x = ev->value;
	func *target = NULL;
	uint32_t n;
	void *const *v = map_get(f->p->by_fn, ev->target->s, &n);
	if (x->kind == X_CALL) {
		bool part = x_last(x) && strcmp(x_last(x), "partial") == 0 && x_arg(x, 0);
		x = part ? x_arg(x, 0) : x->kid[0];
	}
	const char *d = resolve_name(f->p, ev->fn, x);
	const symbol *s = foreign_symbol(f, ev->fn, x, d);
	if (!is_extra(f, d) && (!s || s->use == USE_SUSPECT || strstr(s->family, " graph"))) return;
	for (uint32_t i = 0; i < n; i++) { /* the nearest */
		func *t = v[i];
		long far = labs((long)t->line - (long)ev->line);
		if (t->file == ev->fn->file &&
		    (!target || far < labs((long)target->line - (long)ev->line)))
			target = t;
	}
	if (target) add(f, ev, s ? s->family : "symbol", d, USE_DECO)->target = target;
}

/* ---- C */

static void c_call(finder *f, event *ev) {
	const expr *callee = ev->value->kid[0];
	const char *last = x_last(callee);
	const symbol *s = NULL;
	if (!last) return;
	const char *d = resolve_name(f->p, ev->fn, callee), *name = d;
	if (is_extra(f, d)) add(f, ev, "symbol", d, USE_PLACE);
	if (is_extra(f, d) || ours(f->p, last)) return;
	for (int i = 0; i < 3 && (!s || s->use == USE_SUSPECT); i++) {
		const char *as = i == 0 ? d : i == 1 ? last : resolve_typed(f->p, ev->fn, callee);
		const symbol *is = as ? symbol_of(f->p, LANG_C, as) : NULL;
		if (is) s = is, name = i == 2 ? as : d;
	}
	if (s) add(f, ev, s->family, s->use == USE_SUSPECT ? last : name, s->use);
}

/* ---- all of them */

static void one_event(finder *f, event *ev) {
	bool python = ev->fn->lang == LANG_PYTHON;
	if (ev->kind == E_CALL && !python) c_call(f, ev);
	else if (ev->kind == E_CALL && ev->role == R_DECO) f->decorator = ev->value;
	else if (ev->kind == E_CALL) python_call(f, ev);
	else if (ev->kind == E_READ && python) python_read(f, ev);
	else if (ev->kind == E_DECO) python_decorator(f, ev);
	if (python && (ev->kind == E_CALL || ev->kind == E_ASSIGN)) providers(f, ev);
}

static int by_place(const void *a, const void *b) {
	const site *x = a, *y = b;
	int c = x->fn->file == y->fn->file ? 0 : strcmp(x->fn->file->path, y->fn->file->path);
	if (c) return c;
	if (x->ev->line != y->ev->line) return x->ev->line < y->ev->line ? -1 : 1;
	return x->ev->seq < y->ev->seq ? -1 : x->ev->seq > y->ev->seq;
}

uint32_t find_sites(program *p, char *const *extra, uint32_t nextra, site **out) {
	finder f = {.p = p, .extra = extra, .nextra = nextra};
	uint32_t n;
	f.sessions = map_get(p->calls, name_have(p, "InferenceSession"), &n) != NULL;
	for (uint32_t i = 0; i < p->nfn; i++)
		for (uint32_t k = 0; k < p->fn[i]->nev; k++) one_event(&f, p->fn[i]->ev[k]);
	if (f.n) qsort(f.s, f.n, sizeof *f.s, by_place);
	*out = f.s;
	return f.n;
}
