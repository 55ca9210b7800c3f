/* explore.c - see explore.h. */
#include "explore_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct { uint8_t *choice; uint32_t n; } prefix;

enum { SETTLED_PATHS = 12 };

/* Are there paths that use what was compiled, and others that end well without? */
static int
both_ways(const exploration *o, uint32_t from)
{
	int with = 0, without = 0;

	for (uint32_t i = from; i < o->npath; i++) {
		with |= o->path[i].outcome == P_COMPILED && !o->path[i].fault;
		without |= (o->path[i].outcome == P_EAGER || o->path[i].outcome == P_HANDED) && !o->path[i].fault;
	}
	return with && without;
}

void
explore_cut(exploration *o, const char *why, uint32_t at)
{
	o->complete = 0;
	if (o->cut)
		return;
	o->cut = why;
	o->cut_at = at;
}

/* record: keep what each path shows. Returns -1 if out of memory. */
int
explore_all_paths(explorer *x, uint32_t entry, uint32_t bound, int loops, fault fl, uint32_t site, uint32_t most, uint64_t steps, int record)
{
	uint32_t head = 0, tail = 1, done = 0, room = most * 60 + 2, late = 2 * room, last = 2 * room;
	prefix *queue = malloc(2 * room * sizeof *queue); /* from its end downwards: how the tree is built, when all else was tried */
	uint64_t end = x->steps + steps;
	uint32_t from = x->out->npath, settled = 0;
	int rc = 0, compiled, library = explore_is_library(x, entry) || x->m.defaults;

	if (!queue)
		return -1;
	queue[0] = (prefix){NULL, 0};
	while ((head < tail || last > late) && rc == 0) {
		vm *m = &x->m;
		/* of a library, and where one path is looked for, the last question is turned as often as the first: what lies near a path that compiled */
		prefix q = head == tail ? queue[--last] : library && done % 2 ? queue[--tail] : queue[head++];
		if (done >= most || x->steps >= end || (settled && done >= settled + SETTLED_PATHS)) {
			if (record)
				explore_cut(x->out, "more paths than the budget allows", entry);
			free(q.choice);
			break;
		}
		if (explore_run(x, entry, bound, loops, q.choice, q.n, fl, site) != 0)
			rc = -1;
		done++;
		compiled = 0;
		for (uint32_t i = 0; i < m->nev && !compiled; i++)
			compiled = m->ev[i].kind == E_COMPILE;
		x->out->compile_seen |= compiled;
		if (rc == 0 && record && explore_keep(x, entry, bound || loops == 1) != 0)
			rc = -1;
		if (library && record && !settled && both_ways(x->out, from))
			settled = done;
		for (uint32_t k = q.n; k < m->ndec && rc == 0; k++) {
			if (m->dec[k].taken || (m->dec[k].aside && !compiled) || (m->dec[k].late ? late == room : tail == room))
				continue;
			uint8_t *c = malloc(k + 1);
			if (!c) {
				rc = -1;
				break;
			}
			for (uint32_t i = 0; i < k; i++)
				c[i] = m->dec[i].choice;
			c[k] = !m->dec[k].choice;
			if (m->dec[k].late)
				queue[--late] = (prefix){c, k + 1};
			else
				queue[tail++] = (prefix){c, k + 1};
		}
		free(q.choice);
	}
	for (; head < tail; head++)
		free(queue[head].choice);
	for (; late < last; late++)
		free(queue[late].choice);
	free(queue);
	return rc;
}

int
explore(fact_tree *t, program *p, const symbols *s, const struct cone *c, const char *label, uint64_t steps, exploration *out)
{
	explorer *x = calloc(1, sizeof *x);
	int rc = -1;

	memset(out, 0, sizeof *out);
	if (!x)
		return -1;
	out->complete = 1;
	x->out = out;
	x->m.t = t;
	x->m.p = p;
	x->m.symbols = s;
	x->m.cone = c;
	x->limit = steps;
	if (!(x->m.mark = calloc(t->n, 1)) || !(out->mark = calloc(t->n, 1))) {
		free(x->m.mark);
		free(x);
		return -1;
	}
	if ((x->want = as_intern_id(&t->text, label, strlen(label))) != UINT32_MAX) {
		x->m.label = x->want;
		out->label = x->want;
		rc = explore_seeds(x, p, label);
	}
	for (struct block *b = x->m.arena, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	for (struct block *b = x->m.spare, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	free(x->m.dec);
	free(x->m.ev);
	free(x->m.site_ev);
	free(x->m.edge_ev);
	free(x->m.frame);
	free(x->m.trail);
	free(x->m.source);
	free(x->m.info);
	free(x->m.star);
	free(x->m.imports);
	free(x->m.nothing);
	free(x->m.mark);
	free(x->m.marked);
	free(x);
	return rc;
}

void
exploration_free(exploration *x)
{
	for (uint32_t i = 0; i < x->npath; i++) {
		free(x->path[i].dec);
		free(x->path[i].ev);
		free(x->path[i].frame);
	}
	free(x->path);
	free(x->mark);
	memset(x, 0, sizeof *x);
}
