/* show.c - see show.h. */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "program/text_mentions.h"

/* Open conditions of a chain that do not decide. */
enum { MOST_OPEN = 10 };

const char *
show_file(const view *v, uint32_t node)
{
	return fact_str(v->t, program_file(v->p, node));
}

int
show_step(const view *v, src_steps *s, step_kind kind, uint32_t node, const char *text, const char *value)
{
	return src_add(s, kind, show_file(v, node), v->t->node[node].line, text, value);
}

int
show_node(const view *v, src_steps *s, step_kind kind, uint32_t node, const char *value)
{
	char text[140];

	if (kind == STEP_GUARD || kind == STEP_OPEN)
		fact_condition(v->t, node, text, sizeof text);
	else
		fact_unparse(v->t, node, text, sizeof text);
	return show_step(v, s, kind, node, text, value);
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
	return show_step(v, s, decides ? STEP_OPEN : STEP_TAKEN, e->node, text, values(v, p, i));
}

/* The calls that are open at an event, outermost first. */
static int
add_stack(const view *v, src_steps *s, const path *p, uint32_t top)
{
	uint32_t call[64], n = 0;

	for (uint32_t k = top; k && 2 * k + 1 < p->nframe && n < 64; k = p->frame[2 * k])
		call[n++] = p->frame[2 * k + 1];
	while (n-- > 0)
		if (call[n] && v->t->node[call[n]].kind != FACT_FUNC && show_node(v, s, STEP_CALL, call[n], NULL) != 0)
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

int
show_hanging(const view *v, src_finding *f, const judgement *j)
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

int
show_path(const view *v, src_finding *f, const exploration *x, const judgement *j, const path *p)
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
		rc = show_step(v, &f->chain, STEP_ENTRY, x->source_node ? x->source_node : p->entry, v->t->text.str[x->source], f->label);
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
				rc = show_step(v, &f->chain, STEP_ENTRY, e->node, v->t->text.str[e->what], f->label);
			break;
		case E_GUARD: rc = show_node(v, &f->chain, STEP_GUARD, e->node, values(v, p, i)); break;
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
				rc = show_step(v, &f->chain, STEP_COMPILE, e->node, v->t->text.str[e->what], NULL);
			break;
		case E_USE: {
			/* the clock before it */
			uint32_t t = i;
			used = 1;
			while (t > 0 && p->ev[t].kind != E_TICK)
				t--;
			if (p->ev[t].kind == E_TICK)
				rc = show_node(v, &f->chain, STEP_TIMED, p->ev[t].node, NULL);
			if (rc == 0)
				rc = show_node(v, &f->chain, STEP_USE, e->node, NULL);
			break;
		}
		case E_HANDLER: rc = show_node(v, &f->chain, STEP_HANDLER, e->node, NULL); break;
		default: break;
		}
	}
	return rc;
}

int
show_handlers(const view *v, src_finding *f, const path *p)
{
	for (uint32_t i = 0; i < p->nev; i++)
		if (p->ev[i].kind == E_HANDLER)
			return show_node(v, &f->chain, STEP_HANDLER, p->ev[i].node, NULL);
	for (uint32_t i = 0; i < p->nev; i++)
		if (p->ev[i].kind == E_FAILED)
			return show_step(v, &f->chain, STEP_HANDLER, p->ev[i].node, "where this fails the run goes on", NULL);
	return 0;
}

int
show_opaque(const view *v, src_finding *f, const exploration *x)
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
			if (show_step(v, &f->opaque, STEP_OPAQUE, e->node, v->t->text.str[e->what], NULL) != 0)
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
			if (src_add(&f->mention, STEP_MENTION, show_file(v, node), line, text, NULL) != 0)
				return -1;
		}
		if (!p[n])
			return 0;
		p += n + 1;
	}
}

int
show_mentions(const view *v, src_finding *f)
{
	for (uint32_t i = 0; i < v->t->n; i++)
		if (v->t->node[i].kind == FACT_COMMENT && names_label(fact_str(v->t, i), v->t->text.len[v->t->node[i].str], f->label) &&
		    add_mention(v, f, i) != 0)
			return -1;
	return 0;
}

int
show_aliases(const view *v, src_finding *f)
{
	for (uint32_t i = 0; i < v->p->nsite; i++) {
		uint32_t n = v->p->site[i];
		if (v->t->node[n].kind != FACT_NAME)
			continue;
		if (n > 2 && v->t->node[n - 1].kind == FACT_DEFAULT && v->t->node[n - 3].kind == FACT_DECL) /* #define f nvrtcCompileProgram */
			n -= 3;
		else if (symbol_find(v->s, fact_str(v->t, n))) /* its own */
			continue;
		if (show_node(v, &f->alias, STEP_ALIAS, n, NULL) != 0)
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

int
show_unread(const view *v, src_finding *f)
{
	uint32_t e, n = 0;

	for (uint32_t k = 0; k < v->p->nfile; k++)
		if ((e = unread(v->t, v->p->file[k])) != 0) {
			char text[300];
			snprintf(text, sizeof text, "not read: %.250s", fact_str(v->t, e));
			n++;
			if (show_step(v, &f->opaque, STEP_OPAQUE, e, text, NULL) != 0)
				return -1;
		}
	if (n && (f->verdict == SRC_UNREACHABLE || f->verdict == SRC_LABEL_ONLY || (f->verdict == SRC_UNKNOWN && !f->chain.n))) {
		f->verdict = SRC_UNKNOWN;
		return src_reason(f, "%u file%s of code could not be read and may compile", n, n == 1 ? "" : "s");
	}
	return 0;
}

int
show_places(const view *v, src_finding *f, const cone_answer *a)
{
	for (uint32_t i = 0; i < a->nplace; i++) {
		char text[60];
		if (f->chain.n && i > 2)
			break;
		snprintf(text, sizeof text, a->nplaces > a->nplace && i + 1 == a->nplace ? "named here, and in %u places more" : "named here", a->nplaces - a->nplace);
		if (show_step(v, &f->chain, STEP_ENTRY, a->place[i], text, f->label) != 0)
			return -1;
	}
	return 0;
}

static int
show_part(const view *v, src_finding *f, cone_part part)
{
	char text[200];

	fact_unparse(v->t, part.node, text, 100);
	for (uint32_t i = 0; i < v->p->nsite && !*part.why; i++)
		if (v->p->site[i] == part.node) { /* no edge, but the call itself */
			snprintf(text + strlen(text), 90, " compiles, and by names the label's code leads to it");
			return show_step(v, &f->opaque, STEP_OPAQUE, part.node, text, NULL);
		}
	snprintf(text + strlen(text), 90, ": %.80s", *part.why ? part.why : "may compile");
	return show_step(v, &f->opaque, STEP_OPAQUE, part.node, text, NULL);
}

int
show_parts(const view *v, src_finding *f, const cone_answer *a)
{
	uint32_t most = sizeof a->part / sizeof *a->part;

	for (uint32_t i = 0; i < a->npart && i < most; i++)
		if (show_part(v, f, a->part[i]) != 0)
			return -1;
	f->opaque_left_out = a->npart > most ? a->npart - most : 0;
	return 0;
}

int
show_aside(const view *v, src_finding *f, const cone_answer *a)
{
	char text[300];

	fact_unparse(v->t, a->aside, text, 100);
	snprintf(text + strlen(text), 150, ": beside the label's code, in a test, a script or a program of its own%s", a->naside > 1 ? "; and more such" : "");
	return show_step(v, &f->opaque, STEP_OPAQUE, a->aside, text, NULL);
}
