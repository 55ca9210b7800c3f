/* judge.c - see judge.h. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "chain/chain.h"
#include "closed/closed.h"
#include "program/entry.h"
#include "program/harmless.h"
#include "show.h"
#include "words.h"

/* Steps for all labels together, some 30 s; and the least for one. */
#define STEPS 80000000ull
#define LEAST_STEPS 8000000ull
/* For one that the cone has settled: to show a path. */
#define SHOWN_STEPS 500000ull

/* Were all runs those of functions that are no programs? */
static int
outside(const view *v, const exploration *x)
{
	for (uint32_t i = 0; i < x->npath; i++) {
		uint32_t e = x->path[i].entry;
		if (x->path[i].outcome != P_NOT_ENTERED && (v->t->node[e].kind == FACT_FILE || strcmp(fact_str(v->t, e), "main") == 0 || entry_is_command(v->t, e)))
			return 0;
	}
	return 1;
}

/* The first place in code that could not be read; 0. */
static uint32_t
code_not_read(const view *v)
{
	for (uint32_t k = 0; k < v->p->nfile; k++)
		for (uint32_t i = v->p->file[k]; i < v->t->node[v->p->file[k]].end && !(v->t->node[v->p->file[k]].flags & FACT_DATA); i++)
			if (v->t->node[i].kind == FACT_ERROR && !fact_is_old(v->t, i))
				return i;
	return 0;
}

/* Where the label stands in the code as a name, of a macro or a function, and not as a text; 0. */
static uint32_t
named(const view *v, const char *label)
{
	uint32_t id = as_intern_find(&v->t->text, label, strlen(label));

	for (uint32_t i = 1; id && i < v->t->n; i++)
		if (v->t->node[i].str == id && v->t->node[i].kind != FACT_COMMENT)
			return i;
	return 0;
}

/* The code has the label as no text, but a variable, member or parameter of Python is called so, and a function that may come
 * to a compile call reads it: the node, or 0. A program that takes any text is not all that takes such a label. */
static uint32_t
only_a_name(const view *v, const cone *c, const char *label)
{
	const fact_tree *t = v->t;
	uint32_t fn = 0, at = 0;
	int set = 0;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end && is_python(t, f); i++) {
			int k = t->node[i].kind, before, sets;
			if (k == FACT_FUNC && (!fn || t->node[fn].end <= i))
				fn = i;
			if ((k != FACT_PARAM && k != FACT_NAME && k != FACT_ATTR) || !as_same_letters(fact_str(t, i), label))
				continue;
			before = t->node[i - 1].kind;
			sets = k == FACT_PARAM || before == FACT_ASSIGN || before == FACT_DECL;
			set |= sets;
			if (!at && !sets && before != FACT_CALL && before != FACT_ALIAS && fn && i < t->node[fn].end && !cone_aside(fact_str(t, f)) && cone_leads_to(c, fn))
				at = i;
		}
	return set ? at : 0;
}

/* One label, and what was found out about it. */
typedef struct {
	const view *v;
	const cone *c;
	chain **way; /* made once it is needed */
	src_finding *f;
	const exploration *x;
	judgement *j;
	const cone_answer *a;
	int exists;  /* does the tree call what compiles? */
} asked;

/* Do the paths say that nothing compiles under the label, or nothing that it uses? */
static int
is_negative(const judgement *j)
{
	return j->verdict == L_UNREACHABLE || j->verdict == L_LABEL_ONLY;
}

/* The verdict is open after all, for the reason that the finding has (rc: of that), and because of a node, if it is not 0. */
static int
leave_open(asked *q, int rc, uint32_t node, const char *what)
{
	q->f->verdict = SRC_UNKNOWN;
	q->j->verdict = L_UNKNOWN;
	return rc == 0 && node ? show_step(q->v, &q->f->opaque, STEP_OPAQUE, node, what, NULL) : rc;
}

