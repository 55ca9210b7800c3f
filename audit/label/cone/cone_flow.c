/* cone_flow.c - see cone_impl.h: what is reached where a name of C means only what can be
 * seen where it stands (cone_sight.c), and a method of C++ runs only where its class, or one
 * that derives from it, is named by code that runs, which may make an object of it.
 *
 * A program has only the units of translation of which it asks for something. So what a header names is looked
 * for among what is compiled with it in units that are reached, and again when more of them are. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../facts/cplatform.h"
#include "grow.h"
#include "keys.h"

struct cone_look {
	const cone *c;
	cone_reach *r;
	int gate;                                       /* methods wait for their class */
	as_keys known;                                  /* files and names that were gone through or are to be */
	uint64_t *todo; uint32_t ntodo, todo_cap;
	uint8_t *live;                                  /* (nname) a class of C++ that is named */
	uint64_t *units, *more;                         /* of sight.h: those that are reached; what came to them since names were last looked at */
	int grown;
	uint8_t *varied;                                /* (nname) a macro that a source defines, or several files do */
	uint8_t *other;                                 /* (files) with the main of another program, and so of none of these */
	uint32_t *wait; uint32_t nwait, wait_cap;       /* methods whose class is not; 2 in r->seen */
	int nomem;
};
typedef struct cone_look look;

int
cone_reach_init(const cone *c, cone_reach *r)
{
	r->seen = calloc((size_t)c->nvertex + 1, 1);
	r->queue = malloc(((size_t)c->nvertex + 1) * sizeof *r->queue);
	r->n = 0;
	return r->seen && r->queue ? 0 : -1;
}

void
cone_reach_free(cone_reach *r)
{
	free(r->seen);
	free(r->queue);
}

enum { ANYWHERE = UINT32_MAX >> 1 }; /* no file */

/* The first vertex of names; those of C come first. */
static uint32_t
names(const cone *c)
{
	return c->nunit + c->p->nfile + 3;
}

static int
of_c(const cone *c, uint32_t v)
{
	return v >= names(c) && v < names(c) + c->nname;
}

/* A name that stands in a file. made: an object of what it names may be made there. */
static void
put(look *l, uint32_t file, uint32_t name, int made)
{
	uint64_t key = (uint64_t)file << 32 | name;
	uint32_t n = l->known.n, id = as_keys_id(&l->known, key);

	l->live[name] |= (uint8_t)made;
	if (id != UINT32_MAX && id < n)
		return;
	if (id == UINT32_MAX || as_grow32(&l->todo, l->ntodo, &l->todo_cap, sizeof *l->todo) != 0)
		l->nomem = 1;
	else
		l->todo[l->ntodo++] = key;
}

/* Is node i of a file under an #if, but one that keeps a header from being read twice? What it has then is compiled where others say so. */
static int
on_demand(const cone *c, uint32_t file, uint32_t i)
{
	const fact_node *n = c->t->node;
	uint32_t kids = 0;

	FACT_EACH_KID(c->t, file, k)
		kids += n[k].kind != FACT_COMMENT;
	for (uint32_t at = file, in; at != i && (in = fact_kid_over(c->t, at, i)) != 0; at = in)
		if (n[at].kind == FACT_IF && n[at].flags & FACT_PREPROC && (kids > 1 || fact_kid_over(c->t, file, i) != at))
			return 1;
	return 0;
}

/* May node i of a file, or a namespace or class that it is in, be another thing in each unit that has the file, by macros? */
static int
varies(const look *l, uint32_t file, uint32_t i)
{
	const fact_tree *t = l->c->t;

	for (uint32_t at = file, in; at != i && (in = fact_kid_over(t, at, i)) != 0; at = in)
		if ((t->node[at].kind == FACT_SPACE || t->node[at].kind == FACT_CLASS) && l->varied[t->node[at].str])
			return 1;
	for (uint32_t k = i; k < t->node[i].end; k++) {
		const char *s = fact_str(t, k);
		if (l->varied[t->node[k].str])
			return 1;
		if (t->node[k].kind != FACT_FUNC && t->node[k].kind != FACT_UNKNOWN && t->node[k].kind != FACT_TYPE && !strstr(s, "##"))
			continue;
		for (size_t n; *s; s += n ? n : 1)
			if ((n = cone_word(s))) {
				uint32_t id = as_intern_find(&t->text, s, n);
				if (id < l->c->nname && l->varied[id])
					return 1;
			}
	}
	return 0;
}

