/* judge.c - see judge.h. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "cone.h"
#include "explore.h"
#include "text_mentions.h"
#include "verdict.h"

/* Steps for all labels together, some 30 s; and the least for one. */
#define STEPS 80000000ull
#define LEAST_STEPS 8000000ull
/* For one that the cone has settled: to show a path. */
#define SHOWN_STEPS 500000ull

/* Open conditions of a chain that do not decide. */
enum { MOST_OPEN = 10 };

typedef struct { const fact_tree *t; const program *p; const symbols *s; } view;

static const char *
file_of(const view *v, uint32_t node)
{
	return fact_str(v->t, program_file(v->p, node));
}

static int
add(const view *v, src_steps *s, step_kind kind, uint32_t node, const char *text, const char *value)
{
	return src_add(s, kind, file_of(v, node), v->t->node[node].line, text, value);
}

/* A step whose text is that of the node. */
static int
add_node(const view *v, src_steps *s, step_kind kind, uint32_t node, const char *value)
{
	char text[140];

	if (kind == STEP_GUARD || kind == STEP_OPEN)
		fact_condition(v->t, node, text, sizeof text);
	else
		fact_unparse(v->t, node, text, sizeof text);
	return add(v, s, kind, node, text, value);
}

/* What an open condition is, in words: its test, or what is assumed. */
static void
open_text(const view *v, uint32_t node, uint32_t sym, char *text, size_t n)
{
	if (sym_named(sym) && strcmp(v->t->text.str[sym], AT_DEFAULTS) == 0)
		snprintf(text, n, "%s", AT_DEFAULTS);
	else if (sym >> 31 == 0 && v->t->node[node].kind == FACT_FILE) /* what is found at the start */
		snprintf(text, n, "%s", v->t->text.str[sym]);
	else
		fact_condition(v->t, node, text, n);
}

/* What a condition is on the path, from its event i on: in a loop it may be asked again. */
static const char *
values(const view *v, const path *p, uint32_t i)
{
	static const char *const words[2][2] = {{"false", "true"}, {"false, then true", "true, then false"}};
	uint32_t turns = 0, bit = p->ev[i].bit, test = p->ev[i].node, first = bit != 0;

	for (uint32_t k = 0; k < i && !bit && v->t->node[test - 1].kind == FACT_WHILE && !first; k++) /* the loop went round before it was asked */
		first = turns = p->ev[k].node > test && p->ev[k].node < v->t->node[test - 1].end;
	for (uint32_t k = i + 1; k < p->nev; k++)
		if (p->ev[k].kind == p->ev[i].kind && p->ev[k].node == p->ev[i].node && p->ev[k].bit != bit) {
			turns++;
			bit = p->ev[k].bit;
		}
	return turns > 1 ? "true and false in turn" : words[turns][first];
}

static int
add_condition(const view *v, src_steps *s, const path *p, uint32_t i, int decides)
{
	const event *e = &p->ev[i];
	char text[140];

	open_text(v, e->node, e->what, text, sizeof text);
	return add(v, s, decides ? STEP_OPEN : STEP_TAKEN, e->node, text, values(v, p, i));
}

/* The calls that are open at an event, outermost first. */
static int
add_stack(const view *v, src_steps *s, const path *p, uint32_t top)
{
	uint32_t call[64], n = 0;

	for (uint32_t k = top; k && 2 * k + 1 < p->nframe && n < 64; k = p->frame[2 * k])
		call[n++] = p->frame[2 * k + 1];
	while (n-- > 0)
		if (call[n] && v->t->node[call[n]].kind != FACT_FUNC && add_node(v, s, STEP_CALL, call[n], NULL) != 0)
			return -1;
	return 0;
}

/* Does the verdict hang on the open condition of that event? */
static int
decides(const judgement *j, const path *p, const event *e)
{
	for (uint32_t i = 0; e->of && e->of <= p->ndec && i < j->nopen; i++)
		if (j->open[i].sym == p->dec[e->of - 1].sym)
			return 1;
	return 0;
}

