/* verdict.c - see verdict.h. */
#include "verdict.h"

#include <stdio.h>
#include <string.h>

/* The choice that p made at sym; -1 if it was not asked. assumed: what no path assumes but where it is decided. */
static int
chose(const path *p, uint32_t sym, uint32_t assumed)
{
	for (uint32_t i = 0; i < p->ndec; i++)
		if (p->dec[i].sym == sym)
			return p->dec[i].choice;
	return sym == assumed ? 0 : -1;
}

/* Guards that tell the compiled paths from the others: first those that do it alone, and where all else fails what every path takes for granted. */
static void
open_guards(const fact_tree *t, const exploration *x, judgement *j)
{
	uint32_t assumed = as_intern_find(&t->text, AT_DEFAULTS, strlen(AT_DEFAULTS));

	for (int round = 0; round < 4 && j->nopen == 0; round++) {
		int strict = !(round & 1), forced = round > 1; /* forced: also what was never tried the other way */
		for (uint32_t i = 0; i < x->npath; i++) {
			const path *p = &x->path[i];
			if (p->outcome != P_COMPILED || p->fault)
				continue;
			for (uint32_t d = 0; d < p->ndec && j->nopen < 16; d++) {
				uint32_t sym = p->dec[d].sym;
				int want = p->dec[d].choice, all = 1, differs = 0, seen = 0;
				if (p->dec[d].taken && !forced && sym != assumed)
					continue;
				for (uint32_t k = 0; k < j->nopen; k++)
					seen |= j->list[k].sym == sym;
				for (uint32_t k = 0; k < x->npath; k++) {
					int c;
					if (x->path[k].fault || (c = chose(&x->path[k], sym, assumed)) < 0)
						continue;
					if (x->path[k].outcome == P_COMPILED && c != want)
						all = 0;
					if ((x->path[k].outcome == P_EAGER || x->path[k].outcome == P_OPAQUE || x->path[k].outcome == P_CUT) && c != want)
						differs = 1;
				}
				if (!seen && differs && (all || !strict))
					j->list[j->nopen++] = p->dec[d];
			}
		}
	}
	j->open = j->list;
}

/* What is left open on the path that is shown, where no path goes the other way. */
static void
untried_guards(judgement *j)
{
	for (uint32_t d = 0; j->shown && d < j->shown->ndec && j->nopen < 16; d++)
		if (!j->shown->dec[d].taken)
			j->list[j->nopen++] = j->shown->dec[d];
	j->open = j->list;
}

/* Does the program compile on some path? */
static int
compiles_from(const exploration *x, uint32_t entry)
{
	for (uint32_t i = 0; i < x->npath; i++)
		if (x->path[i].entry == entry && x->path[i].outcome == P_COMPILED && !x->path[i].fault)
			return 1;
	return 0;
}

static const path *
first(const exploration *x, outcome o, int failing, int shown)
{
	for (uint32_t i = 0; i < x->npath; i++)
		if (x->path[i].outcome == o && (x->path[i].fault != FAULT_NONE) == failing && (!shown || x->path[i].ev))
			return &x->path[i];
	return NULL;
}

static uint64_t
twin_hash(const exploration *x)
{
	uint64_t h = 0;
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->npath; i++) {
		const path *p = &x->path[i];
		uint64_t one = p->trace * 0x9e3779b97f4a7c15u ^ p->entered;
		if (p->fault || (p->outcome != P_COMPILED && p->outcome != P_EAGER))
			continue;
		one ^= (uint64_t)p->outcome << 60 ^ p->entry;
		for (uint32_t d = 0; d < p->ndec; d++) /* in any order */
			one += ((uint64_t)p->dec[d].sym * 2 + p->dec[d].choice + 1) * 0xff51afd7ed558ccdu;
		h += (one ^ one >> 31) * 0xc4ceb9fe1a85ec53u;
		n++;
	}
	return n ? h | 1 : 0;
}

