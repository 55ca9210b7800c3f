/* callings.c - see callings.h. */
#include "callings.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "words.h"

enum { NO_TYPE = 0, ANY_TYPE = UINT32_MAX, NO_CLASS = UINT32_MAX };

/* Does a node declare the NAME behind it, as a variable or for the elements of what a loop goes through? */
static int
binds(const fact_tree *t, uint32_t node)
{
	return (t->node[node].kind == FACT_DECL || t->node[node].kind == FACT_FOR) && t->node[node + 1].kind == FACT_NAME;
}

static void
variables(const cone *c, uint32_t from, uint32_t to, uint32_t *type)
{
	const fact_tree *t = c->t;

	for (uint32_t i = from; i + 1 < to; i++) {
		uint32_t name = t->node[i].kind == FACT_PARAM ? t->node[i].str : binds(t, i) ? t->node[i + 1].str : UINT32_MAX;
		uint32_t of = name < c->nname ? fact_find(t, i, FACT_TYPE) : 0, id = of ? cone_tail(c, t->node[of].str) : UINT32_MAX;
		if (name >= c->nname)
			continue;
		if (t->node[i].kind == FACT_FOR || id >= c->nname || !(c->name[id] & NAME_CLASS) || t->node[of].end > of + 1)
			id = ANY_TYPE;
		type[name] = type[name] == NO_TYPE || type[name] == id ? id : ANY_TYPE;
	}
}

/* The class of which the member that a CALL names is, if that is told by the name before it; ANY_TYPE. */
static uint32_t
receiver(const cone *c, const callings *a, uint32_t call)
{
	const fact_node *n = c->t->node;
	uint32_t id = n[call + 1].kind == FACT_ATTR && n[call + 2].kind == FACT_NAME ? n[call + 2].str : UINT32_MAX;

	if (n[call + 1].kind == FACT_NAME && c->owner[call] != UINT32_MAX && c->unit[c->owner[call]].of < c->nname) /* of the object itself, or of no class */
		return c->unit[c->owner[call]].of;
	if (id >= c->nname)
		return ANY_TYPE;
	id = a->near[id] != NO_TYPE ? a->near[id] : a->type[id] == NO_TYPE && c->name[id] & NAME_CLASS ? id : a->type[id];
	return id == NO_TYPE ? ANY_TYPE : id;
}

/* Classes that a node stands in, the innermost last. */
enum { MOST_NESTED = 16 };
typedef struct { uint32_t node[MOST_NESTED], n; } nest;

static void
enter(const fact_tree *t, nest *in, uint32_t i)
{
	while (in->n && t->node[in->node[in->n - 1]].end <= i)
		in->n--;
	if (t->node[i].kind == FACT_CLASS && in->n < MOST_NESTED)
		in->node[in->n++] = i;
}

/* Does the node stand within the class of that name? What it says there of its friends and of itself makes no object of it. */
static int
within(const cone *c, const nest *in, uint32_t id)
{
	for (uint32_t k = in->n; k > 0; k--)
		if (cone_tail(c, c->t->node[in->node[k - 1]].str) == id)
			return 1;
	return 0;
}

/* Does a CALL stand in a function of no class, and name what it calls by that alone? That is no member of one. */
static int
of_no_class(const cone *c, const nest *in, uint32_t call)
{
	const unit *u = c->owner[call] != UINT32_MAX ? &c->unit[c->owner[call]] : NULL;

	return !in->n && c->t->node[call + 1].kind == FACT_NAME && u && u->flags & UNIT_FUNC && u->of >= c->nname && !(c->t->node[u->node].flags & (FACT_MACRO | FACT_SELF)) && !strchr(fact_str(c->t, u->node), '.');
}

/* Is the ATTR a member of something that begins with a name which the tree does not declare, extern only or not at all? */
static int
of_far(const cone *c, const callings *a, uint32_t node)
{
	const fact_node *n = c->t->node;
	uint32_t base = node + 1, id;

	while (base < n[node].end && n[base].kind != FACT_NAME)
		base++;
	id = n[node].kind == FACT_ATTR && base < n[node].end ? n[base].str : UINT32_MAX;
	return id < c->nname && strcmp(c->t->text.str[id], "this") != 0 && strcmp(c->t->text.str[id], "std") != 0 && a->type[id] == NO_TYPE && !(c->name[id] & (NAME_BODY | NAME_CLASS));
}

static void
one_call(cone *c, callings *a, const nest *in, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t name = cone_tail(c, t->node[call + 1].str), of = receiver(c, a, call), n = 0;

	if (of_no_class(c, in, call))
		return;
	for (uint32_t k = t->node[call + 1].end; k < t->node[call].end; k = t->node[k].end)
		n += t->node[k].kind == FACT_ARG ? t->node[k].flags & FACT_STAR ? MOST_PARAMS : 1 : 0;
	if (of == ANY_TYPE || n >= MOST_PARAMS)
		a->with[name] |= n >= MOST_PARAMS ? UINT32_MAX : 1u << n;
	else if (cone_grow(c, &a->call, a->n, &a->cap, sizeof *a->call) == 0)
		a->call[a->n++] = (calling){name, of, 1u << n};
}

static void
mention(const cone *c, callings *a, const nest *in, uint32_t i)
{
	const fact_tree *t = c->t;
	int k = t->node[i].kind;
	uint32_t id = k == FACT_NAME || k == FACT_ATTR || k == FACT_TYPE ? cone_tail(c, t->node[i].str) : UINT32_MAX;
	const unit *u = c->owner[i] != UINT32_MAX ? &c->unit[c->owner[i]] : NULL;

	if (id < c->nname && !(u && (u->of == id || (t->node[u->node].kind == FACT_CLASS && cone_tail(c, t->node[u->node].str) == id))) && !within(c, in, id))
		a->named[id] = 1;
}

