/* label_eval.c - values of expressions, and whether guards let pass; see label_engine.h. */
#include <string.h>

#include "label_eval_impl.h"

enum { TUPLE_MOST = 64, GUARDS_MOST = 512, ITEMS_MOST = 6, RECORDS_MOST = 8, LOOKUPS_MOST = 16 };

const constant *asked_value(const engine *en) {
	return en->l->kind == L_VALUE ? en->l->value : NULL;
}

const value *asked_content(engine *en) {
	const constant *other = k_str(en->p, "<other>");
	return v_con(en, en->mode == M_ON ? en->l->value : other, d_flag(D_LABEL));
}

/* The first that decides is the value: of `a or "x"`, where a is open, weakly so. */
static const value *eval_and_or(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const value *open = NULL, *v = NULL;
	deps d = d_none();
	place lost = {0};
	for (uint32_t i = 0; i < e->n; i++) {
		v = eval(en, e->kid[i], cx, seq, depth);
		int t = v_truth(v);
		if (!lost.file) lost = v->lost;
		if (t == (e->kind == X_OR)) {
			if (v->top) return v_said(en, t, v);
			return open && t && v->n && v->c[0]->kind != K_BOOL ? v_weak(en, v,
			    v->lost) : v;
		}
		d = d_join(en, d, t < 0 ? d_open(en, v->d) : v->d);
		if (t < 0 && !open) open = v_opened(en, v, x_show(en->p, e->kid[i]));
	}
	if (open) return v_opened(en, v_deps(en, open, d), NULL);
	v = v_deps(en, v->top ? v_bool(en, e->kind == X_AND, d) : v, d);
	return d.flags & D_WEAK ? v_weak(en, v, lost) : v;
}

static const value *eval_cond(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const value *c = eval(en, e->kid[0], cx, seq, depth), *two[2];
	int t = v_truth(c);
	if (t >= 0)
		return v_with(en, eval(en, e->kid[t ? 1 : 2], cx, seq, depth), d_guard(en, c->d));
	two[0] = eval(en, e->kid[1], cx, seq, depth);
	two[1] = eval(en, e->kid[2], cx, seq, depth);
	return v_with(en, v_join(en, two, 2), d_flag(d_open(en, c->d).flags & D_MAYLABEL));
}

/* A list of known constants is a tuple; any other, or one that is empty, is an object. */
static const value *eval_list(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const constant *item[TUPLE_MOST];
	deps d = d_none();
	if (e->n > TUPLE_MOST) return v_obj(en, e, cx, seq, d);
	for (uint32_t i = 0; i < e->n; i++) {
		const value *v = e->kid[i]->kind == X_STAR ? NULL : eval(en, e->kid[i], cx, seq,
		    depth);
		if (!v || !(item[i] = v_one(v))) return v_obj(en, e, cx, seq, d_none());
		d = d_join(en, d, v->d);
	}
	return e->n ? v_con(en, k_tuple(en->p, item, e->n), d) : v_obj(en, e, cx, seq, d);
}

static bool is_not(const expr *e, void *value) { return !(e->kind == X_CONST && e->con == value); }

/* Records of lists: of those that name the label, else all. NULL: there are none. */
static const value *records(engine *en, const value *list) {
	const value *out[2][RECORDS_MOST]; /* those that name it, the rest */
	const constant *l = asked_value(en);
	uint32_t n[2] = {0, 0};
	for (uint32_t i = 0; i < list->nobj; i++) {
		const object *o = &list->obj[i];
		for (uint32_t k = 0; o->e->kind == X_LIST && k < o->e->n; k++) {
			const expr *x = o->e->kid[k];
			bool rest = !l || x_each(x, is_not, (void *)l);
			if (x->kind != X_DICT && x->kind != X_CALL && x->kind != X_LIST) continue;
			if (n[rest] == RECORDS_MOST) continue;
			out[rest][n[rest]++] = v_obj(en, x, o->cx, o->seq, d_flag(rest ?
			    0 : D_BYLABEL));
		}
	}
	if (n[0] && (en->mode == M_ON || n[1] == 0)) return v_join(en, out[0], n[0]);
	return n[1] ? v_with(en, v_join(en, out[1], n[1]), d_flag(n[0] ? D_BYLABEL : 0)) : NULL;
}

/* Some element of what v may be. */
static const value *element(engine *en, const value *v) {
	const constant *l = asked_value(en), *all[VALUE_MOST];
	uint32_t n = 0, total = 0;
	if (l && v_has(v, l)) return asked_content(en);
	for (uint32_t i = 0; i < v->n; i++)
		for (uint32_t k = 0; v->c[i]->kind == K_TUPLE && k < v->c[i]->n; k++, total++) {
			if (l && k_equal(v->c[i]->item[k], l)) return asked_content(en);
			if (n < VALUE_MOST) all[n++] = v->c[i]->item[k];
		}
	if (v_pure(v) && n) return v_set(en, all, n, total > ITEMS_MOST, v->d);
	const value *r = records(en, v);
	return r ? r : v_top(en, v->d.flags & D_LABEL && !l ? v->d : d_none(), v->why[0]);
}

