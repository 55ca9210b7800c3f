/* lib_c.c - see vm.h: functions of the C library and of std, where a value depends on them. */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../cone/cone.h"
#include "../facts/cplatform.h"
#include "words.h"

/* Is a text the name of a file of a vendor's library or of the system's, in no folder but those of a system? */
static int
of_vendor(const char *s)
{
	static const char *const vendors[] = {"libnvrtc", "libcuda", "libcudart", "libcublas", "libcublasLt", "libcudnn", "libcudnn_", "libnvidia", "libOpenCL", "libhip", "libamdhip",
		"libhiprtc", "libm.", "libc.", "libdl", "libpthread", "libnccl", "libnvToolsExt", "libvulkan", "libnvinfer", "libnvinfer_", "nvcuda", "nvrtc", "libcupti", "libnvml"};
	static const char *const folders[] = {"/usr/", "/lib/", "/lib64/", "/opt/"};
	const char *base = as_base_name(s);
	int known = base == s;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		known |= strncmp(s, folders[i], strlen(folders[i])) == 0;
	for (size_t i = 0; known && i < sizeof vendors / sizeof *vendors; i++) {
		size_t n = strlen(vendors[i]);
		if (strncmp(base, vendors[i], n) == 0 && (strchr("._", vendors[i][n - 1]) || !(isalpha((unsigned char)base[n]) || base[n] == '_')))
			return 1;
	}
	return 0;
}

/* dlopen: a library that this program has just built is compiled code; one of a vendor
 * hides nothing; another may hold anything. */
static value
open_library(vm *m, args *a)
{
	value p = arg_get(a, 0, NULL, m), v = thing(m, vm_id(m, "dlopen()"), a->node);
	const char *s = vm_partial_text(m, p), *base;

	if (p.kind == V_NONE)
		return v;
	if (s) {
		base = as_base_name(s);
		for (uint32_t i = 0; i < m->ncommands; i++)
			if (*base && strstr(vm_text(m, m->commands[i]), base)) {
				if (m->fault == FAULT_CALL && (!m->fault_site || m->fault_site == a->node)) {
					vm_event(m, E_FAILED, a->node, vm_id(m, "dlopen"), 0, 0);
					return v_none();
				}
				v.o->comp = (uint16_t)vm_new_site(m, a->node, "dlopen of a library that the program builds");
				return v;
			}
		if (p.kind == V_STR && vm_cstr(m, p, NULL) && of_vendor(s) && (m->c || arg_get(a, 99, "handle", m).kind == V_UNDEF))
			return v;
	}
	/* a library beside the program is the project's own */
	v.o->opq = (uint16_t)vm_edge_to(m, !m->c && s && *s == '.' ? EDGE_ANY : EDGE_HERE, a->node, "a library is loaded that is not in the tree (dlopen%s%.60s)", s ? ": " : "", s ? s : "");
	v.o->loose = 1;
	return v;
}

static value
find_symbol(vm *m, args *a)
{
	value h = arg_get(a, 0, NULL, m), n = arg_get(a, 1, NULL, m), v;
	const char *s = n.kind == V_STR ? vm_cstr(m, n, NULL) : NULL;
	cell *c;

	if (s && symbol_find(m->symbols, s))
		return v_obj(ext_obj(m, vm_id(m, s)));
	if (comp_of(h)) {
		v = thing(m, vm_idf(m, "dlsym(%.60s)", s ? s : ""), a->node);
		v.o->comp = (uint16_t)comp_of(h);
		return v;
	}
	if (s && !opq_of(h) && (c = vm_shared(m, n.s.s)) && is_obj(c->v, O_FUNC))
		return c->v;
	if (s && !opq_of(h) && (is_known(s, 1) || is_process(s) || is_exec(s) || cone_gets_code(s) || cone_protects(s)))
		return v_obj(ext_obj(m, vm_id(m, s)));
	v = thing(m, vm_idf(m, "dlsym(%.60s)", s ? s : ""), a->node);
	v.o->opq = (uint16_t)opq_of(h);
	if (!v.o->opq && (!s || cone_found(s)))
		v.o->opq = (uint16_t)vm_edge_to(m, EDGE_HERE, a->node, "%s", s ? cone_found(s) : "a function is looked up whose name is not known");
	v.o->loose = 1;
	return v;
}

