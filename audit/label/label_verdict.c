/* label_verdict.c - what a label comes to: all ways of all compile calls, with and without it.
 *
 * A "no" is said only where every closed way is closed by more than a guess. */
#include "label_eval_impl.h"

enum { MOST_JUDGED = 4000, MOST_OF_SUSPECT = 40, MOST_TO = 5 };

/* BY_LABEL: another without the label, together with REACHED or SUSPECT. */
typedef enum { REACHED = 1, SHUT = 2, SUSPECT = 4, BY_LABEL = 8 } group;

typedef struct {
	program *p;
	engine *en;
	const label *l;
	bool is_default, cut;
	way **w; uint32_t n; /* that were judged */
	uint8_t *of; uint32_t nof; /* their groups */
	telling t;
} audit;

static void judge_site(audit *a, const site *s) {
	bool suspect = s->use == USE_SUSPECT, cut = false;
	chain *c;
	uint32_t n = ways_of(a->en, s, &c, &cut);
	a->cut |= cut && !suspect;
	for (uint32_t i = 0; i < n && (!suspect || i < MOST_OF_SUSPECT); i++) {
		const char *out = chain_func(s, &c[i], c[i].n - 1)->name;
		if (a->l->kind == L_FUNC && c[i].entry == ENTRY_API && !strcmp(out, a->l->via))
			c[i].entry = ENTRY_DEAD;
		way *w = take(a->p, sizeof *w);
		judge_way(a->en, s, &c[i], w);
		if (suspect && w->closed) continue;
		*PUSH(a->p, a->w, a->n) = w;
		*PUSH(a->p, a->of, a->nof) = suspect ? SUSPECT : w->closed ? SHUT : REACHED;
	}
}

static bool judge_sites(audit *a, const site *s, uint32_t n, bool suspects) {
	bool any = false;
	for (uint32_t i = 0; i < n; i++) {
		if ((s[i].use == USE_SUSPECT) != suspects) continue;
		any = true;
		if (suspects || a->n < MOST_JUDGED) judge_site(a, &s[i]);
		else a->cut = true;
	}
	return any;
}

/* Is the way another without the label? A suspect: closed. What a user gives or leaves out is
 * compared so; a value is compared with other values. */
static bool differs(audit *a, const way *w) {
	lkind k = a->l->kind;
	way off;
	if (k != L_OPTION && k != L_NAME && k != L_ENV && k != L_MACRO) return true;
	judge_way(a->en, w->s, w->c, &off);
	bool other = off.used != w->used || (w->nopened && off.ncond > w->ncond);
	return off.closed || w->handed || (other && w->s->use != USE_SUSPECT);
}

/* Finds the open ways of the label. */
static bool sort_ways(audit *a) {
	const label *l = a->l;
	bool any = false;
	if (!a->is_default) engine_mode(a->en, M_OFF);
	for (uint32_t i = 0; i < a->n; i++) {
		const way *w = a->w[i];
		bool by = l->kind == L_FUNC && a->of[i] == REACHED ? w->via :
		    w->nopened && (!l->via || w->via || a->of[i] == SUSPECT);
		if ((a->of[i] != REACHED && a->of[i] != SUSPECT) ||
		    !(a->is_default || (by && differs(a, w)))) continue;
		a->of[i] |= BY_LABEL;
		any = true;
	}
	if (!a->is_default) engine_mode(a->en, M_ON);
	return any;
}

typedef enum { ANY, OF_USE, SAME, CLOSED_BY, OPENED, VIA } wish;

static bool fits(const audit *a, const way *w, wish k) {
	bool family = a->is_default || family_fits(a->l->text, w->s->family);
	switch (k) {
	case OF_USE: return w->used == USED;
	case SAME: return w->used == USED && w->s->use != USE_LIB && family && a->l->kind != L_FUNC;
	case CLOSED_BY: return d_label(w->close.d);
	case OPENED: return w->nopened > 0;
	case VIA: return a->l->kind == L_FUNC && w->via;
	default: return true;
	}
}

static way *best_of(const audit *a, group of, wish k) {
	uint64_t least = UINT64_MAX;
	way *best = NULL;
	for (uint32_t i = 0; i < a->n; i++) {
		const way *w = a->w[i];
		uint64_t cost = (uint64_t)(w->s->use == USE_LIB) << 62 |
		    (uint64_t)w->c->weak << 61 | (uint64_t)(w->nstop > 0) << 60 |
		    (uint64_t)w->ncond << 16 | w->c->n;
		if (cost >= least || (a->of[i] & of) != of || !fits(a, w, k)) continue;
		least = cost;
		best = a->w[i];
	}
	return best;
}