static const value *eval_item(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const constant *all[VALUE_MOST];
	const value *v = eval(en, e->kid[0], cx, seq, depth);
	uint32_t n = 0;
	for (; v_pure(v) && n < v->n && v->c[n]->kind == K_TUPLE && v->c[n]->n > e->index; n++)
		all[n] = v->c[n]->item[e->index];
	if (n && n == v->n) return v_set(en, all, n, false, v->d);
	if (v_objects(v) && v->nobj == 1 && v->obj->e->kind == X_LIST && v->obj->e->n > e->index)
		return v_with(en, eval(en, v->obj->e->kid[e->index], v->obj->cx, v->obj->seq,
		    depth), v->d);
	return v_top(en, v->d, v->why[0]);
}

static const value *eval_text(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const char *s = "";
	deps d = d_none();
	for (uint32_t i = 0; i < e->n; i++) {
		const value *v = eval(en, e->kid[i], cx, seq, depth);
		d = d_join(en, d, v->d);
		s = s && v_one(v) ? name_f(en->p, "%s%s", s, k_text(en->p, v_one(v))) : NULL;
	}
	return s ? v_con(en, k_str(en->p, s), d) : v_top(en, d, NULL);
}

static const constant *result(program *p, xop op, const constant *a, const constant *b) {
	if ((a->kind == K_INT || a->kind == K_BOOL) && (b->kind == K_INT || b->kind == K_BOOL)) {
		long long x = a->i, y = b->i, r;
		if (op == OP_ADD) return __builtin_add_overflow(x, y, &r) ? NULL : k_int(p, r);
		if (op == OP_SUB) return __builtin_sub_overflow(x, y, &r) ? NULL : k_int(p, r);
		if (op == OP_MUL) return __builtin_mul_overflow(x, y, &r) ? NULL : k_int(p, r);
		if (op == OP_SHL)
			return x >= 0 && y >= 0 && y < 31 && x < 1LL << 31 ? k_int(p,
			    x << y) : NULL;
		return op == OP_AND ? k_int(p, x & y) : op == OP_OR ? k_int(p, x | y) : NULL;
	}
	bool texts = a->kind == K_STR && b->kind == K_STR && op == OP_ADD;
	return texts ? k_str(p, name_f(p, "%s%s", a->s, b->s)) : NULL;
}

static const value *eval_bin(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const value *a = eval(en, e->kid[0], cx, seq, depth), *b = eval(en, e->kid[1], cx, seq,
	    depth);
	deps d = d_join(en, a->d, b->d);
	const constant *k = v_one(a) && v_one(b) ? result(en->p, (xop)e->op, v_one(a),
	    v_one(b)) : NULL;
	if (k) return v_con(en, k, d);
	const value *v = v_top(en, d, a->why[0] ? a->why[0] : b->why[0]);
	if (e->op == OP_AND || e->op == OP_OR || e->op == OP_XOR) v = v_opened(en, v, NULL); /* some bits only */
	return d.flags & D_WEAK ? v_weak(en, v, a->lost.file ? a->lost : b->lost) : v;
}

static bool lists(const expr *keys, const constant *k) {
	for (uint32_t i = 0; k && i < keys->n; i++)
		if (keys->kid[i]->kind == X_CONST && k_equal(keys->kid[i]->con, k)) return true;
	return false;
}

/* The entry runs where the table is asked for its key, or what is registered so is the label. */
static const value *eval_key(engine *en, const expr *e, int depth) {
	bool registered = e->kind == X_REGKEY, may = false;
	const constant *l = asked_value(en);
	if (registered && en->l->kind == L_FUNC) l = k_str(en->p, en->l->what);
	if (l && lists(e->kid[0], l))
		return v_bool(en, k_equal(e->con, l) && en->mode == M_ON, d_flag(D_LABEL));
	const value *open = v_top(en, d_none(), x_show(en->p, e));
	if (registered) return open;
	uint32_t n, no = 0, nglobal;
	deps d = d_none();
	void *const *v = map_get(en->p->lookups, e->table, &n);
	for (uint32_t i = 0; i < n && i < LOOKUPS_MOST; i++) {
		const event *ev = v[i];
		const value *k = eval(en, ev->value->kid[1], ctx_of(en, ev->fn), ev->seq, depth);
		bool has = v_has(k, e->con);
		if (!v_pure(k)) continue;
		if (has && k->n == 1) return v_bool(en, true, k->d);
		may |= has;
		no += !has;
		if (!has) d = d_join(en, d, k->d);
	}
	if (no == 0 || no < n) return may || no ? open : v_bool(en, true, d_none());
	/* by the table's name alone, if it is no global */
	const value *closed = v_bool(en, false, d);
	bool global = map_get(en->p->globals, e->table, &nglobal) != NULL;
	return global ? closed : v_weak(en, closed, at_event(v[0]));
}

