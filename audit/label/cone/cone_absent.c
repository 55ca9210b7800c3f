/* cone_absent.c - see cone_impl.h: constructors, destructors, operators and other functions that a
 * class of C++ declares and that have no body in the tree. The body is in a library beside it, and may do anything. Each is a
 * unit of its own, which hides, so that it runs where one with a body would: where its class, or its name, is named. It leads nowhere:
 * what hides needs no more.
 *
 * A name may be that of several functions; which of them a body is of is told by their parameters. */
#include "callings.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "../read/protocol.h"
#include "words.h"

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
typedef struct {
	body *b; size_t n; /* ascending by name */
	uint8_t *done;     /* by name of a class: functions of it are defined outside of it */
} bodies;

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
has_body(const cone *c, const use *d, const bodies *in)
{
	const fact_tree *t = c->t;
	int own = t->node[d->node].flags & (FACT_SELF | FACT_STATIC) && !misread(c, c->unit[d->unit].file);

	for (size_t i = as_before(&(body){d->name, 0}, in->b, in->n, sizeof *in->b, by_name); i < in->n && in->b[i].name == d->name; i++) {
		const unit *u = &c->unit[in->b[i].unit];
		if ((!own || d->of == UINT32_MAX || (u->of < c->nname && same_class(c, u->of, d->of))) && (alike(t, d->node, u->node) || (own && d->of < c->nname && is_outside(c, u))))
			return 1;
	}
	for (uint32_t i = 0; i < c->outside_class.n; i++)
		if (own && c->outside_class.u[i].name == d->name && d->of < c->nname && same_class(c, c->outside_class.u[i].of, d->of))
			return 1;
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

/* Does a call have as many arguments as the function may be given, and is it of its class, as far as is known? */
static int
is_called(const cone *c, callings *a, const use *d)
{
	uint32_t p[MOST_PARAMS], most = params(c->t, d->node, p), least = most, with = callings_with(c, a, d->name, d->of);

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
is_unused(const cone *c, callings *a, const bodies *in, const use *d, uint32_t of)
{
	const char *s = c->t->text.str[d->name];

	if (implied(c, d->name, of))
		return d->of < c->nname && in->done[of] && *s != '~';
	return !protocol_asked(s, 0) && (in->done[of] || !is_called(c, a, d) || (!a->of_something[d->name] && is_known(s, 1)));
}

static void
settle(cone *c, callings *a, const bodies *in, use d)
{
	uint32_t of = d.of < c->nname ? d.of : operand(c, d.node), u;

	if (of >= c->nname || (!a->named[of] && !a->far[d.name]) || c->name[d.name] & NAME_SIGNAL || has_body(c, &d, in) || cone_not_built(c, d.unit, d.node) || is_unused(c, a, in, &d, of))
		return;
	u = cone_unit(c, d.node, c->unit[d.unit].file, UNIT_FUNC | UNIT_ABSENT);
	if (c->nomem)
		return;
	c->unit[u].name = d.name;
	c->unit[u].of = a->far[d.name] ? UINT32_MAX : of; /* an object that the tree does not have names no class where it is used */
	c->owner[d.node] = u;
	cone_edge(c, VX_NAME | d.name, u);
	cone_hides(c, u, d.node, CONE_CALLED);
}

void
cone_absent(cone *c)
{
	bodies in = {malloc((c->nunit + 1) * sizeof *in.b), 0, calloc(c->nname + 1, 1)};
	callings a = {0};

	if (!c->declared.n)
		goto out;
	if (!in.b || !in.done || callings_find(c, &a) != 0) {
		c->nomem = 1;
		goto out;
	}
	for (uint32_t u = 0; u < c->nunit; u++)
		if ((c->unit[u].flags & (UNIT_FUNC | UNIT_PYTHON)) == UNIT_FUNC && c->unit[u].name < c->nname) {
			in.b[in.n++] = (body){c->unit[u].name, u};
			if (is_outside(c, &c->unit[u]))
				in.done[c->unit[u].of] = 1;
		}
	qsort(in.b, in.n, sizeof *in.b, by_name);
	for (uint32_t i = 0; i < c->declared.n && !c->nomem; i++)
		settle(c, &a, &in, c->declared.u[i]);
out:
	free(in.b);
	free(in.done);
	callings_clear(&a);
}