/* Units of translation with file f are compiled; all: any of them, though one is known to be. */
static void
compiled(look *l, uint32_t f, int all)
{
	const sight *s = l->c->sight;
	const uint64_t *in = sight_units(s, f);

	if (!all && sight_meet(s, in, l->units, in))
		return;
	for (size_t i = 0; i < sight_words(s); i++) {
		l->grown |= (in[i] & ~l->units[i]) != 0;
		l->more[i] |= in[i] & ~l->units[i];
		l->units[i] |= in[i];
	}
}

/* Unit u runs: so the units of translation of its file are there. Of a header, those that name it are there already; but what is compiled
 * in one of them alone, or in each another way, may be of any. */
static void
runs(look *l, uint32_t u)
{
	const cone *c = l->c;
	const unit *n = &c->unit[u];
	uint32_t file = c->p->file[n->file];

	if (!(n->flags & (UNIT_PYTHON | UNIT_DATA | UNIT_FILE)) && c->t->node[n->node].kind != FACT_FROM) /* using */
		compiled(l, n->file, c_is_source(fact_str(c->t, file)) || varies(l, file, n->node) || (n->flags & UNIT_FUNC && !(c->t->node[n->node].flags & (FACT_MACRO | FACT_STATIC)) && on_demand(c, file, n->node)));
}

/* Names of files that are in units which were not reached before are looked at again. */
static void
look_again(look *l)
{
	const sight *s = l->c->sight;

	for (uint32_t k = 0; k < l->known.n; k++) {
		uint32_t file = (uint32_t)(l->known.key[k] >> 32);
		if (file == ANYWHERE || !sight_meet(s, l->more, sight_units(s, file), l->more))
			continue;
		if (as_grow32(&l->todo, l->ntodo, &l->todo_cap, sizeof *l->todo) != 0)
			l->nomem = 1;
		else
			l->todo[l->ntodo++] = l->known.key[k];
	}
	memset(l->more, 0, sight_words(s) * sizeof *l->more);
	l->grown = 0;
}

static void
look_at(look *l, uint32_t w)
{
	const unit *u = &l->c->unit[w];

	if (l->r->seen[w])
		return;
	if (!l->gate || u->of >= l->c->nname || (u->flags & (UNIT_FUNC | UNIT_PYTHON)) != UNIT_FUNC || !(l->c->name[u->of] & NAME_CLASS) || l->live[u->of]) {
		cone_visit(l->r, w);
	} else if (as_grow32(&l->wait, l->nwait, &l->wait_cap, sizeof *l->wait) != 0) {
		l->nomem = 1;
	} else {
		l->r->seen[w] = 2;
		l->wait[l->nwait++] = w;
	}
}

/* All that a name of C means in a file. */
static void
meant(look *l, uint32_t file, uint32_t name)
{
	const cone *c = l->c;
	uint32_t v = names(c) + name;

	cone_visit(l->r, v);
	for (uint32_t k = c->out.at[v]; k < c->out.at[v + 1]; k++) {
		uint32_t w = c->out.to[k], as = w - names(c);
		if (of_c(c, w)) { /* objects of what derives from it are made by who names that */
			if (!l->gate || !cone_derives(c, as, name) || cone_derives(c, name, as))
				put(l, file, as, 1);
		} else if (w >= c->nunit) {
			cone_visit(l->r, w);
		} else if (!l->other[c->unit[w].file] && (file == ANYWHERE || cone_sees(c, l->units, file, name, w))) {
			look_at(l, w);
			if (l->r->seen[w] == 1 && (file == ANYWHERE || !sight_meet(c->sight, l->units, sight_units(c->sight, file), sight_units(c->sight, c->unit[w].file))))
				compiled(l, c->unit[w].file, 1);
		}
	}
}

/* What waits for a class that is named by now; 1: there was some. */
static int
release(look *l)
{
	const cone *c = l->c;
	uint32_t n = 0, was = l->nwait;
	int more;

	do {
		more = 0;
		for (uint32_t i = 0; i < c->nderives; i++) {
			uint32_t cls = (uint32_t)(c->derives[i] >> 32), base = (uint32_t)c->derives[i];
			if (l->live[cls] && !l->live[base])
				more = l->live[base] = 1;
		}
	} while (more);
	for (uint32_t k = 0; k < was; k++) {
		uint32_t w = l->wait[k];
		if (!l->live[c->unit[w].of]) {
			l->wait[n++] = w;
			continue;
		}
		l->r->seen[w] = 0;
		cone_visit(l->r, w);
	}
	l->nwait = n;
	return n < was;
}

