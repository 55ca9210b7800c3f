/* Verdicts from findings. What a record says of the samples themselves comes
 * first, then counters of what was compiled, then inference: from the number of
 * shapes and the recompile limit, from the time before the first sample, and
 * from speed. Inference decides only where nothing speaks against it. */
#include "verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *
ev_kind_name(ev_kind k)
{
	static const char *const name[] = {"compiled", "partly", "not compiled", "unknown"};

	return name[k];
}

const char *
ev_state_name(ev_state s)
{
	static const char *const name[] = {"holds", "fails", "unknown", "not asked"};

	return name[s];
}

static void
decide(const ev_ctx *x, ev_verdict *v, ev_kind k, const char *evidence, ev_rule_id rule)
{
	v->kind = k;
	v->evidence = evidence;
	v->rule = rule;
	snprintf(v->reason, sizeof v->reason, "%.400s", x->f[rule].text);
}

static ev_kind
kind_of(double k, double n)
{
	return k >= n ? EV_COMPILED : k > 0 ? EV_PARTLY : EV_NOT_COMPILED;
}

/* Two findings in one reason. */
static void
join(const ev_ctx *x, ev_verdict *v, ev_rule_id a, ev_rule_id b)
{
	snprintf(v->reason, sizeof v->reason, "%.235s; %.235s", x->f[a].text, x->f[b].text);
}

static void
infer_prefill(const ev_ctx *x, ev_verdict *v)
{
	ev_state limit = x->f[EV_R_LIMIT].state, time = x->f[EV_R_COMPILE_TIME].state, speed = x->f[EV_R_SPEED].state;
	int no_new = ev_is_dynamic(x) && x->s.symbolic; /* one graph serves: no compile of its own is due */
	int recorded = ev_is_static(x) || ev_is_dynamic(x);
	double n = (double)x->c->nok;

	if (speed == EV_HOLDS && limit != EV_FAILS && (time != EV_FAILS || no_new)) {
		ev_rule_id other = time == EV_HOLDS ? EV_R_COMPILE_TIME : EV_R_LIMIT;

		decide(x, v, EV_COMPILED, "inferred", other);
		join(x, v, other, EV_R_SPEED);
		v->k = v->n = n;
	} else if (speed == EV_FAILS && (limit == EV_FAILS || (time == EV_FAILS && !no_new && recorded)) && time != EV_HOLDS) {
		ev_rule_id other = limit == EV_FAILS ? EV_R_LIMIT : EV_R_COMPILE_TIME;

		decide(x, v, EV_NOT_COMPILED, "inferred", other);
		join(x, v, other, EV_R_SPEED);
		v->k = 0;
		v->n = n;
	} else {
		decide(x, v, EV_OPEN, "none", EV_R_SHAPES);
		join(x, v, EV_R_SHAPES, EV_R_SPEED);
	}
}

static void
judge_decode(const ev_ctx *x, ev_verdict *v)
{
	if (x->f[EV_R_DECODE].state == EV_UNKNOWN || isnan(x->k)) {
		decide(x, v, EV_OPEN, "none", EV_R_DECODE);
		return;
	}
	/* a bound proves nothing alone; nor do counters of none, where the cell is as fast
	 * as if it were compiled */
	if (x->at_most ? x->f[EV_R_SPEED].state != EV_FAILS : x->k == 0 && x->f[EV_R_SPEED].state == EV_HOLDS) {
		decide(x, v, EV_OPEN, "none", EV_R_SPEED);
		join(x, v, EV_R_DECODE, EV_R_SPEED);
		return;
	}
	decide(x, v, kind_of(x->k, x->n), x->at_most ? "inferred" : "counters", EV_R_DECODE);
	v->at_most = x->at_most && x->k > 0;
	v->k = x->k;
	v->n = x->n;
	if (x->at_most)
		join(x, v, EV_R_DECODE, EV_R_SPEED);
}

static void
judge(const ev_ctx *x, ev_verdict *v)
{
	if (!x->c->claims) {
		decide(x, v, EV_NOT_COMPILED, "none", EV_R_BACKEND);
		if (x->f[EV_R_SERVED].state == EV_HOLDS || x->f[EV_R_SERVED].state == EV_FAILS)
			decide(x, v, kind_of(x->k, x->n), "recorded", EV_R_SERVED);
	} else if (x->c->nok == 0)
		decide(x, v, EV_OPEN, "none", EV_R_ERRORS);
	else if (x->f[EV_R_SERVED].state == EV_HOLDS || x->f[EV_R_SERVED].state == EV_FAILS) {
		decide(x, v, kind_of(x->k, x->n), "recorded", EV_R_SERVED);
		v->k = x->k;
		v->n = x->n;
	} else if (x->f[EV_R_FALLBACK].state == EV_FAILS)
		decide(x, v, EV_NOT_COMPILED, "recorded", EV_R_FALLBACK);
	else if (x->f[EV_R_BACKEND].state == EV_FAILS)
		decide(x, v, EV_NOT_COMPILED, "recorded", EV_R_BACKEND);
	else if (!x->c->compile)
		decide(x, v, EV_OPEN, "none", EV_R_BACKEND);
	else if (!x->stage)
		decide(x, v, EV_OPEN, "none", EV_R_COUNTERS);
	else if (ev_is_decode(x->c))
		judge_decode(x, v);
	else if (x->f[EV_R_SHAPES].state == EV_FAILS && x->f[EV_R_SPEED].state == EV_HOLDS) {
		/* padding or batches that are not recorded would explain both */
		decide(x, v, EV_OPEN, "none", EV_R_SPEED);
		join(x, v, EV_R_SHAPES, EV_R_SPEED);
	} else if (x->f[EV_R_SHAPES].state == EV_HOLDS || x->f[EV_R_SHAPES].state == EV_FAILS) {
		decide(x, v, kind_of(x->k, x->n), "counters", EV_R_SHAPES);
		v->k = x->k;
		v->n = x->n;
	} else
		infer_prefill(x, v);
}

void
ev_judge(const ev_ctx *x, ev_verdict *v)
{
	*v = (ev_verdict){.k = NAN, .n = NAN, .evidence = "none"};
	v->rule25 = ev_rule25(x, &v->rule25_why);
	judge(x, v);
	for (int i = 0; i < EV_NRULES; i++)
		if (x->f[i].alarm) {
			v->alarm = 1;
			v->alarm_rule = (ev_rule_id)i;
			/* records that contradict each other prove nothing good, and those that do
			 * on whether it was compiled prove nothing */
			if (v->kind == EV_COMPILED || v->kind == EV_PARTLY || (v->kind == EV_NOT_COMPILED && i == EV_R_SPEED)) {
				decide(x, v, EV_OPEN, "none", (ev_rule_id)i);
				v->k = v->n = NAN;
			}
			break;
		}
	if (v->kind == EV_NOT_COMPILED && x->c->claims && isnan(v->k)) {
		v->k = 0;
		v->n = (double)x->c->nok;
	}
}
