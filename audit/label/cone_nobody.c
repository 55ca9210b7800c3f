/* cone_nobody.c - see cone_impl.h: functions of C++ that a class declares, and that no code of the tree can call, whoever has their
 * bodies: those of a class that nothing names, so that nobody has an object of it; and those that only others choose between, as in
 * sizeof(test<T>(0)), where what could call them does not. What nodes say of a class is not all that the text does, so the text is asked. */
#include "cone_nobody.h"

#include <stdlib.h>
#include <string.h>

static int
has_call(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = node; i < t->node[node].end; i++)
		if (t->node[i].kind == FACT_CALL)
			return 1;
	return 0;
}

/* A node within the class of that name. */
static void
within(const cone *c, class_texts *t, class_text *k, uint32_t node)
{
	const fact_tree *f = c->t;
	uint32_t flags = f->node[node].flags;

	if (f->node[node].kind == FACT_FUNC) {
		member_text *m = class_texts_member(t, k->cls, cone_tail(c, f->node[node].str));
		if (m)
			m->nodes++;
		k->runs |= !(flags & (FACT_SELF | FACT_STATIC | FACT_MACRO)) && *fact_str(f, node) && fact_find(f, node, FACT_BLOCK);
	} else if (f->node[node].kind == FACT_DECL && flags & FACT_STATIC) {
		k->runs |= has_call(f, node);
	}
}

/* The name of the class that a BASE names; UINT32_MAX. */
static uint32_t
base_name(const cone *c, uint32_t base)
{
	uint32_t i = base + 1;

	while (c->t->node[i].kind == FACT_INDEX)
		i++;
	return c->t->node[i].kind == FACT_NAME || c->t->node[i].kind == FACT_ATTR ? cone_tail(c, c->t->node[i].str) : UINT32_MAX;
}

/* Has a CLASS a function of that name, with a body, whatever the preprocessor leaves out? */
static int
has_own(const cone *c, uint32_t cls, uint32_t name)
{
	uint32_t block = fact_find(c->t, cls, FACT_BLOCK);

	if (block)
		FACT_EACH_KID(c->t, block, k)
			if (c->t->node[k].kind == FACT_FUNC && c->t->node[k].flags & (FACT_SELF | FACT_STATIC) && c->t->node[k].str == name && fact_find(c->t, k, FACT_BLOCK))
				return 1;
	return 0;
}

/* A CLASS derives from the class. */
static void
derived(const cone *c, class_texts *t, class_text *k, uint32_t node)
{
	k->base_nodes++;
	for (uint32_t i = 0; i < t->nmember; i++)
		if (t->member[i].cls == k->cls)
			t->member[i].hidden += (uint32_t)has_own(c, node, t->member[i].name);
}

static void
bases(const cone *c, class_texts *t, uint32_t node)
{
	FACT_EACH_KID(c->t, node, b) {
		class_text *k = c->t->node[b].kind == FACT_BASE ? class_texts_class(t, base_name(c, b)) : NULL;
		if (k)
			derived(c, t, k, node);
	}
}

/* What the nodes have of the classes that are asked about, and of their members. */
static void
nodes(const cone *c, class_texts *t)
{
	enum { MOST_NESTED = 16 };
	uint32_t in[MOST_NESTED], n = 0;

	for (uint32_t i = 0; i < c->t->n; i++) {
		class_text *k = c->t->node[i].kind == FACT_CLASS ? class_texts_class(t, cone_tail(c, c->t->node[i].str)) : NULL;
		while (n && c->t->node[in[n - 1]].end <= i)
			n--;
		for (uint32_t b = 0; b < n; b++)
			within(c, t, class_texts_class(t, cone_tail(c, c->t->node[in[b]].str)), i);
		if (c->t->node[i].kind == FACT_CLASS)
			bases(c, t, i);
		if (k) {
			k->nodes++;
			k->derives |= fact_find(c->t, i, FACT_BASE) != 0;
			if (n < MOST_NESTED)
				in[n++] = i;
			else
				k->runs = 1;
		}
	}
}

