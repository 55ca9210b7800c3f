/* cone_class.c - see cone_impl.h: which methods run where their class is named. Where an object
 * of it is, some run without being called by name: special methods of Python, constructors,
 * destructors and operators of C++, what protocols of the language and of libraries ask
 * for, and all of a class that has a base which is not in the tree or that is handed to what
 * is not. Every other one runs where its name stands. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../read/protocol.h"
#include "words.h"

/* Bases that are not in the tree and call no method of their own accord but special ones. */
static int
quiet_base(const char *s)
{
	static const char *const list[] = {"object", "ABC", "Generic", "Protocol", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "NamedTuple", "TypedDict",
		"Exception", "BaseException", "str", "int", "float", "bytes", "tuple", "list", "dict", "set", "frozenset", "exception", "enable_shared_from_this",
		"true_type", "false_type", "integral_constant", "allocator", "iterator", "runtime_error", "logic_error", "invalid_argument", "out_of_range"};

	return AS_AMONG(s, list) || as_ends_with(s, "Error") || as_ends_with(s, "Warning") || as_ends_with(s, "Exception");
}

void
cone_base(cone *c, uint32_t base, uint32_t cls, const aliases *a)
{
	const fact_tree *t = c->t;
	char full[300];

	while (t->node[base].kind == FACT_INDEX)
		base++;
	if (t->node[base].kind == FACT_ARG || t->node[base].kind == FACT_TYPE) /* a metaclass leads from its file */
		return;
	if (t->node[base].kind == FACT_NAME || t->node[base].kind == FACT_ATTR)
		cone_late(c, &c->bases, base, cone_full(c, base, a, full, sizeof full) == 1 && !quiet_base(as_last_part(full)) ? UINT32_MAX :
		    cone_tail(c, t->node[base].str), cls);
	else
		c->name[cls] |= NAME_FOREIGN;
}

/* Is that a member of what was imported from outside, or a name of it? */
static int
outside(const cone *c, uint32_t to, const aliases *a)
{
	const fact_tree *t = c->t;
	int plain = t->node[to].kind == FACT_NAME;

	while (t->node[to].kind == FACT_ATTR)
		to++;
	if (t->node[to].kind != FACT_NAME)
		return 0;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->a[i].as == t->node[to].str && a->a[i].outside)
			return 1;
	return a->star && plain;
}

void
cone_handed(cone *c, uint32_t node, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t to = node + 1;

	if (to >= t->node[node].end || !outside(c, to, a))
		return;
	for (uint32_t i = t->node[to].end; i < t->node[node].end; i++)
		if (t->node[i].kind == FACT_NAME)
			c->name[t->node[i].str] |= NAME_HANDED;
}

/* Names that stand in code, but as that of a definition. */
static uint8_t *
mentioned(const cone *c)
{
	const fact_tree *t = c->t;
	uint8_t *is = calloc(c->nname + 1, 1);

	for (uint32_t i = 0; is && i < t->n; i++)
		if (t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) {
			uint32_t id = cone_tail(c, t->node[i].str);
			if (id < c->nname)
				is[id] = 1;
		}
	return is;
}

void
cone_classes(cone *c)
{
	const fact_tree *t = c->t;
	uint8_t *is = mentioned(c);
	int more;

	if (!is) {
		c->nomem = 1;
		return;
	}
	for (uint32_t i = 0; i < c->bases.n; i++) {
		use b = c->bases.u[i];
		if (b.name >= c->nname || (!(c->name[b.name] & NAME_CLASS) && !quiet_base(t->text.str[b.name])))
			c->name[b.unit] |= NAME_FOREIGN;
	}
	do { /* and what derives from it */
		more = 0;
		for (uint32_t i = 0; i < c->bases.n; i++) {
			use b = c->bases.u[i];
			uint16_t of = b.name < c->nname ? c->name[b.name] & (NAME_FOREIGN | NAME_HANDED) : 0;
			if (of & ~c->name[b.unit]) {
				c->name[b.unit] |= of;
				more = 1;
			}
			of = c->name[b.unit] & NAME_HANDED; /* its methods may be those of the base */
			if (b.name < c->nname && of & ~c->name[b.name]) {
				c->name[b.name] |= of;
				more = 1;
			}
		}
	} while (more);
	for (uint32_t u = 0; u < c->nunit; u++) {
		const unit *n = &c->unit[u];
		int python = (n->flags & UNIT_PYTHON) != 0;
		const char *s;
		if (n->of >= c->nname || !(n->flags & UNIT_FUNC))
			continue;
		s = n->name < c->nname ? t->text.str[n->name] : "";
		if (n->name >= c->nname || !is[n->name] || c->name[n->name] & NAME_RUN || c->name[n->of] & (NAME_FOREIGN | NAME_HANDED) || protocol_asked(s, python) ||
		    (python ? *s == '_' && as_ends_with(s, "_") : *s == '~' || strncmp(s, "operator", 8) == 0 || n->name == n->of))
			cone_edge(c, (python ? VX_PYNAME : VX_NAME) | n->of, u);
	}
	free(is);
}
