/* chain_guard.c - see chain_impl.h: the conditions under which a node of a unit runs. */
#include "chain_impl.h"

#include <string.h>

#include "words.h"

enum { SOFT = 3 }; /* early ends that are listed, of those that the label does not decide */

typedef struct { chain *c; uint32_t scope; conditions *out; uint32_t soft; chain_literals literal; } walk_up;

static void
note(walk_up *w, uint32_t test, int want, int tri, int label, int soft)
{
	conditions *o = w->out;

	if (tri != TRI_OPEN && tri != want) {
		o->dead = 1;
		o->by_label |= label;
		return;
	}
	if (tri != TRI_OPEN && !label)
		return;
	if (tri == TRI_OPEN && ((soft && w->soft++ >= SOFT) || o->n == CHAIN_GUARDS)) {
		o->more++;
		return;
	}
	if (o->n < CHAIN_GUARDS)
		o->g[o->n++] = (cguard_on){test, (uint8_t)want, (uint8_t)tri, (uint8_t)(label != 0)};
}

int
chain_asks_main(const fact_tree *t, uint32_t test)
{
	return t->node[test].kind == FACT_BIN && t->node[test + 1].kind == FACT_NAME && strcmp(fact_str(t, test + 1), "__name__") == 0;
}

/* What must hold, in its parts where they are decided one by one. */
static void
require(walk_up *w, uint32_t test, int want, int soft)
{
	const fact_tree *t = w->c->t;
	const char *op = fact_str(t, test);
	int label = 0, tri, either = strcmp(op, "or") == 0, inner = test + 1 < t->node[test].end && t->node[test + 1].kind == FACT_BIN;
	uint32_t r;

	if (chain_asks_main(t, test) || w->out->dead)
		return;
	tri = chain_test(w->c, test, w->scope, &label);
	if (tri == TRI_OPEN && t->node[test].kind == FACT_UN && strcmp(op, "not") == 0 && inner && (strcmp(fact_str(t, test + 1), "or") == 0 || strcmp(fact_str(t, test + 1), "and") == 0)) {
		require(w, test + 1, !want, soft);
		return;
	}
	if (tri == TRI_OPEN && t->node[test].kind == FACT_BIN && (either || strcmp(op, "and") == 0) && (r = t->node[test + 1].end) < t->node[test].end) {
		int left = want != either || chain_test(w->c, r, w->scope, &label) == !either, right = want != either || chain_test(w->c, test + 1, w->scope, &label) == !either;
		if (left)
			require(w, test + 1, want, soft);
		if (right)
			require(w, r, want, soft);
		if (left || right)
			return;
	}
	if (tri == TRI_OPEN && chain_clash(w->c, &w->literal, test, want, w->scope))
		tri = !want;
	note(w, test, want, tri, tri != TRI_OPEN && label, soft);
}

/* Does a block end by leaving what is around it? */
static int
leaves(const fact_tree *t, uint32_t block)
{
	static const char *const ends[] = {"exit", "_exit", "abort", "_Exit", "quick_exit", "die", "fatal", "usage", "terminate"};
	uint32_t last = 0;

	FACT_EACH_KID(t, block, k)
		if (t->node[k].kind != FACT_COMMENT)
			last = k;
	switch (last ? t->node[last].kind : FACT_COMMENT) {
	case FACT_RETURN: case FACT_RAISE: case FACT_CONTINUE: case FACT_BREAK: case FACT_GOTO: return 1;
	case FACT_CALL: return last + 1 < t->node[last].end && AS_AMONG(fact_str(t, last + 1), ends);
	case FACT_BLOCK: return leaves(t, last);
	default: return 0;
	}
}