/* The end of the operand, in parentheses, that stands at s and is not evaluated, as in sizeof(f(0)); NULL: there is none. */
static const char *
past_unevaluated(const char *s)
{
	static const char *const with[] = {"sizeof", "decltype", "noexcept", "alignof"};
	size_t n = cone_word(s), depth = 0;
	char word[16];

	if (n >= sizeof word)
		return NULL;
	memcpy(word, s, n);
	word[n] = '\0';
	if (!AS_AMONG(word, with))
		return NULL;
	for (s += n; *s == ' '; s++) {}
	if (*s != '(')
		return NULL;
	do
		depth += *s == '(' ? 1 : *s == ')' ? (size_t)-1 : 0;
	while (*s++ && depth);
	return depth ? NULL : s;
}

/* Is the word, in text that was not taken apart, only ever an operand that is not evaluated? How long an array is may be asked of a call. */
static int
unevaluated(const fact_tree *t, uint32_t node, const char *word)
{
	const char *s = fact_str(t, node), *past;

	if (t->node[node].kind != FACT_UNKNOWN || strpbrk(s, "[\"'#"))
		return 0;
	for (size_t n; *s; s += n ? n : 1) {
		n = cone_word(s);
		if (n && (past = past_unevaluated(s)) != NULL)
			n = (size_t)(past - s);
		else if (n && strlen(word) == n && strncmp(s, word, n) == 0)
			return 0;
	}
	return 1;
}

static void
read_all(cone *c, callings *a)
{
	const fact_tree *t = c->t;

	variables(c, 0, t->n, a->type);
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f], end = is_python(t, file) ? file : t->node[file].end;
		nest in = {.n = 0};
		variables(c, file, end, a->near);
		for (uint32_t i = file + 1; i < end; i++) {
			enter(t, &in, i);
			mention(c, a, &in, i);
			if ((t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_ATTR) || cone_tail(c, t->node[i].str) >= c->nname)
				continue;
			if (t->node[i - 1].kind == FACT_CALL)
				one_call(c, a, &in, i - 1);
			else
				a->with[cone_tail(c, t->node[i].str)] = UINT32_MAX;
			a->far[cone_tail(c, t->node[i].str)] |= of_far(c, a, i);
		}
		for (uint32_t i = file; i < end; i++) /* of this file no more */
			if (t->node[i].kind == FACT_PARAM || (i > file && binds(t, i - 1)))
				a->near[t->node[i].str] = NO_TYPE;
	}
	for (uint32_t i = 0; i < c->spelled.n; i++) {
		use w = c->spelled.u[i];
		if (unevaluated(t, w.node, t->text.str[w.name]))
			continue;
		a->with[w.name] = UINT32_MAX;
		a->named[w.name] |= !strstr(fact_str(t, w.node), "##");
	}
	for (uint32_t i = 0; i < c->called_of.n; i++)
		if (c->called_of.u[i].name < c->nname)
			a->of_something[c->called_of.u[i].name] = 1;
}

/* Marks the bases of a class (or, turned, what derives from it). */
static void
mark_kin(const cone *c, callings *a, uint32_t cls, int turned)
{
	int more;

	a->kin[cls] = (uint8_t)(1 + turned);
	do {
		more = 0;
		for (uint32_t i = 0; i < c->nderived; i++) {
			uint32_t from = (turned ? c->derived[i].base : c->derived[i].cls) & ~VX_PYNAME, to = (turned ? c->derived[i].cls : c->derived[i].base) & ~VX_PYNAME;
			if (from < c->nname && to < c->nname && a->kin[from] == 1 + turned && !a->kin[to])
				more = a->kin[to] = (uint8_t)(1 + turned);
		}
	} while (more);
}

static int
by_name(const void *a, const void *b)
{
	const calling *x = a, *y = b;

	return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : (x->of > y->of) - (x->of < y->of);
}

int
callings_find(cone *c, callings *a)
{
	size_t n = c->nname + 1;

	*a = (callings){calloc(n, 1), calloc(n, 1), calloc(n, sizeof *a->with), calloc(n, sizeof *a->type), calloc(n, sizeof *a->near), calloc(n, 1), calloc(n, 1), NO_CLASS, NULL, 0, 0};
	if (!a->of_something || !a->named || !a->with || !a->type || !a->near || !a->far || !a->kin)
		return -1;
	read_all(c, a);
	if (a->n)
		qsort(a->call, a->n, sizeof *a->call, by_name);
	return c->nomem ? -1 : 0;
}

void
callings_clear(callings *a)
{
	free(a->of_something);
	free(a->named);
	free(a->with);
	free(a->type);
	free(a->near);
	free(a->far);
	free(a->kin);
	free(a->call);
}

uint32_t
callings_with(const cone *c, callings *a, uint32_t name, uint32_t of)
{
	uint32_t with = a->with[name];

	if (a->kin_of != of) { /* members of a class follow one another */
		memset(a->kin, 0, c->nname);
		mark_kin(c, a, of, 0);
		mark_kin(c, a, of, 1);
		a->kin_of = of;
	}
	for (size_t i = as_before(&(calling){name, 0, 0}, a->call, a->n, sizeof *a->call, by_name); i < a->n && a->call[i].name == name; i++)
		if (a->kin[a->call[i].of])
			with |= a->call[i].with;
	return with;
}
