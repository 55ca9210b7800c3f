/* verdict.c - see verdict.h. */
#include "verdict.h"

#include <stdarg.h>
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

/* How the paths ended. fallen, dim: paths on which what may fail did, and the run goes on without what was compiled; or it is not seen how. */
typedef struct {
	uint32_t compiled, eager, tried, opaque, handed, cut, fallen, dim; /* tried: of eager, where compiling failed */
	int called, crossed;
	const path *back; /* of fallen */
} tally;

static void
count_failing(tally *n, const path *p, int timed)
{
	if (timed && !p->timed) /* nothing is measured then */
		return;
	if (p->outcome == P_OPAQUE && p->tried && p->crossed && p->called) { /* what was compiled failed in its use */
		n->dim++;
	} else if ((p->outcome == P_EAGER || p->outcome == P_OPAQUE || p->outcome == P_CUT) && p->tried) {
		n->fallen++;
		if (!n->back && p->ev)
			n->back = p;
	}
}

static tally
count(const exploration *x)
{
	tally n = {0};
	int timed = 0;

	for (uint32_t i = 0; i < x->npath; i++)
		timed |= x->path[i].outcome == P_COMPILED && !x->path[i].fault && x->path[i].timed;
	for (uint32_t i = 0; i < x->npath; i++) {
		const path *p = &x->path[i];
		if (p->fault) {
			count_failing(&n, p, timed);
			continue;
		}
		n.called |= p->called && p->outcome != P_NOT_ENTERED;
		switch (p->outcome) {
		case P_COMPILED: n.compiled++; break;
		case P_EAGER:
			if (timed && !p->timed && !p->called && compiles_from(x, p->entry)) /* it ends before what is timed */
				break;
			n.eager++;
			n.tried += p->tried;
			break;
		case P_OPAQUE:
			n.opaque++;
			n.crossed |= p->crossed;
			break;
		case P_CUT: n.cut++; break;
		case P_HANDED: n.handed++; break;
		case P_ERROR: case P_NOT_ENTERED: break;
		}
	}
	return n;
}

static void __attribute__((format(printf, 3, 4)))
decide(judgement *j, label_verdict v, const char *fmt, ...)
{
	va_list ap;

	j->verdict = v;
	va_start(ap, fmt);
	vsnprintf(j->reason, sizeof j->reason, fmt, ap);
	va_end(ap);
}

/* Where some path comes to what was compiled. */
static void
with_compiled(const fact_tree *t, const exploration *x, const tally *n, judgement *j)
{
	j->shown = first(x, P_COMPILED, 0, 1);
	if (n->eager > n->tried || n->opaque || n->handed || n->cut) {
		open_guards(t, x, j);
		j->other = first(x, n->eager ? P_EAGER : n->opaque ? P_OPAQUE : n->cut ? P_CUT : P_HANDED, 0, 1);
		j->back = n->back;
		decide(j, L_CONDITIONAL, "compiled on %u of %u paths, by what is left open%s", n->compiled, n->compiled + n->eager + n->opaque + n->cut + n->handed,
		    n->fallen ? " (and where compiling fails, the uncompiled path is taken)" : "");
	} else if (n->tried || n->fallen) {
		j->other = n->back ? n->back : first(x, P_EAGER, 0, 1);
		decide(j, L_FALLBACK, "where compiling fails the uncompiled path is taken and nothing stops the run");
	} else if (n->dim) {
		decide(j, L_CONDITIONAL, "every path uses what was compiled, or stops; what runs where that fails cannot be seen");
	} else if (!x->complete) {
		untried_guards(j);
		decide(j, L_CONDITIONAL, "all %u paths that were tried use what was compiled, and there are more than could be tried, by what is left open", n->compiled);
	} else {
		decide(j, L_WIRED, "every path uses what was compiled, or stops");
	}
}

/* Where none does. */
static void
without(const exploration *x, const tally *n, int exists, judgement *j)
{
	const path *plain = first(x, n->eager ? P_EAGER : P_HANDED, 0, 1);

	if (n->opaque) {
		j->shown = first(x, P_OPAQUE, 0, 1);
		decide(j, L_UNKNOWN, n->crossed ? "an edge that cannot be seen through may compile" :
		    "what is compiled there was not seen to hang on the label, which was only guessed to come in so");
	} else if (n->cut || (!x->complete && x->npath)) {
		j->cut = 1;
		j->shown = first(x, n->cut ? P_CUT : P_EAGER, 0, 1);
		decide(j, L_UNKNOWN, "%u path%s seen to the end, none to what compiles, and a limit ended the search: %s", x->npath - n->cut, x->npath - n->cut == 1 ? "" : "s", x->cut);
	} else if (n->handed && exists && !x->closed) {
		j->shown = first(x, P_HANDED, 0, 1);
		j->handed = 1;
		decide(j, L_UNKNOWN, "the label is handed on to code that no program of the tree runs under it");
	} else if (!x->found || x->npath == 0) {
		decide(j, L_UNKNOWN, "no place was found where the label enters");
	} else if (!n->eager && !n->handed) { /* refused, or something is not understood: nothing is measured */
		j->shown = first(x, P_ERROR, 0, 1);
		j->refused = 1;
		decide(j, L_UNKNOWN, "every path under the label ends with an error");
	} else if (x->guessed && x->compile_seen && !n->called) {
		j->shown = plain;
		decide(j, L_UNKNOWN, "where the label enters was only guessed, and other input leads to a compile call");
	} else if (n->called) {
		j->shown = plain;
		j->called = 1;
		decide(j, L_LABEL_ONLY, "a compile call is made, and nothing that is measured uses its result");
	} else if (exists) {
		j->shown = plain;
		decide(j, L_UNREACHABLE, x->closed ? "no path of the functions that take the label reaches a compile call, and by names nothing that may hand it on to them comes to one otherwise" :
		    "the tree has compile calls, and no path under the label reaches one");
	} else {
		j->shown = plain;
		decide(j, L_LABEL_ONLY, "nothing in the tree compiles");
	}
}

void
judge_label(const fact_tree *t, const exploration *x, int exists, judgement *j)
{
	tally n = count(x);

	memset(j, 0, sizeof *j);
	if (n.compiled)
		with_compiled(t, x, &n, j);
	else
		without(x, &n, exists, j);
	if (!n.opaque && x->complete && x->found && (x->strong || n.eager || n.compiled))
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