/* What the verdict hangs on, in the reason. */
static int
name_open(const view *v, src_finding *f, const judgement *j)
{
	char text[300] = "";
	size_t n = 0;

	for (uint32_t i = 0; i < j->nopen && i < 3; i++) {
		char one[80];
		open_text(v, j->open[i].node, j->open[i].sym, one, 70);
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i ? ", " : "", one);
	}
	if (j->nopen > 3)
		snprintf(text + n, sizeof text - n, " and %u more", j->nopen - 3);
	return src_reason(f, "%s: %s", j->reason, text);
}

/* Where the label enters, its guards, the compile call, its use: each place once. */
static int
add_chain(const view *v, src_finding *f, const exploration *x, const judgement *j, const path *p)
{
	uint32_t seen[256], nseen = 0, compile = UINT32_MAX, use = UINT32_MAX, tick = UINT32_MAX;
	int rc = 0, used = 0, others = 0;

	/* the use that is timed; else the first */
	for (uint32_t i = 0; i < p->nev; i++) {
		if (p->ev[i].kind == E_TICK)
			tick = i;
		if (p->ev[i].kind == E_USE && (use == UINT32_MAX || (!used && tick != UINT32_MAX))) {
			use = i;
			used = tick != UINT32_MAX;
		}
	}
	used = 0;

	if (x->source)
		rc = add(v, &f->chain, STEP_ENTRY, x->source_node ? x->source_node : p->entry, v->t->text.str[x->source], f->label);
	for (uint32_t i = 0; i < p->nev; i++)
		if (p->ev[i].kind == E_COMPILE)
			compile = i;
	for (uint32_t i = 0; i < p->nev && rc == 0; i++) {
		const event *e = &p->ev[i];
		uint64_t key = (uint64_t)e->node * 16 + e->kind;
		uint32_t k = 0;
		while (k < nseen && seen[k] != (uint32_t)key)
			k++;
		if (k < nseen || nseen == 256 || (e->kind == E_USE && (used || i != use)))
			continue;
		seen[nseen++] = (uint32_t)key;
		switch (e->kind) {
		case E_ENTER:
			if (!x->source)
				rc = add(v, &f->chain, STEP_ENTRY, e->node, v->t->text.str[e->what], f->label);
			break;
		case E_GUARD: rc = add_node(v, &f->chain, STEP_GUARD, e->node, values(v, p, i)); break;
		case E_OPEN:
			if (i < compile || compile == UINT32_MAX) {
				int hangs = decides(j, p, e);
				if (!hangs && others++ >= MOST_OPEN)
					f->left_open++;
				else
					rc = add_condition(v, &f->chain, p, i, hangs);
			}
			break;
		case E_COMPILE:
			rc = add_stack(v, &f->chain, p, e->stack);
			if (rc == 0)
				rc = add(v, &f->chain, STEP_COMPILE, e->node, v->t->text.str[e->what], NULL);
			break;
		case E_USE: {
			/* the clock before it */
			uint32_t t = i;
			used = 1;
			while (t > 0 && p->ev[t].kind != E_TICK)
				t--;
			if (p->ev[t].kind == E_TICK)
				rc = add_node(v, &f->chain, STEP_TIMED, p->ev[t].node, NULL);
			if (rc == 0)
				rc = add_node(v, &f->chain, STEP_USE, e->node, NULL);
			break;
		}
		case E_HANDLER: rc = add_node(v, &f->chain, STEP_HANDLER, e->node, NULL); break;
		default: break;
		}
	}
	return rc;
}

/* What happens where it fails: the handler, or the test of a status. */
static int
add_handlers(const view *v, src_finding *f, const path *p)
{
	for (uint32_t i = 0; i < p->nev; i++)
		if (p->ev[i].kind == E_HANDLER)
			return add_node(v, &f->chain, STEP_HANDLER, p->ev[i].node, NULL);
	for (uint32_t i = 0; i < p->nev; i++)
		if (p->ev[i].kind == E_FAILED)
			return add(v, &f->chain, STEP_HANDLER, p->ev[i].node, "where this fails the run goes on", NULL);
	return 0;
}

