/* cone_absent.c - see cone_impl.h: constructors, destructors, operators and other functions that a
 * class of C++ declares and that have no body in the tree. The body is in a library beside it, and may do anything. Each is a
 * unit of its own, which hides, so that it runs where one with a body would: where its class, or its name, is named. It leads nowhere:
 * what hides needs no more.
 *
 * A name may be that of several functions; which of them a body is of is told by their parameters. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "protocol.h"
#include "words.h"

enum { MOST_PARAMS = 24 };

static int
is_operator(const char *s)
{
	return strncmp(s, "operator", 8) == 0;
}

/* Does it run without being called by its name? */
static int
implied(const cone *c, uint32_t name, uint32_t of)
{
	const char *s = c->t->text.str[name];

	return *s == '~' || is_operator(s) || name == of;
}

/* Is it what copies an object? */
static int
copies(const cone *c, uint32_t func, uint32_t name, uint32_t of)
{
	uint32_t p = fact_find(c->t, func, FACT_PARAM), type = p ? fact_find(c->t, p, FACT_TYPE) : 0;

	return type && cone_tail(c, c->t->node[type].str) == of && (name == of || strcmp(c->t->text.str[name], "operator=") == 0);
}

void
cone_declared(cone *c, uint32_t u, uint32_t func, uint32_t of)
{
	uint32_t name = cone_tail(c, c->t->node[func].str), flags = c->t->node[func].flags;

	if (name >= c->nname || flags & (FACT_MACRO | FACT_BODILESS | FACT_SIGNAL) || strchr(fact_str(c->t, func), '.') /* a friend of another class */ || (of == UINT32_MAX && !is_operator(c->t->text.str[name])))
		return;
	if (!implied(c, name, of) && !fact_find(c->t, func, FACT_TYPE)) /* a macro of a library */
		return;
	if ((flags & FACT_PRIVATE && implied(c, name, of)) || (flags & FACT_PROTECTED && copies(c, func, name, of))) /* so that nobody makes or copies one: who could is of the class */
		return;
	cone_late(c, &c->declared, func, name, u);
	if (c->declared.n)
		c->declared.u[c->declared.n - 1].of = of;
}

static uint32_t
params(const fact_tree *t, uint32_t func, uint32_t *out)
{
	uint32_t n = 0;

	FACT_EACH_KID(t, func, k)
		if (t->node[k].kind == FACT_PARAM && n < MOST_PARAMS)
			out[n++] = k;
	return n;
}

/* May a function with the parameters of the one be the other? */
static int
alike(const fact_tree *t, uint32_t a, uint32_t b)
{
	static const char *const plain[] = {"int", "char", "bool", "float", "double", "long", "short", "unsigned", "unsigned int", "unsigned char", "unsigned long",
		"long long", "void", "string"};
	uint32_t x[MOST_PARAMS], y[MOST_PARAMS], n = params(t, a, x);

	if (n != params(t, b, y))
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t p = fact_find(t, x[i], FACT_TYPE), q = fact_find(t, y[i], FACT_TYPE);
		const char *s, *r;
		if (!p || !q)
			continue;
		s = as_last_part(fact_str(t, p));
		r = as_last_part(fact_str(t, q));
		if ((t->node[p].flags ^ t->node[q].flags) & FACT_REF || (strcmp(s, r) != 0 ? AS_AMONG(s, plain) && AS_AMONG(r, plain) : !(t->node[p].flags & (FACT_POINTER | FACT_ARRAY)) != !(t->node[q].flags & (FACT_POINTER | FACT_ARRAY))))
			return 0;
	}
	return 1;
}

typedef struct { uint32_t name, unit; } body;

static int
by_name(const void *a, const void *b)
{
	const body *x = a, *y = b;

	return x->name != y->name ? (x->name > y->name) - (x->name < y->name) : (x->unit > y->unit) - (x->unit < y->unit);
}

