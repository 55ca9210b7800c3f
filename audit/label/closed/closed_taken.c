/* closed_taken.c - see closed_impl.h: where the label is taken, and what is done there whenever it is. */
#include "closed_impl.h"

#include <string.h>
#include <strings.h>

#include "words.h"

uint32_t
closed_func(const closed *k, uint32_t node)
{
	for (uint32_t up = k->c->up[node]; k->c->up[up] != up; up = k->c->up[up])
		if (k->t->node[up].kind == FACT_FUNC)
			return up;
	return 0;
}

/* Does a text name the label as an option does: with dashes before it, letters for it behind a comma, or what ends in = or :? */
static int
names_label(const char *s, const char *label)
{
	size_t n;

	while (*label == '-')
		label++;
	while (*s == '-')
		s++;
	n = strlen(label);
	if (!n || strncmp(s, label, n) != 0)
		return 0;
	s += n;
	return !*s || ((*s == '=' || *s == ':') && !s[1]) || (*s == ',' && !strpbrk(s, " \t\n"));
}

/* The same but for capitals. */
static int
spelled_else(const char *s, const char *label)
{
	while (*label == '-')
		label++;
	while (*s == '-')
		s++;
	return strcasecmp(s, label) == 0;
}

/* A word of a text. */
static int
has_word(const char *s, const char *label)
{
	size_t n;

	while (*label == '-')
		label++;
	n = strlen(label);
	for (const char *p = n ? strstr(s, label) : NULL; p; p = strstr(p + 1, label))
		if ((p == s || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", p[-1])) &&
		    (!p[n] || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", p[n])))
			return 1;
	return 0;
}

static int
is_zero(const fact_tree *t, uint32_t e)
{
	return t->node[e].kind == FACT_INT && strcmp(fact_str(t, e), "0") == 0;
}

/* The last part of what a CALL calls; "". */
static const char *
callee(const fact_tree *t, uint32_t call)
{
	const char *s = t->node[call + 1].kind == FACT_NAME || t->node[call + 1].kind == FACT_ATTR ? fact_str(t, call + 1) : "", *dot = strrchr(s, '.');

	return dot ? dot + 1 : s;
}

/* The expression that is true where, and only where, what is asked for is the label that stands at a STR; 0. */
static uint32_t
test_of(const closed *k, uint32_t str)
{
	static const char *const compares[] = {"strcmp", "strcasecmp", "stricmp", "_stricmp", "g_strcmp0", "g_ascii_strcasecmp", "wcscmp", "xstrcmp"},
	    *const equals[] = {"streq", "STREQ", "g_str_equal", "str_equal"};
	const fact_tree *t = k->t;
	uint32_t up = k->c->up[str], e;

	if (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "==") == 0)
		return closed_is_c(k, up) ? 0 : up;
	if (t->node[up].kind != FACT_ARG || *fact_str(t, up))
		return 0;
	e = k->c->up[up];
	if (t->node[e].kind != FACT_CALL)
		return 0;
	if (AS_AMONG(callee(t, e), compares)) {
		up = k->c->up[e];
		if (t->node[up].kind == FACT_UN && strcmp(fact_str(t, up), "not") == 0)
			return up;
		if (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "==") == 0 && is_zero(t, e == up + 1 ? t->node[e].end : up + 1))
			return up;
		return 0;
	}
	if (AS_AMONG(callee(t, e), equals))
		return closed_body(k, t->node[e + 1].str) ? 0 : e;
	if (strcmp(callee(t, e), "count") == 0 && t->node[e + 1].kind == FACT_ATTR && t->node[up].end == t->node[e].end) { /* of what boost and cxxopts parsed */
		up = k->c->up[e];
		if (t->node[up].kind == FACT_BIN && e == up + 1 && is_zero(t, t->node[e].end) &&
		    (strcmp(fact_str(t, up), ">") == 0 || strcmp(fact_str(t, up), "!=") == 0))
			return up;
		return e;
	}
	return 0;
}

/* Is it where an option is declared that is asked for elsewhere: ("name,n", "text") of boost's add_options()? Not where what is given is put somewhere. */
static int
declared(const closed *k, uint32_t str)
{
	const fact_tree *t = k->t;
	uint32_t call = k->c->up[k->c->up[str]], e = call;

	if (t->node[k->c->up[str]].kind != FACT_ARG || t->node[call].kind != FACT_CALL || k->c->up[str] != t->node[call + 1].end)
		return 0;
	for (uint32_t i = t->node[call + 1].end; i < t->node[call].end; i++)
		if (t->node[i].kind == FACT_ADDR || t->node[i].kind == FACT_FUNC || (t->node[i].kind == FACT_ATTR && strcmp(fact_str(t, i), "notifier") == 0))
			return 0;
	while (t->node[e].kind == FACT_CALL)
		e++;
	return t->node[e].kind == FACT_ATTR && strcmp(fact_str(t, e), "add_options") == 0;
}

/* The block that runs where a test holds, which is the whole test of an IF or one of several, one of which is enough; 0. */
static uint32_t
block_of(const closed *k, uint32_t test)
{
	const fact_tree *t = k->t;
	uint32_t up = k->c->up[test];

	while (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "or") == 0) {
		test = up;
		up = k->c->up[up];
	}
	return t->node[up].kind == FACT_IF && !(t->node[up].flags & FACT_PREPROC) && test == up + 1 ? t->node[test].end : 0;
}

