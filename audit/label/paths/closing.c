/* closing.c - see explore_impl.h: a label that only functions of a package take, and under which none of
 * those that were run compiles: is that all that gets it? */
#include "closing.h"
#include "../vm/vm_impl.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

enum { MOST_RUN = 48 };

int
closing_may(const closing *q, uint32_t fn)
{
	return q->leads[carry_unit(&q->c, fn)];
}

int
closing_ran(const closing *q, uint32_t fn, uint32_t cls)
{
	for (uint32_t i = 0; i < q->x->ntaken; i++)
		if (q->x->taken[i].entry == fn && (!cls || q->x->taken[i].node == cls || carry_class(&q->c, fn) == cls))
			return 1;
	return 0;
}

static void
lacks(closing *q, uint32_t node)
{
	if (!q->missing)
		q->missing = node;
}

/* All paths from number `from` on are of fn: if none is cut, opaque or compiles, and the label comes in, it is sealed. 1: it is now. */
static int
seal(closing *q, uint32_t fn, uint32_t from)
{
	const exploration *o = q->x->out;
	int ends = 0;

	for (uint32_t i = from; i < o->npath; i++) {
		if (o->path[i].entry != fn)
			continue;
		if (o->path[i].called || (o->path[i].outcome != P_EAGER && o->path[i].outcome != P_HANDED && o->path[i].outcome != P_ERROR && o->path[i].outcome != P_NOT_ENTERED))
			return 0;
		ends |= o->path[i].outcome == P_EAGER || o->path[i].outcome == P_HANDED;
	}
	if (!ends || !o->complete || carry_stands(&q->c, fn))
		return 0;
	q->sealed[fn] = 1;
	return 1;
}

static int
take(closing *q, const seed *s, uint32_t cls)
{
	uint32_t had;
	int rc, ends = 0;

	if (q->ran++ == MOST_RUN || q->x->steps >= q->x->limit) {
		lacks(q, s->entry);
		return 0;
	}
	q->x->cls = cls;
	had = q->x->out->npath;
	rc = explore_take(q->x, s);
	q->x->cls = 0;
	for (uint32_t i = had; i < q->x->out->npath; i++)
		ends |= q->x->out->path[i].outcome != P_ERROR;
	if (!ends)
		lacks(q, s->entry);
	if (rc == 0 && seal(q, s->entry, had))
		rc = closing_leads(q);
	return rc;
}

/* Methods of objects of cls, its own and those of its bases, that may come to a compile call, each of an object that got the label as s says. */
static int
methods(closing *q, uint32_t cls, const seed *s)
{
	entry e[128];
	uint32_t n = explore_methods(q->x->m.p, cls, e, 128);
	int rc = 0;

	if (n == 128)
		lacks(q, cls);
	for (uint32_t i = 0; i < n && rc == 0 && !explore_compiled(q->x->out); i++) {
		seed m = *s;
		m.entry = e[i].node;
		if (closing_may(q, m.entry) && !carry_makes(q->t, m.entry) && !closing_ran(q, m.entry, cls))
			rc = take(q, &m, cls);
	}
	return rc;
}

/* The same of cls and of all that are derived from it. */
static int
family(closing *q, uint32_t cls, const seed *s, int depth)
{
	int rc = methods(q, cls, s);

	for (uint32_t i = 0; i < q->t->n && rc == 0 && depth < 5; i++)
		if (q->t->node[i].kind == FACT_CLASS && i != cls && carry_derives(&q->c, i, cls) && !cone_aside(fact_str(q->t, program_file(q->x->m.p, i))))
			rc = family(q, i, s, depth + 1);
	return rc;
}

/* fn, an entry of s, once more of objects of each class that is derived from cls, has it from there, and has a method that may come to a compile call. */
static int
overridden(closing *q, uint32_t cls, const seed *s, int depth)
{
	const fact_tree *t = q->t;
	int rc = 0;

	for (uint32_t i = 0; i < t->n && rc == 0 && depth < 5 && !explore_compiled(q->x->out); i++) {
		int may = 0;
		if (t->node[i].kind != FACT_CLASS || i == cls || !carry_derives(&q->c, i, cls) || cone_aside(fact_str(t, program_file(q->x->m.p, i))))
			continue;
		for (uint32_t k = i; k < t->node[i].end; k++)
			if (t->node[k].kind == FACT_FUNC) {
				may |= closing_may(q, k);
				k = t->node[k].end - 1;
			}
		if (may && !carry_method(t, i, fact_str(t, s->entry)))
			rc = take(q, s, i);
		if (rc == 0)
			rc = overridden(q, i, s, depth + 1);
	}
	return rc;
}

static int
run_all(closing *q)
{
	int rc = 0;
	seed s;

	for (uint32_t i = 0; i < q->c.n && rc == 0 && !explore_compiled(q->x->out); i++) {
		uint32_t fn = q->c.list[i].fn, own = 0;
		if (!closing_may(q, fn) && !q->sealed[fn])
			continue;
		for (uint32_t k = 0; k < q->x->ntaken && !own; k++)
			if (q->x->taken[k].entry == fn)
				own = k + 1;
		if (own) {
			s = q->x->taken[own - 1];
		} else {
			if (q->x->steps >= q->x->limit || q->ran >= MOST_RUN) {
				lacks(q, fn);
				return 0;
			}
			if ((rc = explore_find(q->x, fn, &s)) != 0)
				break;
			if (s.score < 50) {
				lacks(q, fn);
				continue;
			}
			rc = take(q, &s, 0);
		}
		s.node = 0;
		if (rc == 0 && carry_class(&q->c, fn))
			rc = overridden(q, carry_class(&q->c, fn), &s, 0);
		if (rc == 0 && carry_makes(q->t, fn) && carry_class(&q->c, fn))
			rc = family(q, carry_class(&q->c, fn), &s, 0);
	}
	return rc;
}

