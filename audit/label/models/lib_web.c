/* lib_web.c - see vm.h: services whose functions are called by requests: FastAPI,
 * Flask, Starlette, Sanic. What starts up with them runs first, then one request. */
#include <stdio.h>
#include <string.h>

#include "../vm/vm.h"
#include "words.h"

/* 1: a handler of requests, 2: what runs at the start; 0: neither. what: "app.post('/x')". */
static int
role(const char *what)
{
	static const char *const apps[] = {"FastAPI", "APIRouter", "Flask", "Blueprint", "Starlette", "Sanic", "Quart", "Litestar"};
	static const char *const verbs[] = {".get(", ".post(", ".put(", ".route(", ".api_route(", ".websocket("};
	int app = 0;

	for (size_t i = 0; i < sizeof apps / sizeof *apps; i++)
		app |= strstr(what, apps[i]) != NULL;
	if (!app)
		return 0;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strstr(what, verbs[i]))
			return 1;
	return strstr(what, ".on_event(") || strstr(what, ".before_first_request") || strstr(what, ".listener(") ? 2 : 0;
}

void
web_declare(vm *m, value made, value fn, uint32_t node)
{
	int r = is_obj(made, O_THING) && is_obj(fn, O_FUNC) ? role(vm_text(m, made.o->name)) : 0;
	obj *one;

	if (!r)
		return;
	if (!m->web)
		m->web = list_of(m, O_LIST, node);
	one = list_of(m, O_TUPLE, node);
	list_add(m, one, v_int(r));
	list_add(m, one, fn);
	list_add(m, m->web, v_obj(one));
}

/* What a request hands to a parameter: text, or a model whose fields are texts. */
static value
handed(vm *m, obj *f, uint32_t p)
{
	uint32_t type = fact_find(m->t, p, FACT_TYPE), block;
	const char *name = type ? fact_str(m->t, type) : "str";
	cell *c = type ? scope_find(m, f->scope, m->t->node[type].str) : NULL;
	char shown[140];

	snprintf(shown, sizeof shown, "request's %.100s", fact_str(m->t, p));
	if (c && is_obj(c->v, O_CLASS) && (c->v.o->self_flags & 2) && (block = fact_find(m->t, c->v.o->node, FACT_BLOCK))) {
		args b = {.node = p};
		FACT_EACH_KID(m->t, block, k) {
			uint32_t t = fact_find(m->t, k, FACT_TYPE);
			if (m->t->node[k].kind != FACT_DECL || m->t->node[k + 1].kind != FACT_NAME || b.n == MOST_ARGS)
				continue;
			snprintf(shown, sizeof shown, "request's %.100s", fact_str(m->t, k + 1));
			b.v[b.n] = t && (as_ends_with(fact_str(m->t, t), "str") || as_ends_with(fact_str(m->t, t), "Literal")) ? vm_input(m, shown, k) : v_unk(vm_id(m, shown));
			b.kw[b.n++] = m->t->node[k + 1].str;
		}
		return class_new(m, c->v.o, &b);
	}
	if (c && is_obj(c->v, O_CLASS) && (c->v.o->self_flags & 1)) { /* an enumeration */
		value v = vm_input(m, shown, p);
		return v.kind == V_STR ? vm_callv(m, c->v, p, 1, &v) : v;
	}
	if (strcmp(name, "str") == 0)
		return vm_input(m, shown, p);
	return strcmp(name, "int") == 0 || strcmp(name, "float") == 0 || strcmp(name, "bool") == 0 ? v_unk(vm_id(m, shown)) : thing(m, vm_id(m, shown), p);
}

/* A method that a decorator from outside gave a function: it calls it, with what
 * it was given or, as reports of benchmarks do, with what their tables hold. */
int
web_task(vm *m, const char *f, obj *fn, args *a, value *out)
{
	static const char *const same[] = {"remote", "delay", "apply_async", "spawn", "run", "local", "submit", "call", "fn", "apply"};
	args b = {.node = a->node, .scope = a->scope};
	uint32_t given = 0;

	if (!AS_AMONG(f, same))
		return 0;
	for (uint32_t i = 0; i < a->n; i++)
		given += !a->kw[i];
	if (given || strcmp(f, "run") != 0) {
		*out = func_call(m, fn, fn->a, fn->a.kind != V_UNDEF, a);
		return 1;
	}
	FACT_EACH_KID(m->t, fn->node, p)
		if (m->t->node[p].kind == FACT_PARAM && !(m->t->node[p].flags & (FACT_STAR | FACT_STARSTAR)) && b.n < MOST_ARGS) {
			char shown[140];
			uint32_t type = fact_find(m->t, p, FACT_TYPE);
			const char *t = type ? fact_str(m->t, type) : "";
			snprintf(shown, sizeof shown, "benchmark's %.100s", fact_str(m->t, p));
			b.v[b.n] = strcmp(t, "int") == 0 || strcmp(t, "float") == 0 || strcmp(t, "bool") == 0 ? v_unk(vm_id(m, shown)) : vm_input(m, shown, p);
			b.kw[b.n++] = m->t->node[p].str;
		}
	*out = func_call(m, fn, fn->a, fn->a.kind != V_UNDEF, &b);
	return 1;
}

