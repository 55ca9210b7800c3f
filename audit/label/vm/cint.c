/* cint.c - see cint.h. */
#include "cint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

#define TYPED 0x80000000u /* in sym of a V_INT: its type is known */

uint32_t
cint_type(vm *m, scope *s, uint32_t type)
{
	const char *name = fact_str(m->t, type);
	uint32_t t, fl = m->t->node[type].flags;
	size_t n;
	cell *c;

	if (fl & (FACT_POINTER | FACT_REF) || type + 1 < m->t->node[type].end)
		return 0;
	if ((t = cint_named(name)) != 0 || strchr(name, ' '))
		return t;
	for (int i = 0; i < 4 && !t; i++) {
		c = s ? scope_find(m, s, vm_id(m, as_last_part(name))) : NULL;
		if (!c || !is_obj(c->v, O_EXT) || strcmp(vm_text(m, c->v.o->name), name) == 0)
			break;
		name = vm_text(m, c->v.o->name);
		t = cint_named(name);
	}
	n = strlen(name);
	if (!t && ((n > 1 && name[n - 1] == '8') || (n > 2 && strcmp(name + n - 2, "16") == 0) || (n > 3 && strcmp(name + n - 3, "8_t") == 0)) && !(c && c->v.kind == V_OBJ))
		return CINT_OPEN;
	return t;
}

value
cint_typed(int64_t i, uint32_t type)
{
	value v = v_int(i);

	v.sym = TYPED | type;
	return v;
}

uint32_t
cint_of(value v)
{
	return v.kind == V_BOOL ? CINT_INT : v.kind == V_INT && v.sym & TYPED ? v.sym & ~TYPED : 0;
}

/* Nothing is known of it but that it is a number. */
static value
lost(value v)
{
	value u = v_unk(0);

	u.flags = VF_NUMBER | (v.flags & VF_LABEL);
	return u;
}

static int64_t
wrapped(int64_t i, uint32_t type)
{
	uint32_t bits = type & 0xff;
	uint64_t mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1, u = (uint64_t)i & mask;

	if (!(type & CINT_UNSIGNED) && bits < 64 && u >> (bits - 1) & 1)
		u |= ~mask;
	return (int64_t)u;
}

value
cint_as(const vm *m, value v, uint32_t type)
{
	uint8_t fl = v.flags & VF_LABEL;

	if (!type || (v.kind != V_INT && v.kind != V_BOOL && v.kind != V_FLOAT) || m->preproc)
		return v;
	if (type & CINT_REAL) {
		v.f = v.kind == V_FLOAT ? v.f : (double)v.i;
		v.f = (type & 0xff) == 32 ? (double)(float)v.f : v.f;
		v.kind = V_FLOAT;
		v.sym = 0;
		return v;
	}
	if (type == CINT_BOOL) {
		v = v_bool(v.kind == V_FLOAT ? v.f != 0 : v.i != 0);
		v.flags = fl;
		return v;
	}
	if (v.kind == V_BOOL && ((type & 0xff) > 1 || type & CINT_UNSIGNED))
		return v;
	if (v.kind == V_FLOAT) {
		if (!(v.f > -9e18 && v.f < 9e18))
			return lost(v);
		v = cint_typed((int64_t)v.f, CINT_LONG);
	}
	if (type == CINT_CHAR || type == CINT_OPEN) {
		if ((v.i < 0 || v.i > 127) && (type == CINT_CHAR || v.sym & TYPED))
			return lost(v);
		v.sym = type == CINT_CHAR ? TYPED | 8 : 0;
	} else {
		v = cint_typed(wrapped(v.i, type), type);
	}
	v.flags = fl;
	return v;
}

static uint32_t
promoted(uint32_t type)
{
	return type && (type & 0xff) < 32 ? CINT_INT : type;
}

/* The type that both become. */
static uint32_t
common(uint32_t a, uint32_t b)
{
	uint32_t x = a & 0xff, y = b & 0xff;

	return x == y ? x | ((a | b) & CINT_UNSIGNED) : x > y ? a : b;
}

/* Is it of a signed type, whichever? */
static int
is_signed(value v)
{
	uint32_t t = promoted(cint_of(v));

	return t ? !(t & CINT_UNSIGNED) : v.i < 0;
}

static int
small(int64_t i)
{
	return i >= 0 && i <= INT32_MAX;
}

/* a op b as numbers of 64 bits; 0: there is no such operator, -1: no value. */
static int
exact(char op, int64_t a, int64_t b, int64_t *r)
{
	switch (op) {
	case '+': return __builtin_add_overflow(a, b, r) ? -1 : 1;
	case '-': return __builtin_sub_overflow(a, b, r) ? -1 : 1;
	case '*': return __builtin_mul_overflow(a, b, r) ? -1 : 1;
	case '/': case '%':
		if (b == 0 || (b == -1 && a == INT64_MIN))
			return -1;
		*r = op == '/' ? a / b : a % b;
		return 1;
	case '&': *r = a & b; return 1;
	case '|': *r = a | b; return 1;
	case '^': *r = a ^ b; return 1;
	case '<':
		if (a < 0 || b < 0 || b > 62 || a > INT64_MAX >> b)
			return -1;
		*r = a << b;
		return 1;
	case '>':
		if (b < 0 || b > 62)
			return -1;
		*r = a >> b;
		return 1;
	default: return 0;
	}
}

