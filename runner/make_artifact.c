/* From a shape that was met for the first time to an artifact: which plan serves it, what its nodes
 * are, their text, and the code that the device makes of it. */
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "emit.h"
#include "sha256.h"

void
rr_artifact_free(rr_device *dev, rr_artifact *a)
{
	if (!a)
		return;
	if (a->graph)
		dev->graph_free(dev, a->graph);
	if (a->code)
		dev->unload(dev, a->code);
	cJSON_Delete(a->autotune);
	rr_step_close(&a->step);
	free(a->captured);
	free(a->args);
	free(a->build.object);
	free(a->build.log);
	free(a->source);
	free(a->node);
	free(a);
}

static void
guard_text(const rr_compiler *c, const rr_session *s, char *out, size_t size)
{
	const long *y = s->sym;
	const char *cache = rr_cache_name(s->plan.cache), *dtype = rr_dtype_name(c->dev->dtype);

	if (c->cfg.dynamic)
		snprintf(out, size, "T>=1 && T<=%ld && cache==%s && dtype==%s", s->plan.batch * s->max_rows,
		    cache, dtype);
	else if (s->plan.cache == RR_GROW)
		snprintf(out, size, "T==%ld && past==%ld && old==%ld && cache==grow && dtype==%s", y[RR_T],
		    y[RR_PAST], y[RR_OLD], dtype);
	else if (s->plan.cache == RR_SLICE)
		snprintf(out, size, "T==%ld && length==%ld && slots==%ld && cache==slice && dtype==%s", y[RR_T],
		    y[RR_SEEN], y[RR_S], dtype);
	else
		snprintf(out, size, "T==%ld && slots==%ld && cache==%s && dtype==%s", y[RR_T], y[RR_S], cache,
		    dtype);
	if (s->plan.batch > 1)
		snprintf(out + strlen(out), size - strlen(out), " && batch==%d", s->plan.batch);
}

/* The joined plan as one node, where it is a step that one kernel can make. 1: it is not. */
static int
make_step(rr_compiler *c, const rr_session *s, const rr_recipe *recipe, rr_artifact *a, as_err *e)
{
	const rr_device *dev = c->dev;
	const char *why;
	int rc = 1;

	if (dev->blocks && !c->cfg.dynamic && !recipe->nodes)
		rc = rr_step_open(&a->step, &c->joined, s->sym, (int)rr_dtype_size(dev->dtype), dev->blocks,
		    dev->shared, &why, e);
	if (rc)
		return rc;
	if (recipe->tune.warps)
		rr_step_set(&a->step, recipe->tune, dev->shared);
	if (!(a->node = calloc(1, sizeof *a->node)))
		return as_nomem(e);
	a->n = 1;
	a->node[0] = (rr_node){.op = {.kind = RR_OP_STEP, .layer = -1}, .step = &a->step};
	rr_step_op(&a->step, &a->node[0].op);
	for (size_t i = 0; i < s->plan.n; i++)
		a->node[0].op.parts += s->plan.op[i].parts;
	return 0;
}

/* Few rows are bound by reading the weights: their products take all that stands beside them. */
static int
make_nodes(rr_compiler *c, rr_session *s, const rr_recipe *recipe, rr_artifact *a, as_err *e)
{
	const long *sym = c->cfg.dynamic ? NULL : s->sym;
	const rr_plan *plan = sym && sym[RR_T] <= c->dev->joins ? &c->joined : &c->fused;
	int rc = make_step(c, s, recipe, a, e);

	if (rc <= 0)
		return rc;
	for (int able = 0; !able; plan = &c->fused) {
		free(a->node);
		if (!(a->node = calloc(plan->n, sizeof *a->node)))
			return as_nomem(e);
		a->n = plan->n;
		able = 1;
		for (size_t i = 0; i < a->n; i++) {
			a->node[i].op = plan->op[i];
			a->node[i].early = plan == &c->joined && i > 0;
			able &= c->dev->choose(c->dev, &a->node[i], sym, 0) > 0 || plan == &c->fused;
		}
	}
	if (c->cfg.mode == RR_AUTOTUNE && sym)
		return rr_autotune(c->dev, s, a->node, a->n, sym, &a->autotune, e);
	return 0;
}

static int
trace_source(const rr_session *s, rr_artifact *a, as_err *e)
{
	size_t size = 0;
	FILE *mem = open_memstream(&a->source, &size);

	if (!mem)
		return as_nomem(e);
	fprintf(mem, "# %s\n", a->guard);
	for (size_t i = 0; i < s->plan.n; i++) {
		char text[512];
		rr_op_text(&s->plan.op[i], text, sizeof text);
		fprintf(mem, "%s\n", text);
	}
	return fclose(mem) != 0 ? as_nomem(e) : 0;
}

const rr_ref *
rr_node_refs(const rr_node *node, int *n)
{
	*n = node->step ? node->step->nref : node->op.nptr;
	return node->step ? node->step->ref : node->op.p;
}

size_t
rr_nodes_resolve(const rr_session *s, const rr_node *node, size_t n, void **p)
{
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		int nref;
		const rr_ref *ref = rr_node_refs(&node[i], &nref);
		for (int k = 0; k < nref; k++, at++)
			if (p)
				p[at] = rr_session_at(s, ref[k]);
	}
	return at;
}

int
rr_artifact_make(rr_compiler *c, rr_session *s, const rr_recipe *recipe, rr_artifact **out,
    as_err *e)
{
	rr_artifact *a = calloc(1, sizeof *a);
	char title[512];
	int rc;

	if (!a)
		return as_nomem(e);
	memcpy(a->sym, s->sym, sizeof a->sym);
	guard_text(c, s, a->guard, sizeof a->guard);
	a->traced = c->serving == RR_TRACEONLY;
	snprintf(title, sizeof title, "refrun %s: %s", s->m->name, a->guard);
	if (a->traced)
		rc = trace_source(s, a, e);
	else if ((rc = make_nodes(c, s, recipe, a, e)) == 0)
		rc = rr_emit(c->dev, a->node, a->n, c->cfg.dynamic ? NULL : s->sym, title, &a->source, e);
	if (rc == 0) {
		as_sha256_of(a->source, strlen(a->source), a->source_sha);
		memcpy(a->id, a->source_sha, 16);
	}
	if (rc == 0 && !a->traced) {
		a->nptr = rr_nodes_resolve(s, a->node, a->n, NULL);
		a->captured = calloc(a->nptr, sizeof *a->captured);
		a->args = calloc(a->nptr, sizeof *a->args);
		rc = a->captured && a->args ? 0 : as_nomem(e);
	}
	if (rc == 0 && !a->traced) {
		a->kernels = rr_emit_distinct(a->node, a->n);
		rc = c->dev->build(c->dev, a->source, a->id, &a->build, &a->code, e) < 0 ||
		    c->dev->bind(c->dev, a->code, a->node, a->n, e) < 0 ? -1 : 0;
	}
	if (rc == 0 && !a->traced)
		as_sha256_of(a->build.object, a->build.nobject, a->object_sha);
	if (rc < 0) {
		rr_artifact_free(c->dev, a);
		return -1;
	}
	*out = a;
	return 0;
}
