/* label_eval.c - values of expressions, and whether guards let pass; see label_engine.h. */
#include "label_eval_impl.h"

enum { TUPLE_MOST = 64, GUARDS_MOST = 512, ITEMS_MOST = 6, RECORDS_MOST = 8, LOOKUPS_MOST = 16 };

/* The first that decides is the value: of `a or "x"`, where a is open, weakly so. */
static const value *eval_and_or(query q, const expr *e) {
	engine *en = q.en;
	const value *v = NULL;
	bool open = false;
	deps d = d_none();
	for (uint32_t i = 0; i < e->n; i++) {
		v = val(q, e->kid[i]);
		int t = v_truth(v);
		if (t == (e->kind == X_OR)) {
			bool guess = open && t && v->n && v->c[0]->kind != K_BOOL;
			if (v->top) return v_bool(en, t, v->d);
			return guess ? v_weak(en, v, v->d.lost) : v;
		}
		d = d_join(en, d, t < 0 ? d_open(v->d) : v->d);
		open |= t < 0;
	}
	if (open) return v_opened(en, d);
	return v->top ? v_bool(en, e->kind == X_AND, d) : v_deps(en, v, d);
}

static const value *eval_cond(query q, const expr *e) {
	const value *c = val(q, e->kid[0]), *two[2];
	int t = v_truth(c);
	if (t >= 0) return v_with(q.en, val(q, e->kid[t ? 1 : 2]), d_guard(c->d));
	two[0] = val(q, e->kid[1]);
	two[1] = val(q, e->kid[2]);
	return v_with(q.en, v_join(q.en, two, 2), d_flag(d_open(c->d).flags & D_MAYLABEL));
}

/* A list of known constants is a tuple; any other, or one that is empty, is an object. */
static const value *eval_list(query q, const expr *e) {
	const constant *item[TUPLE_MOST];
	const value *object = v_obj(q, e, d_none());
	deps d = d_none();
	if (e->n > TUPLE_MOST || e->n == 0) return object;
	for (uint32_t i = 0; i < e->n; i++) {
		const value *v = e->kid[i]->kind == X_STAR ? object : val(q, e->kid[i]);
		if (!(item[i] = v_one(v))) return object;
		d = d_join(q.en, d, v->d);
	}
	return v_con(q.en, k_tuple(q.en->p, item, e->n), d);
}

static bool is_not(const expr *e, void *value) { return !(e->kind == X_CONST && e->con == value); }

/* Records of lists: of those that name the label, else all. NULL: there are none. */
static const value *records(query q, const value *list) {
	engine *en = q.en;
	const value *out[2][RECORDS_MOST]; /* those that name it, the rest */
	const constant *l = asked_value(en);
	uint32_t n[2] = {0, 0};
	for (const object *o = list->obj; o < list->obj + list->nobj; o++) {
		for (uint32_t k = 0; o->e->kind == X_LIST && k < o->e->n; k++) {
			const expr *x = o->e->kid[k];
			bool rest = !l || x_each(x, is_not, (void *)l);
			if (x->kind != X_DICT && x->kind != X_CALL && x->kind != X_LIST) continue;
			if (n[rest] == RECORDS_MOST) continue;
			deps d = d_flag(rest ? 0 : D_BYLABEL);
			out[rest][n[rest]++] = v_obj(q_object(q, o), x, d);
		}
	}
	if (n[0] && (en->mode == M_ON || n[1] == 0)) return v_join(en, out[0], n[0]);
	return n[1] ? v_with(en, v_join(en, out[1], n[1]), d_flag(n[0] ? D_BYLABEL : 0)) : NULL;
}

/* Some element of what v may be. */
static const value *element(query q, const value *v) {
	const constant *l = asked_value(q.en), *all[VALUE_MOST];
	uint32_t n = 0, total = 0;
	if (l && v_has(v, l)) return asked_content(q.en);
	for (uint32_t i = 0; i < v->n; i++)
		for (uint32_t k = 0; v->c[i]->kind == K_TUPLE && k < v->c[i]->n; k++, total++) {
			if (l && k_equal(v->c[i]->item[k], l)) return asked_content(q.en);
			if (n < VALUE_MOST) all[n++] = v->c[i]->item[k];
		}
	if (v_pure(v) && n) return v_set(q.en, all, n, total > ITEMS_MOST, v->d);
	const value *r = records(q, v);
	return r ? r : v_top(q.en, v->d.flags & D_LABEL && !l ? v->d : d_none());
}

static const value *eval_item(query q, const expr *e) {
	const value *of = val(q, e->kid[0]);
	const value *index = v_con(q.en, k_int(q.en->p, e->index), d_none());
	const value *v = of->top || of->nobj > 1 ? NULL : of_containers(q, of, index);
	return v ? v : v_top(q.en, of->d);
}

static const value *eval_text(query q, const expr *e) {
	program *p = q.en->p;
	const char *s = "";
	deps d = d_none();
	for (uint32_t i = 0; i < e->n; i++) {
		const value *v = val(q, e->kid[i]);
		d = d_join(q.en, d, v->d);
		s = s && v_one(v) ? name_f(p, "%s%s", s, k_text(p, v_one(v))) : NULL;
	}
	return s ? v_con(q.en, k_str(p, s), d) : v_top(q.en, d);
}

