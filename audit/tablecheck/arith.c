#include "arith.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

const char *const finding_name[NFINDING] = {
	[CONSISTENT] = "consistent", [INCONSISTENT] = "inconsistent", [KNOWN] = "erratum",
	    [UNDECIDED] = "undecided",
};

/* The cells of one relation on one row. */
typedef struct {
	as_interval box[EXPR_REFS];
	size_t cell[EXPR_REFS]; /* SIZE_MAX: a sum or a rank */
	const char *id[EXPR_REFS];
	int all_figures;
} inputs;

/* Whether the row has all that the relation takes. */
static int
applies(inputs *in, const facts *f, uint32_t row, const relation *r)
{
	in->all_figures = 1;
	if (!facts_row_has(f, row, &r->refs.v[0]))
		return 0;
	for (int i = 0; i < r->refs.n; i++) {
		int have = facts_find(f, row, &r->refs.v[i], &in->box[i], &in->cell[i], &in->id[i]);

		if (have == 0 || (i == 0 && f->v[in->cell[0]].row != row))
			return 0;
		in->all_figures &= have > 0;
	}
	return 1;
}

static finding_verdict
undecided(const char **why, const char *reason)
{
	*why = reason;
	return UNDECIDED;
}

/* A whole number in the range is found with doubles that hold it exactly. */
static finding_verdict
judge_whole(as_interval v, const char **why)
{
	if (!(fabs(v.lo) < 1e15 && fabs(v.hi) < 1e15) || v.hi - v.lo >= 1)
		return undecided(why, "every value with this many digits is possible");
	return ceil(v.lo) <= floor(v.hi) ? CONSISTENT : INCONSISTENT;
}

static finding_verdict
judge(const relation *r, const inputs *in, as_interval *implied, const char **why)
{
	as_interval left, right;

	*implied = (as_interval){NAN, NAN};
	*why = NULL;
	if (!in->all_figures)
		return undecided(why, "a cell is not a number");
	left = expr_range(&r->left, in->box, r->refs.n);
	right = r->op == REL_WHOLE ? left : expr_range(&r->right, in->box, r->refs.n);
	if (isnan(left.lo) || isnan(left.hi) || isnan(right.lo) || isnan(right.hi))
		return undecided(why, "not defined for these values");
	switch (r->op) {
	case REL_WHOLE:
		return judge_whole(left, why);
	case REL_AT_MOST:
		*implied = (as_interval){-INFINITY, right.hi};
		break;
	case REL_AT_LEAST:
		*implied = (as_interval){right.lo, INFINITY};
		break;
	case REL_EQUAL:
		*implied = right;
	}
	if (isinf(implied->lo) && isinf(implied->hi))
		return undecided(why, "the rounding of the other cells leaves any value");
	return left.lo <= implied->hi && left.hi >= implied->lo ? CONSISTENT : INCONSISTENT;
}

/* Appends a word to a text, with a separator between words. */
static void
append(as_keep *keep, const char **text, const char *separator, const char *word)
{
	*text = *text ? as_text(keep, "%s%s%s", *text, separator, word) : word;
}

static void
describe_cells(as_keep *keep, finding *x, const facts *f, const relation *r, const inputs *in)
{
	x->from = x->id = NULL;
	for (int i = 0; i < r->refs.n; i++) {
		const expr_ref *ref = &r->refs.v[i];
		const fact *cell = in->cell[i] == SIZE_MAX ? NULL : &f->v[in->cell[i]];

		if (i > 0) /* the first is the one that it is about */
			append(keep, &x->from, " ", cell ? as_text(keep, "%s%s%s=%s", ref->column, ref->nselect ?
			    "." : "", ref->nselect ? ref->select[0].value : "", cell->value) : as_text(keep, "%s(%s)",
			    ref->kind == REF_SUM ? "sum" : "rank", ref->column));
		if (*in->id[i] && (x->id == NULL || strstr(x->id, in->id[i]) == NULL))
			append(keep, &x->id, " ", in->id[i]);
	}
}

/* All variants of relation first on one row; 1 if one of them applies. */
static int
check_row(as_keep *keep, finding *x, const facts *f, const relations *r, size_t first,
    uint32_t row)
{
	finding_verdict best = NFINDING;

	*x = (finding){.row = row};
	for (size_t k = first; k < r->n; k++) {
		const relation *rel = &r->v[k];
		as_interval implied;
		const char *why;
		inputs in;
		finding_verdict v;

		if (!relation_is_variant(rel, &r->v[first]) || !applies(&in, f, row, rel))
			continue;
		v = judge(rel, &in, &implied, &why);
		if (v == CONSISTENT && rel->variant)
			append(keep, &x->by, "|", rel->variant);
		/* one that holds is enough; one that is undecided may hold */
		if (best != NFINDING && (best == CONSISTENT || best == v ||
		    (best == UNDECIDED && v != CONSISTENT)))
			continue;
		best = v;
		x->relation = rel;
		x->cell = &f->v[in.cell[0]];
		x->implied = implied;
		x->why = why;
		describe_cells(keep, x, f, rel, &in);
	}
	x->verdict = best == INCONSISTENT && x->id ? KNOWN : best;
	return best != NFINDING;
}

static int
add(findings *out, const finding *x)
{
	if (as_grow(&out->v, out->n, &out->cap, sizeof *out->v) != 0)
		return -1;
	out->v[out->n++] = *x;
	out->count[x->verdict]++;
	return 0;
}

/* A cell that is published again must agree with what it was before. */
static void
check_again(as_keep *keep, finding *x, const facts *f, size_t i)
{
	static const relation again = {.name = "again",
	    .text = "a cell that is published twice has one value"};
	const fact *b = &f->again[i], *a = &f->v[b->cell];
	const char *id = *a->id ? a->id : b->id;

	*x = (finding){.relation = &again, .row = b->row, .cell = b,
	    .implied = a->figure ? a->range : (as_interval){NAN, NAN}};
	x->verdict = a->figure && b->figure && b->range.lo <= a->range.hi &&
	    b->range.hi >= a->range.lo ? CONSISTENT :
	    *id ? KNOWN : INCONSISTENT;
	x->id = *id ? id : NULL;
	x->from = as_text(keep, "%s:%zu=%s", a->path, a->line, a->value);
}

/* Whether relation k is a variant of an earlier one, and is checked with it. */
static int
is_checked(const relations *r, size_t k)
{
	size_t first = 0;

	while (!relation_is_variant(&r->v[first], &r->v[k]))
		first++;
	return first < k;
}

int
arith_judge(findings *out, const facts *f, const relations *r, as_err *e)
{
	finding x = {0};
	int rc = 0;

	*out = (findings){0};
	for (uint32_t row = 0; row < f->rows.n && rc == 0; row++)
		for (size_t k = 0; k < r->n && rc == 0; k++)
			if (!is_checked(r, k) && check_row(&out->keep, &x, f, r, k, row))
				rc = add(out, &x);
	for (size_t i = 0; i < f->nagain && rc == 0; i++) {
		check_again(&out->keep, &x, f, i);
		rc = add(out, &x);
	}
	if (rc != 0 || out->keep.nomem) {
		findings_free(out);
		return as_nomem(e);
	}
	return 0;
}

void
findings_free(findings *out)
{
	as_keep_free(&out->keep);
	free(out->v);
	*out = (findings){0};
}
