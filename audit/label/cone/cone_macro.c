/* cone_macro.c - see cone_impl.h: a label that is a macro of the preprocessor, which a build sets and #ifs ask for: -DLABEL.
 * What stands in an #if that asks for it, in any of its alternatives, is where the label begins. */
#include "cone_impl.h"

#include <string.h>

#include "../facts/cplatform.h"
#include "../program/text_mentions.h"
#include "../program/tree_words.h"

/* The FACT_IF of the preprocessor in whose test the node i of a file stands; 0. */
static uint32_t
asked_in(const fact_tree *t, uint32_t file, uint32_t i)
{
	for (uint32_t at = file, in; at != i && (in = fact_kid_over(t, at, i)) != 0; at = in)
		if (t->node[at].kind == FACT_IF && t->node[at].flags & FACT_PREPROC && in == at + 1)
			return at;
	return 0;
}

/* Does a #define give the macro nothing, or a number or text? */
static int
is_plain_define(const fact_tree *t, uint32_t decl)
{
	uint32_t e = fact_find(t, decl, FACT_DEFAULT);

	return !e || t->node[e + 1].kind == FACT_INT || t->node[e + 1].kind == FACT_FLOAT || t->node[e + 1].kind == FACT_STR;
}

/* What a node of C called like the label says of it. */
enum { SAYS_NOTHING, SAYS_ASKED, SAYS_VALUE, SAYS_DEFAULT, SAYS_OTHER };
static int
says(const fact_tree *t, uint32_t file, uint32_t i)
{
	switch (t->node[i].kind) {
	case FACT_COMMENT: case FACT_STR: case FACT_DECL:
		return SAYS_NOTHING;
	case FACT_NAME:
		if (t->node[i - 1].kind == FACT_DECL && t->node[i - 1].flags & FACT_MACRO)
			return is_plain_define(t, i - 1) ? SAYS_DEFAULT : SAYS_OTHER;
		if (asked_in(t, file, i))
			return SAYS_ASKED;
		if (i > 2 && t->node[i - 1].kind == FACT_ARG && strcmp(fact_str(t, i - 2), "defined") == 0) /* of an #if around a part of an if */
			return SAYS_ASKED;
		return t->node[i - 1].kind == FACT_CALL || t->node[i - 1].kind == FACT_DECL ? SAYS_OTHER : SAYS_VALUE;
	default:
		return SAYS_OTHER;
	}
}

/* Could the label be set or left out by a build at all: is it no name of a compiler or system? */
static int
is_free(const char *label)
{
	int64_t v;

	return *label != '_' && label[strspn(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0' && c_platform(label, NULL, &v) < 0;
}

int
cone_macro(const cone *c, const char *label, cone_reach *r, cone_answer *a)
{
	const fact_tree *t = c->t;
	uint32_t id = as_intern_find(&t->text, label, strlen(label)), n[SAYS_OTHER + 1] = {0};

	if (id >= c->nname || !is_free(label))
		return MACRO_NO;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; i < t->node[f].end && !(t->node[f].flags & FACT_DATA); i++)
			if (t->node[i].str == id)
				n[is_python(t, f) ? t->node[i].kind == FACT_STR || t->node[i].kind == FACT_COMMENT ? SAYS_NOTHING : SAYS_OTHER : says(t, f, i)]++;
	if (n[SAYS_OTHER] || (n[SAYS_VALUE] && !n[SAYS_DEFAULT]))
		return MACRO_NO;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; i < t->node[f].end && !(t->node[f].flags & FACT_DATA) && !is_python(t, f); i++) {
			uint32_t in;

			if (t->node[i].kind == FACT_ERROR && n[SAYS_ASKED]) { /* what could not be read may ask for it */
				cone_visit(r, c->file_unit[program_file_number(c->p, f)]);
				continue;
			}
			if (!(t->node[i].kind == FACT_NAME && t->node[i].str == id) && !(t->node[i].kind == FACT_UNKNOWN && names_label(fact_str(t, i), strlen(fact_str(t, i)), label)))
				continue;
			if (!(in = asked_in(t, f, i))) {
				if (c->owner[i] != UINT32_MAX)
					cone_visit(r, c->owner[i]);
				continue;
			}
			if (a->nplace < sizeof a->place / sizeof *a->place)
				a->place[a->nplace++] = i;
			a->nplaces++;
			for (uint32_t k = in; k < t->node[in].end; k++)
				if (c->owner[k] != UINT32_MAX)
					cone_visit(r, c->owner[k]);
		}
	if (!n[SAYS_ASKED])
		return MACRO_NO;
	a->known = 1;
	return macro_of_builds(label) || tree_has_word(t, label, 0) ? MACRO_BUILD : MACRO_CODE;
}