static int
add_opaque(const view *v, src_finding *f, const exploration *x)
{
	uint32_t seen[64], n = 0;

	for (uint32_t k = 0; k < x->npath; k++)
		for (uint32_t i = 0; x->path[k].ev && i < x->path[k].nev; i++) {
			const event *e = &x->path[k].ev[i];
			uint32_t s = 0;
			if (e->kind != E_OPAQUE || e->bit == EDGE_USED)
				continue;
			while (s < n && seen[s] != e->node)
				s++;
			if (s < n || n == 64)
				continue;
			seen[n++] = e->node;
			if (add(v, &f->opaque, STEP_OPAQUE, e->node, v->t->text.str[e->what], NULL) != 0)
				return -1;
		}
	return 0;
}

/* The lines of a comment or docstring that name the label. */
static int
add_mention(const view *v, src_finding *f, uint32_t node)
{
	const char *p = fact_str(v->t, node);
	uint32_t line = v->t->node[node].line;

	for (;; line++) {
		size_t n = strcspn(p, "\n"), skip = strspn(p, " \t*"), cut;
		char text[160];

		if (names_label(p, n, f->label)) {
			if (skip > n)
				skip = n;
			for (cut = n - skip < sizeof text - 1 ? n - skip : sizeof text - 1; cut > 0 && (p[skip + cut] & 0xc0) == 0x80; cut--)
				;
			snprintf(text, sizeof text, "%.*s", (int)cut, p + skip);
			if (src_add(&f->mention, STEP_MENTION, file_of(v, node), line, text, NULL) != 0)
				return -1;
		}
		if (!p[n])
			return 0;
		p += n + 1;
	}
}

/* Comments and docstrings that name the label. */
static int
add_mentions(const view *v, src_finding *f)
{
	for (uint32_t i = 0; i < v->t->n; i++)
		if (v->t->node[i].kind == FACT_COMMENT && names_label(fact_str(v->t, i), v->t->text.len[v->t->node[i].str], f->label) &&
		    add_mention(v, f, i) != 0)
			return -1;
	return 0;
}

/* Names under which the tree knows what compiles. */
static int
add_aliases(const view *v, src_finding *f)
{
	for (uint32_t i = 0; i < v->p->nsite; i++) {
		uint32_t n = v->p->site[i];
		if (v->t->node[n].kind != FACT_NAME)
			continue;
		if (n > 2 && v->t->node[n - 1].kind == FACT_DEFAULT && v->t->node[n - 3].kind == FACT_DECL) /* #define f nvrtcCompileProgram */
			n -= 3;
		else if (symbol_find(v->s, fact_str(v->t, n))) /* its own */
			continue;
		if (add_node(v, &f->alias, STEP_ALIAS, n, NULL) != 0)
			return -1;
		if (f->alias.n > 40)
			break;
	}
	return 0;
}

/* Why a file of code says nothing: NULL if it was read. */
static uint32_t
unread(const fact_tree *t, uint32_t file)
{
	uint32_t error = 0;

	if (t->node[file].flags & FACT_DATA)
		return 0;
	FACT_EACH_KID(t, file, k) {
		if (t->node[k].kind == FACT_ERROR)
			error = k;
		else if (t->node[k].kind != FACT_COMMENT)
			return 0;
	}
	return error;
}

/* Files that could not be read may hold anything: they are named, and nothing is said to be missing. */
static int
add_unread(const view *v, src_finding *f)
{
	uint32_t e, n = 0;

	for (uint32_t k = 0; k < v->p->nfile; k++)
		if ((e = unread(v->t, v->p->file[k])) != 0) {
			char text[300];
			snprintf(text, sizeof text, "not read: %.250s", fact_str(v->t, e));
			n++;
			if (add(v, &f->opaque, STEP_OPAQUE, e, text, NULL) != 0)
				return -1;
		}
	if (n && (f->verdict == SRC_UNREACHABLE || f->verdict == SRC_LABEL_ONLY || (f->verdict == SRC_UNKNOWN && !f->chain.n))) {
		f->verdict = SRC_UNKNOWN;
		return src_reason(f, "%u file%s of code could not be read and may compile", n, n == 1 ? "" : "s");
	}
	return 0;
}