/* What stands before a statement in its block may end it. */
static void
before(walk_up *w, uint32_t block, uint32_t kid)
{
	const fact_tree *t = w->c->t;
	int over = 0;

	FACT_EACH_KID(t, block, k) {
		if (k >= kid)
			break;
		switch (t->node[k].kind) {
		case FACT_IF: {
			uint32_t then = t->node[k + 1].end, other = t->node[then].end;
			int a = then < t->node[k].end && leaves(t, then), b = other < t->node[k].end && leaves(t, other);
			if (a && b && !(t->node[k].flags & FACT_PREPROC))
				over = 1;
			else if (a || b)
				require(w, k + 1, b, 1);
			break;
		}
		case FACT_RETURN: case FACT_RAISE: over = 1; break;
		case FACT_LABEL: over = 0; break;
		case FACT_ASSERT: {
			int label = 0;
			if (chain_test(w->c, k + 1, w->scope, &label) == TRI_FALSE)
				note(w, k + 1, TRI_TRUE, TRI_FALSE, label, 1);
			break;
		}
		default: break;
		}
	}
	for (uint32_t k = kid; over && k < t->node[kid].end; k++) /* jumped to */
		over = t->node[k].kind != FACT_LABEL && t->node[k].kind != FACT_CASE;
	if (over)
		w->out->dead = 1;
}

/* -1: no pattern: the default; else TRI_ of any of them */
static int
matches(walk_up *w, uint32_t subject, uint32_t cs, int *label, uint32_t *which)
{
	const fact_tree *t = w->c->t;
	cvalue x = chain_value(w->c, subject, w->scope);
	int any = -1;

	FACT_EACH_KID(t, cs, p) {
		if (t->node[p].kind == FACT_BLOCK || t->node[p].kind == FACT_GUARD)
			break;
		cvalue v = chain_value(w->c, p, w->scope);
		int is = TRI_OPEN;
		if (t->node[p].kind == FACT_NAME && strcmp(fact_str(t, p), "_") == 0)
			return -1;
		if (v.kind != CV_OPEN) {
			if (x.kind == v.kind)
				is = x.kind == CV_INT ? x.i == v.i : x.str == v.str;
			else if (x.kind == CV_OPEN && v.kind != CV_INT && v.label & 3)
				is = v.label & 1 ? TRI_TRUE : TRI_FALSE;
		} else if (x.kind == CV_NAME && t->node[p].kind == FACT_NAME && x.str != UINT32_MAX) {
			is = chain_last(w->c, p) == x.str;
		}
		*label |= (x.label | v.label) != 0 && is != TRI_OPEN;
		if (any < 0 || is == TRI_TRUE || (any == TRI_FALSE && is == TRI_OPEN)) {
			*which = p;
			any = is;
		}
		if (is == TRI_TRUE)
			break;
	}
	return any;
}

static void
in_switch(walk_up *w, uint32_t sw, uint32_t cs)
{
	const fact_tree *t = w->c->t;
	uint32_t which = sw + 1, other = 0;
	int label = 0, is, falls = 0, any = TRI_FALSE;

	FACT_EACH_KID(t, sw, k) {
		int l = 0;
		if (t->node[k].kind != FACT_CASE)
			continue;
		if (k == cs) {
			is = matches(w, sw + 1, k, &label, &which);
			if (falls && is != TRI_TRUE)
				is = any == TRI_FALSE ? is : any;
			if (is == -1)
				break;
			note(w, which, TRI_TRUE, is, label, 0);
			return;
		}
		is = matches(w, sw + 1, k, &l, &which);
		if (!falls)
			any = TRI_FALSE;
		if (t->node[k].flags & FACT_FALLS) {
			any = is == TRI_TRUE ? TRI_TRUE : is == TRI_OPEN && any != TRI_TRUE ? TRI_OPEN : any;
			label |= l;
			falls = 1;
		} else {
			falls = 0;
		}
	}
	/* the default: none of the others */
	FACT_EACH_KID(t, sw, k) {
		int l = 0;
		if (t->node[k].kind == FACT_CASE && k != cs && matches(w, sw + 1, k, &l, &other) == TRI_TRUE && l && !falls && !w->c->option)
			note(w, other, TRI_FALSE, TRI_TRUE, 1, 0);
	}
}

