/* branch.c - see vm.h: branches: one side where the test is known, both where it makes no difference which. */
#include "vm_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../program/program.h"

#define NODE(i) (&m->t->node[i])

struct left { cell *c; value v; }; /* what a side left in a cell */

/* Is there a way out of the branch but its end, or something that may not run by halves? */
static int
leaves(const vm *m, uint32_t node)
{
	if (vm_relevant(m, node))
		return 1;
	for (uint32_t i = node; i < NODE(node)->end; i++)
		switch (NODE(i)->kind) {
		case FACT_RETURN: case FACT_RAISE: case FACT_BREAK: case FACT_CONTINUE: case FACT_GOTO: case FACT_YIELD:
		case FACT_ERROR: case FACT_CLASS: case FACT_IMPORT: case FACT_FROM: case FACT_ASSERT:
			return 1;
		case FACT_FUNC:
			i = NODE(i)->end - 1;
			break;
		case FACT_CALL:
			if (NODE(i + 1)->kind == FACT_NAME && is_exit(fact_str(m->t, i + 1)))
				return 1;
			if (NODE(i + 1)->kind == FACT_ATTR && strcmp(fact_str(m->t, i + 1), "exit") == 0)
				return 1;
			break;
		default: break;
		}
	return 0;
}

/* Puts back what the trail holds from `from` to `to`; with kept, what is undone goes there. */
static void
undo(vm *m, uint32_t from, uint32_t to, struct left *kept)
{
	for (uint32_t i = from; kept && i < to; i++)
		kept[i - from] = (struct left){m->trail[i].c, m->trail[i].c->v};
	for (uint32_t i = to; i-- > from;)
		m->trail[i].c->v = m->trail[i].old;
}

/* Runs both sides; what they leave different has two faces. Where the label comes in on
 * one side alone, that side is a path of its own: on the other it is not there. */
static xstat
both(vm *m, scope *s, uint32_t sym, uint32_t node, uint32_t then, uint32_t other)
{
	uint32_t from = m->ntrail, mid, end, was = m->branch, deep = (uint32_t)m->trailing;
	int entered = m->entered_label, one = -1;
	uint32_t tested = m->tested;
	struct left *first;

	m->trailing++;
	m->branch = ++m->serial;
	if (then)
		vm_body(m, s, then);
	m->pending = X_NORMAL;
	mid = m->ntrail;
	if (m->steps > m->max_steps) { /* the path has ended: what the sides leave is of no account */
		m->branch = was;
		m->trailing = (int)deep;
		return m->pending = X_STOP;
	}
	if (!(first = malloc((mid - from + 1) * sizeof *first)))
		longjmp(m->nomem, 1);
	if (!entered && m->entered_label && (one = vm_decide(m, sym, node)) == 1) {
		end = mid;
	} else {
		undo(m, from, mid, first);
		if (one == 0) {
			m->entered_label = entered;
			m->tested = tested;
		}
		m->branch = ++m->serial;
		if (other)
			vm_body(m, s, other);
		m->pending = X_NORMAL;
		end = m->ntrail;
		if (one < 0 && !entered && m->entered_label && (one = vm_decide(m, sym, node)) == 1) {
			undo(m, mid, end, NULL);
			for (uint32_t k = 0; k < mid - from; k++)
				first[k].c->v = first[k].v;
			m->entered_label = entered;
			m->tested = tested;
		}
	}
	for (uint32_t i = mid; i < end && one < 0; i++) { /* set by the second side, and perhaps by the first */
		value a = m->trail[i].old;
		for (uint32_t k = 0; k < mid - from; k++)
			if (first[k].c == m->trail[i].c)
				a = first[k].v;
		m->trail[i].c->v = vm_phi(m, sym, a, m->trail[i].c->v);
	}
	for (uint32_t k = 0; k < mid - from && one < 0; k++) {
		int seen = 0;
		for (uint32_t i = mid; i < end && !seen; i++)
			seen = m->trail[i].c == first[k].c;
		if (!seen)
			first[k].c->v = vm_phi(m, sym, first[k].v, first[k].c->v);
	}
	free(first);
	m->branch = was;
	m->trailing = (int)deep;
	if (!m->trailing)
		m->ntrail = m->trail_base;
	else /* the outer branch must undo these too, whatever it had seen */
		for (uint32_t i = from; i < end; i++)
			m->trail[i].c->mark = was;
	return X_NORMAL;
}

/* Does a name say that what it does is said where something is wrong: usage(stderr)? */
static int
tells_of_error(const char *s)
{
	static const char *const words[] = {"usage", "Usage", "help", "die", "fatal", "fail", "error"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(s, words[i]))
			return 1;
	return 0;
}