/* Where the label is named. */
static int
add_places(const view *v, src_finding *f, const cone_answer *a)
{
	for (uint32_t i = 0; i < a->nplace; i++) {
		char text[60];
		if (f->chain.n && i > 2)
			break;
		snprintf(text, sizeof text, a->nplaces > a->nplace && i + 1 == a->nplace ? "named here, and in %u places more" : "named here", a->nplaces - a->nplace);
		if (add(v, &f->chain, STEP_ENTRY, a->place[i], text, f->label) != 0)
			return -1;
	}
	return 0;
}

/* What keeps the cone from saying that nothing compiles. */
static int
add_block(const view *v, src_finding *f, const cone_answer *a)
{
	char text[200];

	fact_unparse(v->t, a->block, text, 100);
	for (uint32_t i = 0; i < v->p->nsite && !*a->why; i++)
		if (v->p->site[i] == a->block) { /* no edge, but the call itself */
			snprintf(text + strlen(text), 90, " compiles, and by names the label's code leads to it");
			return add(v, &f->opaque, STEP_OPAQUE, a->block, text, NULL);
		}
	snprintf(text + strlen(text), 90, ": %.80s", *a->why ? a->why : "may compile");
	return add(v, &f->opaque, STEP_OPAQUE, a->block, text, NULL);
}

/* What names lead to beside the label's own code: it starts programs or lacks modules, and says nothing of the label. */
static int
add_aside(const view *v, src_finding *f, const cone_answer *a)
{
	char text[300];

	fact_unparse(v->t, a->aside, text, 100);
	snprintf(text + strlen(text), 150, ": beside the label's code, in a test, a script or a program of its own%s", a->naside > 1 ? "; and more such" : "");
	return add(v, &f->opaque, STEP_OPAQUE, a->aside, text, NULL);
}

