/* closed_other.c - see closed_impl.h: is the label asked for otherwise than by its whole text: by its beginning, a
 * letter, or as what another option is cut short to? What is asked so is no place that is found by the label. */
#include "closed_impl.h"

#include <string.h>
#include <strings.h>

#include "words.h"

/* Does a CALL hold a text against all of another, or only tell it? letter: it is one letter, which may be anything. */
static int
whole(const closed *k, uint32_t call, int letter)
{
	static const char *const list[] = {"strcmp", "strcasecmp", "stricmp", "_stricmp", "g_strcmp0", "strcoll", "count", "fopen", "popen", "fdopen", "setlocale",
		"strcpy", "strcat", "strncat", "getopt", "getopt_long", "getopt_long_only", "add_options"},
	    *const part[] = {"cmp", "chr", "comp", "start", "prefix", "match", "regex", "find"},
	    *const tell[] = {"print", "put", "log", "err", "warn", "usage", "help", "write"};
	uint32_t id = chain_last(k->c, call + 1);
	const char *s = id < k->c->nname ? k->t->text.str[id] : "";

	if (AS_AMONG(s, list))
		return 1;
	for (size_t i = 0; i < sizeof tell / sizeof *tell; i++)
		if (strcasestr(s, tell[i]))
			return 1;
	for (size_t i = 0; letter && i < sizeof part / sizeof *part; i++)
		if (strcasestr(s, part[i]))
			return 0;
	return letter;
}

/* Is a text that the label begins with held against a part of what is given there? */
static int
asks_part(const closed *k, uint32_t str)
{
	const fact_tree *t = k->t;
	uint32_t up = k->c->up[str], other;

	switch (t->node[up].kind) {
	case FACT_ARG: return t->node[k->c->up[up]].kind == FACT_CALL && !whole(k, k->c->up[up], fact_str(t, str)[1] == '\0');
	case FACT_BIN:
		other = str == up + 1 ? t->node[str].end : up + 1;
		return (strcmp(fact_str(t, up), "==") == 0 || strcmp(fact_str(t, up), "!=") == 0) && (t->node[other].kind != FACT_NAME || fact_str(t, str)[1] == '\0');
	case FACT_CASE: return !closed_by_getopt(k, k->c->up[up]);
	default: return 0;
	}
}

/* Does what is asked there let the label through to the place where it is taken: `if (a[0] == '-') { place }`, `if (a[0] != '-') next`? */
static int
lets_through(const closed *k, uint32_t str)
{
	const fact_tree *t = k->t;

	for (uint32_t e = str, up = k->c->up[str]; k->c->up[up] != up && t->node[up].kind != FACT_BLOCK; e = up, up = k->c->up[up]) {
		if (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "!=") == 0)
			return 1;
		if ((t->node[up].kind == FACT_IF || t->node[up].kind == FACT_WHILE) && e == up + 1)
			return k->at->block > t->node[e].end && k->at->block < t->node[t->node[e].end].end;
	}
	return 0;
}

int
closed_otherwise(const closed *k, const uint8_t *in, int own)
{
	const fact_tree *t = k->t;
	const char *label = k->label;
	size_t n;

	while (*label == '-')
		label++;
	n = strlen(label);
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		if (t->node[f].flags & (FACT_DATA | FACT_ASSEMBLY))
			continue;
		for (uint32_t i = f; i < t->node[f].end; i++) {
			const char *s = fact_str(t, i), *core = s;
			size_t len;
			if (t->node[i].kind != FACT_STR || !in[i] || !*s)
				continue;
			while (*core == '-' || *core == '^' || *core == '?')
				core++;
			len = strcspn(core, ".*+?[(|\\$"); /* of a pattern */
			if (strlen(core) > n && len >= n) {
				if (!own && strncmp(core, label, n) == 0 && !strpbrk(core, " \t\n"))
					return 1;
				continue;
			}
			if (len < n && (len > 1 || *s == '-' || (own && (len || !*core))) && /* a letter may be anything in another program */
			    strncasecmp(core, label, len) == 0 && asks_part(k, i) && !(own && lets_through(k, i)))
				return 1;
		}
	}
	return 0;
}