/* std::find and std::find_if: the element, or the end. */
static value
find(vm *m, args *a, int test)
{
	value l = arg_get(a, 0, NULL, m), w = arg_get(a, 2, NULL, m);
	obj *it;

	if (l.kind == V_OBJ && l.o->kind == O_ITER)
		l = l.o->a;
	if (is_obj(l, O_DICT)) {
		for (uint32_t i = 0; i < l.o->m.n && !m->pending; i++) {
			obj *p = list_of(m, O_TUPLE, a->node);
			value r, e = v_obj(p);
			if (l.o->m.slot[i].c->v.kind == V_UNDEF)
				continue;
			list_add(m, p, l.o->m.slot[i].kv);
			list_add(m, p, l.o->m.slot[i].c->v);
			r = test ? vm_callv(m, w, a->node, 1, &e) : vm_compare(m, "==", l.o->m.slot[i].kv, w, a->node);
			if (vm_truth(m, r, a->node)) {
				it = vm_obj(m, O_ITER, 0, a->node);
				it->a = l;
				it->b = l.o->m.slot[i].kv;
				return v_obj(it);
			}
		}
		it = vm_obj(m, O_ITER, 0, a->node);
		it->a = l;
		it->b = v_none();
		return v_obj(it);
	}
	if (!is_obj(l, O_LIST))
		return v_unk(0);
	for (int64_t i = 0; i < list_len(l.o) && !m->pending; i++) {
		value e = list_at(l.o, i), r = test ? vm_callv(m, w, a->node, 1, &e) : vm_compare(m, "==", e, w, a->node);
		if (vm_truth(m, r, a->node))
			return e.kind == V_OBJ || l.o->loose ? e : pointer_at(m, l.o, i, a->node); /* of an object it-> and *it are the element */
	}
	if (l.o->loose)
		return v_unk(0);
	it = vm_obj(m, O_ITER, 0, a->node);
	it->a = l;
	it->b = v_none();
	return v_obj(it);
}

/* Assembler that jumps to what it was given: a function of the tree, or what is not known. */
static void
assembler(vm *m, args *a)
{
	int known = 0;

	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value f = vm_resolve(m, a->v[i], a->node);
		if (is_obj(f, O_FUNC)) {
			args none = {.node = a->node, .rest = 1};
			known = 1;
			vm_call(m, f, &none);
		}
	}
	if (!known)
		vm_mark(m, a->node, MARK_ANY);
}

static value
in_thread(vm *m, value fn, args *a, int own)
{
	value v;

	if (own)
		vm_thread_begins(m, a->node);

	m->threads += own;
	v = vm_call(m, fn, a);
	m->threads -= own;
	return v;
}

/* What handles the signal that operand k names. */
static cell *
handler(vm *m, const args *a, uint32_t k)
{
	char name[60] = "?";

	if (a->at[k])
		fact_unparse(m->t, a->at[k], name, sizeof name);
	return map_get(m, &m->shared->m, key_str(vm_idf(m, "handler of %s", name)), v_none());
}

/* Is the i-th type that a template is given in a call a reference? */
static int
refers_to(const vm *m, uint32_t call, uint32_t i)
{
	uint32_t callee = call + 1, key = m->t->node[call].kind == FACT_CALL && m->t->node[callee].kind == FACT_INDEX ? m->t->node[callee + 1].end : 0;

	if (!key)
		return 0;
	if (m->t->node[key].kind != FACT_TUPLE)
		return i == 0 && m->t->node[key].flags & FACT_REF;
	FACT_EACH_KID(m->t, key, k)
		if (i-- == 0)
			return (m->t->node[k].flags & FACT_REF) != 0;
	return 0;
}

