/* cone_keep.c - see cone_impl.h: what code puts where others find it by its name: under a key,
 * in the environment, in a file. Who shares it is told by the words of that name. */
#include "cone_impl.h"

#include <string.h>

#include "words.h"

/* Each word of a text that stands there. */
static void
words(cone *c, uint32_t u, uint32_t node)
{
	const char *s = fact_str(c->t, node);

	for (size_t n; *s; s += n ? n : 1)
		if ((n = cone_word(s)))
			cone_late(c, &c->stored, node, as_intern_find(&c->t->text, s, n), u);
}

void
cone_keep_target(cone *c, uint32_t u, uint32_t target)
{
	const fact_tree *t = c->t;

	for (uint32_t i = target; i < t->node[target].end; i++)
		if (t->node[i].kind == FACT_INDEX && t->node[i + 1].end < t->node[i].end && t->node[t->node[i + 1].end].kind == FACT_STR)
			words(c, u, t->node[i + 1].end);
}

void
cone_keep_call(cone *c, uint32_t u, uint32_t call)
{
	static const char *const keyed[] = {"setdefault", "__setitem__", "setattr", "__setattr__", "setenv", "putenv", "_putenv_s", "setItem", "set_option", "hset"},
	    *const files[] = {"open", "fopen", "fopen64", "freopen", "write_text", "write_bytes", "ofstream", "savetxt", "save"};
	const fact_tree *t = c->t;
	const char *last = t->node[call + 1].kind == FACT_NAME || t->node[call + 1].kind == FACT_ATTR ? fact_str(t, call + 1) : "";
	int file = AS_AMONG(last, files);

	if (strcmp(last, "update") == 0) {
		FACT_EACH_KID(t, call, a) {
			if (t->node[a].kind == FACT_ARG && *fact_str(t, a))
				words(c, u, a);
			for (uint32_t i = a; t->node[a].kind == FACT_ARG && i < t->node[a].end; i++)
				if (t->node[i].kind == FACT_PAIR && t->node[i + 1].kind == FACT_STR)
					words(c, u, i + 1);
		}
	} else if (file || AS_AMONG(last, keyed)) {
		FACT_EACH_KID(t, call, a)
			if (t->node[a].kind == FACT_ARG && t->node[a + 1].kind == FACT_STR) {
				words(c, u, a + 1);
				if (!file)
					break;
			}
		if (file && t->node[call + 1].kind == FACT_ATTR) /* Path("name").open(), .write_text() */
			for (uint32_t i = call + 2; i < t->node[call + 1].end; i++)
				if (t->node[i].kind == FACT_STR)
					words(c, u, i);
	}
}