/* Would paths or cone say that nothing compiles, and is that in doubt by what they do not see? */
static int
in_doubt(asked *q, int *rc)
{
	const view *v = q->v;
	const cone_answer *a = q->a;
	const exploration *x = q->x;
	src_finding *f = q->f;
	judgement *j = q->j;
	int paths = is_negative(j), any = paths || (j->verdict == L_UNKNOWN && a->clean);
	uint32_t node, by = 0, held[16];

	if (paths && !a->clean && !a->nplaces && (node = only_a_name(v, q->c, f->label)) != 0) {
		*rc = leave_open(q, src_reason(f, "a program takes the label as any text, and a function that may come to a compile call has a name like it"), node,
		    "it may be this that is meant, which was not followed");
		return 1;
	}
	if (any && (q->exists || x->told & TOLD_NAME) && x->told && outside(v, x)) {
		*rc = leave_open(q, src_reason(f, x->told == TOLD_CHANGED ? "a function that may get the label changes what its caller has, by which that may decide what else of the tree runs" :
		    "what the function gives under the label is data, by which a caller may decide what else of the tree runs"), 0, NULL);
		return 1;
	}
	if (paths && !a->clean && !x->closed && outside(v, x)) { /* a function that nobody was seen to call: its callers may do more, and it may be called with more */
		*rc = leave_open(q, src_reason(f, "in this function nothing compiles under the label; by the names in it, what leads to it or shares its state may%s",
		    a->blocked == BLOCKED_HIDES ? ", behind what cannot be seen through" : ""), 0, NULL);
		if (*rc == 0 && a->blocked)
			*rc = show_parts(v, f, a);
		return 1;
	}
	if (any && q->exists && (node = beside_program(v->p, q->c, x, f->label, a->clean)) != 0) {
		*rc = leave_open(q, src_reason(f, "another program reads the command line by its parts and may take the label, and by its names may compile"), node,
		    "it was not seen how this program takes the label");
		return 1;
	}
	if (paths && !a->clean && (node = cone_left_out(q->c, x->mark, j->called, &by)) != 0) {
		const char *name = fact_str(v->t, by);
		char text[200];
		snprintf(text, sizeof text, node == by && x->mark[by] & MARK_ENDS ? "%.60s may run where an object ends, which was not followed" : node == by ? "%.60s is given to what is not in the tree, which may call it" : "this may call %.60s of %.80s:%u",
		    *name ? name : "the function", show_file(v, by), v->t->node[by].line);
		*rc = leave_open(q, src_reason(f, "what may compile was not followed: %s", *name ? name : "a function without a name"), node, text);
		return 1;
	}
	if (j->verdict == L_LABEL_ONLY && j->called && (node = cone_held_left(q->c, x->mark, held, judge_held(v->t, x, held, 16))) != 0) {
		*rc = leave_open(q, src_reason(f, "what may use what was compiled was not followed: %s", fact_str(v->t, node)), node,
		    "it is given to what is not in the tree, which may call it");
		return 1;
	}
	return 0;
}

/* The label was seen to get nowhere: where it stands, or why that is not known. */
static int
show_lost(asked *q)
{
	const cone_answer *a = q->a;
	uint32_t node;
	int rc;

	if (a->nplaces) {
		const char *may = a->blocked == BLOCKED_COMPILES ? ", which may compile" : a->blocked ? ", which may hide a compile call" : "";
		rc = src_reason(q->f, "the label is named in %u place%s, and it was not seen how it gets from there to what runs%s", a->nplaces, a->nplaces == 1 ? "" : "s", may);
		if (rc == 0)
			rc = show_places(q->v, q->f, a);
		return rc == 0 && a->blocked ? show_parts(q->v, q->f, a) : rc;
	}
	if ((node = code_not_read(q->v)) != 0) { /* or where the name stands */
		rc = src_reason(q->f, "`%s` was not seen in the code and data of the tree, of which a part could not be read", q->f->label);
		return rc == 0 ? show_step(q->v, &q->f->opaque, STEP_OPAQUE, node, fact_str(q->v->t, node), NULL) : rc;
	}
	if ((node = named(q->v, q->f->label)) != 0) {
		rc = src_reason(q->f, "`%s` is a name in the code, not a text: no program was seen to take it", q->f->label);
		return rc == 0 ? show_step(q->v, &q->f->opaque, STEP_OPAQUE, node, "it stands here; what the build makes of a macro, or who asks for a name, is not known", NULL) : rc;
	}
	return src_reason(q->f, "`%s` stands nowhere in the code and data of the tree, and no program was seen to take it as text", q->f->label);
}