/* The value of a row of getopt_long's table that the label names, if it stands in one and nothing is stored for it; 0. */
static uint32_t
row_value(const closed *k, uint32_t str)
{
	const fact_tree *t = k->t;
	uint32_t row = k->c->up[str], up = k->c->up[row], has, flag, value, type;

	if (t->node[row].kind != FACT_LIST || str != row + 1 || t->node[up].kind != FACT_LIST)
		return 0;
	up = k->c->up[k->c->up[up]];
	type = t->node[up].kind == FACT_DECL ? fact_find(t, up, FACT_TYPE) : 0;
	if (!type || strcmp(fact_str(t, type), "option") != 0)
		return 0;
	has = t->node[str].end;
	flag = has < t->node[row].end ? t->node[has].end : 0;
	value = flag && flag < t->node[row].end ? t->node[flag].end : 0;
	if (!value || value >= t->node[row].end || t->node[value].end != t->node[row].end || !(t->node[flag].kind == FACT_NONE || is_zero(t, flag)))
		return 0;
	return t->node[value].kind == FACT_NAME || t->node[value].kind == FACT_STR ? value : 0;
}

/* Does what stands in a loop before node let a round go by? */
static int
goes_by(const fact_tree *t, uint32_t from, uint32_t node)
{
	for (uint32_t i = from; i < node; i++)
		if (t->node[i].kind == FACT_CONTINUE || t->node[i].kind == FACT_GOTO || t->node[i].kind == FACT_LABEL)
			return 1;
	return 0;
}

/* And nothing between lets it pass. */
int
closed_by_getopt(const closed *k, uint32_t sw)
{
	static const char *const gives[] = {"getopt_long", "getopt_long_only", "getopt"};
	const fact_tree *t = k->t;
	uint32_t block = k->c->up[sw], loop = k->c->up[block], subject = sw + 1, call = 0;

	if (t->node[subject].kind != FACT_NAME || t->node[block].kind != FACT_BLOCK || t->node[loop].kind != FACT_WHILE || goes_by(t, loop, sw))
		return 0;
	for (uint32_t i = loop; i < t->node[loop].end; i++)
		if (t->node[i].kind == FACT_ASSIGN && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == t->node[subject].str) {
			if (call || *fact_str(t, i) || t->node[i + 2].kind != FACT_CALL || !AS_AMONG(callee(t, i + 2), gives) || i > sw)
				return 0;
			call = i + 2;
		}
	return call != 0;
}

/* The block of the one CASE of that value; 0. */
static uint32_t
case_of(const closed *k, uint32_t value)
{
	const fact_tree *t = k->t;
	uint32_t file = program_file(k->c->p, value), found = 0;

	for (uint32_t i = file; i < t->node[file].end; i++) {
		uint32_t up = k->c->up[i];
		if (t->node[i].kind != t->node[value].kind || t->node[i].str != t->node[value].str || t->node[up].kind != FACT_CASE || !closed_by_getopt(k, k->c->up[up]))
			continue;
		if (found)
			return 0;
		found = t->node[up].end;
		FACT_EACH_KID(t, up, b)
			found = t->node[b].kind == FACT_BLOCK ? b : found;
		if (found == t->node[up].end || t->node[up].flags & FACT_FALLS)
			return 0;
	}
	return found;
}