static int
stop_at_first(vm *m, void *arg, value item)
{
	(void)m;
	(void)arg;
	(void)item;
	return 0;
}

void
web_run(vm *m, uint32_t node)
{
	obj *web = m->web;
	int64_t n = web ? list_len(web) : 0;

	/* lifespan=f of an application that the module made */
	for (uint32_t i = 0; web && is_obj(m->web_app, O_THING) && i < m->web_app.o->narg && !m->pending; i++)
		if (m->web_app.o->kw && strcmp(vm_text(m, m->web_app.o->kw[i]), "lifespan") == 0) {
			value app = m->web_app, g = vm_callv(m, m->web_app.o->arg[i], node, 1, &app);
			if (!m->pending)
				vm_iterate(m, g, node, stop_at_first, NULL);
		}
	for (int64_t i = 0; i < n && !m->pending; i++)
		if (list_at(list_at(web, i).o, 0).i == 2)
			vm_callv(m, list_at(list_at(web, i).o, 1), node, 0, NULL);
	for (int64_t i = 0, left = 0; i < n && !m->pending; i++) {
		obj *f = list_at(list_at(web, i).o, 1).o;
		args b = {.node = node};
		left = 0;
		for (int64_t k = i + 1; k < n; k++)
			left += list_at(list_at(web, k).o, 0).i == 1;
		if (list_at(list_at(web, i).o, 0).i != 1 ||
		    (left && !vm_decide(m, vm_idf(m, "a request to %.100s", vm_text(m, f->name)), f->node)))
			continue;
		FACT_EACH_KID(m->t, f->node, p)
			if (m->t->node[p].kind == FACT_PARAM && !(m->t->node[p].flags & (FACT_STAR | FACT_STARSTAR)) && b.n < MOST_ARGS) {
				b.v[b.n] = handed(m, f, p);
				b.kw[b.n++] = m->t->node[p].str;
			}
		func_call(m, f, (value){0}, 0, &b);
		break;
	}
}

int
web_client(vm *m, const char *f, value self, const args *a, value *out)
{
	static const char *const verbs[] = {"get", "post", "put", "patch", "delete", "head", "options", "request", "open"};
	const char *name = is_obj(self, O_THING) ? vm_text(m, self.o->name) : "";

	if (!m->web || (!strstr(name, "TestClient(") && !strstr(name, ".test_client(")) || !AS_AMONG(f, verbs))
		return 0;
	vm_event(m, E_WORK, a->node, vm_id(m, f), 0, 0);
	web_run(m, a->node);
	*out = thing(m, vm_idf(m, "response of %.80s()", f), a->node);
	out->o->loose = 1;
	return 1;
}

static int
is_server(const char *f)
{
	return strcmp(f, "http.server.HTTPServer") == 0 || strcmp(f, "http.server.ThreadingHTTPServer") == 0 ||
	    strncmp(f, "socketserver.", 13) == 0;
}

/* serve_forever() of a server: one request by the methods that take them. */
int
web_serve(vm *m, const char *f, value self, args *a)
{
	static const char *const takes[] = {"do_POST", "do_GET", "do_PUT", "handle"};
	obj *o;

	if (!is_obj(self, O_THING) || strcmp(vm_text(m, self.o->name), "server()") != 0 ||
	    (strcmp(f, "serve_forever") != 0 && strcmp(f, "handle_request") != 0))
		return 0;
	o = vm_obj(m, O_INST, self.o->a.o->name, a->node);
	o->cls = self.o->a.o;
	o->loose = 1;
	for (size_t i = 0; i < sizeof takes / sizeof *takes && !m->pending; i++) {
		value fn = class_find(m, o->cls, vm_id(m, takes[i]));
		args none = {.node = a->node};
		if (is_obj(fn, O_FUNC) && (i + 1 == sizeof takes / sizeof *takes || vm_decide(m, vm_idf(m, "a request for %s", takes[i]), a->node))) {
			func_call(m, fn.o, v_obj(o), 1, &none);
			break;
		}
	}
	return 1;
}

int
lib_web(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);
	char shown[140];

	if (is_server(f)) { /* its requests go to a class of the tree */
		value cls = arg_get(a, 1, NULL, m);
		if (!is_obj(cls, O_CLASS))
			return 0;
		*out = thing(m, vm_id(m, "server()"), a->node);
		out->o->a = cls;
		return 1;
	}
	if (strcmp(f, "fastapi.FastAPI") == 0 || strcmp(f, "starlette.applications.Starlette") == 0) {
		*out = thing(m, vm_idf(m, "%s()", f), a->node);
		args_keep(m, out->o, a, 0);
		m->web_app = *out;
		return 1;
	}
	if (strncmp(f, "flask.request.", 14) == 0 && as_ends_with(f, ".get") && x.kind == V_STR && vm_cstr(m, x, NULL)) {
		snprintf(shown, sizeof shown, "request's %.100s", vm_cstr(m, x, NULL));
		*out = vm_input(m, shown, a->node);
		return 1;
	}
	return 0;
}
