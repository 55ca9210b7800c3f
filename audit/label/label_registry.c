/* label_registry.c - functions and classes that are reached by a name: registered by decorators,
 * looked up in a table, or dispatched by a name that is put together; see callers_of(). */
#include "label_engine.h"

enum { MOST_LOOKUPS = 24 };

typedef struct {
	engine *en;
	program *p;
	const char *name;
	caller *out; uint32_t n, most;
} edges;

/* Adds a call at ev that takes place where asked evaluates to key. */
static void put(edges *e, const event *ev, expr *asked, const char *key, expr *call, erole role) {
	expr *test = x_two(e->p, X_CMP, OP_EQ, asked, x_con(e->p, k_str(e->p, key), ev->line));
	test->seq = ev->seq;
	event *made = take(e->p, sizeof *made);
	*made = (event){.kind = E_CALL, .role = (uint8_t)role, .line = ev->line, .seq = ev->seq,
	    .fn = ev->fn, .tries = ev->tries, .value = call};
	made->guards = guards_add(e->p, ev->guards, test, true, G_REGISTRY, ev->fn->file, ev->line);
	if (e->n < e->most) e->out[e->n++] = (caller){made, CALL_REF, false};
}

static void put_lookups(edges *e, const char *table, const char *key) {
	uint32_t n = 0;
	EACH(const event, ev, e->p->lookups, table) {
		if (n++ == MOST_LOOKUPS) break;
		expr *asked = ev->kind == E_READ ? ev->value->kid[1] : x_arg(ev->value, 0);
		expr *call = x_new(e->p, X_CALL, ev->line, 1);
		call->kid[0] = x_name(e->p, e->name, ev->line);
		if (asked) put(e, ev, asked, key, call, R_REGISTRY);
	}
}

/* The lookups in the tables that the function of the decorator stores into. */
static void put_decorated(edges *e, expr *const *deco, uint32_t ndeco) {
	for (uint32_t d = 0; d < ndeco; d++) {
		for (uint32_t i = 0; i < e->p->nfn; i++) {
			const func *f = e->p->fn[i];
			bool within = false;
			EACH(const func, by, e->p->by_fn, x_last(deco[d]))
				within |= func_within(f, by);
			for (uint32_t k = 0; within && k < f->nev; k++) {
				const expr *t = f->ev[k]->target;
				if (f->ev[k]->kind == E_ASSIGN && t->kind == X_SUB)
					put_lookups(e, x_last(t->kid[0]), deco_key(deco[d]) ?
					    deco_key(deco[d]) : e->name);
			}
		}
	}
}

/* A class of the files is made by a name that is known: it is this one, or it is not. */
static bool names_class(program *p, const value *v) {
	for (uint32_t k = 0; k < v->n && v_pure(v); k++)
		if (v->c[k]->kind == K_STR && map_first(p->by_cls, name_have(p, v->c[k]->s)))
			return true;
	return false;
}

/* getattr(x, name), globals()[name] */
static void put_dynamic(edges *e, bool is_class) {
	static const char *const by[] = {"getattr", "globals", "locals"};
	for (uint32_t k = 0; k < 3; k++) {
		EACH(const event, d, k ? e->p->lookups : e->p->calls,
		    name_have(e->p, by[k])) {
			expr *name = d->kind == E_READ ? d->value->kid[1] :
			    x_arg(d->value, k == 0);
			if (!name || (!k && name->kind == X_CONST)) continue;
			const value *v = eval(e->en, name, ctx_at(e->en, d), d->seq, 0);
			bool is = is_class ? names_class(e->p, v) : v_has(v, k_str(e->p, e->name));
			if (is) put(e, d, name, e->name, d->value, R_DYNAMIC);
		}
	}
}

uint32_t registry_callers(engine *en, const func *fn, caller *out, uint32_t most) {
	edges e = {.en = en, .p = en->p, .name = fn->name, .out = out, .most = most};
	put_decorated(&e, fn->deco, fn->ndeco);
	if (!e.n && fn->parent && fn->parent->is_module && !fn->is_table) put_dynamic(&e, false);
	return e.n;
}

uint32_t registry_makers(engine *en, const klass *c, caller *out, uint32_t most) {
	edges e = {.en = en, .p = en->p, .name = c->name, .out = out, .most = most};
	put_decorated(&e, c->deco, c->ndeco);
	if (!e.n) put_dynamic(&e, true);
	return e.n;
}