/* A pair or tuple of copies, but of tie() and its kin, and where its type says that it refers to something. */
static value
tuple(vm *m, const char *f, const args *a)
{
	int refers = vm_is(f, "tie") || vm_is(f, "forward_as_tuple");
	obj *t = list_of(m, O_TUPLE, a->node), *types = list_of(m, O_TUPLE, a->node);

	for (uint32_t i = 0; i < a->n; i++) {
		value v = vm_resolve(m, a->v[i], a->node);
		int ref = a->at[i] && a->scope && refers_to(m, a->node, i);
		int own = v.kind == V_OBJ && !refers && !ref && a->at[i] && a->scope && vm_by_value(m, a->scope, a->at[i]);
		list_add(m, t, own ? vm_copied(m, v) : v);
		list_add(m, types, v_bool(own));
		cell *c = ref && v.kind != V_OBJ ? vm_place(m, a->scope, a->at[i], 1) : NULL;
		if (c)
			t->m.slot[t->m.n - 1].c = c;
	}
	if (!refers)
		t->b = v_obj(types);
	return v_obj(t);
}

/* defined(X) of #if: by what the tree defines. */
static value
defined(vm *m, const args *a)
{
	const char *name = a->n && a->at[0] && m->t->node[a->at[0]].kind == FACT_NAME ? fact_str(m->t, a->at[0]) : "";
	cell *c = *name ? scope_find(m, a->scope, m->t->node[a->at[0]].str) : NULL;
	int64_t v;
	int k = c_platform(name, m->main_file ? fact_str(m->t, m->main_file - 1) : NULL, &v);

	if (!c && k >= 0)
		return v_bool(k);
	if (c && m->cone && cone_macro_open(m->cone, m->t->node[a->at[0]].str, a->scope->file))
		return v_unk(vm_idf(m, "macro %.100s", name));
	if (c && !(c->v.kind == V_UNK && c->v.sym))
		return v_bool(1);
	if (!c && *name && m->cone && cone_by_default(m->cone, m->t->node[a->at[0]].str))
		return v_bool(0);
	return v_unk(vm_idf(m, "macro %.100s", name));
}

/* What holds elements, as it is made. */
static int
containers(vm *m, const char *f, args *a, value x, value *out)
{
	if (vm_is(f, "vector") || vm_is(f, "array") || vm_is(f, "set") || vm_is(f, "unordered_set") || vm_is(f, "list") || vm_is(f, "deque")) {
		obj *l = list_of(m, O_LIST, a->node);
		if (is_obj(x, O_LIST) && (a->n == 1 || x.o->self_flags & LIST_ARGUMENTS)) {
			*out = x;
			return 1;
		}
		/* vector(n, x) holds unknown many; vector{a, b} its elements */
		if (x.kind == V_INT || (x.kind == V_UNK && a->n <= 2))
			l->loose = 1;
		else
			for (uint32_t i = 0; i < a->n; i++)
				list_add(m, l, vm_resolve(m, a->v[i], a->node));
		*out = v_obj(l);
	} else if (vm_is(f, "map") || vm_is(f, "unordered_map")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		for (uint32_t i = 0; i < a->n; i++) {
			value p = vm_resolve(m, a->v[i], a->node), k;
			uint64_t key;
			if ((is_obj(p, O_LIST) || is_obj(p, O_TUPLE)) && list_len(p.o) == 2 && key_of(m, k = vm_resolve(m, list_at(p.o, 0), a->node), &key))
				cell_set(m, map_get(m, &d->m, key, k), list_at(p.o, 1));
			else
				d->loose = 1;
		}
		*out = v_obj(d);
	} else {
		return 0;
	}
	return 1;
}

/* std::regex is its text. A match of text with the one in y, or in the third argument. */
static int
regex(vm *m, const char *f, args *a, value x, value y, value *out)
{
	if (vm_is(f, "regex")) {
		*out = x;
		return 1;
	}
	if (!vm_is(f, "regex_match") && !vm_is(f, "regex_search"))
		return 0;
	args b = {.node = a->node, .n = 2};
	b.v[0] = a->n > 2 && y.kind != V_STR ? arg_get(a, 2, NULL, m) : y;
	b.v[1] = x;
	lib_py(m, vm_is(f, "regex_match") ? "re.fullmatch" : "re.search", &b, out);
	if (is_obj(*out, O_THING) && !out->o->loose)
		*out = (value){.kind = V_BOOL, .flags = x.flags & VF_LABEL, .i = 1};
	else if (out->kind == V_NONE)
		*out = (value){.kind = V_BOOL, .flags = x.flags & VF_LABEL, .i = 0};
	else
		*out = v_unk(0);
	return 1;
}