int
closed_ends(const closed *k, uint32_t stmt)
{
	static const char *const list[] = {"exit", "_exit", "_Exit", "quick_exit", "abort"};
	const fact_tree *t = k->t;
	uint32_t fn = closed_func(k, stmt);

	if (t->node[stmt].kind == FACT_RETURN)
		return fn && strcmp(fact_str(t, fn), "main") == 0;
	return t->node[stmt].kind == FACT_CALL && AS_AMONG(callee(t, stmt), list) && !closed_body(k, t->node[stmt + 1].str);
}

static int
has_kind(const fact_tree *t, uint32_t from, uint32_t to, const fact_kind *kind, size_t n)
{
	for (uint32_t i = from; i < to; i++)
		for (size_t j = 0; j < n; j++)
			if (t->node[i].kind == kind[j])
				return 1;
	return 0;
}

/* What the block sets whenever it runs, up to the first statement that may leave it. */
static void
sets(const closed *k, closed_place *p)
{
	static const fact_kind leaves[] = {FACT_RETURN, FACT_GOTO, FACT_BREAK, FACT_CONTINUE, FACT_RAISE, FACT_LABEL, FACT_ERROR, FACT_YIELD};
	static const fact_kind calls[] = {FACT_CALL, FACT_FUNC};
	const fact_tree *t = k->t;
	int c = closed_is_c(k, p->block), called = 0;

	FACT_EACH_KID(t, p->block, s) {
		if (closed_ends(k, s)) {
			p->ends = s;
			p->throws = !c && called;
			return;
		}
		if (t->node[s].kind == FACT_ASSIGN && !*fact_str(t, s) && t->node[s + 1].kind == FACT_NAME && p->nset < 4 && (c || !called) &&
		    !has_kind(t, s, t->node[s].end, calls, 2)) {
			closed_var v = closed_variable(k, s + 1);
			if (v.in != CLOSED_NONE) {
				p->set[p->nset].var = v;
				p->set[p->nset++].at = s;
			}
		}
		if (has_kind(t, s, t->node[s].end, leaves, sizeof leaves / sizeof *leaves))
			return;
		called |= has_kind(t, s, t->node[s].end, calls, 2);
	}
}

/* May a CALL be one of a macro that makes text of what it is given? */
static int
spells(const closed *k, uint32_t call)
{
	const chain *c = k->c;
	uint32_t id = k->t->node[call].kind == FACT_CALL ? chain_last(c, call + 1) : UINT32_MAX;

	for (uint32_t d = id < c->nname ? c->dfirst[id] : 0; id < c->nname && d < c->dfirst[id + 1]; d++)
		for (uint32_t i = c->def[d]; k->t->node[c->def[d]].flags & FACT_MACRO && i < k->t->node[c->def[d]].end; i++)
			if (k->t->node[i].kind == FACT_UN && *fact_str(k->t, i) == '#')
				return 1;
	return 0;
}

uint32_t
closed_taken(closed *k, closed_place *p, uint32_t most)
{
	const fact_tree *t = k->t;
	uint32_t n = 0;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end; i++) {
			const char *s = fact_str(t, i);
			uint32_t test, value;
			closed_place *q = &p[n];
			if (t->node[i].kind == FACT_NAME && spelled_else(s, k->label) && t->node[k->c->up[i]].kind == FACT_ARG && spells(k, k->c->up[k->c->up[i]]))
				return 0;
			if (t->node[i].kind != FACT_STR)
				continue;
			if (!has_word(s, k->label)) {
				if (spelled_else(s, k->label))
					return 0;
				continue;
			}
			if (!names_label(s, k->label)) { /* a text for people to read */
				if (strpbrk(s, " \t\n") && !is_python(t, f) && !(t->node[f].flags & FACT_DATA))
					continue;
				return 0;
			}
			if (is_python(t, f) || t->node[f].flags & (FACT_DATA | FACT_ASSEMBLY))
				return 0;
			if (declared(k, i))
				continue;
			if (n == most)
				return 0;
			memset(q, 0, sizeof *q);
			q->place = i;
			if ((test = test_of(k, i)) != 0)
				q->block = block_of(k, test);
			else if ((value = row_value(k, i)) != 0)
				q->block = case_of(k, value);
			if (!q->block || t->node[q->block].kind != FACT_BLOCK || !(q->func = closed_func(k, q->block)) || t->node[q->func].flags & FACT_MACRO)
				return 0;
			sets(k, q);
			if (!q->nset && !q->ends)
				return 0;
			n++;
		}
	return n;
}
