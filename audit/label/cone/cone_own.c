/* cone_own.c - see cone_impl.h: names of C that are a function's own, what makes objects of C++, and what macros of assembly define. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { MOST_OWN = 20000 };

/* A parameter of C's is none of the tree's functions in its body, nor is a variable of it, unless
 * the name stands before it or outside of its block. */
void
cone_own_names(cone *c, uint32_t fn, uint32_t u)
{
	const fact_tree *t = c->t;

	FACT_EACH_KID(t, fn, k)
		if (t->node[k].kind == FACT_PARAM && t->node[k].str < c->nname)
			c->own[t->node[k].str] = u + 1;
	if (t->node[fn].flags & FACT_MACRO || t->node[fn].end - fn > MOST_OWN)
		return;
	for (uint32_t i = fn + 1, block = fn; i < t->node[fn].end; i++) {
		uint32_t id, from, end;
		if (t->node[i].kind == FACT_BLOCK)
			block = i;
		if (t->node[i].kind != FACT_DECL || !fact_find(t, i, FACT_DEFAULT) || (id = t->node[i + 1].str) >= c->nname || c->own[id] == u + 1)
			continue;
		while (t->node[block].end <= i) /* the block that it stands in */
			for (block--; block > fn && t->node[block].kind != FACT_BLOCK; block--)
				;
		for (from = fn, end = t->node[fn].end; from < i && !(t->node[from].kind == FACT_NAME && t->node[from].str == id); from++)
			;
		for (uint32_t k = t->node[block].end; k < end && from == i; k++)
			if (t->node[k].kind == FACT_NAME && t->node[k].str == id)
				from = 0;
		if (from == i)
			c->own[id] = u + 1;
	}
}

int
cone_declares(const cone *c, uint32_t u, uint32_t name)
{
	const fact_tree *t = c->t;
	uint32_t top = c->unit[u].node;

	for (uint32_t i = top; i < t->node[top].end; i++)
		if ((t->node[i].kind == FACT_PARAM && t->node[i].str == name) || (t->node[i].kind == FACT_DECL && i + 1 < t->node[i].end && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == name))
			return 1;
	return 0;
}

/* Has a class members that are initialised, or statements? */
int
cone_initialises(const fact_tree *t, uint32_t cls)
{
	uint32_t block = fact_find(t, cls, FACT_BLOCK);

	for (uint32_t k = block + 1; block && k < t->node[block].end; k++) {
		if (t->node[k].kind == FACT_FUNC)
			k = t->node[k].end - 1;
		else if (t->node[k].kind == FACT_DEFAULT || t->node[k].kind == FACT_CALL || t->node[k].kind == FACT_ERROR)
			return 1;
	}
	return 0;
}

/* Is it an object of C++ at file level that code makes? */
int
cone_makes(const cone *c, uint32_t node)
{
	uint32_t type = c->t->node[node].kind == FACT_DECL ? fact_find(c->t, node, FACT_TYPE) : 0, id;

	if (!type || c->t->node[type].flags & (FACT_POINTER | FACT_REF))
		return 0;
	id = cone_tail(c, c->t->node[type].str);
	return id < c->nname && c->name[id] & NAME_MADE;
}

void
cone_in_assembly(cone *c, uint32_t name)
{
	const fact_tree *t = c->t;

	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f], i = file;
		while (t->node[file].flags & FACT_ASSEMBLY && i < t->node[file].end && t->node[i].str != name)
			i++;
		for (uint32_t u = c->file_unit[f]; t->node[file].flags & FACT_ASSEMBLY && i < t->node[file].end && u < c->nunit && c->unit[u].file == f; u++)
			cone_edge(c, VX_NAME | name, u);
	}
}