/* What the cone says where the paths leave it open; 1 if it settles the verdict. */
static int
by_cone(asked *q, int *rc)
{
	const cone_answer *a = q->a;
	src_finding *f = q->f;

	if (in_doubt(q, rc) || q->j->verdict != L_UNKNOWN)
		return 0;
	if (a->clean && (a->known || (q->x->found && !q->j->refused))) {
		f->verdict = q->exists ? SRC_UNREACHABLE : SRC_LABEL_ONLY;
		*rc = src_reason(f, q->exists ? "the tree has compile calls, and by the names in it no code that may run under the label leads to one (%u of %u parts)"
		    : "nothing in the tree compiles, by the names in all code that may run under the label (%u of %u parts)", a->units, a->all);
		if (*rc == 0)
			*rc = show_places(q->v, f, a);
		if (*rc == 0 && a->naside)
			*rc = show_aside(q->v, f, a);
		return 1;
	}
	if (q->x->npath == 0 || !q->x->found)
		*rc = show_lost(q);
	return 0;
}

/* The way that a search by names finds where the paths leave it open; 1 if it settles the verdict. */
static int
by_chain(asked *q, int *rc)
{
	static const step_kind as[] = {STEP_ENTRY, STEP_GUARD, STEP_OPEN, STEP_CALL, STEP_HANDLER, STEP_COMPILE, STEP_ENTRY};
	const view *v = q->v;
	src_finding *f = q->f;
	chain_answer a;
	char open[200] = "";
	size_t n = 0;

	if ((!*q->way && !(*q->way = chain_new(v->p, v->s))) || chain_ask(*q->way, f->label, &a) != 0)
		return *rc = -1;
	if (a.kind == CHAIN_NONE)
		return 0;
	src_steps_free(&f->chain);
	f->verdict = SRC_CONDITIONAL;
	f->left_open = a.left_open;
	for (uint32_t i = 0; i < a.nlink && *rc == 0; i++) {
		link_kind k = a.link[i].kind;
		*rc = show_node(v, &f->chain, as[k], a.link[i].node, k == LINK_LABEL ? f->label : k == LINK_GUARD || k == LINK_OPEN ? a.link[i].value ? "true" : "false" : NULL);
		if (k == LINK_OPEN && n < 120) {
			char one[60];
			fact_condition(v->t, a.link[i].node, one, sizeof one);
			n += (size_t)snprintf(open + n, sizeof open - n, "%s%s", n ? ", " : ": ", one);
		}
	}
	if (*rc == 0 && a.nlink && a.link[a.nlink - 1].kind == LINK_SITE && chain_makes_memory(v->t, a.link[a.nlink - 1].node, v->t->node[a.link[a.nlink - 1].node].end))
		*rc = src_reason(f, "a way from the label to memory that is made to be run, for code made there, found by names and guards; not every value on it was followed%s", open);
	else if (*rc == 0)
		*rc = src_reason(f, a.kind == CHAIN_GUARDED ? "a way from the label to a compile call, found by names and guards; not every value on it was followed%s" :
		    "the label is of the program, and its compile call stands under conditions that the label does not decide, by names and guards%s", open);
	return 1;
}