/* Does a block end by raising, or by going out with a failure: exit(...), return -1; in main: return 2, return usage()? */
static int
raises(const fact_tree *t, uint32_t block, int in_main)
{
	uint32_t last = 0, v;

	if (t->node[block].kind != FACT_BLOCK)
		return t->node[block].kind == FACT_RAISE;
	FACT_EACH_KID(t, block, k)
		last = k;
	if (last && t->node[last].kind == FACT_RETURN && last + 1 < t->node[last].end) {
		v = last + 1;
		if (in_main && t->node[v].kind == FACT_INT)
			return strcmp(fact_str(t, v), "0") != 0;
		if (in_main && t->node[v].kind == FACT_CALL && t->node[v + 1].kind == FACT_NAME)
			return tells_of_error(fact_str(t, v + 1));
		return t->node[v].kind == FACT_UN && strcmp(fact_str(t, v), "-") == 0 && t->node[v + 1].kind == FACT_INT;
	}
	if (last && t->node[last].kind == FACT_CALL && (t->node[last + 1].kind == FACT_NAME || t->node[last + 1].kind == FACT_ATTR))
		return is_exit(fact_str(t, last + 1)) || strcmp(fact_str(t, last + 1), "exit") == 0;
	return last && t->node[last].kind == FACT_RAISE;
}

/* Is what runs main() of C itself? */
static int
in_main(const vm *m, const scope *s)
{
	while (s && s->kind != S_FUNC)
		s = s->up;
	return m->c && s && s->fn && strcmp(vm_text(m, s->fn->name), "main") == 0;
}

int
vm_preproc(vm *m, scope *s, uint32_t node)
{
	int was = m->preproc, k;

	m->preproc = 1;
	k = vm_truth(m, vm_evalr(m, s, node + 1), node + 1);
	m->preproc = was;
	return k;
}

/* A condition of Python that is one of two, one true and one false, is as unknown as which of the two it is: that need not be
 * decided before it is known whether the branch hangs on it. */
static value
condition(vm *m, scope *s, uint32_t test)
{
	value v = m->c ? vm_evalr(m, s, test) : vm_eval(m, s, test), u;
	int a, b;

	if (m->c || m->pending || !is_obj(v, O_PHI) || (v.o->a.flags | v.o->b.flags) & VF_LABEL)
		return m->c || m->pending ? v : vm_resolve(m, v, test);
	a = vm_known(m, v.o->a);
	b = vm_known(m, v.o->b);
	if (a < 0 || b < 0 || a == b || vm_decided(m, v.o->name) >= 0 || is_obj(v.o->a, O_INST) || is_obj(v.o->b, O_INST))
		return vm_resolve(m, v, test);
	u = v_unk(v.o->name);
	u.flags = a ? 0 : VF_NOT;
	return u;
}

xstat
vm_branch(vm *m, scope *s, uint32_t node)
{
	uint32_t test = node + 1, then = NODE(test)->end, other = then < NODE(node)->end ? NODE(then)->end : NODE(node)->end;
	uint32_t from = m->nev;
	value v;
	int k, was;

	if (other >= NODE(node)->end)
		other = 0;
	if (m->enter > node && m->enter < NODE(node)->end)
		return vm_body(m, s, m->enter < NODE(then)->end ? then : other);
	if (NODE(node)->flags & FACT_PREPROC) {
		k = vm_preproc(m, s, node);
		return k ? vm_body(m, s, then) : other ? vm_body(m, s, other) : X_NORMAL;
	}
	was = m->away;
	m->away = raises(m->t, then, in_main(m, s)) ? 2 : other && raises(m->t, other, in_main(m, s)) ? 1 : 0;
	v = object_truth(m, condition(m, s, test), test);
	if (m->pending) {
		m->away = was;
		return vm_taken(m);
	}
	k = vm_known(m, v);
	if (k >= 0) {
		if (v.flags & VF_LABEL)
			vm_event(m, E_GUARD, test, 0, 0, k);
	} else if (v.kind == V_UNK && v.i == 0 && !leaves(m, then) && !(other && leaves(m, other)) && NODE(node)->flags == 0) {
		uint32_t sym = sym_of(m, v, test);
		m->away = was;
		if ((k = vm_decided(m, sym)) >= 0) {
			k = k != ((v.flags & VF_NOT) != 0);
			return k ? vm_body(m, s, then) : other ? vm_body(m, s, other) : X_NORMAL;
		}
		return v.flags & VF_NOT ? both(m, s, sym, test, other, then) : both(m, s, sym, test, then, other);
	} else {
		k = vm_truth(m, v, test);
	}
	m->away = was;
	vm_shows(m, from, test, k);
	if (k)
		return vm_body(m, s, then);
	return other ? vm_body(m, s, other) : X_NORMAL;
}

