/* label_cmp.c - comparisons: of options with the command line, of values; see label_engine.h. */
#include <ctype.h>
#include <string.h>

#include "label_eval_impl.h"

static bool is_option_text(const constant *k) {
	if (!k || k->kind != K_STR || *k->s != '-') return false;
	return isalpha((unsigned char)k->s[k->s[1] == '-' ? 2 : 1]);
}

/* Is the option k, or one of those in k, given? 1, 0; -1: it is none, or not to be told. */
static int literal_given(engine *en, const constant *k, bool among, deps *d) {
	*d = d_none();
	if (is_option_text(k)) return option_given(en, k->s, d);
	if (!among || k->kind != K_TUPLE) return -1;
	int t = k->n ? 0 : -1;
	for (uint32_t i = 0; i < k->n; i++) {
		deps one;
		int given = literal_given(en, k->item[i], false, &one);
		*d = given == 1 ? one : d_join(en, *d, one);
		if (given == 1) return 1;
		if (given < 0) t = -1;
	}
	return t;
}

/* A part of the command line against an option's text. NULL: it is no such test. */
static const value *option_test(engine *en, const expr *e, const value *a, const value *b) {
	bool in = e->op == OP_IN || e->op == OP_NOTIN, yes = e->op == OP_EQ || e->op == OP_IN;
	const constant *side[] = {v_one(a), v_one(b)};
	deps d;
	if (!in && !yes && e->op != OP_NE) return NULL;
	for (int i = 0; i < 2; i++) {
		const expr *x = e->kid[i];
		if (!side[i]) continue;
		if (x->kind != X_CONST && (in ? i == 0 : e->kid[1 - i]->kind == X_CONST)) continue;
		int t = literal_given(en, side[i], in && i == 1, &d);
		if (t >= 0) return v_bool(en, (t == 1) == yes, d);
		bool other = x_is_str(x) && is_option_text(side[i]) && e->op == OP_EQ;
		if (!other || !asked_value(en) || en->mode != M_ON) continue;
		if (option_known(en, side[i]->s)) return v_top(en, d_none(), x_show(en->p, e));
	}
	return NULL;
}

static bool calls_getopt(const expr *e) {
	return e->kind == X_CALL && word_in("getopt getopt_long getopt_long_only",
	    x_last(e->kid[0]));
}

/* Does e hold what getopt() gave? */
static bool is_getopt(const expr *e, const ctx *cx) {
	if (e->kind == X_ASSIGN) e = e->kid[1];
	if (e->kind != X_NAME || !cx) return calls_getopt(e);
	uint32_t n;
	event *const *v = func_assigns(cx->fn, e->s, &n);
	while (n && !calls_getopt(v[n - 1]->value)) n--;
	return n > 0;
}

/* The case of an option in a loop over getopt(). NULL: it is none. */
static const value *getopt_case(engine *en, const expr *e, const ctx *cx) {
	const expr *r = e->kid[1];
	bool equal = e->op == OP_EQ;
	if (!equal && e->op != OP_NE) return NULL;
	if (r->kind != X_CONST && r->kind != X_NAME && r->kind != X_ATTR) return NULL;
	for (uint32_t i = 0; i < en->l->ncases; i++)
		if (x_same(en->l->cases[i], r))
			return v_bool(en, (en->mode == M_ON) == equal, d_flag(D_LABEL));
	if (!is_getopt(e->kid[0], cx)) return NULL;
	const optcase *o = NULL;
	const value *set = NULL;
	for (uint32_t i = 0; i < en->p->noptcase && !set; i++) {
		if (!x_same(en->p->optcase[i].val, r)) continue;
		o = o ? o : &en->p->optcase[i];
		set = set_value(en, dashes_to_underscores(en->p, en->p->optcase[i].name));
	}
	if (set) return v_bool(en, (v_truth(set) != 0) == equal, set->d);
	if (o) return v_default(en, v_bool(en, !equal, d_none()), o->name);
	/* -1: the loop runs, and its cases say what happens */
	bool end = r->kind == X_CONST && r->con->kind == K_INT && r->con->i == -1;
	return end ? v_bool(en, !equal, d_none()) : NULL;
}

static bool no_argv(const expr *e, void *arg) {
	(void)arg;
	return e->kind != X_ARGC && e->kind != X_ARGV;
}

/* Under an option there are enough arguments: i + 1 < argc holds, argc < 2 does not. NULL: no such
 * test. */