static const char to_library[] = "it depends on an option of a library outside these files";

static void answer(audit *a, label_verdict v, const char *reason) {
	a->t.f->verdict = v;
	a->t.f->reason = reason;
}

static void say_unknown(audit *a, place at, const char *text, const char *why) {
	tell(&a->t, T_LOST, at, text, why);
	answer(a, V_UNKNOWN, why);
}

/* A "no" is said only if it is sure. */
static void say(audit *a, label_verdict v, const way *w, const char *reason) {
	bool no = v == V_UNREACHABLE || v == V_LABEL_ONLY;
	const way *guess = NULL;
	const source *unread = NULL;
	for (uint32_t i = 0; i < a->p->nfile && no && !unread; i++)
		if (a->p->file[i]->unread && a->p->file[i]->lang) unread = a->p->file[i];
	for (uint32_t i = 0; i < a->n && no && !guess; i++)
		if (a->of[i] == SHUT && !a->w[i]->strict && a->w[i]->s->use != USE_LIB)
			guess = a->w[i];
	if (unread) {
		say_unknown(a, (place){unread, 0}, unread->unread,
		    "it depends on files that could not be read");
	} else if (no && (a->cut || a->en->cut)) {
		say_unknown(a, (place){0}, "", "a limit of the analysis was reached");
	} else if (guess) {
		tell_way(&a->t, guess);
		say_unknown(a, guess->lost, guess->close.text,
		    "only a guess says that the call is not reached");
	} else {
		if (w) tell_way(&a->t, w);
		answer(a, v, reason);
		tell_assumed(&a->t, w ? w->assumed : d_none(), no);
	}
}

static void say_yes(audit *a, const way *w, bool same) {
	label_verdict v = w->s->use == USE_LIB ? V_OUTSIDE : w->nstop ? V_FALLBACK :
	    w->ncond ? V_CONDITIONAL : V_WIRED;
	const char *wired = same ? "the compile call is reached, with and without the label" :
	    "the compile call is reached, and its result is used";
	say(a, v, w, v == V_OUTSIDE ? to_library : v == V_WIRED ? wired :
	    v == V_CONDITIONAL ? "the compile call is reached if the open conditions hold" :
	    "the compile call is reached; if it fails, the program continues without it");
	a->t.f->same = same;
	if (same)
		tell(&a->t, T_SAME, at_event(w->s->ev), w->s->name,
		    "also reached without the label");
}

static bool say_outside(audit *a, const leak *to, uint32_t n, const char *reason) {
	for (uint32_t i = 0; i < n; i++)
		tell(&a->t, T_TO, to[i].at, to[i].text, "outside these files");
	if (n) answer(a, V_OUTSIDE, reason);
	return n > 0;
}

/* A foreign name that looks like a compile call is reached; by the label, if that is asked. */
static bool suspected(audit *a, group of) {
	uint32_t i = 0;
	while (i < a->n && (a->of[i] & of) != of) i++;
	if (i == a->n) return false;
	tell_way(&a->t, a->w[i]);
	return say_outside(a, &(leak){at_event(a->w[i]->s->ev), a->w[i]->s->name}, 1,
	    "what looks like a compile call is outside these files");
}

static bool leaves(audit *a) {
	leak to[MOST_TO];
	if (a->is_default) return false;
	if (!label_leaks(a->en, LEAK_LOADED, to, 1))
		return say_outside(a, to, label_leaks(a->en, LEAK_HANDED, to, MOST_TO),
		    "the label is passed to code outside these files");
	say_unknown(a, to[0].at, to[0].text,
	    "the program loads code by a name made from the label");
	return true;
}

/* No test of it was found that could be followed: nothing but texts, names and choices has it. */
static bool untested(const label *l) {
	static const char *const texts[] = {
	    "option text", "getopt entry", "flag helper", "name", "text", "choice"};
	bool untested = l->kind == L_VALUE || l->kind == L_OPTION || l->kind == L_NAME;
	for (uint32_t i = 0; i < l->nentry; i++) untested &= text_in(texts, 6, l->entry[i].what);
	return untested;
}

