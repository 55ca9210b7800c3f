/* cone_built.c - see cone_impl.h: code of C that the preprocessor leaves out: of another
 * system or compiler, or for a stand-in of what is otherwise there, where no file of the
 * tree defines the macro that asks for it. */
#include "cone_impl.h"

#include <ctype.h>
#include <string.h>

#include "cplatform.h"

/* Has the macro's name the word stub, mock or fake? */
static int
stand_in(const char *name)
{
	static const char *const list[] = {"stub", "mock", "fake"};

	for (size_t at = 0; name[at]; at++)
		for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
			size_t k = 0;
			while (list[i][k] && tolower((unsigned char)name[at + k]) == list[i][k])
				k++;
			if (!list[i][k])
				return 1;
		}
	return 0;
}

/* 1: so defined; 0: not; -1: a build may do either. */
static int
defined_as(const cone *c, const char *name, uint32_t id)
{
	int64_t v;
	int is = c_platform(name, NULL, &v);

	if (is >= 0)
		return is && v != 0;
	return stand_in(name) && !(id < c->nname && c->name[id] & NAME_VALUE) ? 0 : -1;
}

static int
holds(const cone *c, uint32_t e)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, e);
	uint32_t a;
	int l, r;

	switch (t->node[e].kind) {
	case FACT_INT: return strcmp(s, "0") != 0;
	case FACT_NAME: return defined_as(c, s, t->node[e].str);
	case FACT_CALL:
		a = fact_find(t, e, FACT_ARG);
		if (strcmp(fact_str(t, e + 1), "defined") != 0 || !a || t->node[a + 1].kind != FACT_NAME)
			return -1;
		return defined_as(c, fact_str(t, a + 1), t->node[a + 1].str);
	case FACT_UN:
		l = holds(c, e + 1);
		return strcmp(s, "not") != 0 || l < 0 ? -1 : !l;
	case FACT_BIN:
		if (strcmp(s, "and") != 0 && strcmp(s, "or") != 0)
			return -1;
		l = holds(c, e + 1);
		r = holds(c, t->node[e + 1].end);
		if (*s == 'a')
			return l == 0 || r == 0 ? 0 : l < 0 || r < 0 ? -1 : 1;
		return l == 1 || r == 1 ? 1 : l < 0 || r < 0 ? -1 : 0;
	default: return -1;
	}
}

int
cone_not_built(const cone *c, uint32_t file, uint32_t node)
{
	const fact_tree *t = c->t;

	for (uint32_t at = file; at != node;) {
		uint32_t in = fact_kid_over(t, at, node);
		if (!in)
			return 0;
		if (t->node[at].kind == FACT_IF && t->node[at].flags & FACT_PREPROC && in != at + 1 &&
		    holds(c, at + 1) == (in == t->node[at + 1].end ? 0 : 1))
			return 1;
		at = in;
	}
	return 0;
}
