/* chain_option.c - see chain_impl.h: what an option of Python's argparse stores, and what it allows. */
#include "chain_impl.h"

#include <string.h>

#include "words.h"

void
chain_option_given(chain *c, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t action = fact_keyword(t, call, "action"), dest = fact_keyword(t, call, "dest");
	int off = action && t->node[action].kind == FACT_STR && strcmp(fact_str(t, action), "store_false") == 0;

	c->off |= off;
	c->on |= !off;
	if (dest && t->node[dest].kind == FACT_STR)
		c->ident = t->node[dest].str;
}

/* Does an option string name the identifier that it is kept under? */
static int
kept_as(const char *s, const char *ident)
{
	while (*s == '-')
		s++;
	for (; *s && *ident && (*s == *ident || (*s == '-' && *ident == '_')); s++, ident++)
		;
	return !*s && !*ident;
}

/* Does the CALL of add_argument add an option kept under that name? */
static int
adds(const fact_tree *t, uint32_t call, uint32_t name)
{
	uint32_t dest = fact_keyword(t, call, "dest");

	if (dest)
		return t->node[dest].kind == FACT_STR && strcmp(fact_str(t, dest), t->text.str[name]) == 0;
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && !*fact_str(t, a) && t->node[a + 1].kind == FACT_STR && kept_as(fact_str(t, a + 1), t->text.str[name]))
			return 1;
	return 0;
}

/* Are the values that it allows listed there, and the label not among them? */
static int
leaves_out(const chain *c, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t list = fact_keyword(t, call, "choices"), def = fact_keyword(t, call, "default"), n = 0;

	if (!list || (t->node[list].kind != FACT_LIST && t->node[list].kind != FACT_TUPLE) || (def && t->node[def].kind != FACT_STR && t->node[def].kind != FACT_NONE) ||
	    (def && chain_is_label(c, t->node[def].str)))
		return 0;
	FACT_EACH_KID(t, list, k) {
		if (t->node[k].kind != FACT_STR || chain_is_label(c, t->node[k].str))
			return 0;
		n++;
	}
	return n > 0;
}

int
chain_other_choice(chain *c, uint32_t attr, uint32_t scope)
{
	static const char *const parse[] = {"parse_args", "parse_known_args", "parse_intermixed_args"};
	const fact_tree *t = c->t;
	uint32_t name = chain_last(c, attr), add = as_intern_find(&t->text, "add_argument", strlen("add_argument")), e, unit, file, found = 0;

	if (add >= c->nname || c->first[add] == c->first[add + 1] || name >= c->nname || t->node[attr + 1].kind != FACT_NAME || !chain_python(c, attr) ||
	    !(e = chain_defined_by(c, t->node[attr + 1].str, scope, &unit)) || t->node[e].kind != FACT_CALL || chain_last(c, e + 1) >= c->nname ||
	    !AS_AMONG(t->text.str[chain_last(c, e + 1)], parse))
		return 0;
	file = program_file(c->p, e);
	for (uint32_t i = c->first[add]; i < c->first[add + 1]; i++) {
		uint32_t call = c->at[i] - 1;
		if (c->at[i] < file || c->at[i] >= t->node[file].end || t->node[call].kind != FACT_CALL || !adds(t, call, name))
			continue;
		if (!leaves_out(c, call))
			return 0;
		found++;
	}
	return found > 0;
}