/* Is the class named nowhere but where it stands, so that nobody can have an object of it, nor call what it has? */
static int
is_unused(const class_text *k)
{
	return !(k->flags & (TEXT_NAMED | TEXT_PARTS | TEXT_ODD)) && !k->bases;
}

static int
names_part(const class_text *k, uint32_t name)
{
	for (uint32_t i = 0; i < k->npart; i++)
		if (k->part[i] == name)
			return 1;
	return 0;
}

/* Is a part that is named C::x another name: a macro, or none that the tree has? */
static int
has_macro(const cone *c, const class_texts *t, const class_text *k)
{
	for (uint32_t i = 0; i < k->npart; i++)
		if (k->part[i] >= c->nname || t->macro[k->part[i]] & MACRO_IS)
			return 1;
	return 0;
}

/* Is the member called nowhere in its class, as far as words tell? */
static int
is_uncalled(const cone *c, const class_texts *t, const class_text *k, const use *d)
{
	const member_text *m = class_texts_member(t, d->of, d->name);

	if (!m || m->odd || m->n != m->nodes || k->flags & (TEXT_CODE | TEXT_ODD) || names_part(k, d->name))
		return 0;
	return !k->nmacro || !class_texts_brings(c, t, k, d->name);
}

/* Has nobody the class, or an object of it, C::x being all that is said of it; but as a base of those that have another member of that name? */
static int
is_out_of_reach(const cone *c, const class_texts *t, const class_text *k, const use *d)
{
	const member_text *m = class_texts_member(t, d->of, d->name);

	if (k->flags & (TEXT_NAMED | TEXT_OWN) || has_macro(c, t, k) || k->bases != k->base_nodes)
		return 0;
	return !k->bases || (m->hidden == k->bases && !t->deduces);
}

/* May nobody call it who has an object that the tree has (1), or whoever has one (2)? */
static int
is_nobodys(const cone *c, const class_texts *t, const use *d)
{
	const class_text *k = class_texts_class(t, d->of);

	if (!k || !k->bodies || k->bodies != k->nodes || k->runs || c->lacks[c->unit[d->unit].file] & (LACKS_ALL | LACKS_ALL_AROUND) || class_texts_pasted(t, c->t->text.str[d->of]))
		return 0;
	return is_unused(k) || (*c->t->text.str[d->name] != '~' && is_out_of_reach(c, t, k, d) && is_uncalled(c, t, k, d)) ? 2 - k->derives : 0;
}

/* Sets what is asked of: the classes and members of d. */
static int
ask(class_texts *t, const use *d, uint32_t n)
{
	uint64_t *key = malloc((n + 1) * sizeof *key);

	t->cls = calloc(n + 1, sizeof *t->cls);
	t->member = calloc(n + 1, sizeof *t->member);
	if (!key || !t->cls || !t->member) {
		free(key);
		return -1;
	}
	for (uint32_t i = 0; i < n; i++)
		key[i] = (uint64_t)d[i].of << 32 | d[i].name;
	qsort(key, n, sizeof *key, cone_by_number);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t cls = (uint32_t)(key[i] >> 32), name = (uint32_t)key[i];
		if (!i || key[i] != key[i - 1])
			t->member[t->nmember++] = (member_text){.cls = cls, .name = name};
		if (!t->ncls || t->cls[t->ncls - 1].cls != cls)
			t->cls[t->ncls++].cls = cls;
	}
	free(key);
	return 0;
}

void
cone_nobody(const cone *c, const use *d, uint32_t n, uint8_t *nobodys)
{
	class_texts t = {0};

	if (n && ask(&t, d, n) == 0 && class_texts_read(c, &t) == 0 && !t.renames) {
		nodes(c, &t);
		for (uint32_t i = 0; i < n; i++)
			nobodys[i] = (uint8_t)is_nobodys(c, &t, &d[i]);
	}
	class_texts_clear(&t);
}
