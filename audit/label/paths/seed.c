/* seed.c - see explore.h: where the label enters, and all runs from there. */
#include "explore_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the name of an input says: that it may be a label. */
static int
sounds(const char *name)
{
	static const char *const words[] = {"label", "backend", "variant", "engine", "mode", "impl", "preset", "profile", "kind", "config", "name",
		"method", "runtime", "executor", "path", "how", "plan", "type", "which"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (const char *s = name; (s = strcasestr(s, words[i])); s++) { /* as a word of its own: no mode is in a model */
			size_t k = strlen(words[i]);
			if ((s == name || !isalpha((unsigned char)s[-1])) && (!isalpha((unsigned char)s[k]) || ((s[k] == 's' || s[k] == 'S') && !isalpha((unsigned char)s[k + 1]))))
				return (int)(40 - i);
		}
	return strcmp(name, "argument 1") == 0 ? 10 : strncmp(name, "argument", 8) == 0 ? 5 : strncmp(name, "variable", 8) == 0 ? 0 : 1;
}

/* The input of entry that most speaks for. */
int
explore_find(explorer *x, uint32_t entry, seed *out)
{
	vm *m = &x->m;
	int best = -1;

	m->nsource = 0;
	if (explore_all_paths(x, entry, 0, 0, FAULT_NONE, 0, FIND_PATHS, FIND_STEPS, 0) != 0)
		return -1;
	*out = (seed){.entry = entry};
	for (uint32_t i = 0; i < m->nsource; i++) {
		int s = m->source[i].score * 100 + sounds(vm_text(m, m->source[i].name));
		if (m->source[i].root && m->source[i].score < 50)
			continue; /* a part, and nothing speaks for it */
		if (s > best) {
			best = s;
			*out = (seed){.entry = entry, .name = m->source[i].name, .node = m->source[i].node, .score = m->source[i].score, .option = m->source[i].whole};
			if (m->source[i].root) {
				out->whole = m->source[m->source[i].root - 1].name;
				out->whole_option = m->source[m->source[i].root - 1].whole;
			}
		}
	}
	for (uint32_t i = 0; i < m->nsource && !out->flag; i++)
		if (m->source[i].named && m->source[i].name != out->name) {
			out->flag = m->source[i].name;
			out->flag_node = m->source[i].node;
		}
	return 0;
}

enum { MAX_METHODS = 6, MAX_NAMED = 8 };

static void
forget(exploration *o, uint32_t from)
{
	for (uint32_t k = from; k < o->npath; k++) {
		free(o->path[k].dec);
		free(o->path[k].ev);
		free(o->path[k].frame);
	}
	o->npath = from;
}

/* Where limits or what is opaque left no path that compiles: one more, on which what is not given is at its default. */
static int
at_defaults(explorer *x, uint32_t entry, uint32_t bound, int loops, uint32_t from)
{
	exploration *o = x->out, was = *o;
	uint32_t had = o->npath;
	int open = !o->complete, rc, compiled = 0;

	x->at_defaults = 0;
	for (uint32_t i = from; i < had; i++) {
		open |= o->path[i].outcome == P_CUT || o->path[i].outcome == P_OPAQUE;
		compiled |= o->path[i].outcome == P_COMPILED;
	}
	if (compiled || !open || x->m.c || x->steps >= x->limit)
		return 0;
	x->m.defaults = 1;
	rc = explore_all_paths(x, entry, bound, loops, FAULT_NONE, 0, RUN_PATHS, RUN_STEPS, 1);
	x->m.defaults = 0;
	for (uint32_t i = had; i < o->npath && !x->at_defaults; i++)
		x->at_defaults = o->path[i].outcome == P_COMPILED;
	if (!x->at_defaults) { /* nothing is proven by it */
		forget(o, had);
		o->complete = was.complete;
		o->found = was.found;
		o->cut = was.cut;
		o->cut_at = was.cut_at;
	}
	return rc;
}

/* All runs of one entry under the label: without failure, then with each. */
static int
run_seed(explorer *x, uint32_t entry, uint32_t bound, int loops)
{
	exploration *o = x->out;
	uint32_t from = o->npath, sites[MAX_SITES], n = 0;
	int compiled = 0;

	o->nentry++;
	if (explore_all_paths(x, entry, bound, loops, FAULT_NONE, 0, RUN_PATHS, RUN_STEPS, 1) != 0 ||
	    at_defaults(x, entry, bound, loops, from) != 0)
		return -1;
	for (uint32_t i = from; i < o->npath; i++) {
		compiled |= o->path[i].outcome == P_COMPILED;
		for (uint32_t k = 0; o->path[i].ev && k < o->path[i].nev; k++)
			if (o->path[i].ev[k].kind == E_COMPILE && n < MAX_SITES) {
				uint32_t s = 0;
				while (s < n && sites[s] != o->path[i].ev[k].node)
					s++;
				if (s == n)
					sites[n++] = o->path[i].ev[k].node;
			}
	}
	if (!compiled)
		return 0;
	for (uint32_t i = from; i < o->npath; i++)
		if (o->path[i].outcome == P_NOT_ENTERED)
			o->path[i].outcome = o->path[i].unasked;
	x->m.defaults = x->at_defaults;
	if (explore_all_paths(x, entry, bound, loops, FAULT_CALL, 0, FAULT_PATHS, RUN_STEPS / 4, 1) != 0 ||
	    explore_all_paths(x, entry, bound, loops, FAULT_USE, 0, FAULT_PATHS, RUN_STEPS / 4, 1) != 0)
		return -1;
	for (uint32_t s = 0; s < n && n > 1; s++)
		if (explore_all_paths(x, entry, bound, loops, FAULT_CALL, sites[s], FAULT_PATHS / 4, RUN_STEPS / 16, 1) != 0)
			return -1;
	x->m.defaults = 0;
	return 0;
}

/* All runs of a program; where the label is a part of the text that comes in and each of them
 * ends with an error, those with the label as all of that text. */
static int
run_or_whole(explorer *x, const seed *s)
{
	exploration *o = x->out;
	uint32_t from = o->npath;
	int complete = o->complete, rc;

	vm_held_against(&x->m, s->name, s->node, s->option);
	rc = run_seed(x, s->entry, s->name, 0);
	for (uint32_t i = from; i < o->npath; i++)
		if (o->path[i].outcome != P_ERROR && o->path[i].outcome != P_NOT_ENTERED)
			return rc;
	if (rc != 0 || !s->whole || o->npath == from)
		return rc;
	forget(o, from);
	o->complete = complete;
	if (o->source == s->name)
		o->source = s->whole;
	vm_held_against(&x->m, s->whole, s->node, s->whole_option);
	return run_seed(x, s->entry, s->whole, 0);
}

/* A seed of a function or a method: all runs under it. */
int
explore_take(explorer *x, const seed *s)
{
	int rc;

	if (x->ntaken < MAX_TAKEN)
		x->taken[x->ntaken++] = (seed){.entry = s->entry, .name = s->name, .node = x->cls, .score = s->score};

	if (!x->out->source) {
		x->out->source = s->name;
		x->out->source_node = s->node;
	}
	x->out->strong = 1;
	/* where it is the default, or among what an annotation allows, it is taken, whether or not it is tested */
	x->tests = s->score != EVIDENCE_DECLARED;
	x->declared = !x->tests;
	rc = run_or_whole(x, s);
	x->tests = x->declared = 0;
	return rc;
}

/* The methods of a class that are near a compile call, each of an object of its own; by_name: the
 * class is the label's, else its constructor takes the label as s says. */
static int
class_seeds(explorer *x, const program *p, uint32_t cls, const seed *s)
{
	entry e[64];
	uint32_t n = explore_methods(p, cls, e, 64), ran = 0;
	int rc = 0;

	x->cls = cls;
	for (uint32_t i = 0; i < n && rc == 0 && ran < MAX_METHODS && x->steps < x->limit; i++) {
		if (e[i].rank <= -100 && ran)
			break;
		ran++;
		if (!s) {
			rc = run_seed(x, e[i].node, 0, 0);
		} else if (e[i].node != s->entry) {
			seed m = *s;
			m.entry = e[i].node;
			rc = explore_take(x, &m);
		}
	}
	x->cls = 0;
	return rc;
}

/* Classes and functions that the label names. */
static int
named_seeds(explorer *x, const program *p)
{
	exploration *o = x->out;
	named list[MAX_NAMED];
	uint32_t n = explore_named(p, o->label, list, MAX_NAMED);
	int rc = 0;

	x->m.by_name = 1;
	for (uint32_t i = 0; i < n && rc == 0 && x->steps < x->limit; i++) {
		uint32_t what = list[i].node;
		char text[120];
		snprintf(text, sizeof text, "name of %.100s", fact_str(p->t, what));
		if (!o->source) {
			if ((o->source = as_intern_id(&p->t->text, text, strlen(text))) == UINT32_MAX)
				return -1;
			o->source_node = list[i].at;
		}
		o->found = 1;
		rc = p->t->node[what].kind == FACT_CLASS ? class_seeds(x, p, what, NULL) : run_seed(x, what, 0, 0);
	}
	x->m.by_name = 0;
	return rc;
}

int
explore_compiled(const exploration *o)
{
	for (uint32_t i = 0; i < o->npath; i++)
		if (o->path[i].outcome == P_COMPILED && !o->path[i].fault)
			return 1;
	return 0;
}

static int
library_seeds(explorer *x, program *p, entry *e, const char *label)
{
	uint32_t k, tried = 0;
	int hits = 0, rc;
	seed s;

	if (program_near(p, x->m.symbols) != 0)
		return -1;
	rc = named_seeds(x, p);
	if (rc != 0 || explore_compiled(x->out))
		return rc;
	k = entry_functions(p, label, e, MAX_ENTRIES * 64);
	for (uint32_t i = 0; i < k && rc == 0 && tried < 24 && x->steps < x->limit; i++) {
		uint32_t cls = explore_class_of(p, e[i].node);
		int made = strcmp(fact_str(p->t, e[i].node), "__init__") == 0 || strcmp(fact_str(p->t, e[i].node), "__post_init__") == 0;
		tried++;
		if ((rc = explore_find(x, e[i].node, &s)) != 0)
			break;
		if (s.score < 50 || (hits && s.score < 80))
			continue;
		hits++;
		if ((rc = explore_take(x, &s)) == 0 && cls && made)
			rc = class_seeds(x, p, cls, &s);
	}
	return rc;
}

int
explore_seeds(explorer *x, program *p, const char *label)
{
	exploration *o = x->out;
	entry *e = malloc(2 * MAX_ENTRIES * 64 * sizeof *e);
	seed best[MAX_ENTRIES], s;
	uint32_t n, nbest = 0;
	int top = 0, rc = 0, looped = 0;

	if (!e)
		return -1;
	n = entry_programs(p, label, e, MAX_ENTRIES * 64);
	if (n > MAX_ENTRIES) {
		/* those that have nothing to do with the label are left out */
		while (n > MAX_ENTRIES && e[n - 1].rank < 4)
			n--;
		if (n > MAX_ENTRIES)
			n = MAX_ENTRIES;
	}
	x->nentries = n;
	for (uint32_t i = 0; i < n && rc == 0 && x->steps < x->limit / 2; i++) {
		if ((rc = explore_find(x, e[i].node, &s)) != 0)
			break;
		best[nbest++] = s;
		if (s.score > top)
			top = s.score;
	}
	/* where something is tested against the label */
	for (uint32_t i = 0; i < nbest && rc == 0 && top >= 50; i++) {
		seed own = {.entry = best[i].entry, .name = best[i].flag, .node = best[i].flag_node, .score = EVIDENCE_DECLARED};
		if (own.name) /* what the label means there, whatever other options may be given it */
			rc = explore_take(x, &own);
		if (best[i].score >= 50 && rc == 0)
			rc = explore_take(x, &best[i]);
	}
	/* a loop over labels */
	if (!o->found)
		for (uint32_t i = 0; i < n && rc == 0 && x->steps < x->limit; i++) {
			uint32_t had = o->npath;
			int complete = o->complete, found = o->found;
			if (e[i].rank < 4 && n > 8)
				continue;
			if ((rc = explore_all_paths(x, e[i].node, 0, 1, FAULT_NONE, 0, FIND_PATHS / 4, FIND_STEPS / 2, 1)) != 0)
				break;
			/* one that only fills a registry decides nothing: something must run in it */
			int entered = 0, runs = 0;
			for (uint32_t k = had; k < o->npath; k++) {
				entered |= o->path[k].outcome != P_NOT_ENTERED;
				runs |= o->path[k].timed || o->path[k].called;
			}
			forget(o, had);
			o->complete = complete;
			o->found = found;
			looped |= entered;
			if (entered && runs)
				rc = run_seed(x, e[i].node, 0, 1);
		}
	/* what a library hands out under it, and what takes it */
	if (!o->found && rc == 0 && (rc = library_seeds(x, p, e, label)) == 0 && o->found && !explore_compiled(o))
		rc = explore_carried(x, p);
	/* what sounds like it, in a program that takes any text; not where the code names the
	 * label somewhere and it was not seen how it gets there */
	if (!o->found && rc == 0 && !entry_in_code(p->t, o->label))
		for (uint32_t i = 0; i < nbest && rc == 0; i++)
			if (best[i].name && (nbest == 1 || best[i].score > 0) && (strncmp(p->t->text.str[best[i].name], "variable", 8) != 0 || sounds(p->t->text.str[best[i].name]) > 33)) {
				if (!o->source) {
					o->source = best[i].name;
					o->source_node = best[i].node;
				}
				o->guessed |= strncmp(p->t->text.str[best[i].name], "variable", 8) == 0;
				vm_held_against(&x->m, best[i].name, best[i].node, best[i].option);
				rc = run_seed(x, best[i].entry, best[i].name, 0);
			}
	/* a label that the program only writes: the whole of it is its path */
	if (!o->found && rc == 0 && !looped)
		for (uint32_t i = 0; i < nbest && rc == 0; i++)
			if (n == 1 && entry_related(p->t, program_file(p, best[i].entry), label) == 2 && !best[i].name) {
				o->found = 1;
				rc = run_seed(x, best[i].entry, 0, 0);
			}
	free(e);
	return rc;
}