/* Does a handler go on, rather than stop the run or hand the error on? */
static int
goes_on(const fact_tree *t, uint32_t h)
{
	uint32_t b = fact_find(t, h, FACT_BLOCK), last = 0;

	if (!b)
		return 0;
	FACT_EACH_KID(t, b, k)
		last = k;
	for (uint32_t i = b; i < t->node[b].end; i++)
		if (t->node[i].kind == FACT_RAISE)
			return 0;
	return !last || t->node[last].kind != FACT_CALL || !leaves(t, b);
}

static int
is_key(const fact_tree *t, uint32_t n)
{
	return t->node[n].kind == FACT_STR;
}

/* What stands under a key: the label selects it, or something else instead. */
static void
under_key(walk_up *w, uint32_t key, int label_there)
{
	cvalue v = chain_value(w->c, key, w->scope);

	if (v.kind != CV_OPEN && v.label & 1)
		w->out->key = key;
	else if ((v.kind != CV_OPEN && label_there) || v.label & 2) {
		w->out->dead = 1;
		w->out->by_label = 1;
	}
}

static int
has_label(walk_up *w, uint32_t dict)
{
	const fact_tree *t = w->c->t;

	FACT_EACH_KID(t, dict, k)
		if (t->node[k].kind == FACT_PAIR && !(t->node[k].flags & (FACT_FIELD | FACT_STARSTAR)) && chain_value(w->c, k + 1, w->scope).label & 1)
			return 1;
	return 0;
}

/* The label, or another string, as a direct element or field of a row. */
static void
in_row(walk_up *w, uint32_t row, uint32_t rows)
{
	const fact_tree *t = w->c->t;
	uint32_t pos = 0, at = UINT32_MAX, mine = 0, other = 0;

	if (t->node[row].kind == FACT_DICT) {
		FACT_EACH_KID(t, row, p) {
			if (t->node[p].kind != FACT_PAIR || !(t->node[p].flags & FACT_FIELD) || t->node[p + 1].end >= t->node[p].end)
				continue;
			uint32_t v = t->node[p + 1].end;
			if (!is_key(t, v))
				continue;
			if (chain_is_label(w->c, t->node[v].str)) {
				w->out->key = v;
				return;
			}
			other |= t->node[p + 1].str < w->c->nname && w->c->keyed[t->node[p + 1].str] & KEYED_FIELD;
		}
		if (other) {
			w->out->dead = 1;
			w->out->by_label = 1;
		}
		return;
	}
	FACT_EACH_KID(t, row, k) {
		if (is_key(t, k) && chain_is_label(w->c, t->node[k].str)) {
			w->out->key = k;
			return;
		}
		mine |= is_key(t, k);
	}
	if (!mine || !rows)
		return;
	FACT_EACH_KID(t, rows, r) /* another row is the label's */
		if (r != row && t->node[r].kind == t->node[row].kind) {
			pos = 0;
			FACT_EACH_KID(t, r, k) {
				if (is_key(t, k) && chain_is_label(w->c, t->node[k].str))
					at = pos;
				pos++;
			}
		}
	pos = 0;
	FACT_EACH_KID(t, row, k)
		if (pos++ == at && is_key(t, k) && !w->c->option) {
			w->out->dead = 1;
			w->out->by_label = 1;
		}
}