/* Numbers are not reckoned with; what is made of known ones, or of some bits, is open. */
static const value *eval_bin(query q, const expr *e) {
	engine *en = q.en;
	const value *a = val(q, e->kid[0]), *b = val(q, e->kid[1]);
	const constant *x = v_one(a), *y = v_one(b);
	deps d = d_join(en, a->d, b->d);
	if (x && y && x->kind == K_STR && y->kind == K_STR && e->op == OP_ADD)
		return v_con(en, k_str(en->p, name_f(en->p, "%s%s", x->s, y->s)), d);
	bool bits = e->op == OP_AND || e->op == OP_OR || e->op == OP_XOR;
	return bits || (x && y) ? v_opened(en, d) : v_top(en, d);
}

static bool lists(const expr *keys, const constant *k) {
	for (uint32_t i = 0; k && i < keys->n; i++)
		if (keys->kid[i]->kind == X_CONST && k_equal(keys->kid[i]->con, k)) return true;
	return false;
}

/* The entry runs where the table is asked for its key. */
static const value *eval_key(query q, const expr *e) {
	engine *en = q.en;
	bool may = false;
	const constant *l = asked_value(en);
	const value *open = v_top(en, d_none());
	if (l && lists(e->kid[0], l))
		return v_bool(en, k_equal(e->con, l) && en->mode == M_ON, d_flag(D_LABEL));
	uint32_t n, no = 0;
	deps d = d_none();
	void *const *v = map_get(en->p->lookups, e->table, &n);
	for (uint32_t i = 0; i < n && i < LOOKUPS_MOST; i++) {
		const event *ev = v[i];
		const value *k = val(q_at(q, ctx_of(en, ev->fn), ev->seq), ev->value->kid[1]);
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
	bool global = map_first(en->p->globals, e->table) != NULL;
	return global ? closed : v_weak(en, closed, at_event(v[0]));
}

static const value *eval_kind(query q, const void *what) {
	const expr *e = what;
	const value *v;
	switch ((xkind)e->kind) {
	case X_CONST: return v_con(q.en, e->con, d_none());
	case X_ATTR: return eval_attr(q, e);
	case X_SUB: return eval_sub(q, e->kid[0], e->kid[1], NULL);
	case X_CALL: return eval_call(q, e);
	case X_CMP: return eval_cmp(q, e);
	case X_NOT:
		v = val(q, e->kid[0]);
		return v_truth(v) < 0 ? v_opened(q.en, v->d) : v_bool(q.en, !v_truth(v), v->d);
	case X_AND: case X_OR: return eval_and_or(q, e);
	case X_COND: return eval_cond(q, e);
	case X_BIN: return eval_bin(q, e);
	case X_LIST: return eval_list(q, e);
	case X_DICT: case X_LAMBDA: case X_FUNC: case X_CLASS: case X_SELF: case X_ARGV:
		return v_obj(q, e, d_none());
	case X_FSTR: return eval_text(q, e);
	case X_COMP: return v_top(q.en, val(q, e->kid[2])->d);
	case X_ELEM: return element(q, val(q, e->kid[0]));
	case X_ITEM: return eval_item(q, e);
	case X_KEY: return eval_key(q, e);
	case X_DEFINED: return eval_macro(q, e->s);
	case X_CMAKE: return eval_cmake(q.en, e->s);
	case X_FLAGVAR:
		v = bound(q_of(q, NULL), e->s);
		return v ? v : v_default(q.en, v_bool(q.en, false, d_none()), e->s);
	case X_EXC: return v_bool(q.en, true, d_none());
	case X_STAR: case X_KEYWORD: return val(q, e->kid[0]);
	case X_ASSIGN: case X_COMMA: return val(q, e->kid[1]);
	case X_ENV: return eval_env(q, e);
	case X_NAME: case X_ARGC: case X_OPAQUE: break;
	}
	return v_top(q.en, d_none());
}

/* Constants depend on nothing, names are remembered by their text (eval_name). */
const value *val(query q, const expr *e) {
	if (!e) return v_top(q.en, d_none());
	if (e->kind == X_NAME) return eval_name(q, e->s);
	if (e->kind == X_CONST)
		return remember((query){.en = q.en}, e->con, eval_kind, e);
	return remember(q_at(q, ctx_seq(q.en, q.cx, 0), q.seq), e, eval_kind, e);
}

const value *eval(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	return val((query){en, cx, seq, depth}, e);
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
		if (kind == G_EXC) r.ok = -1;
		if (kind == G_RAISE || kind == G_EXC) continue;
		if (local && (kind == G_RETURN || kind == G_LEAVE)) continue;
		int t = guard_eval(en, g[i], cx, depth, &v);
		if (t == 0) return (passing){.ok = 0, .d = v->d, .open = {g[i]->e}, .nopen = 1};
		if (t > 0) r.d = d_join(en, r.d, v->d);
		else r.ok = -1;
		if (t < 0) r.may |= v->d.flags & D_MAYLABEL;
		if (t < 0 && kind != G_LEAVE && r.nopen < 4) r.open[r.nopen++] = g[i]->e;
	}
	if (ev->guards && ev->guards->n > GUARDS_MOST) r.ok = -1; /* not all were asked */
	return r;
}
