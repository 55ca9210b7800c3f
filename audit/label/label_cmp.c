/* label_cmp.c - comparisons: of options with the command line, of values; see label_engine.h. */
#include "label_eval_impl.h"

static bool is_option_text(const constant *k) {
	if (!k || k->kind != K_STR || *k->s != '-') return false;
	return isalpha((unsigned char)k->s[k->s[1] == '-' ? 2 : 1]);
}

/* Is the option k, or one of those in k, given? 1, 0; -1: it is none, or not to be told. */
static int literal_given(engine *en, const constant *k, bool among, deps *d) {
	int all = 0;
	*d = d_none();
	if (is_option_text(k)) return option_given(en, k->s, d);
	if (!among || k->kind != K_TUPLE || k->n == 0) return -1;
	for (uint32_t i = 0; i < k->n && all < 1; i++) {
		deps one;
		int t = literal_given(en, k->item[i], false, &one);
		*d = t == 1 ? one : d_join(en, *d, one);
		all = t ? t : all;
	}
	return all;
}

/* One comparison as ==, in or <: the others are these, denied (no) or with sides exchanged. */
typedef struct {
	query q;
	const expr *x[2];
	xop op;
	bool no;
} test;

static const value *say(const test *c, bool yes, deps d) {
	return v_bool(c->q.en, yes != c->no, d);
}

/* A part of the command line against an option's text. NULL: it is no such test. */
static const value *option_test(const test *c, const value *const *v) {
	bool in = c->op == OP_IN;
	deps d;
	for (int i = 0; i < 2 && c->op != OP_LT; i++) {
		const expr *x = c->x[i];
		const constant *k = v_one(v[i]);
		bool wrong = in ? i == 0 : c->x[1 - i]->kind == X_CONST;
		if (!k || (wrong && x->kind != X_CONST)) continue;
		int t = literal_given(c->q.en, k, in && i == 1, &d);
		if (t >= 0) return say(c, t, d);
		if (!in && x_is_str(x) && is_option_text(k) && option_known(c->q.en, k->s))
			return v_top(c->q.en, d_none());
	}
	return NULL;
}

/* The case of an option in a loop over getopt(). NULL: it is none. */
static const value *getopt_case(const test *c) {
	engine *en = c->q.en;
	const expr *r = c->x[1];
	bool case_like = r->kind == X_CONST || r->kind == X_NAME || r->kind == X_ATTR;
	if (c->op != OP_EQ || !case_like) return NULL;
	for (uint32_t i = 0; i < en->l->ncases; i++)
		if (x_same(en->l->cases[i], r))
			return say(c, en->mode == M_ON || asked_value(en), d_flag(D_LABEL));
	const optcase *of = NULL;
	for (const optcase *o = en->p->optcase; o < en->p->optcase + en->p->noptcase; o++) {
		if (!x_same(o->val, r)) continue;
		const value *set = set_value(en, dashes_to_underscores(en->p, o->name));
		if (set) return say(c, v_truth(set) != 0, set->d);
		if (!of) of = o;
	}
	if (of) return v_default(en, say(c, false, d_none()), of->name);
	/* -1: the loop runs, and its cases say what happens */
	bool end = r->kind == X_CONST && r->con->kind == K_INT && r->con->i == -1;
	return end ? say(c, false, d_none()) : NULL;
}

static bool no_argv(const expr *e, void *arg) {
	(void)arg;
	return e->kind != X_ARGC && e->kind != X_ARGV;
}

/* Under an option there are enough arguments: i + 1 < argc holds; argc < 2 and argc == 1 do not.
 * NULL: no such test. */
static const value *enough_arguments(const test *c) {
	const label *l = c->q.en->l;
	const expr *r = c->x[1];
	bool left = !x_each(c->x[0], no_argv, NULL), right = !x_each(r, no_argv, NULL);
	bool label = l->kind == L_OPTION || l->kind == L_VALUE || l->nspell;
	if (!label || c->q.en->mode != M_ON || left == right || c->op == OP_IN) return NULL;
	bool one = r->kind == X_CONST && r->con->kind == K_INT && r->con->i == 1;
	return c->op == OP_LT || one ? say(c, right, d_none()) : NULL;
}

static int holds(const constant *in, const constant *k) {
	if (in->kind == K_STR) return k->kind == K_STR ? strstr(in->s, k->s) != NULL : -1;
	for (uint32_t i = 0; in->kind == K_TUPLE && i < in->n; i++)
		if (k_equal(in->item[i], k)) return 1;
	return in->kind == K_TUPLE ? 0 : -1;
}

static int compare(xop op, const constant *a, const constant *b) {
	double x, y;
	bool numbers = k_number(a, &x) & k_number(b, &y);
	if (op == OP_EQ) return k_equal(a, b);
	if (op == OP_IN) return holds(b, a);
	if (a->kind == K_STR && b->kind == K_STR) return strcmp(a->s, b->s) < 0;
	return numbers ? x < y : -1;
}

static int compare_all(xop op, const value *a, const value *b) {
	bool yes = false, no = false;
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < b->n; k++) {
			int t = compare(op, a->c[i], b->c[k]);
			yes |= t != 0;
			no |= t <= 0;
		}
	return yes == no ? -1 : yes;
}

/* An object, or what is made from the label and so is at least 1, against one constant. */
static int against(const test *c, const value *x, const constant *k, bool left) {
	bool made = x->top && x->n == 0 && x->d.flags & D_LABEL;
	if ((!made && !v_objects(x)) || c->op == OP_IN) return -1;
	if (!made && (k->kind == K_STR || k->kind == K_TUPLE)) return -1;
	if (c->op == OP_EQ && (!made || k->kind == K_NONE)) return 0;
	if (k->kind == K_STR) k = k_literal(c->q.en->p, k->s);
	bool bit = (k->kind == K_BOOL || k->kind == K_INT) && (k->i == 0 || k->i == 1);
	if (!made || !bit) return -1;
	return c->op == OP_EQ ? k->i == 1 : left ? 0 : -1;
}

/* A character of C against a text: only a part of the text is meant. */
static bool one_of_text(const expr *e, const value *v) {
	if (e->kind != X_CONST || !e->op) return false;
	for (uint32_t i = 0; i < v->n; i++)
		if (v->c[i]->kind == K_STR && strlen(v->c[i]->s) > 1) return true;
	return v->top;
}

const value *eval_cmp(query q, const expr *e) {
	engine *en = q.en;
	xop o = (xop)e->op;
	bool no = o == OP_NE || o == OP_ISNOT || o == OP_NOTIN || o == OP_GE || o == OP_LE;
	bool in = o == OP_IN || o == OP_NOTIN, order = o >= OP_LT && o <= OP_GE;
	bool other = o == OP_GT || o == OP_LE;
	xop as = in ? OP_IN : order ? OP_LT : OP_EQ;
	const test c = {q, {e->kid[other], e->kid[!other]}, as, no};
	const value *v = getopt_case(&c);
	if (v || (v = enough_arguments(&c))) return v;
	const value *const two[] = {val(q, c.x[0]), val(q, c.x[1])}, *a = two[0], *b = two[1];
	if ((v = option_test(&c, two))) return v;
	deps d = d_join(en, a->d, b->d);
	int t = -1;
	if (one_of_text(c.x[1], a) || one_of_text(c.x[0], b)) t = -1;
	else if (v_pure(a) && v_pure(b)) t = compare_all(c.op, a, b);
	else if (v_one(b)) t = against(&c, a, v_one(b), true);
	else if (v_one(a)) t = against(&c, b, v_one(a), false);
	return t < 0 ? v_opened(en, d) : say(&c, t, d);
}
