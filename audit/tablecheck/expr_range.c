/* expr_range.c - the range of an expression over a box. */
#include <math.h>
#include <string.h>

#include "expr.h"
#include "range.h"

/* A value and its derivative in one of the references, both as ranges. */
typedef struct { as_interval v, d; } dual;

static const as_interval zero = {0, 0}, line = {-INFINITY, INFINITY};
static const as_interval falls = {-INFINITY, 0}, rises = {0, INFINITY};

static int
is_zero(as_interval a)
{
	return a.lo == 0 && a.hi == 0;
}

/* The derivative of a function whose own derivative lies in slope. */
static as_interval
chain(as_interval slope, as_interval inner)
{
	return is_zero(inner) ? zero : as_range_mul(slope, inner);
}

static as_interval
sign_of(as_interval a)
{
	return a.lo >= 0 ? as_range_point(1) : a.hi <= 0 ? as_range_point(-1) : (as_interval){-1, 1};
}

/* The derivative of min or max: of the operand that is taken, or of either. */
static as_interval
of_extreme(const dual *a, const dual *b, int is_max)
{
	if (a->v.lo > b->v.hi)
		return is_max ? a->d : b->d;
	if (b->v.lo > a->v.hi)
		return is_max ? b->d : a->d;
	return as_range_hull(a->d, b->d);
}

static dual
power(const dual *a, int k)
{
	dual r = {as_range_pow(a->v, k), zero};

	if (k > 0)
		r.d = chain(as_range_mul(as_range_point(k), as_range_pow(a->v, k - 1)), a->d);
	return r;
}

static dual
quotient(const dual *a, const dual *b)
{
	dual r;

	r.v = as_range_div(a->v, b->v);
	if (b->v.lo < 0 && b->v.hi > 0) { /* a pole within: it neither rises nor falls */
		r.d = is_zero(a->d) && is_zero(b->d) ? zero : line;
		return r;
	}
	/* a'/b - a b'/b^2 */
	r.d = is_zero(a->d) ? zero : as_range_div(a->d, b->v);
	if (!is_zero(b->d))
		r.d = as_range_sub(r.d, as_range_div(as_range_mul(a->v, b->d), as_range_pow(b->v, 2)));
	return r;
}

/* The tail functions: only the sign of a slope is known. */
static dual
tail(expr_kind kind, const dual *a, const dual *b, const dual *c)
{
	switch (kind) {
	case EX_T_P:
		return (dual){as_range_t_two_sided(a->v, b->v),
		    as_range_add(chain(as_range_mul(falls, sign_of(a->v)), a->d), chain(falls, b->d))};
	case EX_T_UPPER:
		return (dual){as_range_t_upper(a->v, b->v), as_range_add(chain(falls, a->d), chain(line, b->d))};
	case EX_T_QUANTILE:
		return (dual){as_range_t_quantile(a->v, b->v), as_range_add(chain(falls, a->d),
		    chain(falls, b->d))};
	case EX_Z_UPPER:
		return (dual){as_range_z_upper(a->v), chain(falls, a->d)};
	case EX_Z_QUANTILE:
		return (dual){as_range_z_quantile(a->v), chain(falls, a->d)};
	case EX_F_UPPER:
		return (dual){as_range_f_upper(a->v, b->v, c->v),
		    as_range_add(chain(falls, a->d), as_range_add(chain(line, b->d), chain(line, c->d)))};
	case EX_NC_LO:
	case EX_NC_HI:
		return (dual){as_range_nc(a->v, b->v, c->v, kind == EX_NC_HI),
		    as_range_add(chain(rises, a->d), as_range_add(chain(line, b->d), chain(line, c->d)))};
	default:
		return (dual){as_range_hedges(a->v), chain(rises, a->d)};
	}
}

/* Node i over the box, differentiated in reference in (-1: in none). */
static dual
evaluate(const expr *x, int i, const as_interval *box, int in)
{
	const expr_node *n = &x->node[i];
	dual a = {zero, zero}, b = a, c = a;

	if (n->kind == EX_NUM)
		return (dual){as_range_point(n->num), zero};
	if (n->kind == EX_REF)
		return (dual){box[n->arg[0]], n->arg[0] == in ? as_range_point(1) : zero};
	a = evaluate(x, n->arg[0], box, in);
	if (n->kind != EX_POW) { /* what an operation does not take is node 0, which has no other */
		b = evaluate(x, n->arg[1], box, in);
		c = evaluate(x, n->arg[2], box, in);
	}
	switch (n->kind) {
	case EX_NEG: return (dual){as_range_sub(zero, a.v), as_range_sub(zero, a.d)};
	case EX_ADD: return (dual){as_range_add(a.v, b.v), as_range_add(a.d, b.d)};
	case EX_SUB: return (dual){as_range_sub(a.v, b.v), as_range_sub(a.d, b.d)};
	case EX_MUL: return (dual){as_range_mul(a.v, b.v), as_range_add(chain(b.v, a.d), chain(a.v, b.d))};
	case EX_DIV: return quotient(&a, &b);
	case EX_POW: return power(&a, n->arg[1]);
	case EX_MIN: return (dual){as_range_min(a.v, b.v), of_extreme(&a, &b, 0)};
	case EX_MAX: return (dual){as_range_max(a.v, b.v), of_extreme(&a, &b, 1)};
	case EX_SQRT: return (dual){as_range_sqrt(a.v), chain(rises, a.d)};
	case EX_ABS: return (dual){as_range_abs(a.v), chain(sign_of(a.v), a.d)};
	case EX_EXP: return (dual){as_range_exp(a.v), chain(rises, a.d)};
	case EX_LOG: return (dual){as_range_log(a.v), chain(rises, a.d)};
	default: return tail(n->kind, &a, &b, &c);
	}
}

/* The lower end (want < 0) or the upper one: each reference in which the
 * expression rises or falls everywhere is put to the end that gives it, until
 * no more are. */
static double
extreme(const expr *x, const as_interval *whole, int nbox, int want)
{
	as_interval box[EXPR_REFS], v;
	int moved = 1;

	memcpy(box, whole, (size_t)nbox * sizeof *box);
	while (moved) {
		moved = 0;
		for (int i = 0; i < nbox; i++) {
			if (!(box[i].lo < box[i].hi))
				continue;
			as_interval d = evaluate(x, x->n - 1, box, i).d;
			if (!(d.lo >= 0 || d.hi <= 0))
				continue;
			box[i] = as_range_point((d.lo >= 0) == (want < 0) ? box[i].lo : box[i].hi);
			moved = 1;
		}
	}
	v = evaluate(x, x->n - 1, box, -1).v;
	return want < 0 ? v.lo : v.hi;
}

as_interval
expr_range(const expr *x, const as_interval *box, int nbox)
{
	as_interval plain = evaluate(x, x->n - 1, box, -1).v, r;

	if (isnan(plain.lo) || isnan(plain.hi))
		return plain;
	r = (as_interval){extreme(x, box, nbox, -1), extreme(x, box, nbox, 1)};
	/* an end where part of the expression is not defined says nothing */
	if (!(r.lo >= plain.lo))
		r.lo = plain.lo;
	if (!(r.hi <= plain.hi))
		r.hi = plain.hi;
	return r;
}