static const value *enough_arguments(engine *en, const expr *e) {
	bool left = !x_each(e->kid[0], no_argv, NULL), right = !x_each(e->kid[1], no_argv, NULL);
	bool label = en->l->kind == L_OPTION || en->l->kind == L_VALUE || en->l->nspell;
	if (!label || en->mode != M_ON || left == right) return NULL;
	if (e->op == OP_LT || e->op == OP_LE) return v_bool(en, right, d_none());
	if (e->op == OP_GT || e->op == OP_GE) return v_bool(en, left, d_none());
	if (e->op != OP_NE || (e->kid[1]->kind == X_CONST && e->kid[1]->con->i != 1)) return NULL;
	return v_bool(en, true, d_none());
}

static bool number(const constant *k, double *x) {
	*x = k->kind == K_FLOAT ? k->f : (double)k->i;
	return k->kind == K_BOOL || k->kind == K_INT || k->kind == K_FLOAT;
}

static int holds(const constant *in, const constant *k) {
	if (in->kind == K_STR) return k->kind == K_STR ? strstr(in->s, k->s) != NULL : -1;
	for (uint32_t i = 0; in->kind == K_TUPLE && i < in->n; i++)
		if (k_equal(in->item[i], k)) return 1;
	return in->kind == K_TUPLE ? 0 : -1;
}

static int compare(xop op, const constant *a, const constant *b) {
	double x, y;
	int t = op == OP_IN || op == OP_NOTIN ? holds(b, a) : 0;
	bool texts = a->kind == K_STR && b->kind == K_STR, numbers = number(a, &x) & number(b, &y);
	if (op == OP_EQ || op == OP_IS) return k_equal(a, b);
	if (op == OP_NE || op == OP_ISNOT) return !k_equal(a, b);
	if (op == OP_IN || op == OP_NOTIN) return t < 0 ? t : t == (op == OP_IN);
	if (op < OP_LT || op > OP_GE || (!texts && !numbers)) return -1;
	int c = texts ? strcmp(a->s, b->s) : x < y ? -1 : x > y;
	return op == OP_LT ? c < 0 : op == OP_LE ? c <= 0 : op == OP_GT ? c > 0 : c >= 0;
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

static bool is_word(const constant *k, const char *words) {
	char low[8];
	if (k->kind == K_BOOL || k->kind == K_INT) return k->i == (*words == '1');
	size_t n = k->kind == K_STR ? strlen(k->s) : sizeof low;
	if (n >= sizeof low) return false;
	for (size_t i = 0; i <= n; i++) low[i] = (char)tolower((unsigned char)k->s[i]);
	return n ? word_in(words, low) : *words == '0';
}

/* An object, or what is made from the label and so is at least 1, against one constant. */
static int against(xop op, const value *x, const constant *k, bool left) {
	bool made = x->top && x->n == 0 && x->d.flags & D_LABEL;
	int same = op == OP_EQ || op == OP_IS ? 1 : op == OP_NE || op == OP_ISNOT ? 0 : -1;
	if (!made && !v_objects(x)) return -1;
	if (k->kind == K_NONE || (!made && k->kind != K_STR && k->kind != K_TUPLE))
		return same < 0 ? -1 : !same;
	if (made && left && (k->kind == K_BOOL || k->kind == K_INT) && (k->i == 0 || k->i == 1)) {
		if (same >= 0) return same == (k->i == 1);
		if (op == OP_GE || op == OP_LT) return op == OP_GE;
	}
	if (!made || same < 0) return -1;
	return is_word(k, "1 true yes on y t") ? same : is_word(k, "0 false no off n") ? !same : -1;
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
	const value *v = getopt_case(en, e, q.cx);
	if (v || (v = enough_arguments(en, e))) return v;
	const value *a = val(q, e->kid[0]), *b = val(q, e->kid[1]);
	if ((v = option_test(en, e, a, b))) return v;
	value both = {.top = true, .d = d_join(en, a->d, b->d), .lost = a->lost};
	int t = -1;
	both.why[0] = x_show(en->p, e);
	both.why[1] = a->why[0];
	if (!both.lost.file) both.lost = b->lost;
	if (one_of_text(e->kid[1], a) || one_of_text(e->kid[0], b)) t = -1;
	else if (v_pure(a) && v_pure(b)) t = compare_all((xop)e->op, a, b);
	else if (v_one(b)) t = against((xop)e->op, a, v_one(b), true);
	else if (v_one(a)) t = against((xop)e->op, b, v_one(a), false);
	return t < 0 ? v_opened(en, &both, NULL) : v_said(en, t, &both);
}