void
judge_label(const fact_tree *t, const exploration *x, int exists, judgement *j)
{
	uint32_t compiled = 0, eager = 0, opaque = 0, tried = 0, handed = 0, fallen = 0, cut = 0, dim = 0;
	int called = 0, timed = 0, crossed = 0;
	const path *back = NULL;

	memset(j, 0, sizeof *j);
	for (uint32_t i = 0; i < x->npath; i++)
		timed |= x->path[i].outcome == P_COMPILED && !x->path[i].fault && x->path[i].timed;
	for (uint32_t i = 0; i < x->npath; i++) {
		const path *p = &x->path[i];
		if (p->fault) {
			if (timed && !p->timed) /* nothing is measured then */
				continue;
			if (p->outcome == P_OPAQUE && p->tried && p->crossed && p->called) { /* what was compiled failed in its use */
				dim++;
				continue;
			}
			if ((p->outcome == P_EAGER || p->outcome == P_OPAQUE || p->outcome == P_CUT) && p->tried) {
				fallen++;
				if (!back && p->ev)
					back = p;
			}
			continue;
		}
		called |= p->called && p->outcome != P_NOT_ENTERED;
		switch (p->outcome) {
		case P_COMPILED: compiled++; break;
		case P_EAGER:
			if (timed && !p->timed && !p->called && compiles_from(x, p->entry)) /* it ends before what is timed */
				break;
			eager++;
			tried += p->tried;
			break;
		case P_OPAQUE:
			opaque++;
			crossed |= p->crossed;
			break;
		case P_CUT: cut++; break;
		case P_HANDED: handed++; break;
		case P_ERROR: case P_NOT_ENTERED: break;
		}
	}
	j->shown = first(x, P_COMPILED, 0, 1);
	if (compiled) {
		if (eager > tried || opaque || handed || cut) {
			j->verdict = L_CONDITIONAL;
			open_guards(t, x, j);
			j->other = first(x, eager ? P_EAGER : opaque ? P_OPAQUE : cut ? P_CUT : P_HANDED, 0, 1);
			j->back = back;
			snprintf(j->reason, sizeof j->reason, "compiled on %u of %u paths, by what is left open%s", compiled, compiled + eager + opaque + cut + handed,
			    fallen ? " (and where compiling fails, the uncompiled path is taken)" : "");
		} else if (tried || fallen) {
			j->verdict = L_FALLBACK;
			j->other = back ? back : first(x, P_EAGER, 0, 1);
			snprintf(j->reason, sizeof j->reason, "where compiling fails the uncompiled path is taken and nothing stops the run");
		} else if (dim) {
			j->verdict = L_CONDITIONAL;
			snprintf(j->reason, sizeof j->reason, "every path uses what was compiled, or stops; what runs where that fails cannot be seen");
		} else if (!x->complete) {
			j->verdict = L_CONDITIONAL;
			untried_guards(j);
			snprintf(j->reason, sizeof j->reason, "all %u paths that were tried use what was compiled, and there are more than could be tried, by what is left open", compiled);
		} else {
			j->verdict = L_WIRED;
			snprintf(j->reason, sizeof j->reason, "every path uses what was compiled, or stops");
		}
	} else if (opaque) {
		j->verdict = L_UNKNOWN;
		j->shown = first(x, P_OPAQUE, 0, 1);
		snprintf(j->reason, sizeof j->reason, crossed ? "an edge that cannot be seen through may compile"
		    : "what is compiled there was not seen to hang on the label, which was only guessed to come in so");
	} else if (cut || (!x->complete && x->npath)) {
		j->verdict = L_UNKNOWN;
		j->cut = 1;
		j->shown = first(x, cut ? P_CUT : P_EAGER, 0, 1);
		snprintf(j->reason, sizeof j->reason, "%u path%s seen to the end, none to what compiles, and a limit ended the search: %s", x->npath - cut, x->npath - cut == 1 ? "" : "s", x->cut);
	} else if (handed && exists && !x->closed) {
		j->verdict = L_UNKNOWN;
		j->shown = first(x, P_HANDED, 0, 1);
		j->handed = 1;
		snprintf(j->reason, sizeof j->reason, "the label is handed on to code that no program of the tree runs under it");
	} else if (!x->found || x->npath == 0) {
		j->verdict = L_UNKNOWN;
		snprintf(j->reason, sizeof j->reason, "no place was found where the label enters");
	} else if (!eager && !handed) { /* refused, or something is not understood: nothing is measured */
		j->verdict = L_UNKNOWN;
		j->shown = first(x, P_ERROR, 0, 1);
		j->refused = 1;
		snprintf(j->reason, sizeof j->reason, "every path under the label ends with an error");
	} else if (x->guessed && x->compile_seen && !called) {
		j->verdict = L_UNKNOWN;
		j->shown = first(x, eager ? P_EAGER : P_HANDED, 0, 1);
		snprintf(j->reason, sizeof j->reason, "where the label enters was only guessed, and other input leads to a compile call");
	} else {
		j->shown = first(x, eager ? P_EAGER : P_HANDED, 0, 1);
		if (called) {
			j->verdict = L_LABEL_ONLY;
			j->called = 1;
			snprintf(j->reason, sizeof j->reason, "a compile call is made, and nothing that is measured uses its result");
		} else if (exists) {
			j->verdict = L_UNREACHABLE;
			snprintf(j->reason, sizeof j->reason, x->closed ? "no path of the functions that take the label reaches a compile call, and by names nothing that may hand it on to them comes to one otherwise" :
			    "the tree has compile calls, and no path under the label reaches one");
		} else {
			j->verdict = L_LABEL_ONLY;
			snprintf(j->reason, sizeof j->reason, "nothing in the tree compiles");
		}
	}
	if (!opaque && x->complete && x->found && (x->strong || eager || compiled))
		j->twin = twin_hash(x);
}

uint32_t
judge_held(const fact_tree *t, const exploration *x, uint32_t *held, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t p = 0; p < x->npath; p++)
		for (uint32_t i = 0; x->path[p].ev && i < x->path[p].nev; i++) {
			uint32_t at = x->path[p].ev[i].node, up = at;
			if (x->path[p].ev[i].kind != E_COMPILE)
				continue;
			while (up > 0 && !(t->node[up].end > at && (t->node[up].kind == FACT_ASSIGN || t->node[up].kind == FACT_DECL || t->node[up].kind == FACT_FUNC)))
				up--;
			if (t->node[up].kind != FACT_FUNC && n < most && (t->node[up + 1].kind == FACT_NAME || t->node[up + 1].kind == FACT_ATTR))
				held[n++] = t->node[up + 1].str;
		}
	return n;
}