/* Handed to a function beside a string: registered under it. */
static void
in_call(walk_up *w, uint32_t call, uint32_t kid)
{
	static const char *const talk[] = {"print", "printf", "fprintf", "info", "debug", "warning", "error", "log", "getattr", "setattr", "hasattr", "isinstance", "format",
		"strcmp", "get", "pop"};
	const fact_tree *t = w->c->t;
	uint32_t name = chain_last(w->c, call + 1);
	int mine = 0;

	if (kid == call + 1 || t->node[kid].kind != FACT_ARG || name >= w->c->nname || AS_AMONG(t->text.str[name], talk))
		return;
	FACT_EACH_KID(t, call, a)
		if (a != kid && t->node[a].kind == FACT_ARG && a + 1 < t->node[a].end && is_key(t, a + 1)) {
			if (chain_is_label(w->c, t->node[a + 1].str) && fact_str(t, a + 1)[0] != '-') {
				w->out->key = a + 1;
				return;
			}
			mine = 1;
		}
	if (mine && w->c->keyed[name] & KEYED_CALL && !w->c->option) {
		w->out->dead = 1;
		w->out->by_label = 1;
	}
}

/* Is it an empty display, or a call that makes one: [], {}, set(), list()? */
static int
is_empty(const fact_tree *t, uint32_t e)
{
	static const char *const makes[] = {"set", "list", "dict", "tuple", "deque", "frozenset"};

	if (t->node[e].kind == FACT_LIST || t->node[e].kind == FACT_DICT || t->node[e].kind == FACT_TUPLE)
		return e + 1 == t->node[e].end;
	return t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_NAME && t->node[e + 1].end == t->node[e].end && AS_AMONG(fact_str(t, e + 1), makes);
}

/* Is what occurrence o holds only read there, or made less? */
static int
looked_at(const fact_tree *t, uint32_t o, uint32_t up)
{
	static const char *const reads[] = {"len", "print", "str", "repr", "sorted", "list", "set", "tuple", "bool", "any", "all", "sum", "min", "max", "enumerate"};
	static const char *const less[] = {"discard", "remove", "clear", "pop", "popleft", "keys", "values", "items", "copy", "index", "count"};

	switch (t->node[up].kind) {
	case FACT_BIN: return strcmp(fact_str(t, up), "and") != 0 && strcmp(fact_str(t, up), "or") != 0;
	case FACT_IF: case FACT_UN: case FACT_JOIN: return 1;
	case FACT_ARG: return o == up + 1 && t->node[up].end > up && t->node[up - 1].kind == FACT_NAME && AS_AMONG(fact_str(t, up - 1), reads);
	case FACT_ATTR: return AS_AMONG(fact_str(t, up), less);
	default: return 0;
	}
}

/* The IF of a function of Python, in the true side of which alone stands all that may put something into what a
 * loop of it goes over, which is empty before; 0. */
static uint32_t
fills(chain *c, uint32_t loop, uint32_t scope)
{
	const fact_tree *t = c->t;
	uint32_t over = t->node[loop + 1].end, name, empty = 0, within = 0;

	if (t->node[over].kind != FACT_NAME || t->node[scope].kind != FACT_FUNC || !chain_python(c, loop) || (name = t->node[over].str) >= c->nname)
		return 0;
	if (fact_param(t, scope, name))
		return 0;
	for (uint32_t i = c->first[name]; i < c->first[name + 1]; i++) {
		uint32_t o = c->at[i], up = c->up[o], to = chain_set_at(t, o);
		if (o < scope || o >= t->node[scope].end || o == over || t->node[o].kind != FACT_NAME)
			continue;
		if (chain_unit(c, o) != scope)
			return 0;
		if (to && is_empty(t, to)) {
			empty = 1;
			continue;
		}
		if (t->node[up].kind == FACT_FOR && o != up + 1 && o == t->node[up + 1].end) /* it is only gone over */
			continue;
		while (t->node[up].kind != FACT_FUNC && !(t->node[up].kind == FACT_IF && o >= t->node[up + 1].end && o < t->node[t->node[up + 1].end].end))
			up = c->up[up];
		for (uint32_t outer = up; t->node[outer].kind != FACT_FUNC; outer = c->up[outer]) /* the outermost that does not hold the loop */
			if (t->node[outer].kind == FACT_IF && !(outer < loop && loop < t->node[outer].end) && o >= t->node[outer + 1].end && o < t->node[t->node[outer + 1].end].end)
				up = outer;
		if (t->node[up].kind != FACT_IF || (up < loop && loop < t->node[up].end)) {
			if (looked_at(t, o, c->up[o]))
				continue;
			return 0;
		}
		if (within && within != up)
			return 0;
		within = up;
	}
	return empty ? within : 0;
}