/* May fn get the label, of all functions of the package? */
static int
may_get(const closing *q, uint32_t fn)
{
	return q->t->node[fn].kind == FACT_FUNC && carry_unit(&q->c, fn) == fn && is_python(q->t, program_file(q->x->m.p, fn)) &&
	    !cone_aside(fact_str(q->t, program_file(q->x->m.p, fn))) && carry_may_get(&q->c, fn);
}

/* Once all were run: may what they left come to a compile call elsewhere? */
static void
left(closing *q)
{
	const fact_tree *t = q->t;
	const exploration *o = q->x->out;
	uint32_t by;

	for (uint32_t i = 0; i < q->x->ntaken; i++) { /* of tests alone */
		int gets = 0;
		for (uint32_t k = 0; k < q->c.n; k++)
			gets |= q->c.list[k].fn == q->x->taken[i].entry;
		if (!gets && cone_aside(fact_str(t, program_file(q->x->m.p, q->x->taken[i].entry))))
			lacks(q, q->x->taken[i].entry);
	}
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].kind == FACT_CALL && o->mark[i] & (MARK_BLIND | MARK_ANY) && (t->node[i + 1].kind == FACT_ATTR || t->node[i + 1].kind == FACT_NAME) &&
		    cone_symbol_named(q->x->m.cone, fact_str(t, i + 1)))
			lacks(q, i);
		if (t->node[i].kind == FACT_FUNC && o->mark[i] & MARK_GIVEN && (carry_unit(&q->c, i) == i ? closing_may(q, i) && !closing_ran(q, i, 0) : cone_leads_to(q->x->m.cone, carry_unit(&q->c, i))))
			lacks(q, i);
		if (t->node[i].kind == FACT_CLASS && o->mark[i] & MARK_RUN && is_python(t, program_file(q->x->m.p, i)))
			for (uint32_t k = i; k < t->node[i].end; k++)
				if (t->node[k].kind == FACT_FUNC) {
					if (closing_may(q, k) && !closing_ran(q, k, 0))
						lacks(q, k);
					k = t->node[k].end - 1;
				}
		if (t->node[i].kind == FACT_FUNC && o->mark[i] & MARK_RUN && carry_unit(&q->c, i) == i)
			closing_stores(q, i);
	}
	for (uint32_t i = 0; i < t->n; i++) /* what may get it and comes to no compile call was not run, and leaves something all the same */
		if (!(o->mark[i] & MARK_RUN) && may_get(q, i))
			closing_stores(q, i);
	for (uint32_t k = 0; k < q->ns; k++)
		if (strcmp(t->text.str[q->s[k].name], "environ") == 0 && !q->shared)
			q->any = 1;
	if (q->any)
		lacks(q, q->x->taken[0].entry);
	for (uint32_t i = 0; i < t->n && q->ns && !q->missing; i++)
		if (t->node[i].kind == FACT_FUNC && is_python(t, program_file(q->x->m.p, i)) && carry_unit(&q->c, i) == i) {
			if (closing_may(q, i) && !closing_ran(q, i, 0) && !cone_aside(fact_str(t, program_file(q->x->m.p, i))) && closing_reads(q, i))
				lacks(q, i);
			i = t->node[i].end - 1;
		}
	if (!q->missing && (by = closing_shared(q)))
		lacks(q, by);
	if (!q->missing && closing_handed(q, &by) != 0)
		q->c.nomem = 1;
	else if (!q->missing && by)
		lacks(q, by);
}

int
explore_carried(explorer *x, program *p)
{
	closing q = {.x = x, .t = p->t};
	int rc = carry_takers(&q.c, p, x->m.cone, x->out->label);

	q.sealed = calloc(p->t->n + 1, 1);
	q.leads = calloc(p->t->n + 1, 1);
	if (!q.sealed || !q.leads)
		rc = -1;
	for (uint32_t i = 0; i < x->ntaken && rc == 0; i++)
		seal(&q, x->taken[i].entry, 0);
	if (rc == 0 && (rc = closing_leads(&q)) == 0)
		rc = run_all(&q);
	if (rc == 0 && !explore_compiled(x->out)) {
		if (q.c.open)
			lacks(&q, q.c.open);
		if (!q.missing)
			left(&q);
		if (!q.missing)
			q.missing = cone_loaded_may(x->m.cone);
		for (uint32_t i = 0; i < p->t->n && !(x->out->told & TOLD_CHANGED); i++)
			if (may_get(&q, i) && closing_caller(&q, i))
				x->out->told |= TOLD_CHANGED;
		x->out->missing = q.missing;
		x->out->closed = !q.missing && q.c.n && !q.c.nomem && x->ntaken < MAX_TAKEN;
	}
	if (q.c.nomem)
		rc = -1;
	carry_free(&q.c);
	free(q.sealed);
	free(q.leads);
	free(q.s);
	return rc;
}