/* Were all runs those of functions that are no programs? */
static int
outside(const view *v, const exploration *x)
{
	for (uint32_t i = 0; i < x->npath; i++) {
		uint32_t e = x->path[i].entry;
		if (x->path[i].outcome != P_NOT_ENTERED && (v->t->node[e].kind == FACT_FILE || strcmp(fact_str(v->t, e), "main") == 0 || explore_is_command(v->t, e)))
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
			if (v->t->node[i].kind == FACT_ERROR)
				return i;
	return 0;
}

/* What the cone says where the paths leave it open; 1 if it settles the verdict. */
static int
by_cone(const view *v, const cone *c, src_finding *f, const exploration *x, judgement *j, const cone_answer *a, int exists, int *rc)
{
	uint32_t left, by = 0, held[16];

	if (exists && x->told && (j->verdict == L_UNREACHABLE || j->verdict == L_LABEL_ONLY || (j->verdict == L_UNKNOWN && a->clean)) && outside(v, x)) {
		f->verdict = SRC_UNKNOWN;
		j->verdict = L_UNKNOWN;
		*rc = src_reason(f, "what the function gives under the label is data, by which a caller may decide what else of the tree runs");
		return 0;
	}
	if ((j->verdict == L_UNREACHABLE || j->verdict == L_LABEL_ONLY) && !a->clean && outside(v, x)) {
		/* a function that nobody was seen to call: its callers may do more, and it may be called with more */
		f->verdict = SRC_UNKNOWN;
		j->verdict = L_UNKNOWN;
		*rc = src_reason(f, "in this function nothing compiles under the label; by the names in it, what leads to it or shares its state may%s",
		    *a->why ? ", behind what cannot be seen through" : "");
		if (*rc == 0 && a->block)
			*rc = add_block(v, f, a);
		return 0;
	}
	if ((j->verdict == L_UNREACHABLE || j->verdict == L_LABEL_ONLY) && !a->clean && (left = cone_left_out(c, x->mark, j->called, &by)) != 0) {
		char text[200];
		f->verdict = SRC_UNKNOWN;
		j->verdict = L_UNKNOWN;
		*rc = src_reason(f, "what may compile was not followed: %s", *fact_str(v->t, by) ? fact_str(v->t, by) : "a function without a name");
		snprintf(text, sizeof text, left == by ? "%.60s is given to what is not in the tree, which may call it" : "this may call %.60s of %.80s:%u",
		    *fact_str(v->t, by) ? fact_str(v->t, by) : "the function", file_of(v, by), v->t->node[by].line);
		if (*rc == 0)
			*rc = add(v, &f->opaque, STEP_OPAQUE, left, text, NULL);
		return 0;
	}
	if (j->verdict == L_LABEL_ONLY && j->called && (left = cone_held_left(c, x->mark, held, judge_held(v->t, x, held, 16))) != 0) {
		f->verdict = SRC_UNKNOWN;
		j->verdict = L_UNKNOWN;
		*rc = src_reason(f, "what may use what was compiled was not followed: %s", fact_str(v->t, left));
		if (*rc == 0)
			*rc = add(v, &f->opaque, STEP_OPAQUE, left, "it is given to what is not in the tree, which may call it", NULL);
		return 0;
	}
	if (j->verdict != L_UNKNOWN)
		return 0;
	if (a->clean && (a->known || (x->found && !j->refused))) {
		f->verdict = exists ? SRC_UNREACHABLE : SRC_LABEL_ONLY;
		*rc = src_reason(f, exists ? "the tree has compile calls, and by the names in it no code that may run under the label leads to one (%u of %u parts)"
		    : "nothing in the tree compiles, by the names in all code that may run under the label (%u of %u parts)", a->units, a->all);
		if (*rc == 0)
			*rc = add_places(v, f, a);
		if (*rc == 0 && a->naside)
			*rc = add_aside(v, f, a);
		return 1;
	}
	if (x->npath == 0 || !x->found) {
		uint32_t error = a->nplaces ? 0 : code_not_read(v);
		if (error) {
			*rc = src_reason(f, "`%s` was not seen in the code and data of the tree, of which a part could not be read", f->label);
			if (*rc == 0)
				*rc = add(v, &f->opaque, STEP_OPAQUE, error, fact_str(v->t, error), NULL);
		} else if (!a->nplaces)
			*rc = src_reason(f, "`%s` stands nowhere in the code and data of the tree, and no program was seen to take it as text", f->label);
		else if (a->block)
			*rc = src_reason(f, "the label is named in %u place%s, and it was not seen how it gets from there to what runs, which may %s", a->nplaces,
			    a->nplaces == 1 ? "" : "s", *a->why ? "hide a compile call" : "compile");
		else
			*rc = src_reason(f, "the label is named in %u place%s, and it was not seen how it gets from there to what runs", a->nplaces, a->nplaces == 1 ? "" : "s");
		if (*rc == 0 && a->nplaces)
			*rc = add_places(v, f, a);
		if (*rc == 0 && a->nplaces && a->block)
			*rc = add_block(v, f, a);
	}
	return 0;
}

/* The way that a search by names finds where the paths leave it open; 1 if it settles the verdict. */
static int
by_chain(const view *v, chain **c, src_finding *f, int *rc)
{
	static const step_kind as[] = {STEP_ENTRY, STEP_GUARD, STEP_OPEN, STEP_CALL, STEP_HANDLER, STEP_COMPILE, STEP_ENTRY};
	chain_answer a;
	char open[200] = "";
	size_t n = 0;

	if ((!*c && !(*c = chain_new(v->p, v->s))) || chain_ask(*c, f->label, &a) != 0)
		return *rc = -1;
	if (a.kind == CHAIN_NONE)
		return 0;
	src_steps_free(&f->chain);
	f->verdict = SRC_CONDITIONAL;
	f->left_open = a.left_open;
	for (uint32_t i = 0; i < a.nlink && *rc == 0; i++) {
		link_kind k = a.link[i].kind;
		*rc = add_node(v, &f->chain, as[k], a.link[i].node, k == LINK_LABEL ? f->label : k == LINK_GUARD || k == LINK_OPEN ? a.link[i].value ? "true" : "false" : NULL);
		if (k == LINK_OPEN && n < 120) {
			char one[60];
			fact_condition(v->t, a.link[i].node, one, sizeof one);
			n += (size_t)snprintf(open + n, sizeof open - n, "%s%s", n ? ", " : ": ", one);
		}
	}
	if (*rc == 0)
		*rc = src_reason(f, a.kind == CHAIN_GUARDED ? "a way from the label to a compile call, found by names and guards; not every value on it was followed%s" :
		    "the label is of the program, and its compile call stands under conditions that the label does not decide, by names and guards%s", open);
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

static int
fill(const view *v, const cone *c, chain **way, src_finding *f, const exploration *x, judgement *j, const cone_answer *a, int exists)
{
	static const src_verdict map[] = {SRC_WIRED, SRC_FALLBACK, SRC_CONDITIONAL, SRC_UNREACHABLE, SRC_LABEL_ONLY, SRC_UNKNOWN};
	int rc;

	f->verdict = map[j->verdict];
	rc = j->verdict == L_CONDITIONAL && j->nopen ? name_open(v, f, j) : src_reason(f, "%s", j->reason);
	if (by_cone(v, c, f, x, j, a, exists, &rc)) {
		if (rc == 0)
			rc = add_aliases(v, f);
		return rc == 0 ? add_mentions(v, f) : rc;
	}
	if (rc == 0 && f->verdict == SRC_UNKNOWN && (exists || (a->block && !*a->why)) && by_chain(v, way, f, &rc))
		j->shown = NULL;
	if (rc == 0 && j->shown)
		rc = add_chain(v, f, x, j, j->shown);
	if (rc == 0 && j->verdict == L_FALLBACK && j->other)
		rc = add_handlers(v, f, j->other);
	if (rc == 0 && f->verdict == SRC_CONDITIONAL && j->back)
		rc = add_handlers(v, f, j->back);
	if (rc == 0)
		rc = add_opaque(v, f, x);
	if (rc == 0 && j->cut && f->verdict == SRC_UNKNOWN)
		rc = add(v, &f->opaque, STEP_OPAQUE, x->cut_at, x->cut, NULL);
	if (rc == 0)
		rc = add_unread(v, f);
	if (rc == 0)
		rc = add_aliases(v, f);
	if (rc == 0)
		rc = add_mentions(v, f);
	return rc;
}

int
judge_labels(fact_tree *t, const walk *w, char *const *symbol, size_t nsymbol, src_report *r, as_err *e)
{
	symbols own = {0};
	program p = {0};
	exploration *x = calloc(r->n + 1, sizeof *x);
	judgement j;
	cone *c = NULL;
	chain *way = NULL;
	cone_answer *a = calloc(r->n + 1, sizeof *a);
	uint64_t *twin = calloc(r->n + 1, sizeof *twin);
	int rc = x && a && twin ? 0 : as_nomem(e), exists;

	(void)w;
	for (size_t i = 0; i < nsymbol && rc == 0; i++)
		rc = symbols_add(&own, symbol[i], e);
	if (rc == 0 && (t->nomem || program_init(&p, t, &own) != 0))
		rc = as_nomem(e);
	if (rc == 0 && !(c = cone_new(&p, &own)))
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
		judge_label(t, &x[i], exists, &j);
		twin[i] = j.twin;
		if ((j.verdict != L_WIRED && again(c, &r->finding[i], &x[i], &a[i]) != 0) || fill(&v, c, &way, &r->finding[i], &x[i], &j, &a[i], p.nsite > 0) != 0)
			rc = as_nomem(e);
		if (r->finding[i].verdict == SRC_UNKNOWN) /* nor its path */
			twin[i] = 0;
		for (size_t k = 0; k < i && rc == 0; k++)
			if (twin[i] && twin[i] == twin[k] && src_add_twin(r, i, k) != 0)
				rc = as_nomem(e);
	}
	for (size_t i = 0; x && i < r->n; i++)
		exploration_free(&x[i]);
	cone_free(c);
	chain_free(way);
	free(a);
	free(x);
	free(twin);
	program_free(&p);
	symbols_free(&own);
	return rc;
}