enum { MAX_CASES = 512 };

static void
not_read(vm *m, uint32_t node)
{
	char text[80];

	fact_unparse(m->t, node, text, sizeof text);
	vm_edge_to(m, EDGE_ANY, node, "not read: what stands in a switch: %s", text);
}

/* The CASEs of a switch in order, those too that an #if holds. Others that no label leads to
 * run never, but a macro may stand for labels. */
static uint32_t
cases(vm *m, scope *s, uint32_t from, uint32_t end, uint32_t *list, uint32_t n)
{
	for (uint32_t k = from; k < end && !m->pending; k = NODE(k)->end)
		if (NODE(k)->kind == FACT_CASE) {
			if (n < MAX_CASES)
				list[n++] = k;
			else
				vm_cut(m, k, "a switch with more cases than are read");
		} else if (NODE(k)->kind == FACT_IF && NODE(k)->flags & FACT_PREPROC) {
			uint32_t then = NODE(k + 1)->end, other = NODE(then)->end;
			if (vm_preproc(m, s, k))
				n = cases(m, s, then + 1, other, list, n);
			else if (other < NODE(k)->end)
				n = cases(m, s, other + 1, NODE(other)->end, list, n);
		} else if (NODE(k)->kind == FACT_CALL || NODE(k)->kind == FACT_ERROR) {
			not_read(m, k);
		}
	return n;
}

xstat
vm_switching(vm *m, scope *s, uint32_t node)
{
	int entered = m->enter > node && m->enter < NODE(node)->end, falls;
	value v = entered ? v_unk(0) : vm_evalr(m, s, node + 1);
	uint32_t list[MAX_CASES], n, def = UINT32_MAX, start = UINT32_MAX, within = 0, open = 0;
	xstat x = X_NORMAL;

	if (m->pending)
		return vm_taken(m);
	n = cases(m, s, NODE(node + 1)->end, NODE(node)->end, list, 0);
	if (m->pending)
		return vm_taken(m);
	for (uint32_t i = 0; i < n && start == UINT32_MAX && !entered; i++) {
		int patterns = 0, hit = 0;
		FACT_EACH_KID(m->t, list[i], p) {
			value w, is;
			if (NODE(p)->kind == FACT_BLOCK)
				break;
			patterns++;
			if (NODE(p)->kind == FACT_GUARD) {
				if (patterns == 1 || hit) {
					w = vm_evalr(m, s, p + 1);
					if (m->pending)
						return vm_taken(m);
					hit = vm_truth(m, w, p + 1);
					if (w.flags & VF_LABEL && vm_known(m, w) >= 0)
						vm_event(m, E_GUARD, p + 1, 0, 0, hit);
				}
				continue;
			}
			if (hit)
				continue;
			w = vm_evalr(m, s, p);
			if (m->pending)
				return vm_taken(m);
			is = vm_compare(m, "==", v, w, p);
			hit = vm_truth(m, is, p);
			if (is.flags & VF_LABEL && is.kind == V_BOOL)
				vm_event(m, E_GUARD, p, 0, 0, hit);
		}
		if (!patterns)
			def = i;
		else if (hit)
			start = i;
	}
	if (m->c && start == UINT32_MAX) { /* within other statements */
		within = entered ? m->enter : jump_case(m, s, node, v, &open);
		if (m->pending)
			return vm_taken(m);
		for (uint32_t i = 0; within && i < n && start == UINT32_MAX; i++)
			if (list[i] < within && within < NODE(list[i])->end && (def == UINT32_MAX || entered || strcmp(fact_str(m->t, within), "case") == 0)) {
				m->enter = within;
				start = i;
			}
		if (!entered && start == UINT32_MAX && open) { /* not by the default: where the path goes is not known */
			not_read(m, open);
			return m->pending = X_STOP;
		}
		if (!entered && start == UINT32_MAX && within && def == UINT32_MAX)
			not_read(m, node);
	}
	if (start == UINT32_MAX)
		start = def;
	for (uint32_t i = start; i < n; i++) {
		uint32_t b = fact_find(m->t, list[i], FACT_BLOCK);
		falls = (NODE(list[i])->flags & FACT_FALLS) != 0;
		if (b && (x = vm_block(m, s, b)) != X_NORMAL)
			break;
		if (!falls)
			break;
	}
	if (x == X_BREAK && m->c)
		x = X_NORMAL;
	return x;
}