/* The name of a class up to the arguments of its template. */
static int
same_class(const cone *c, uint32_t a, uint32_t b)
{
	const char *s = c->t->text.str[a], *r = c->t->text.str[b];
	size_t n = strcspn(s, "<");

	return a == b || (n == strcspn(r, "<") && memcmp(s, r, n) == 0);
}

/* Was a file not read whole, so that who is of what class is not sure? */
static int
misread(const cone *c, uint32_t f)
{
	for (uint32_t i = c->p->file[f]; i < c->t->node[c->p->file[f]].end; i++)
		if (c->t->node[i].kind == FACT_ERROR)
			return 1;
	return 0;
}

/* Is the unit a function that is defined outside of its class, where that is implemented? */
static int
is_outside(const cone *c, const unit *u)
{
	return u->of < c->nname && strchr(fact_str(c->t, u->node), '.') != NULL;
}

/* A body of the function; or of another of its name in the same class, outside of that: then what has none there is used by nobody. */
static int
has_body(const cone *c, const use *d, const body *b, size_t n)
{
	const fact_tree *t = c->t;
	int own = t->node[d->node].flags & (FACT_SELF | FACT_STATIC) && !misread(c, c->unit[d->unit].file);

	for (size_t i = as_before(&(body){d->name, 0}, b, n, sizeof *b, by_name); i < n && b[i].name == d->name; i++) {
		const unit *u = &c->unit[b[i].unit];
		if ((!own || d->of == UINT32_MAX || (u->of < c->nname && same_class(c, u->of, d->of))) && (alike(t, d->node, u->node) || (own && d->of < c->nname && is_outside(c, u))))
			return 1;
	}
	return 0;
}

/* The class that an operator outside of classes is for: that of a parameter; UINT32_MAX. */
static uint32_t
operand(const cone *c, uint32_t func)
{
	FACT_EACH_KID(c->t, func, k) {
		uint32_t type = c->t->node[k].kind == FACT_PARAM ? fact_find(c->t, k, FACT_TYPE) : 0, id = type ? cone_tail(c, c->t->node[type].str) : UINT32_MAX;
		if (id < c->nname && c->name[id] & NAME_CLASS)
			return id;
	}
	return UINT32_MAX;
}

/* A call of a member with so many arguments (a bit each) of something that is of that class. */
typedef struct { uint32_t name, of, with; } calling;

/* How the code of C calls what; name: (nname). */
typedef struct {
	uint8_t *of_something; /* by name */
	uint8_t *named;        /* by name: it stands outside of the class that is called so */
	uint8_t *done;         /* by name of a class: functions of it are defined outside of it */
	uint32_t *with;        /* by name: the same bits, where it is not known of what class; all: it names it otherwise */
	uint32_t *type, *near; /* by name of a variable, member or parameter: the class that all of the name are; near: in the file at hand; NO_TYPE, ANY_TYPE */
	uint8_t *kin;          /* by name of a class: one that is asked about, what it derives from and what derives from it */
	uint32_t kin_of;       /* that class; NO_CLASS */
	calling *call; uint32_t n, cap;
} callings;

enum { NO_TYPE = 0, ANY_TYPE = UINT32_MAX, NO_CLASS = UINT32_MAX };