static void
from_vertex(look *l, uint32_t v)
{
	const cone *c = l->c;
	uint32_t file = v < c->nunit ? c->unit[v].file : v < c->nunit + c->p->nfile ? v - c->nunit : ANYWHERE;

	for (uint32_t k = c->out.at[v]; k < c->out.at[v + 1]; k++) {
		uint32_t w = c->out.to[k];
		if (of_c(c, w))
			put(l, file, w - names(c), v >= c->nunit || c->unit[v].of != w - names(c));
		else
			cone_visit(l->r, w);
	}
}

void
cone_flow_seen(look *l, uint32_t from)
{
	const cone *c = l->c;
	uint32_t dynamic = c->nunit + c->p->nfile + (VX_DYNAMIC & 3), i = from;
	int turned = 0;

	for (uint32_t k = from; k < l->r->n; k++) /* they run, so there are objects of their classes */
		if (l->r->queue[k] < c->nunit && c->unit[l->r->queue[k]].of < c->nname)
			l->live[c->unit[l->r->queue[k]].of] = 1;
	do {
		for (; i < l->r->n; i++)
			if (!of_c(c, l->r->queue[i])) {
				if (l->r->queue[i] < c->nunit)
					runs(l, l->r->queue[i]);
				from_vertex(l, l->r->queue[i]);
			}
		while (l->ntodo) {
			uint64_t key = l->todo[--l->ntodo];
			meant(l, (uint32_t)(key >> 32), (uint32_t)key);
		}
		if (i == l->r->n && l->grown)
			look_again(l);
		if (i == l->r->n && !l->ntodo && !release(l) && l->r->seen[dynamic] && turned++ < 1000)
			cone_any(c, l->r);
	} while (!l->nomem && (i < l->r->n || l->ntodo));
}

void
cone_flow_back(const cone *c, cone_reach *r)
{
	for (uint32_t i = 0; i < r->n; i++) {
		uint32_t v = r->queue[i];
		for (uint32_t k = c->in.at[v]; k < c->in.at[v + 1]; k++) {
			uint32_t x = c->in.to[k];
			if (v >= c->nunit || x < names(c)) {
				cone_visit(r, x);
				continue;
			}
			for (uint32_t j = c->in.at[x]; j < c->in.at[x + 1]; j++) {
				uint32_t y = c->in.to[j];
				if (y >= c->nunit || (!r->seen[y] && (of_c(c, x) ? cone_sees(c, NULL, c->unit[y].file, x - names(c), v) : cone_meet(c, y, v))))
					cone_visit(r, y);
			}
		}
		if (v < c->nunit && (c->unit[v].flags & (UNIT_PYTHON | UNIT_FUNC)) == (UNIT_PYTHON | UNIT_FUNC))
			cone_back_any(c, r, v);
	}
}

look *
cone_look_new(const cone *c, cone_reach *r, int gate, const uint8_t *mains)
{
	look *l = calloc(1, sizeof *l);

	if (!l)
		return NULL;
	l->c = c;
	l->r = r;
	l->gate = gate;
	l->live = calloc((size_t)c->nname + 1, 1);
	l->units = calloc(sight_words(c->sight) + 1, sizeof *l->units);
	l->more = calloc(sight_words(c->sight) + 1, sizeof *l->more);
	l->other = calloc((size_t)c->p->nfile + 1, 1);
	l->varied = calloc((size_t)c->nname + 1, 1);
	if (!l->live || !l->units || !l->more || !l->other || !l->varied) {
		cone_look_free(l);
		return NULL;
	}
	for (uint32_t k = 0; k < c->ndefine; k++)
		if (c->define[k].name < c->nname && (c_is_source(fact_str(c->t, c->define[k].file)) || (k > 0 && c->define[k - 1].name == c->define[k].name && c->define[k - 1].file != c->define[k].file)))
			l->varied[c->define[k].name] = 1;
	memcpy(l->other, c->alone, c->p->nfile);
	for (uint32_t u = 0; u < c->nunit; u++)
		if (c->unit[u].flags & UNIT_MAIN && mains[u])
			l->other[c->unit[u].file] = 0;
	return l;
}

int
cone_look_free(look *l)
{
	int rc = l && l->nomem ? -1 : 0;

	for (uint32_t k = 0; l && k < l->nwait; k++)
		l->r->seen[l->wait[k]] = 0;
	if (l) {
		as_keys_free(&l->known);
		free(l->todo);
		free(l->live);
		free(l->units);
		free(l->more);
		free(l->other);
		free(l->varied);
		free(l->wait);
	}
	free(l);
	return rc;
}
