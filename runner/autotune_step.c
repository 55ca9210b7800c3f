/* max-autotune of a step of one row: one kernel with other choices, and the nodes beside it. */
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "kernels/flags.h"

enum { TIMES = 15 };

/* What a step changes that the next one reads. All trials are of the same step. */
typedef struct { int32_t state[AS_ST_WORDS], id; } before;

static int
again(rr_session *s, const before *b, as_err *e)
{
	return s->dev->put(s->dev, s->state, b->state, sizeof b->state, e) < 0 ? -1
	    : s->dev->put(s->dev, s->ids, &b->id, sizeof b->id, e);
}

/* Best of TIMES replays, and the state as it was. */
static int
measure(rr_compiler *c, rr_session *s, rr_artifact *a, const before *b, double *us, as_err *e)
{
	rr_device *dev = c->dev;
	rr_graph *graph = NULL;
	int rc = 0;

	*us = 1e300;
	rr_nodes_resolve(s, a->node, a->n, a->captured);
	if (rr_artifact_run(c, s, a, e) < 0 || dev->capture_begin(dev, e) < 0 ||
	    rr_capture_end(dev, rr_artifact_run(c, s, a, e), &graph, e) < 0)
		return -1;
	for (int i = 0; i < TIMES && rc == 0; i++) {
		double one;
		rc = again(s, b, e) < 0 ? -1 : rr_replay_time(dev, graph, 1, &one, e);
		if (rc == 0 && one < *us)
			*us = one;
	}
	dev->graph_free(dev, graph);
	return rc < 0 ? -1 : again(s, b, e);
}

static void
label(const rr_artifact *a, char *buf, size_t size)
{
	const rr_step_tune *t = &a->step.tune;

	if (!a->step.ref)
		snprintf(buf, size, "%zu nodes", a->n);
	else
		snprintf(buf, size, "one kernel: %d warps, %d copies of %d rows in flight%s", t->warps,
		    t->window, t->chunk, t->evict ? ", evicted first" : "");
}

/* Times a trial and keeps the faster of it and the best so far. Takes `a`. */
static int
judge(rr_compiler *c, rr_session *s, rr_artifact *a, const before *b, cJSON *all,
    rr_artifact **best, double *least, as_err *e)
{
	char text[96];
	double us;

	label(a, text, sizeof text);
	if (cJSON_GetObjectItemCaseSensitive(all, text)) { /* moved to what fits: an old trial */
		rr_artifact_free(c->dev, a);
		return 0;
	}
	if (measure(c, s, a, b, &us, e) < 0) {
		rr_artifact_free(c->dev, a);
		return -1;
	}
	cJSON_AddNumberToObject(all, text, us);
	if (us < *least) {
		rr_artifact_free(c->dev, *best);
		*best = a;
		*least = us;
	} else
		rr_artifact_free(c->dev, a);
	return 0;
}

int
rr_autotune_step(rr_compiler *c, rr_session *s, rr_artifact **a, as_err *e)
{
	const rr_step_tune t = (*a)->step.tune;
	const int other = t.chunk == 4 ? 8 : 4; /* rows a copy */
	const rr_recipe recipe[] = {{.nodes = 1}, {0, {t.warps, t.chunk, t.window - 1, t.evict}},
	    {0, {t.warps, t.chunk, t.window + 1, t.evict}},
	    {0, {t.warps, other, (t.window * t.chunk + other - 1) / other, t.evict}},
	    {0, {t.warps, t.chunk, t.window, !t.evict}}, {0, {24 - t.warps, t.chunk, t.window, t.evict}}};
	cJSON *one = cJSON_CreateObject(), *all = cJSON_AddObjectToObject(one, "us");
	rr_artifact *best = NULL, *next = *a;
	double least = 1e300;
	char text[96];
	before b;

	*a = NULL;
	if (s->dev->get(s->dev, b.state, s->state, sizeof b.state, e) < 0 ||
	    s->dev->get(s->dev, &b.id, s->ids, sizeof b.id, e) < 0) {
		rr_artifact_free(c->dev, next);
		goto fail;
	}
	if (judge(c, s, next, &b, all, &best, &least, e) < 0)
		goto fail;
	for (size_t i = 0; i < sizeof recipe / sizeof *recipe; i++) {
		as_err ignore; /* a choice that does not build is none */
		if (!recipe[i].nodes && recipe[i].tune.window < 1)
			continue;
		if (rr_artifact_make(c, s, &recipe[i], &next, &ignore) == 0 &&
		    judge(c, s, next, &b, all, &best, &least, e) < 0)
			goto fail;
	}
	cJSON_AddStringToObject(one, "op", "decode step");
	label(best, text, sizeof text);
	cJSON_AddStringToObject(one, "chosen", text);
	if (!best->autotune)
		best->autotune = cJSON_CreateArray();
	cJSON_AddItemToArray(best->autotune, one);
	*a = best;
	return 0;
fail:
	rr_artifact_free(c->dev, best);
	cJSON_Delete(one);
	return -1;
}
