/* chain_keep.c - see chain_impl.h: is what a compile call gives to a name of Python ever looked at? */
#include "chain_impl.h"

#include <string.h>

/* The ASSIGN that sets a plain name to what the compile call at `site` gives; 0. */
static uint32_t
given_to(const chain *c, uint32_t site)
{
	const fact_tree *t = c->t;
	uint32_t k = site, up = c->up[k];

	while (t->node[up].kind == FACT_CALL && k == up + 1) { /* torch.compile(m), torch.compile()(m) */
		k = up;
		up = c->up[k];
	}
	return k != site && t->node[up].kind == FACT_ASSIGN && !*fact_str(t, up) && k != up + 1 && t->node[up + 1].kind == FACT_NAME ? up : 0;
}

static int
mentions(const fact_tree *t, uint32_t from, uint32_t end, uint32_t str)
{
	for (uint32_t i = from; i < end; i++)
		if (t->node[i].str == str && t->node[i].kind != FACT_STR && t->node[i].kind != FACT_COMMENT && t->node[i].kind != FACT_ARG)
			return 1;
	return 0;
}

/* Does a statement set the name anew, whatever it was? */
static int
sets_anew(const fact_tree *t, uint32_t k, uint32_t str)
{
	return t->node[k].kind == FACT_ASSIGN && !*fact_str(t, k) && t->node[k + 1].kind == FACT_NAME && t->node[k + 1].str == str &&
	    !mentions(t, t->node[k + 1].end, t->node[k].end, str);
}

/* Does a file of the tree import that one? */
static int
imported(const chain *c, uint32_t file)
{
	for (uint32_t i = 0; i < c->nimport; i++) {
		uint32_t from = program_file(c->p, c->import[i]);
		if (from != file && (program_module(c->p, fact_str(c->t, c->import[i]), from) == file || fact_str(c->t, c->import[i])[0] == '.'))
			return 1;
	}
	return 0;
}

int
chain_kept(const chain *c, uint32_t site)
{
	const fact_tree *t = c->t;
	uint32_t set = given_to(c, site), str, from;

	if (!set || !chain_python(c, site))
		return 1;
	str = t->node[set + 1].str;
	for (uint32_t kid = set, n = c->up[set];; kid = n, n = c->up[n])
		switch (t->node[n].kind) {
		case FACT_BLOCK: case FACT_FILE:
			FACT_EACH_KID(t, n, k) {
				if (k <= kid || !mentions(t, k, t->node[k].end, str))
					continue;
				return !sets_anew(t, k, str);
			}
			if (t->node[n].kind == FACT_FILE) { /* functions may come to it, and other files */
				from = n;
				FACT_EACH_KID(t, n, k)
					if (k < kid && (t->node[k].kind == FACT_FUNC || t->node[k].kind == FACT_CLASS) && mentions(t, k, t->node[k].end, str))
						return 1;
				return imported(c, from);
			}
			break;
		case FACT_FUNC:
			for (uint32_t i = n + 1; i < t->node[n].end; i++) /* of this function alone? */
				if ((t->node[i].kind == FACT_GLOBAL && mentions(t, i + 1, t->node[i].end, str)) ||
				    (t->node[i].kind == FACT_FUNC && mentions(t, i + 1, t->node[i].end, str)))
					return 1;
			return 0;
		case FACT_IF: case FACT_WITH: break;
		case FACT_ELSE: case FACT_FINALLY: case FACT_HANDLER: case FACT_TRY: case FACT_WHILE: case FACT_FOR: case FACT_SWITCH: case FACT_CASE:
			for (uint32_t i = n + 1; i < t->node[n].end; i++) /* another part of it may be next */
				if ((i < set || i >= t->node[set].end) && mentions(t, i, i + 1, str))
					return 1;
			break;
		default: return 1; /* of a class, a lambda */
		}
}
