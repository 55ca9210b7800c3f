/* entry.c - see entry.h. */
#include "entry.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* @app.post(...): called by requests. */
static int
is_handler(const fact_tree *t, uint32_t fn)
{
	static const char *const verbs[] = {"get", "post", "put", "route", "api_route", "websocket"};

	FACT_EACH_KID(t, fn, d)
		if (t->node[d].kind == FACT_DECOR && t->node[d + 1].kind == FACT_CALL && t->node[d + 2].kind == FACT_ATTR)
			if (AS_AMONG(fact_str(t, d + 2), verbs))
				return 1;
	return 0;
}

/* Does a statement, less the functions in it, read sys.argv? */
static int
reads_arguments(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = node; i < t->node[node].end; i++) {
		if (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS)
			i = t->node[i].end - 1;
		else if (t->node[i].kind == FACT_ATTR && strcmp(fact_str(t, i), "argv") == 0)
			return 1;
	}
	return 0;
}

static int
top_level_runs(const fact_tree *t, uint32_t file)
{
	FACT_EACH_KID(t, file, k)
		switch (t->node[k].kind) {
		case FACT_FOR: case FACT_WITH: case FACT_WHILE: case FACT_CALL:
			return 1;
		case FACT_FUNC:
			if (is_handler(t, k))
				return 2;
			break;
		case FACT_IF:
			for (uint32_t i = k + 1; i < t->node[k + 1].end; i++)
				if (t->node[i].kind == FACT_NAME && strcmp(fact_str(t, i), "__name__") == 0)
					return 2;
			if (reads_arguments(t, k))
				return 2;
			break;
		case FACT_ASSIGN: case FACT_SWITCH: case FACT_TRY:
			if (reads_arguments(t, k))
				return 2;
			break;
		default: break;
		}
	return 0;
}

static int
imported(const program *p, uint32_t file)
{
	const char *base = as_base_name(fact_str(p->t, file));
	size_t n = strlen(base);
	uint32_t id = as_intern_find(&p->t->text, base, n > 3 ? n - 3 : n);

	return id < p->nrelname && p->relname[id] & PROG_IMPORTED;
}

int
entry_related(const fact_tree *t, uint32_t file, const char *label)
{
	int best = 0;
	size_t n = strlen(label);

	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_STR) {
			const char *s = fact_str(t, i);
			size_t k = t->text.len[t->node[i].str];
			if (k == n && strcmp(s, label) == 0)
				return 2;
			if (k >= 3 && k < n && strstr(label, s))
				best = 1;
		}
	return best;
}

int
entry_in_code(const fact_tree *t, uint32_t label)
{
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end && !(t->node[f].flags & FACT_DATA); i++)
			if ((t->node[i].kind == FACT_STR && (t->node[i].str == label || (*fact_str(t, i) == '-' && as_same_letters(fact_str(t, i), t->text.str[label])))) ||
			    (t->node[i].kind == FACT_PARAM && as_same_letters(fact_str(t, i), t->text.str[label])))
				return 1;
	return 0;
}