static const value *eval_kind(engine *en, const void *what, const ctx *cx, uint32_t seq,
    int depth) {
	const expr *e = what;
	const value *v;
	switch ((xkind)e->kind) {
	case X_CONST: return v_con(en, e->con, d_none());
	case X_NAME: return eval_name(en, e->s, cx, seq, depth);
	case X_ATTR: return eval_attr(en, e, cx, seq, depth);
	case X_SUB: return eval_sub(en, e, e->kid[0], e->kid[1], NULL, cx, seq, depth);
	case X_CALL: return eval_call(en, e, cx, seq, depth);
	case X_CMP: return eval_cmp(en, e, cx, seq, depth);
	case X_NOT:
		v = eval(en, e->kid[0], cx, seq, depth);
		return v_truth(v) < 0 ? v_opened(en, v, NULL) : v_said(en, !v_truth(v), v);
	case X_AND: case X_OR: return eval_and_or(en, e, cx, seq, depth);
	case X_COND: return eval_cond(en, e, cx, seq, depth);
	case X_BIN: return eval_bin(en, e, cx, seq, depth);
	case X_LIST: return eval_list(en, e, cx, seq, depth);
	case X_DICT: case X_LAMBDA: case X_FUNC: case X_CLASS: case X_SELF: case X_ARGV:
		return v_obj(en, e, cx, seq, d_none());
	case X_FSTR: return eval_text(en, e, cx, seq, depth);
	case X_COMP: return v_top(en, eval(en, e->kid[2], cx, seq, depth)->d, NULL);
	case X_ELEM: return element(en, eval(en, e->kid[0], cx, seq, depth));
	case X_ITEM: return eval_item(en, e, cx, seq, depth);
	case X_KEY: case X_REGKEY: return eval_key(en, e, depth);
	case X_DEFINED: return eval_macro(en, e->s, depth);
	case X_CMAKE: return eval_cmake(en, e->s);
	case X_FLAGVAR:
		v = bind_name(en, e->s, false);
		return v ? v : v_default(en, v_bool(en, false, d_none()), e->s);
	case X_EXC: return v_bool(en, true, d_none());
	case X_STAR: case X_KEYWORD: return eval(en, e->kid[0], cx, seq, depth);
	case X_ASSIGN: case X_COMMA: return eval(en, e->kid[1], cx, seq, depth);
	case X_ENV: return eval_env(en, e, cx, seq, depth);
	case X_ARGC: case X_OPAQUE: break;
	}
	return v_top(en, d_none(), x_show(en->p, e));
}

/* Constants depend on nothing, names are remembered by their text (eval_name). */
const value *eval(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	if (!e) return v_top(en, d_none(), NULL);
	if (e->kind == X_NAME) return eval_name(en, e->s, cx, seq, depth);
	if (e->kind == X_CONST) return remember(en, e->con, NULL, 0, 0, eval_kind, e);
	return remember(en, e, ctx_seq(en, cx, 0), seq, depth, eval_kind, e);
}

int guard_eval(engine *en, const guard *g, const ctx *cx, int depth, const value **v) {
	*v = eval(en, g->e, cx, g->seq, depth);
	int t = v_truth(*v);
	return t < 0 || g->pol ? t : !t;
}

passing guards_pass(engine *en, const event *ev, const ctx *cx, bool local, int depth) {
	const guard *g[GUARDS_MOST];
	uint32_t n = guards_list(ev->guards, g, GUARDS_MOST);
	passing r = {.ok = 1};
	for (uint32_t i = 0; i < n; i++) {
		gkind kind = (gkind)g[i]->kind;
		const value *v;
		if (kind == G_RAISE || kind == G_EXC) continue;
		if (local && (kind == G_RETURN || kind == G_LEAVE)) continue;
		int t = guard_eval(en, g[i], cx, depth, &v);
		if (t == 0) return (passing){.ok = 0, .d = v->d, .open = {g[i]->e}, .nopen = 1};
		if (t > 0) r.d = d_join(en, r.d, v->d);
		else r.ok = -1;
		if (t < 0 && kind != G_LEAVE && r.nopen < 4) r.open[r.nopen++] = g[i]->e;
	}
	if (ev->guards && ev->guards->n > GUARDS_MOST) r.ok = -1; /* not all were asked */
	return r;
}
