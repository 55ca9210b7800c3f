/* cone_missing.c - see cone_impl.h: calls of functions of C that the tree does not have: of those that it declares, and, where a
 * header is missing, of all that is not known. */
#include "cone_impl.h"

#include <string.h>

#include "../program/assembly.h"
#include "../facts/cplatform.h"

/* Has the tree something of one of these kinds under that name? */
static int
has(const cone *c, use w, unsigned kinds)
{
	return c->name[w.name] & kinds;
}

/* May what is called be of a header that is lacking, so that its name says nothing of what it does? */
static int
of_lacking_header(const cone *c, use w)
{
	const char *s = c->t->text.str[w.name];

	return c->lacks[c->unit[w.unit].file] & (LACKS_ALL | LACKS_ALL_AROUND) && !is_known(s, 1) && !c_library_has(c->libraries, s) && !cone_by_using(c, w.unit, w.node, s) && !cone_inherited(c, w);
}

/* Is it declared, and called only in code that no build of the tree asks for? Who builds that brings the function along: it is known,
 * or the macro is of no header outside, which might have the function too, or nobody else can have it. */
static int
brought_along(cone *c, use w)
{
	if (!has(c, w, NAME_DECLARED) || !cone_unasked(c, w.unit, w.node))
		return 0;
	return is_known(c->t->text.str[w.name], 1) || !(c->lacks[c->unit[w.unit].file] & (LACKS_ALL_AROUND | LACKS_FOREIGN_AROUND)) || cone_ours(c, w.name);
}

static void
missing(cone *c, use w)
{
	if (!cone_not_built(c, w.unit, w.node) && !brought_along(c, w))
		cone_hides(c, w.unit, w.node, CONE_CALLED);
}

/* A call of a name that may be the tree's. */
static void
called(cone *c, use w)
{
	if (w.name < c->p->nassembly && c->p->assembly[w.name] & ASM_DEFINED) { /* what macros of it define runs in every program, as far as is known */
		if (!has(c, w, NAME_BODY))
			cone_in_assembly(c, w.name);
		return;
	}
	if (strstr(c->t->text.str[w.name], "##") && cone_pastes(c, &w)) /* led to all that it may come to */
		return;
	if (!has(c, w, NAME_BODY | NAME_CLASS | NAME_VALUE | NAME_SIGNAL) && (has(c, w, NAME_DECLARED) || of_lacking_header(c, w)))
		missing(c, w);
}

void
cone_missing(cone *c)
{
	if (cone_lacking(c) != 0)
		c->nomem = 1;
	for (uint32_t i = 0; i < c->called.n; i++)
		if (c->called.u[i].name < c->nname && !(c->loud_at && c->loud_at[c->called.u[i].node])) /* which hides it already */
			called(c, c->called.u[i]);
	for (uint32_t i = 0; i < c->called_of.n; i++) {
		use w = c->called_of.u[i];
		if (w.name < c->nname && has(c, w, NAME_DECLARED) && !has(c, w, NAME_BODY | NAME_CLASS | NAME_VALUE | NAME_SIGNAL) && !is_known(c->t->text.str[w.name], 1))
			missing(c, w);
	}
}