/* No way is open by the label. */
static void answer_no(audit *a, bool sites) {
	const way *by = best_of(a, SHUT, CLOSED_BY), *w = NULL;
	const way *shut = best_of(a, SHUT, ANY), *reached = best_of(a, REACHED, ANY);
	leak to[MOST_TO];
	bool only_lib = by && by->s->use == USE_LIB; /* the best is of the files, if any is */
	if (!by) by = best_of(a, SHUT, OPENED);
	if (!by) by = best_of(a, SHUT, VIA);
	if (!a->is_default && suspected(a, SUSPECT | BY_LABEL)) return;
	if (only_lib)
		say_outside(a, &(leak){at_event(by->s->ev), by->s->name}, 1, to_library);
	else if (!by && leaves(a)) return;
	else if (!by && untested(a->l) && (reached ? reached->ncond :
	    shut && a->l->kind == L_VALUE && !a->l->nname)) {
		if (reached) tell_way(&a->t, reached);
		say_unknown(a, a->l->nentry ? a->l->entry[0].at : (place){0}, a->l->text,
		    "no code was found that tests the label");
	}
	else if (!by && (w = best_of(a, REACHED, SAME))) say_yes(a, w, true);
	else if (!by && suspected(a, SUSPECT)) return;
	else if (!by && reached)
		say(a, V_LABEL_ONLY, reached,
		    "the program compiles without the label too, and not with the compiler that "
		    "the label names");
	else if (by || (by = shut))
		say(a, V_UNREACHABLE, by, by->close.d.flags & D_DEAD ?
		    "nothing calls the function that compiles" :
		    "a condition keeps the program from the compile call");
	else if (sites) say_unknown(a, (place){0}, "", "no path to a compile call was found");
	else if (a->is_default || !say_outside(a, to, label_leaks(a->en, LEAK_UNDER, to, MOST_TO),
	    "nothing in the files compiles, but the label is passed to code outside them"))
		say(a, V_LABEL_ONLY, NULL, "nothing in the files compiles");
}

/* A program that sets variables by exec() may set the label's. */
static void may_be_set(audit *a, way *w) {
	bool may = a->l->modlevel && (a->l->kind == L_NAME || a->l->kind == L_OPTION);
	EACH(const event, ev, a->p->calls, may ? name_have(a->p, "exec") : NULL) {
		place at = {ev->fn->file, ev->line};
		if (ev->fn->is_module)
			way_needs(a->en, w, (note){at, source_line(a->p, at, NULL), d_none(),
			    "open: may set it", NULL});
	}
}

/* The same for labels whose lines, but for where they enter, are the same. */
static uint64_t fingerprint(const finding *f) {
	uint64_t h = 0xcbf29ce484222325u ^ (uint64_t)f->verdict;
	for (const trail *t = f->trail; t < f->trail + f->ntrail; t++) {
		const char *text[] = {t->file ? t->file : "", t->text};
		if (t->kind == T_LABEL || t->kind == T_WHEN) continue;
		for (int k = 0; k < 2; k++)
			for (const char *s = text[k]; *s; s++)
				h = (h ^ (unsigned char)*s) * 0x100000001b3u;
		h = (h ^ t->line) * 0x100000001b3u;
	}
	return h | 1;
}

void audit_label(program *p, const char *text, bool is_default, const setopt *set, uint32_t nset,
    const site *s, uint32_t nsite, finding *f) {
	label *l = is_default ? label_default(p) : label_bind(p, text);
	audit a = {.p = p, .l = l, .is_default = is_default, .t = {p, l, f}};
	if (l->kind == L_ABSENT) {
		answer(&a, V_NOT_FOUND, "the label is not in the files");
		return;
	}
	a.en = engine_new(p, l, set, nset, is_default ? M_NONE : M_ON);
	tell_label(&a.t);
	bool sites = judge_sites(&a, s, nsite, false), any = sort_ways(&a);
	way *w = best_of(&a, BY_LABEL, OF_USE);
	if (w) {
		may_be_set(&a, w);
		say_yes(&a, w, false);
	} else if (!any) {
		if (judge_sites(&a, s, nsite, true)) sort_ways(&a);
		answer_no(&a, sites);
	} else if (!leaves(&a)) {
		w = best_of(&a, BY_LABEL, ANY);
		say(&a, V_LABEL_ONLY, w, "what is compiled is not used");
	}
	f->ways = any || best_of(&a, SHUT, ANY) ? fingerprint(f) : 0;
}