static int
by_rank(const void *a, const void *b)
{
	const entry *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

void
entry_sort(entry *e, uint32_t n)
{
	qsort(e, n, sizeof *e, by_rank);
}

int
entry_is_command(const fact_tree *t, uint32_t fn)
{
	int parses = 0;

	if (t->node[fn].kind != FACT_FUNC)
		return 0;
	FACT_EACH_KID(t, fn, k) {
		if (t->node[k].kind == FACT_PARAM && !fact_find(t, k, FACT_DEFAULT) && !(t->node[k].flags & (FACT_STAR | FACT_STARSTAR)))
			parses = -1;
		if (t->node[k].kind == FACT_DECOR && t->node[k + 1].kind == FACT_CALL && (t->node[k + 2].kind == FACT_ATTR || t->node[k + 2].kind == FACT_NAME) &&
		    strcmp(fact_str(t, k + 2), "command") == 0)
			return 1;
	}
	for (uint32_t i = fn; i < t->node[fn].end && parses == 0; i++)
		parses = t->node[i].kind == FACT_ATTR && (strcmp(fact_str(t, i), "parse_args") == 0 || strcmp(fact_str(t, i), "parse_known_args") == 0);
	return parses == 1;
}

uint32_t
entry_programs(const program *p, const char *label, entry *e, uint32_t most)
{
	const fact_tree *t = p->t;
	uint32_t n = 0;

	for (uint32_t f = 0; f < p->nfile; f++) {
		uint32_t file = p->file[f];
		int rank;
		if (t->node[file].flags & FACT_DATA)
			continue;
		if (is_python(t, file)) {
			int runs = top_level_runs(t, file);
			const char *slash = strrchr(fact_str(t, file), '/');
			if (runs < 2) /* what an installed script calls */
				FACT_EACH_KID(t, file, k)
					if (n < most && entry_is_command(t, k))
						e[n++] = (entry){k, entry_related(t, file, label) * 4 + (program_relevant(p, k) ? 2 : 0)};
			if (!runs || (runs == 1 && (imported(p, file) || (slash && strcmp(slash, "/__init__.py") == 0))) || (slash && strcmp(slash, "/setup.py") == 0))
				continue;
			rank = entry_related(t, file, label) * 4 + (program_relevant(p, file) ? 2 : 0) + (runs == 2);
			if (n < most)
				e[n++] = (entry){file, rank};
			continue;
		}
		for (uint32_t i = file + 1; i < t->node[file].end;) {
			if (t->node[i].kind == FACT_FUNC) {
				if (strcmp(fact_str(t, i), "main") == 0 && fact_find(t, i, FACT_BLOCK) && !(t->node[i].flags & FACT_MACRO) && n < most)
					e[n++] = (entry){i, entry_related(t, file, label) * 4 + (program_relevant(p, i) ? 2 : 0)};
				i = t->node[i].end;
			} else if (t->node[i].kind == FACT_SPACE || t->node[i].kind == FACT_BLOCK || t->node[i].kind == FACT_IF) {
				i++;
			} else {
				i = t->node[i].end;
			}
		}
	}
	entry_sort(e, n);
	return n;
}

static int
is_enum(const fact_tree *t, uint32_t cls)
{
	FACT_EACH_KID(t, cls, k)
		if (t->node[k].kind == FACT_BASE && strstr(fact_str(t, k + 1), "Enum"))
			return 1;
	return 0;
}

/* Has a class of Python a field that is called like the label, or has it as its default (1)? Or a
 * member with that value (2)? */
static int
takes_in_field(const fact_tree *t, uint32_t cls, const char *label)
{
	uint32_t block = fact_find(t, cls, FACT_BLOCK);

	for (uint32_t k = block + 1; block && k < t->node[block].end; k = t->node[k].end) {
		uint32_t def = fact_find(t, k, FACT_DEFAULT);
		if (t->node[k].kind != FACT_DECL || t->node[k + 1].kind != FACT_NAME)
			continue;
		if (t->node[k].flags & FACT_STATIC) { /* a member of an enumeration */
			if (is_enum(t, cls) && def && t->node[def + 1].kind == FACT_STR && strcmp(fact_str(t, def + 1), label) == 0)
				return 2;
			continue;
		}
		if (as_same_letters(fact_str(t, k + 1), label) || (def && t->node[def + 1].kind == FACT_STR && strcmp(fact_str(t, def + 1), label) == 0))
			return 1;
	}
	return 0;
}

/* Is a parameter called like the label, or of one of the classes that have such a field? */
static int
takes_in_param(const fact_tree *t, uint32_t fn, const char *label, const uint32_t *cls, uint32_t ncls)
{
	FACT_EACH_KID(t, fn, p) {
		uint32_t type = t->node[p].kind == FACT_PARAM ? fact_find(t, p, FACT_TYPE) : 0;
		if (t->node[p].kind == FACT_PARAM && as_same_letters(fact_str(t, p), label))
			return 1;
		for (uint32_t i = 0; type && i < ncls; i++)
			if (t->node[type].str == t->node[cls[i]].str)
				return 1;
	}
	return 0;
}

/* Does the function get an attribute by a name that it is given: getattr(x, how)? */
static int
fetches(const fact_tree *t, uint32_t fn)
{
	for (uint32_t i = fn; i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_CALL && t->node[i + 1].kind == FACT_NAME && strcmp(fact_str(t, i + 1), "getattr") == 0) {
			uint32_t n = 0;
			FACT_EACH_KID(t, i, a)
				if (t->node[a].kind == FACT_ARG && ++n == 2)
					return t->node[a + 1].kind != FACT_STR;
		}
	return 0;
}

/* A function of Python near a compile call that the label is the name of; 0 if there is none. */
static uint32_t
named_like(const program *p, const char *label)
{
	for (uint32_t i = 0; i < p->t->n && p->near; i++)
		if (p->t->node[i].kind == FACT_FUNC && p->near[i] <= NEAR_MOST && strcmp(fact_str(p->t, i), label) == 0 && is_python(p->t, program_file(p, i)))
			return i;
	return 0;
}

uint32_t
entry_functions(const program *p, const char *label, entry *e, uint32_t most)
{
	const fact_tree *t = p->t;
	uint32_t n = 0, fn = 0, cls[8], ncls = 0;
	size_t len = strlen(label);
	uint32_t like = named_like(p, label);

	for (uint32_t f = 0; f < p->nfile; f++)
		if (is_python(t, p->file[f]))
			FACT_EACH_KID(t, p->file[f], k)
				if (t->node[k].kind == FACT_CLASS && ncls < 8 && takes_in_field(t, k, label))
					cls[ncls++] = k;
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK) && fact_find(t, i, FACT_PARAM) && (!fn || t->node[fn].end <= i)) {
			fn = i;
			if (n < most && p->near && p->near[fn] <= NEAR_MOST && takes_in_param(t, fn, label, cls, ncls))
				e[n++] = (entry){fn, 5};
			/* a constructor that takes it for the methods beside it */
			else if (n < most && strcmp(fact_str(t, fn), "__init__") == 0 && takes_in_param(t, fn, label, cls, ncls))
				e[n++] = (entry){fn, 4};
			else if (n < most && like && program_file(p, like) == program_file(p, fn) && fetches(t, fn)) /* it may fetch what is called so */
				e[n++] = (entry){fn, 5};
		}
		if (t->node[i].kind == FACT_NAME && fn && i < t->node[fn].end && n < most && p->near && p->near[fn] <= NEAR_MOST && !(n && e[n - 1].node == fn))
			for (uint32_t c = 0; c < ncls; c++)
				if (t->node[i].str == t->node[cls[c]].str && is_enum(t, cls[c])) { /* tests it, or makes a member of it */
					e[n++] = (entry){fn, 4};
					break;
				}
		if (t->node[i].kind == FACT_STR && fn && i < t->node[fn].end) {
			const char *s = fact_str(t, i);
			size_t k = t->text.len[t->node[i].str];
			int rank = k == len && strcmp(s, label) == 0 ? 4 : k >= 4 && k < len && strstr(label, s) ? 2 : 0;
			if (!rank)
				continue;
			rank += program_relevant(p, fn);
			if (n && e[n - 1].node == fn) {
				if (e[n - 1].rank < rank)
					e[n - 1].rank = rank;
			} else if (n < most) {
				e[n++] = (entry){fn, rank};
			}
		}
	}
	entry_sort(e, n);
	return n;
}
