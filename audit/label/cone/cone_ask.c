/* cone_ask.c - see cone.h: the cone of one label. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../program/entry.h"
#include "words.h"

static uint32_t
unit_of(const cone *c, uint32_t node)
{
	return c->owner[node];
}

/* All that is reached; dynamic: and all functions of files that are loaded, once one may name any. */
static void
flow(const cone *c, cone_reach *r, const edges *e, uint32_t from, int forth)
{
	uint32_t dynamic = c->nunit + c->p->nfile + (VX_DYNAMIC & 3);
	int turned = 0;

	for (uint32_t i = from; i < r->n; i++) {
		uint32_t v = r->queue[i];
		for (uint32_t k = e->at[v]; k < e->at[v + 1]; k++)
			cone_visit(r, e->to[k]);
		if (!forth && v < c->nunit && (c->unit[v].flags & (UNIT_PYTHON | UNIT_FUNC)) == (UNIT_PYTHON | UNIT_FUNC))
			cone_back_any(c, r, v);
		if (forth && i + 1 == r->n && r->seen[dynamic] && turned < 1000) {
			turned++;
			cone_any(c, r);
		}
	}
}

/* l: by what can be seen; NULL. */
static void
forth_from(const cone *c, cone_reach *r, cone_look *l, uint32_t from)
{
	if (l)
		cone_flow_seen(l, from);
	else
		flow(c, r, &c->out, from, 1);
}

/* What the programs lead to that lead to the label, all of it. */
static void
programs(const cone *c, const entry *e, uint32_t n, const cone_reach *back, cone_reach *r, cone_look *l)
{
	for (uint32_t i = 0; i < n; i++)
		if (unit_of(c, e[i].node) != UINT32_MAX && back->seen[unit_of(c, e[i].node)])
			cone_visit(r, unit_of(c, e[i].node));
	forth_from(c, r, l, 0);
}

/* All that name v, but tests and examples: they are programs of their own. */
static void
share(const cone *c, cone_reach *r, uint32_t v)
{
	for (uint32_t k = c->in.at[v]; k < c->in.at[v + 1]; k++)
		if (c->in.to[k] >= c->nunit || !(c->unit[c->in.to[k]].flags & UNIT_ASIDE))
			cone_visit(r, c->in.to[k]);
}

/* Units that share variables with what is reached: all that name a variable of a file
 * that is named there, or a member that is assigned to there. */
static void
state(const cone *c, cone_reach *r, cone_look *l)
{
	uint32_t name = c->nunit + c->p->nfile + 3, from;

	do {
		from = r->n;
		for (uint32_t i = 0; i < from; i++) {
			uint32_t v = r->queue[i];
			if (v >= name && c->name[(v - name) % c->nname] & NAME_GLOBAL)
				share(c, r, v);
		}
		for (uint32_t i = 0; i < c->stored.n; i++) {
			use s = c->stored.u[i];
			uint32_t v = name + (c->unit[s.unit].flags & UNIT_PYTHON ? c->nname : 0) + s.name;
			if (r->seen[s.unit] && s.name < c->nname)
				share(c, r, v);
		}
		forth_from(c, r, l, from);
	} while (r->n > from);
}

/* One more part that compiles, or hides something. */
static void
blocked_by(cone_answer *a, cone_part part)
{
	uint32_t most = sizeof a->part / sizeof *a->part, at = a->npart++;

	if (!*part.why) /* before those that hide, where there is room or not */
		for (at = 0; at < most && at + 1 < a->npart && !*a->part[at].why; at++)
			;
	if (at >= most)
		return;
	if (!*part.why)
		memmove(a->part + at + 1, a->part + at, ((a->npart < most ? a->npart : most) - at - 1) * sizeof *a->part);
	a->part[at] = part;
}

void
cone_unit_blocks(cone_answer *a, const unit *u)
{
	if ((!u->site && !u->hides) || (!a->clean && !(u->site && a->blocked == BLOCKED_HIDES)))
		return;
	a->clean = 0;
	a->blocked = u->site ? BLOCKED_COMPILES : BLOCKED_HIDES;
}

/* Units that may take the label as well: those that are known to, and who reads the data that name it. e: the programs. Is it in data? */
static void
takers(const cone *c, const uint32_t *root, uint32_t nroot, const entry *e, uint32_t nprog, int data, const cone_answer *a, cone_reach *r)
{
	uint32_t nseed = r->n;

	for (uint32_t i = 0; i < nroot; i++)
		if (unit_of(c, root[i]) != UINT32_MAX)
			cone_visit(r, unit_of(c, root[i]));
	for (uint32_t i = 0; i < nseed; i++)
		data |= c->unit[r->queue[i]].flags & UNIT_DATA;
	for (uint32_t i = 0; i < nprog; i++)
		if ((data || (nprog == 1 && !a->known)) && unit_of(c, e[i].node) != UINT32_MAX)
			cone_visit(r, unit_of(c, e[i].node));
	for (uint32_t u = 0; data && nprog == 0 && u < c->nunit; u++) /* who reads that file is not known */
		if (!(c->unit[u].flags & UNIT_ABSENT))
			cone_visit(r, u);
}