/* Where the label closes what may compile, whatever else is given; 1 if it settles the verdict. */
static int
by_closed(asked *q, int *rc)
{
	const view *v = q->v;
	const exploration *x = q->x;
	src_finding *f = q->f;
	closed_answer a;
	int is;

	for (uint32_t i = 0; i < x->npath; i++)
		if (x->path[i].called && x->path[i].outcome != P_NOT_ENTERED)
			return 0;
	if (q->exists && beside_program(v->p, q->c, x, f->label, 0))
		return 0;
	if ((!*q->way && !(*q->way = chain_new(v->p, v->s))) || (is = closed_ask(*q->way, q->c, f->label, &a)) < 0) {
		*rc = -1;
		return 0;
	}
	if (!is)
		return 0;
	src_steps_free(&f->chain);
	f->verdict = q->exists ? SRC_UNREACHABLE : SRC_LABEL_ONLY;
	*rc = src_reason(f, a.ends ? "where the label is taken the program ends, and by names nothing that may run before that compiles (%u of %u parts)" :
	    "by names nothing compiles that may run before the label is taken, nor afterwards but behind conditions that it closes (%u of %u parts)", a.units, a.all);
	if (*rc == 0)
		*rc = show_node(v, &f->chain, STEP_ENTRY, a.taken, f->label);
	for (uint32_t i = 0; i < a.nset && *rc == 0 && !a.ends; i++)
		*rc = show_node(v, &f->chain, STEP_ENTRY, a.set[i], f->label);
	if (a.ends && *rc == 0)
		*rc = show_step(v, &f->chain, STEP_CALL, a.ends, "the program ends", NULL);
	for (uint32_t i = 0; i < a.ntest && *rc == 0; i++) {
		*rc = show_node(v, &f->chain, STEP_GUARD, a.test[i], a.holds[i] ? "true" : "false");
		if (a.store[i] && *rc == 0)
			*rc = show_node(v, &f->chain, STEP_CALL, a.store[i], NULL);
	}
	return 1;
}

/* The cone once more where the paths show who takes the label. */
static int
again(const cone *c, const src_finding *f, const exploration *x, cone_answer *a)
{
	uint32_t root[64], n = 0;

	for (uint32_t i = 0; i < x->npath && n < 64; i++)
		if (x->path[i].outcome != P_NOT_ENTERED && (n == 0 || root[n - 1] != x->path[i].entry))
			root[n++] = x->path[i].entry;
	return n ? cone_ask(c, f->label, root, n, a) : 0;
}

/* By what other names the label goes, and where it is only mentioned. */
static int
show_named(const view *v, src_finding *f)
{
	int rc = show_aliases(v, f);

	return rc == 0 ? show_mentions(v, f) : rc;
}

static int
fill(asked *q)
{
	static const src_verdict map[] = {SRC_WIRED, SRC_FALLBACK, SRC_CONDITIONAL, SRC_UNREACHABLE, SRC_LABEL_ONLY, SRC_UNKNOWN};
	const view *v = q->v;
	const exploration *x = q->x;
	src_finding *f = q->f;
	judgement *j = q->j;
	int rc;

	f->verdict = map[j->verdict];
	rc = j->verdict == L_CONDITIONAL && j->nopen ? show_hanging(v, f, j) : src_reason(f, "%s", j->reason);
	if (by_cone(q, &rc) ||
	    (rc == 0 && f->verdict == SRC_UNKNOWN && by_closed(q, &rc))) /* what was not read is among what names lead to */
		return rc == 0 ? show_named(v, f) : rc;
	if (rc == 0 && f->verdict == SRC_UNKNOWN && (q->exists || q->a->blocked == BLOCKED_COMPILES || chain_makes_memory(v->t, 0, v->t->n)) && by_chain(q, &rc))
		j->shown = NULL;
	if (rc == 0 && j->shown)
		rc = show_path(v, f, x, j, j->shown);
	if (rc == 0 && j->verdict == L_FALLBACK && j->other)
		rc = show_handlers(v, f, j->other);
	if (rc == 0 && f->verdict == SRC_CONDITIONAL && j->back)
		rc = show_handlers(v, f, j->back);
	if (rc == 0)
		rc = show_opaque(v, f, x);
	if (rc == 0 && j->cut && f->verdict == SRC_UNKNOWN)
		rc = show_step(v, &f->opaque, STEP_OPAQUE, x->cut_at, x->cut, NULL);
	if (rc == 0 && x->missing && j->handed && f->verdict == SRC_UNKNOWN)
		rc = show_step(v, &f->opaque, STEP_OPAQUE, x->missing, v->t->node[x->missing].kind == FACT_FUNC ? "it may get the label, or what is left of it, and come to a compile call" :
		    "who gets the label from here was not understood", NULL);
	if (rc == 0)
		rc = show_unread(v, f);
	return rc == 0 ? show_named(v, f) : rc;
}