/* What runs beside the program, or later: threads, and what handles a signal. */
static int
beside(vm *m, const char *f, args *a, value x, value y, value *out)
{
	if (vm_is(f, "signal") && a->n == 2)
		cell_set(m, handler(m, a, 0), y);
	else if (vm_is(f, "raise") || (vm_is(f, "kill") && a->n == 2)) {
		cell *h = handler(m, a, a->n - 1);
		if (h && is_obj(h->v, O_FUNC))
			vm_callv(m, h->v, a->node, 1, &a->v[a->n - 1]);
		*out = v_int(0);
	} else if (vm_is(f, "pthread_join") && a->n == 2 && is_obj(x, O_THING) && y.kind == V_REF) {
		cell_set(m, y.r, x.o->a);
		*out = v_int(0);
	} else if (vm_is(f, "pthread_create") || vm_is(f, "thread") || vm_is(f, "async") || vm_is(f, "for_each")) {
		uint32_t k = vm_is(f, "pthread_create") ? 2 : vm_is(f, "for_each") ? 2 : 0;
		args b = {.node = a->node, .rest = 1};
		args_from(&b, a, k + 1);
		value fn = arg_get(a, k, NULL, m);
		if (is_obj(fn, O_FUNC)) {
			value t = thing(m, vm_id(m, "thread"), a->node);
			t.o->a = in_thread(m, fn, &b, !vm_is(f, "for_each"));
			if (k == 2 && x.kind == V_REF)
				cell_set(m, x.r, t);
		}
		*out = v_int(0);
	} else {
		return 0;
	}
	return 1;
}

/* auto p = std::make_unique<T>(...) */
static int
makes_owner(const vm *m, uint32_t decl)
{
	uint32_t def = fact_find(m->t, decl, FACT_DEFAULT), f = def + 2;

	if (!def || m->t->node[def + 1].kind != FACT_CALL || m->t->node[f].kind != FACT_INDEX)
		return 0;
	return strcmp(as_last_part(fact_str(m->t, f + 1)), "make_unique") == 0;
}

/* std::move(x) of a container, a text or an owner: it goes on as another, and what x holds from then on is not known.
 * What was compiled stays where it is, for a reference to find. */
static value
moved(vm *m, value x, const args *a)
{
	uint32_t at = a->at[0], decl = at && a->scope && a->scope->fn && m->t->node[at].kind == FACT_NAME ? vm_variable(m, a->scope->fn->node, m->t->node[at].str) : 0,
	    type = decl ? fact_find(m->t, decl, FACT_TYPE) : 0;
	const char *name = type ? as_last_part(fact_str(m->t, type)) : "";
	cell *c;
	obj *o;

	if (a->n != 1 || !decl || vm_deep_comp(m, x, 0))
		return x;
	if (is_obj(x, O_LIST) || is_obj(x, O_DICT)) {
		o = obj_copy(m, x.o);
		for (uint32_t i = 0; i < x.o->m.n; i++)
			cell_set(m, x.o->m.slot[i].c, is_obj(x, O_DICT) ? (value){0} : v_unk(0));
		x.o->loose = 1;
		return v_obj(o);
	}
	if (strcmp(name, "unique_ptr") == 0 || strcmp(name, "string") == 0 || (strcmp(name, "auto") == 0 && is_obj(x, O_INST) && makes_owner(m, decl)))
		if ((c = map_find(&a->scope->m, key_str(m->t->node[at].str))))
			cell_set(m, c, v_unk(0));
	return x;
}

