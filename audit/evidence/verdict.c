/* Verdicts from findings, by a table. What a record says of the samples themselves
 * comes first, then counters of what was compiled, then inference: from the number of
 * shapes and the recompile limit, from the time before the first sample, and from
 * speed. Inference decides only where nothing speaks against it. */
#include "verdict.h"

const char *const ev_kind_name[] = {"compiled", "partly", "not compiled", "unknown"};

const char *const ev_state_name[] = {"holds", "fails", "unknown", "not asked"};

/* What a row asks beside states: of the cell, and of the count that decode found. */
enum {
	CLAIMS = 1, UNCLAIMED = 2, NO_SAMPLE = 4, NO_BLOCK = 8, NO_COUNTERS = 16, DECODE = 32,
	    PREFILL = 64,
	BOUND = 128, COUNTED = 256, NOTHING = 512, ANY_SIZE = 1024, OWN_SIZE = 2048, RECORDED = 4096,
	SLOWER = 8192, /* than uncompiled, by more than a fifth */
	SAYS = 16384   /* it has a record of PyTorch, or rows that say that it is unknown */
};

/* States that a row takes, as a set. */
enum { H = 1 << EV_HOLDS, F = 1 << EV_FAILS, U = 1 << EV_UNKNOWN, N = 1 << EV_NOT_ASKED };

enum { BY_COUNT = EV_OPEN + 1, ALONE = EV_NRULES };

/* The first row whose conditions all hold decides. */
static const struct row {
	unsigned asks;
	struct { ev_rule_id rule; unsigned states; } when[3]; /* states 0: no more */
	int kind;             /* BY_COUNT: by the calls that the rule counted */
	const char *evidence;
	ev_rule_id rule; int also; /* whose sentences are the reason, that on speed last; ALONE */
} table[] = {
	{SAYS, {{EV_R_SERVED, U}}, EV_OPEN, "none", EV_R_SERVED, ALONE},
	{UNCLAIMED, {{EV_R_SERVED, H | F}}, BY_COUNT, "recorded", EV_R_SERVED, ALONE},
	{UNCLAIMED, {{0}}, EV_NOT_COMPILED, "none", EV_R_BACKEND, ALONE},
	{NO_SAMPLE, {{0}}, EV_OPEN, "none", EV_R_ERRORS, ALONE},
	{CLAIMS, {{EV_R_SERVED, H | F}}, BY_COUNT, "recorded", EV_R_SERVED, ALONE},
	{CLAIMS, {{EV_R_FALLBACK, F}}, EV_NOT_COMPILED, "recorded", EV_R_FALLBACK, ALONE},
	{CLAIMS, {{EV_R_BACKEND, F}}, EV_NOT_COMPILED, "recorded", EV_R_BACKEND, ALONE},
	{NO_BLOCK, {{0}}, EV_OPEN, "none", EV_R_BACKEND, ALONE},
	{NO_COUNTERS, {{0}}, EV_OPEN, "none", EV_R_COUNTERS, ALONE},

	{DECODE, {{EV_R_DECODE, U | N}}, EV_OPEN, "none", EV_R_DECODE, ALONE},
	/* a bound proves nothing alone; nor do counters of none, where the cell is as fast
	 * as if it were compiled */
	{DECODE | BOUND, {{EV_R_SPEED, H | U | N}}, EV_OPEN, "none", EV_R_SPEED, EV_R_DECODE},
	{DECODE | COUNTED | NOTHING, {{EV_R_SPEED, H}}, EV_OPEN, "none", EV_R_SPEED, EV_R_DECODE},
	{DECODE | BOUND, {{0}}, BY_COUNT, "inferred", EV_R_DECODE, EV_R_SPEED},
	{DECODE | SLOWER, {{EV_R_DECODE, H}}, EV_OPEN, "none", EV_R_SPEED, EV_R_DECODE},
	{DECODE, {{0}}, BY_COUNT, "counters", EV_R_DECODE, ALONE},

	/* padding or batches that are not recorded would explain both */
	{PREFILL, {{EV_R_SHAPES, F}, {EV_R_SPEED, H}}, EV_OPEN, "none", EV_R_SPEED, EV_R_SHAPES},
	/* never compiled by shapes alone, against time and speed, or against speed by far */
	{PREFILL, {{EV_R_SHAPES, H}, {EV_R_COMPILE_TIME, F}, {EV_R_SPEED, F}}, EV_OPEN, "none", EV_R_SPEED,
	    EV_R_SHAPES},
	{PREFILL | SLOWER, {{EV_R_SHAPES, H}}, EV_OPEN, "none", EV_R_SPEED, EV_R_SHAPES},
	{PREFILL, {{EV_R_SHAPES, H | F}}, BY_COUNT, "counters", EV_R_SHAPES, ALONE},
	{PREFILL, {{EV_R_SPEED, H}, {EV_R_LIMIT, H | U | N}, {EV_R_COMPILE_TIME, H}},
	    EV_COMPILED, "inferred", EV_R_COMPILE_TIME, EV_R_SPEED},
	{PREFILL, {{EV_R_SPEED, H}, {EV_R_LIMIT, H | U | N}, {EV_R_COMPILE_TIME, U | N}},
	    EV_COMPILED, "inferred", EV_R_LIMIT, EV_R_SPEED},
	{PREFILL | ANY_SIZE, {{EV_R_SPEED, H}, {EV_R_LIMIT, H | U | N}},
	    EV_COMPILED, "inferred", EV_R_LIMIT, EV_R_SPEED},
	{PREFILL, {{EV_R_SPEED, F}, {EV_R_LIMIT, F}, {EV_R_COMPILE_TIME, F | U | N}},
	    EV_NOT_COMPILED, "inferred", EV_R_LIMIT, EV_R_SPEED},
	{PREFILL | OWN_SIZE | RECORDED, {{EV_R_SPEED, F}, {EV_R_COMPILE_TIME, F}},
	    EV_NOT_COMPILED, "inferred", EV_R_COMPILE_TIME, EV_R_SPEED},
	{PREFILL, {{0}}, EV_OPEN, "none", EV_R_SHAPES, EV_R_SPEED},
};