/* The places that were taken to be harmless; every answer says so. */
static int
show_harmless(const harmless *h, src_report *r)
{
	size_t used = 0, n;
	const harmless_place *place = harmless_places(h, &n);

	for (size_t i = 0; i < n; i++) {
		if (src_add(&r->harmless, STEP_HARMLESS, place[i].file, place[i].line, place[i].used ? "" : "hides nothing", NULL) != 0)
			return -1;
		used += place[i].used != 0;
	}
	for (size_t i = 0; used && i < r->n; i++) {
		char *was = r->finding[i].reason;
		int rc;
		r->finding[i].reason = NULL;
		rc = src_reason(&r->finding[i], "%s (with %zu place%s taken to be harmless)", was ? was : "", used, used == 1 ? "" : "s");
		free(was);
		if (rc != 0)
			return -1;
	}
	return 0;
}

int
judge_labels(fact_tree *t, const judge_given *given, src_report *r, as_err *e)
{
	symbols own = {0};
	program p = {0};
	exploration *x = calloc(r->n + 1, sizeof *x);
	judgement j;
	harmless *places = NULL;
	cone *c = NULL;
	chain *way = NULL;
	cone_answer *a = calloc(r->n + 1, sizeof *a);
	uint64_t *twin = calloc(r->n + 1, sizeof *twin);
	int rc = x && a && twin ? 0 : as_nomem(e), exists;

	for (size_t i = 0; i < given->nsymbol && rc == 0; i++)
		rc = symbols_add(&own, given->symbol[i], e);
	if (rc == 0 && (t->nomem || program_init(&p, t, &own) != 0))
		rc = as_nomem(e);
	if (rc == 0 && given->nharmless && !(p.harmless = places = harmless_new(t, given->harmless, given->nharmless, e)))
		rc = -1;
	if (rc == 0 && !(c = cone_new(&p, &own, NULL)))
		rc = as_nomem(e);
	for (size_t i = 0; i < r->n && rc == 0; i++)
		if (cone_ask(c, r->finding[i].label, NULL, 0, &a[i]) != 0 ||
		    explore(t, &p, &own, c, r->finding[i].label, a[i].clean && a[i].known ? SHOWN_STEPS : STEPS / r->n > LEAST_STEPS ? STEPS / r->n : LEAST_STEPS, &x[i]) != 0)
			rc = as_nomem(e);
	exists = p.nsite > 0;
	for (size_t i = 0; i < r->n && rc == 0; i++)
		exists |= x[i].compile_seen;
	for (size_t i = 0; i < r->n && rc == 0; i++) {
		view v = {t, &p, &own};
		asked q = {&v, c, &way, &r->finding[i], &x[i], &j, &a[i], p.nsite > 0};
		judge_label(t, &x[i], exists, &j);
		twin[i] = j.twin;
		if ((j.verdict != L_WIRED && again(c, &r->finding[i], &x[i], &a[i]) != 0) || fill(&q) != 0)
			rc = as_nomem(e);
		if (r->finding[i].verdict == SRC_UNKNOWN) /* nor its path */
			twin[i] = 0;
		for (size_t k = 0; k < i && rc == 0; k++)
			if (twin[i] && twin[i] == twin[k] && src_add_twin(r, i, k) != 0)
				rc = as_nomem(e);
	}
	if (rc == 0 && places && show_harmless(places, r) != 0)
		rc = as_nomem(e);
	for (size_t i = 0; x && i < r->n; i++)
		exploration_free(&x[i]);
	cone_free(c);
	chain_free(way);
	free(a);
	free(x);
	free(twin);
	program_free(&p);
	harmless_free(places);
	symbols_free(&own);
	return rc;
}