void
chain_conditions(chain *c, uint32_t node, uint32_t unit, conditions *out)
{
	const fact_tree *t = c->t;
	walk_up w = {.c = c, .out = out};
	above a;

	memset(out, 0, sizeof *out);
	chain_above(c, node, &a);
	w.scope = a.node[chain_owner(c, &a)];
	if (t->node[unit].kind == FACT_DECL || t->node[unit].kind == FACT_ASSIGN) /* it runs where what is around it does */
		unit = w.scope;
	for (uint32_t k = 0; k + 1 < a.n && !out->dead; k++) {
		uint32_t n = a.node[k], kid = a.node[k + 1], then, off;
		if (n < unit && t->node[n].kind != FACT_IF)
			continue;
		if (n < unit && !(t->node[n].flags & FACT_PREPROC))
			continue;
		switch (t->node[n].kind) {
		case FACT_IF: case FACT_COND:
			then = t->node[n + 1].end;
			if (kid != n + 1)
				require(&w, n + 1, kid == then, n < unit);
			break;
		case FACT_BIN:
			if (kid != n + 1 && (strcmp(fact_str(t, n), "and") == 0 || strcmp(fact_str(t, n), "or") == 0))
				require(&w, n + 1, *fact_str(t, n) == 'a', 0);
			break;
		case FACT_WHILE: {
			int label = 0, is = kid == n + 1 ? TRI_OPEN : chain_test(c, n + 1, w.scope, &label);
			if (is == TRI_FALSE && !(t->node[n].flags & FACT_POST) && t->node[kid].kind == FACT_BLOCK && kid == t->node[n + 1].end)
				note(&w, n + 1, TRI_TRUE, is, label, 0);
			break;
		}
		case FACT_FOR:
			if (t->node[kid].kind == FACT_BLOCK && kid == t->node[t->node[n + 1].end].end && (then = fills(c, n, w.scope)) != 0)
				require(&w, then + 1, TRI_TRUE, 0);
			break;
		case FACT_SWITCH:
			if (t->node[kid].kind == FACT_CASE)
				in_switch(&w, n, kid);
			break;
		case FACT_CASE:
			if (t->node[kid].kind == FACT_BLOCK && fact_find(t, n, FACT_GUARD))
				require(&w, fact_find(t, n, FACT_GUARD) + 1, TRI_TRUE, 0);
			break;
		case FACT_TRY:
			if (kid == n + 1) {
				FACT_EACH_KID(t, n, h)
					if (t->node[h].kind == FACT_HANDLER && goes_on(t, h))
						out->handler = h;
			}
			break;
		case FACT_FILE: case FACT_BLOCK:
			before(&w, n, kid);
			break;
		case FACT_PAIR:
			if (kid != n + 1 && !(t->node[n].flags & (FACT_FIELD | FACT_STARSTAR)))
				under_key(&w, n + 1, has_label(&w, a.node[k - 1]));
			break;
		case FACT_DICT: case FACT_LIST: case FACT_TUPLE:
			in_row(&w, n, k > 0 && t->node[a.node[k - 1]].kind == FACT_LIST ? a.node[k - 1] : 0);
			break;
		case FACT_CALL:
			if (kid == n + 1 && k + 2 == a.n && (off = fact_keyword(t, n, "disable")) != 0) /* torch.compile(m, disable=...) */
				require(&w, off, TRI_FALSE, 0);
			in_call(&w, n, kid);
			break;
		default: break;
		}
	}
}