int
lib_c(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);

	*out = v_unk(0);
	if (lib_ctext(m, f, a, out) || lib_range(m, f, a, out) || lib_memory(m, f, a, out) || lib_places(m, f, a, out) || lib_cli(m, f, a, out) ||
	    containers(m, f, a, x, out) || regex(m, f, a, x, y, out) || beside(m, f, a, x, y, out))
		return 1;
	if (vm_is(f, "defined")) {
		*out = defined(m, a);
		return 1;
	}
	if (vm_is(f, "__asm__")) {
		assembler(m, a);
		return 1;
	}
	if (vm_is(f, "longjmp") || vm_is(f, "siglongjmp") || vm_is(f, "_longjmp") || vm_is(f, "setcontext")) {
		vm_edge_to(m, EDGE_ANY, a->node, "%.60s() goes on elsewhere", f);
		return 1;
	}
	if (vm_is(f, "getopt") || vm_is(f, "getopt_long") || vm_is(f, "getopt_long_only"))
		*out = cli_getopt(m, a, !vm_is(f, "getopt"));
	else if (vm_is(f, "dlopen") || vm_is(f, "LoadLibraryA") || vm_is(f, "LoadLibrary"))
		*out = open_library(m, a);
	else if (vm_is(f, "dlsym") || vm_is(f, "GetProcAddress"))
		*out = find_symbol(m, a);
	else if (vm_is(f, "string") || vm_is(f, "string_view") || vm_is(f, "move") || vm_is(f, "forward") || vm_is(f, "function") || vm_is(f, "ref") || vm_is(f, "cref") || vm_is(f, "optional") ||
	    vm_is(f, "make_optional") || vm_is(f, "unique_ptr") || vm_is(f, "shared_ptr") || vm_is(f, "as_const") || vm_is(f, "addressof") || vm_is(f, "launder") || vm_is(f, "filesystem.path")) {
		*out = a->n ? vm_is(f, "move") ? moved(m, x, a) : x : vm_is(f, "string") ? v_strc(m, "") : v_none();
		if (vm_is(f, "string") && a->n == 2)
			*out = v_unk(0);
	} else if (vm_is(f, "make_pair") || vm_is(f, "make_tuple") || vm_is(f, "pair") || vm_is(f, "tie") || vm_is(f, "forward_as_tuple") || vm_is(f, "tuple")) {
		*out = tuple(m, f, a);
	} else if (vm_is(f, "to_string")) {
		char buf[32];
		if (x.kind == V_INT) {
			snprintf(buf, sizeof buf, "%lld", (long long)x.i);
			*out = v_strc(m, buf);
		} else {
			*out = vm_partial_join(m, v_strc(m, ""), x);
		}
	} else if (vm_is(f, "find"))
		*out = find(m, a, 0);
	else if (vm_is(f, "find_if"))
		*out = find(m, a, 1);
	else if (vm_is(f, "size") || vm_is(f, "begin") || vm_is(f, "end") || vm_is(f, "cbegin") || vm_is(f, "cend") || vm_is(f, "data") || vm_is(f, "empty")) {
		args b = {.node = a->node, .scope = a->scope};
		if (!lib_box(m, f, x, &b, out))
			*out = v_unk(0);
	} else if (vm_is(f, "__builtin_expect") || vm_is(f, "likely") || vm_is(f, "unlikely"))
		*out = x;
	else if (vm_is(f, "assert")) {
		if (vm_known(m, x) == 0)
			vm_exit(m, 1);
	} else if (vm_is(f, "atexit")) {
		if (m->cone && is_obj(x, O_FUNC) && cone_leads_to(m->cone, x.o->node))
			vm_edge(m, a->node, "%.60s() runs when the program ends", fact_str(m->t, x.o->node));
		*out = v_int(0);
	} else if (vm_is(f, "fclose") || vm_is(f, "fflush") || vm_is(f, "unlink") || vm_is(f, "remove") ||
	    vm_is(f, "mkdir") || vm_is(f, "close") || vm_is(f, "chmod"))
		*out = v_int(0);
	else if (vm_is(f, "cl.Program")) { /* OpenCL's: Program(context, source, true) builds it at once */
		*out = thing(m, vm_id(m, "cl.Program()"), a->node);
		for (uint32_t i = 1; i < a->n && !m->pending; i++) {
			value b = vm_resolve(m, a->v[i], a->node);
			if ((b.kind == V_BOOL || (b.kind == V_UNK && i == 2)) && vm_truth(m, b, a->node)) {
				vm_by_symbol(m, symbol_find(m->symbols, "cl.Program.build"), "cl.Program.build", *out, a);
				break;
			}
		}
	} else if (vm_is(f, "call_once") && a->n > 1)
		*out = vm_callv(m, y, a->node, 0, NULL);
	else if (vm_is(f, "visit"))
		return vm_visit(m, a, out);
	else
		return 0;
	return 1;
}