/* The same of numbers without a sign, of 64 bits. */
static int
modular(char op, uint64_t a, uint64_t b, uint32_t bits, uint64_t *r)
{
	switch (op) {
	case '+': *r = a + b; return 1;
	case '-': *r = a - b; return 1;
	case '*': *r = a * b; return 1;
	case '/': case '%':
		if (b == 0)
			return -1;
		*r = op == '/' ? a / b : a % b;
		return 1;
	case '&': *r = a & b; return 1;
	case '|': *r = a | b; return 1;
	case '^': *r = a ^ b; return 1;
	case '<': case '>':
		if (b >= bits)
			return -1;
		*r = op == '<' ? a << b : a >> b;
		return 1;
	default: return 0;
	}
}

int
cint_arith(const char *op, value a, value b, value *out)
{
	uint32_t ta = promoted(cint_of(a)), tb = promoted(cint_of(b)), t;
	int shift = *op == '<' || *op == '>', ok;
	int64_t r = 0;
	uint64_t u = 0;

	*out = lost(a);
	out->flags |= b.flags & VF_LABEL;
	if ((op[1] && !(shift && op[1] == *op)) || !strchr("+-*/%&|^<>", *op))
		return 0;
	if (!ta || !tb) {
		ok = exact(*op, a.i, b.i, &r);
		if (ok > 0 && small(r) && small(a.i) && small(b.i)) {
			*out = v_int(r);
		} else if (ok > 0 && is_signed(a) && is_signed(b) && r >= INT32_MIN && r <= INT32_MAX) {
			*out = v_int(r);
		} else {
			return 1;
		}
	} else {
		t = shift ? ta : common(ta, tb);
		if (t & CINT_UNSIGNED) {
			ok = modular(*op, (uint64_t)wrapped(a.i, t), (uint64_t)(shift ? b.i : wrapped(b.i, t)), t & 0xff, &u);
			r = wrapped((int64_t)u, t);
		} else {
			ok = shift && b.i >= (int64_t)(t & 0xff) ? -1 : exact(*op, a.i, b.i, &r);
			if (ok > 0 && wrapped(r, t) != r)
				ok = -1; /* it overflows */
		}
		if (ok <= 0)
			return ok != 0;
		*out = cint_typed(r, t);
	}
	out->flags = (a.flags | b.flags) & VF_LABEL;
	return 1;
}

int
cint_order(value a, value b)
{
	uint32_t ta = promoted(cint_of(a)), tb = promoted(cint_of(b)), t;

	if (ta && tb) {
		t = common(ta, tb);
		if (t & CINT_UNSIGNED) {
			uint64_t x = (uint64_t)wrapped(a.i, t), y = (uint64_t)wrapped(b.i, t);
			return x < y ? -1 : x > y;
		}
	} else if ((a.i < 0 || b.i < 0) && !(is_signed(a) && is_signed(b))) {
		return 2;
	}
	return a.i < b.i ? -1 : a.i > b.i;
}

int
cint_equal(value a, value b)
{
	if (cint_of(a) && cint_of(b))
		return cint_order(a, b) == 0;
	if (a.i >= INT32_MIN && a.i <= INT32_MAX && b.i >= INT32_MIN && b.i <= INT32_MAX)
		return a.i == b.i; /* whatever both become */
	return a.i == b.i ? 1 : -1;
}

value
cint_cast(vm *m, const char *op, value v)
{
	char name[64];
	size_t n = strcspn(op + 1, "*)");
	uint32_t type;

	if (n >= sizeof name)
		return v;
	memcpy(name, op + 1, n);
	name[n] = '\0';
	while (n && name[n - 1] == ' ')
		name[--n] = '\0';
	type = cint_named(name);
	if (!strchr(op, '*'))
		return type == 0 && (v.kind == V_INT || v.kind == V_FLOAT) ? cint_as(m, v, n > 2 && strcmp(name + n - 2, "_t") == 0 ? CINT_OPEN : 0) : cint_as(m, v, type);
	if (v.kind == V_REF && (v.r->v.kind == V_INT || v.r->v.kind == V_FLOAT || v.r->v.kind == V_BOOL) && v.r->ctype != type)
		cell_set(m, v.r, lost(v.r->v)); /* it is written and read as another type */
	return v;
}

void
cint_elements(vm *m, obj *list, uint32_t type)
{
	list->ctype = type;
	for (uint32_t i = 0; type && i < list->m.n; i++) {
		list->m.slot[i].c->ctype = type;
		list->m.slot[i].c->v = cint_as(m, list->m.slot[i].c->v, type);
	}
}
