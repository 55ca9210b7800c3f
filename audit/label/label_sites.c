/* label_sites.c - where code is compiled: calls, decorators, and compile functions that are handed
 * on as values; and what a name is without imports and aliases. */
#include "label_eval_impl.h"

typedef struct {
	program *p;
	char *const *extra; uint32_t nextra;
	site *s; uint32_t n;
	bool sessions;                  /* it makes sessions of onnxruntime */
} finder;

/* "torch.compile" of getattr(torch, "compile"), else as x_dotted. */
static const char *written_name(program *p, const expr *e) {
	const char *key = e->kind == X_CALL && e->kid[0]->kind == X_NAME &&
	    strcmp(e->kid[0]->s, "getattr") == 0 ? x_str(x_arg(e, 1)) : NULL;
	const char *base = x_dotted(p, key ? x_arg(e, 0) : e);
	return key && base ? name_f(p, "%s.%s", base, key) : base;
}

const char *resolve_name(program *p, const func *fn, const expr *callee) {
	const char *d = written_name(p, callee), *dot;
	if (!d) return x_last(callee);
	while (fn->lang == LANG_C && (dot = strchr(d, '.')))
		d = name_f(p, "%.*s::%s", (int)(dot - d), d, dot + 1);
	const char *rest = d + strcspn(d, "."), *head = name_n(p, d, (size_t)(rest - d));
	const char *import = fn->lang == LANG_C ? NULL : import_of(fn->file, head);
	return import ? name_f(p, "%s%s", import, rest) : d;
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
	const klass *c = map_first(p->by_cls, name);
	EACH(const func, f, p->by_fn, name)
		if (!f->is_module && !f->is_table && !(at_top && f->cls))
			return *at = (place){f->file, f->line}, true;
	if (c) *at = (place){c->file, c->line};
	return c != NULL;
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

/* nn.Module.compile() takes keywords only and works in place; other libraries have methods of that
 * name. */
static void method_compile(finder *f, event *ev, const char *d) {
	static const char other[] = "re regex sre pattern rx template env sql query stmt statement "
	    "expr parser grammar schema selector xpath dialect validator rule code kfp "
	    "pipeline_compiler";
	static const char models[] = "model net module unet transformer vae pipe encoder decoder "
	    "policy actor generator backbone layer block func forward";
	const expr *call = ev->value, *base = call->kid[0]->kid[0];
	const char *name = x_last(base), *own = name_of(f->p, "compile");
	bool is_keras = x_is_str(x_arg(call, 0)), foreign, has = false;
	bool model = word_in("m", name) || has_word(models, name);
	for (uint32_t i = 1; i < call->n; i++)
		is_keras |= call->kid[i]->kind == X_KEYWORD &&
		    word_in("optimizer loss metrics run_eagerly loss_weights", call->kid[i]->s);
	if (is_keras && x_keyword(call, "jit_compile")) add(f, ev, "tf", d, USE_PLACE);
	if (is_keras || word_in(other, name)) return;
	const char *cls = receiver_class(f->p, ev->fn, base, &foreign);
	EACH(const func, fn, f->p->by_fn, own)
		has |= fn->cls && class_related(f->p, fn->cls->name, cls);
	if (has || (!cls && !foreign && !model && ours(f->p, own))) return;
	if (!foreign && !x_npos(call) && (cls || model)) add(f, ev, "module.compile", d, USE_PLACE);
	else add(f, ev, "looks like a compile", d, USE_SUSPECT);
}

/* A text that names a provider which compiles. */
static bool sees_provider(const expr *e, void *arg) {
	const char **text = arg, *s = x_str(e);
	if (word_in("TensorrtExecutionProvider NvTensorRTRTXExecutionProvider QNNExecutionProvider "
	    "OpenVINOExecutionProvider CoreMLExecutionProvider MIGraphXExecutionProvider "
	    "TvmExecutionProvider VitisAIExecutionProvider NnapiExecutionProvider", s))
		*text = s;
	return !*text;
}

static void providers(finder *f, event *ev) {
	const char *n = ev->kind == E_CALL ? x_last(ev->value) : NULL, *text = NULL;
	bool session = n && strcmp(n, "InferenceSession") == 0, assigned = ev->kind == E_ASSIGN;
	if (!session && !(f->sessions && (assigned || word_in("append insert", n)))) return;
	x_each(ev->value, sees_provider, &text);
	int use = session ? USE_VALUE : !assigned ? USE_PLACE :
	    ev->value->kind == X_DICT ? USE_SUSPECT : USE_REF;
	if (text) add(f, ev, strcasestr(text, "tensorrt") ? "TensorRT" : "engine", text, use);
}

/* The row of a name that the files do not define themselves. Of what is imported, any part of the
 * name may look like compiling; of a variable, only the method. */
static const symbol *foreign_symbol(finder *f, const func *fn, const expr *callee, const char *d) {
	static const char never_ours[] =
	    "torch torch_tensorrt torchtrt jax tensorflow tf numba triton cupy";
	const char *last = x_last(callee), *written = x_dotted(f->p, callee);
	uint32_t n;
	const symbol *s = d && last ? symbol_of(f->p, LANG_PYTHON, d) : NULL;
	if (!s) return NULL;
	const char *head = name_n(f->p, d, strcspn(d, "."));
	if (s->use != USE_SUSPECT)
		return head != d && word_in(never_ours, head) ? s :
		    is_ours(f->p, last, true, &(place){0}) ? NULL : s;
	if (ours(f->p, last)) return NULL;
	if (written && !strstr(written, "().") && (written != d || import_of(fn->file, head)))
		return s;
	for (; callee->kind == X_NAME && fn && !fn->is_module; fn = fn->parent)
		if (is_variable(fn, last) || (func_assigns(fn, last, &n), n > 0)) return NULL;
	const symbol *method = symbol_of(f->p, LANG_PYTHON, last);
	return method && method->use == USE_SUSPECT ? s : NULL;
}

/* f(torch_compile=True) of a foreign library */
static void library_options(finder *f, event *ev, const char *last) {
	static const char on[] = "torch_compile jit_compile enable_cuda_graph use_cuda_graph "
	    "use_cuda_graphs enable_cuda_graphs use_torch_compile enable_torch_compile "
	    "compilation_config torch_compile_backend jit_mode_eval xla_compile";
	static const char off[] =
	    "enforce_eager disable_cuda_graph disable_cuda_graphs disable_torch_compile";
	static const char never[] = "add_argument option dict update Namespace SimpleNamespace "
	    "replace field Field set_defaults print info format partial";
	const expr *call = ev->value;
	for (uint32_t i = 1; i < call->n; i++) {
		const char *key = call->kid[i]->kind == X_KEYWORD ? call->kid[i]->s : NULL;
		const expr *v = call->kid[i]->kid[0];
		bool is_on = word_in(on, key);
		if (!is_on && !word_in(off, key)) continue;
		if (is_on && v->kind == X_CONST && !k_true(v->con)) continue;
		if (word_in(never, last) || ours(f->p, last)) return;
		site *s = add(f, ev, "library option", name_f(f->p, "%s(%s=...)", last, key),
		    USE_LIB);
		s->libvalue = v;
		s->libon = is_on;
		return;
	}
}

/* A site of what e names, where a row or --symbol knows it; NULL. use 0: as the row says. */
static site *known(finder *f, event *ev, const expr *e, int use) {
	const char *d = resolve_name(f->p, ev->fn, e);
	const symbol *s = foreign_symbol(f, ev->fn, e, d);
	bool extra = is_extra(f, d);
	if (!extra && (!s || s->use == USE_SUSPECT)) return NULL;
	return add(f, ev, extra ? "symbol" : s->family, d, use || extra ? use : (int)s->use);
}

static void python_call(finder *f, event *ev) {
	const expr *call = ev->value, *callee = call->kid[0], *arg = x_arg(call, 0);
	const char *last = x_last(callee);
	if (!last) return;
	if (strcmp(last, "partial") == 0) {
		if (arg) known(f, ev, arg, 0);
	} else if (strcmp(last, "getattr") == 0) {
		const char *of = arg && !x_is_str(x_arg(call, 1)) ? x_dotted(f->p, arg) : NULL;
		if (callee->kind == X_NAME && ev->role != R_FUNC) known(f, ev, call, USE_REF);
		else if (of && foreign_symbol(f, ev->fn, arg, resolve_name(f->p, ev->fn, arg)))
			add(f, ev, "looks like a compile", x_show(f->p, call), USE_SUSPECT);
	} else if (!known(f, ev, callee, 0)) {
		const char *d = resolve_name(f->p, ev->fn, callee);
		bool method = callee->kind == X_ATTR && strcmp(last, "compile") == 0;
		if (method) method_compile(f, ev, d);
		else if (foreign_symbol(f, ev->fn, callee, d))
			add(f, ev, "looks like a compile", d, USE_SUSPECT);
		else library_options(f, ev, last);
	}
}

/* A compile function that is handed on; one site are @partial(jax.jit), partial(torch.compile). */
static void python_read(finder *f, event *ev) {
	const expr *e = ev->value;
	bool handed = ev->role == R_ASSIGNED || ev->role == R_ARG || ev->role == R_RETURNED ||
	    ev->role == R_LAMBDA;
	if (!handed || !(e->kind == X_ATTR || (e->kind == X_NAME && import_of(ev->fn->file, e->s))))
		return;
	for (uint32_t i = f->n; i-- > 0 && f->s[i].fn == ev->fn;)
		if (f->s[i].ev->line == ev->line) return;
	known(f, ev, e, USE_REF);
}

/* The nearest function of that name is decorated. */
static void python_decorator(finder *f, event *ev) {
	const expr *x = ev->value;
	func *target = NULL;
	if (x->kind == X_CALL) {
		bool part = x_last(x) && strcmp(x_last(x), "partial") == 0 && x_arg(x, 0);
		x = part ? x_arg(x, 0) : x->kid[0];
	}
	EACH(func, t, f->p->by_fn, ev->target->s) {
		long far = labs((long)t->line - (long)ev->line);
		if (t->file == ev->fn->file &&
		    (!target || far < labs((long)target->line - (long)ev->line)))
			target = t;
	}
	site *s = target ? known(f, ev, x, USE_DECO) : NULL;
	if (s) s->target = target;
}

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

static void one_event(finder *f, event *ev) {
	bool python = ev->fn->lang == LANG_PYTHON;
	if (ev->kind == E_CALL && !python) c_call(f, ev);
	else if (ev->kind == E_CALL && ev->role != R_DECO) python_call(f, ev);
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
	f.sessions = map_first(p->calls, name_have(p, "InferenceSession")) != NULL;
	for (uint32_t i = 0; i < p->nfn; i++)
		for (uint32_t k = 0; k < p->fn[i]->nev; k++) one_event(&f, p->fn[i]->ev[k]);
	if (f.n) qsort(f.s, f.n, sizeof *f.s, by_place);
	*out = f.s;
	return f.n;
}