static void
variables(const cone *c, uint32_t from, uint32_t to, uint32_t *type)
{
	const fact_tree *t = c->t;

	for (uint32_t i = from; i + 1 < to; i++) {
		uint32_t name = t->node[i].kind == FACT_PARAM ? t->node[i].str : t->node[i].kind == FACT_DECL && t->node[i + 1].kind == FACT_NAME ? t->node[i + 1].str : UINT32_MAX;
		uint32_t of = name < c->nname ? fact_find(t, i, FACT_TYPE) : 0, id = of ? cone_tail(c, t->node[of].str) : UINT32_MAX;
		if (name >= c->nname)
			continue;
		if (id >= c->nname || !(c->name[id] & NAME_CLASS) || t->node[of].end > of + 1)
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
calls(cone *c, callings *a)
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
		}
		for (uint32_t i = file; i < end; i++) /* of this file no more */
			if (t->node[i].kind == FACT_PARAM || (t->node[i].kind == FACT_NAME && t->node[i - 1].kind == FACT_DECL))
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

/* Does a call have as many arguments as the function may be given, and is it of its class, as far as is known? */
static int
is_called(const cone *c, callings *a, const use *d)
{
	uint32_t p[MOST_PARAMS], most = params(c->t, d->node, p), least = most, with = a->with[d->name];

	if (a->kin_of != d->of) { /* members of a class follow one another */
		memset(a->kin, 0, c->nname);
		mark_kin(c, a, d->of, 0);
		mark_kin(c, a, d->of, 1);
		a->kin_of = d->of;
	}
	for (uint32_t i = 0; i < a->n; i++)
		if (a->call[i].name == d->name && a->kin[a->call[i].of])
			with |= a->call[i].with;
	while (least > 0 && (fact_find(c->t, p[least - 1], FACT_DEFAULT) || c->t->node[p[least - 1]].flags & (FACT_STAR | FACT_STARSTAR)))
		least--;
	if (most && c->t->node[p[most - 1]].flags & FACT_STAR)
		most = MOST_PARAMS;
	for (; least <= most; least++)
		if (with & 1u << least)
			return 1;
	return 0;
}

/* Can nobody use the function, by what else the tree has? Where the class is implemented there, nobody could link who did. */
static int
is_unused(const cone *c, callings *a, const use *d, uint32_t of)
{
	const char *s = c->t->text.str[d->name];

	if (implied(c, d->name, of))
		return d->of < c->nname && a->done[of] && *s != '~';
	return !protocol_asked(s, 0) && (a->done[of] || !is_called(c, a, d) || (!a->of_something[d->name] && is_known(s, 1)));
}

void
cone_absent(cone *c)
{
	body *b = malloc((c->nunit + 1) * sizeof *b);
	callings a = {calloc(c->nname + 1, 1), calloc(c->nname + 1, 1), calloc(c->nname + 1, 1), calloc(c->nname + 1, sizeof *a.with), calloc(c->nname + 1, sizeof *a.type), calloc(c->nname + 1, sizeof *a.near), calloc(c->nname + 1, 1), NO_CLASS, NULL, 0, 0};
	size_t n = 0;

	if (!b || !a.of_something || !a.named || !a.done || !a.with || !a.type || !a.near || !a.kin) {
		c->nomem = 1;
		goto out;
	}
	for (uint32_t u = 0; u < c->nunit; u++)
		if ((c->unit[u].flags & (UNIT_FUNC | UNIT_PYTHON)) == UNIT_FUNC && c->unit[u].name < c->nname) {
			b[n++] = (body){c->unit[u].name, u};
			if (is_outside(c, &c->unit[u]))
				a.done[c->unit[u].of] = 1;
		}
	qsort(b, n, sizeof *b, by_name);
	if (c->declared.n)
		calls(c, &a);
	for (uint32_t i = 0; i < c->declared.n && !c->nomem; i++) {
		use d = c->declared.u[i];
		uint32_t of = d.of < c->nname ? d.of : operand(c, d.node), u;
		if (of >= c->nname || !a.named[of] || c->name[d.name] & NAME_SIGNAL || has_body(c, &d, b, n) || cone_not_built(c, d.unit, d.node))
			continue;
		if (is_unused(c, &a, &d, of))
			continue;
		u = cone_unit(c, d.node, c->unit[d.unit].file, UNIT_FUNC | UNIT_ABSENT);
		if (c->nomem)
			break;
		c->unit[u].name = d.name;
		c->unit[u].of = of;
		c->owner[d.node] = u;
		cone_edge(c, VX_NAME | d.name, u);
		cone_hides(c, u, d.node, "it is called, and is not in the tree");
	}
out:
	free(b);
	free(a.of_something);
	free(a.named);
	free(a.done);
	free(a.with);
	free(a.type);
	free(a.near);
	free(a.kin);
	free(a.call);
}