/* All that rows may ask, of one cell. */
static unsigned
is(const ev_facts *x, const ev_finding *f)
{
	const ev_finding *d = &f[EV_R_DECODE];
	/* one graph serves: no compile of its own is due */
	const int any = x->dynamic > 0 && x->s.symbolic && !x->sized.graphs;

	const unsigned says = x->torch.of || f[EV_R_SERVED].n > 0 ? SAYS : 0;

	if (!x->c->claims)
		return UNCLAIMED | says;
	return CLAIMS | says | (x->c->nok == 0 ? NO_SAMPLE : 0) | (!x->c->compile ? NO_BLOCK : 0) |
	    (!x->stage && !x->counted ? NO_COUNTERS : 0) | (ev_is_decode(x->c) ? DECODE : PREFILL) |
	    (d->at_most ? BOUND : COUNTED) | (d->k == 0 ? NOTHING : 0) | (any ? ANY_SIZE : OWN_SIZE) |
	    (x->dynamic >= 0 ? RECORDED : 0) | (x->paced.tenth > 1.2 ? SLOWER : 0);
}

static const struct row *
find(const ev_facts *x, const ev_finding *f)
{
	const unsigned all = is(x, f);
	const struct row *t = table;

	for (;; t++) {
		size_t i = 0;

		if ((t->asks & all) != t->asks)
			continue;
		while (i < 3 && t->when[i].states && t->when[i].states & 1u << f[t->when[i].rule].state)
			i++;
		if (i == 3 || !t->when[i].states)
			return t;
	}
}

/* also: the other rule whose sentence is of the reason, that on speed last; ALONE. */
static void
decide(ev_verdict *v, const ev_finding *f, ev_kind k, const char *evidence, ev_rule_id rule,
    int also)
{
	const int swap = rule == EV_R_SPEED;

	v->kind = k;
	v->evidence = evidence;
	v->rule = rule;
	if (also == ALONE)
		snprintf(v->reason, sizeof v->reason, "%.400s", f[rule].text);
	else
		snprintf(v->reason, sizeof v->reason, "%.235s; %.235s", f[swap ? also : (int)rule].text,
		    f[swap ? (int)rule : also].text);
}

static void
judge(const ev_facts *x, const ev_finding *f, ev_verdict *v)
{
	const struct row *t = find(x, f);
	const ev_finding *r = &f[t->rule];
	const int counts = t->kind == BY_COUNT;
	const double nok = (double)x->c->nok;

	*v = (ev_verdict){.k = NAN, .n = NAN, .rule25 = ev_rule25(x)};
	decide(v, f, !counts ? (ev_kind)t->kind : r->k >= r->n ? EV_COMPILED : r->k > 0 ||
	    r->in_part ? EV_PARTLY : EV_NOT_COMPILED, t->evidence, t->rule, t->also);
	if (x->c->claims && (counts || t->kind == EV_COMPILED)) {
		v->k = counts ? r->k : nok;
		v->n = counts ? r->n : nok;
		v->at_most = r->at_most && r->k > 0;
	}
	for (int i = 0; i < EV_NRULES && !v->alarm; i++)
		if (f[i].alarm) {
			v->alarm = 1;
			v->alarm_rule = (ev_rule_id)i;
			/* records that contradict each other prove nothing good, and those that do
			 * on whether it was compiled prove nothing */
			if (v->kind == EV_OPEN || (v->kind == EV_NOT_COMPILED && i != EV_R_SPEED))
				break;
			decide(v, f, EV_OPEN, "none", (ev_rule_id)i, ALONE);
			v->k = v->n = NAN;
		}
	if (v->kind == EV_NOT_COMPILED && x->c->claims && isnan(v->k)) {
		v->k = 0;
		v->n = nok;
	}
}

static void
audit(ev_audit *a, const ev_question *q, ev_run *r, const ev_cell *c, long limit)
{
	a->x = (ev_facts){.runs = q->runs, .nruns = q->nruns, .all = r->common, .recompile = q->recompile};
	ev_gather(&a->x, r, c, limit);
	ev_check(&a->x, a->f);
	judge(&a->x, a->f, &a->v);
}

/* The facts of the run; of each prefill that has a cell end to end, its verdict is one. */
static int
begin(ev_audit *a, const ev_question *q, ev_run *r)
{
	const ev_question sources = {q->runs, q->nruns, q->limit, 0};

	if (ev_common_build(r, &r->common) != 0)
		return -1;
	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		if (!c->claims || strcmp(c->mode, "prefill") != 0 || !ev_other_mode(r, c, "e2e_kv"))
			continue;
		audit(a, &sources, r, c, q->limit);
		if (a->v.kind != EV_OPEN && a->v.n > 0)
			c->of->prefill = a->v.k / a->v.n;
	}
	return 0;
}

int
ev_audit_cell(ev_audit *a, const ev_question *q, ev_run *r, const ev_cell *c)
{
	if (!r->common && begin(a, q, r) != 0)
		return -1;
	audit(a, q, r, c, q->limit);
	return r->keep.nomem ? -1 : 0;
}