/* All that may run under the label, whose first nseed of `back` name it. *l: how, where a name means what can be seen. -1: out of memory. */
static int
forward(const cone *c, const entry *e, uint32_t nprog, uint32_t nseed, int seen, const cone_reach *back, cone_reach *forth, cone_look **l)
{
	int whole = 0;

	/* do programs lead to all that names it? If not, others make objects of what is theirs. */
	for (int gate = seen; gate >= 0 && !whole; gate--) {
		cone_look_free(*l);
		memset(forth->seen, 0, c->nvertex);
		forth->n = 0;
		*l = NULL;
		if (seen && !(*l = cone_look_new(c, forth, gate, back->seen)))
			return -1;
		programs(c, e, nprog, back, forth, *l);
		whole = forth->n > 0;
		for (uint32_t i = 0; i < nseed; i++)
			if (!(c->unit[back->queue[i]].flags & UNIT_DATA))
				whole &= forth->seen[back->queue[i]] == 1;
	}
	for (uint32_t i = 0, from = forth->n; i < back->n; i++)
		if (back->queue[i] < c->nunit) {
			cone_visit(forth, back->queue[i]);
			forth_from(c, forth, *l, from);
			from = forth->n;
		}
	if (!whole) /* of a library: who reads what was written */
		state(c, forth, *l);
	return 0;
}

/* The first of what hid nothing, in what is reached, does after all. */
static void
let_off(const uses *l, const char *why, const cone_reach *forth, cone_answer *a)
{
	for (uint32_t i = 0; a->clean && i < l->n; i++)
		if (forth->seen[l->u[i].unit]) {
			a->clean = 0;
			a->blocked = BLOCKED_HIDES;
			blocked_by(a, (cone_part){l->u[i].node, why});
		}
}

/* What of that compiles, or hides something. core: (nvertex) what belongs to the label's own code; NULL. let_in: the label may be a
 * macro that lets code in. foreign: only files for another system name the label. */
static void
weigh(const cone *c, const cone_reach *forth, const uint8_t *core, int let_in, int foreign, cone_answer *a)
{
	for (uint32_t i = 0; i < forth->n; i++) {
		const unit *u = forth->queue[i] < c->nunit ? &c->unit[forth->queue[i]] : NULL;
		if (!u)
			continue;
		a->units++;
		if (!u->site && u->hides && core && !core[forth->queue[i]]) {
			if (!a->naside++)
				a->aside = u->hides;
			continue;
		}
		if (u->site)
			blocked_by(a, (cone_part){u->site, ""});
		cone_unit_blocks(a, u);
	}
	for (uint32_t i = 0; !a->clean && i < c->nhiding; i++)
		if (forth->seen[c->hiding[i].unit] && (!core || core[c->hiding[i].unit] || c->unit[c->hiding[i].unit].site))
			blocked_by(a, c->hiding[i].part);
	if (let_in)
		let_off(&c->let_off, "it is left out where macros are not set", forth, a);
	if (foreign)
		let_off(&c->let_off_foreign, "it is for another system, as all that names the label", forth, a);
}

static int
ask(const cone *c, const char *label, const uint32_t *root, uint32_t nroot, int seen, cone_answer *a)
{
	enum { MOST = 4096 };
	cone_reach back, forth;
	entry *e = malloc(MOST * sizeof *e);
	uint32_t nprog, nseed, nown = 0;
	cone_root *own = malloc(((size_t)c->t->n + 1) * sizeof *own);
	uint8_t *core = NULL;
	cone_look *l = NULL;
	int rc = cone_reach_init(c, &back), macro, foreign;

	memset(a, 0, sizeof *a);
	a->all = c->nunit;
	if (cone_reach_init(c, &forth) != 0 || rc != 0 || !e || !own || cone_seeds(c, label, seen, a, &back, own, &nown) != 0) {
		rc = -1;
		goto out;
	}
	if ((macro = cone_macro(c, label, &back, a)) == MACRO_BUILD) /* which other files does it take? */
		nown = 0;
	nseed = back.n;
	foreign = cone_foreign_label(c, &back, nseed);
	nprog = entry_programs(c->p, label, e, MOST);
	takers(c, root, nroot, e, nprog, macro == MACRO_BUILD, a, &back);
	if (back.n == 0)
		goto out;
	if (seen)
		cone_flow_back(c, &back);
	else
		flow(c, &back, &c->in, 0, 0);
	if ((rc = forward(c, e, nprog, nseed, seen, &back, &forth, &l)) != 0)
		goto out;
	for (uint32_t i = 0; nown && i < nroot; i++)
		if (unit_of(c, root[i]) != UINT32_MAX)
			own[nown++] = (cone_root){unit_of(c, root[i]), 1};
	if (nown && (rc = cone_core(c, own, nown, &core)) != 0)
		goto out;
	a->clean = !cone_symbol_named(c, label); /* getattr(module, label) */
	weigh(c, &forth, core, macro != MACRO_NO, foreign, a);
out:
	if (cone_look_free(l) != 0)
		rc = -1;
	free(core);
	free(own);
	cone_reach_free(&back);
	cone_reach_free(&forth);
	free(e);
	return rc;
}

int
cone_ask(const cone *c, const char *label, const uint32_t *root, uint32_t nroot, cone_answer *a)
{
	cone_answer b;

	if (ask(c, label, root, nroot, 0, a) != 0)
		return -1;
	if (a->clean || !c->sight)
		return 0;
	if (ask(c, label, root, nroot, 1, &b) != 0)
		return -1;
	if (b.clean) {
		*a = b;
	} else if (b.npart) { /* fewer, where a name means only what can be seen */
		memcpy(a->part, b.part, sizeof a->part);
		a->npart = b.npart;
	}
	return 0;
}
