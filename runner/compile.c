#include "compile.h"

#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "grow.h"

int
rr_compiler_open(rr_compiler *c, rr_device *dev, const rr_plan *plan, const rr_compile_cfg *cfg,
    as_err *e)
{
	memset(c, 0, sizeof *c);
	c->cfg = *cfg;
	c->serving = cfg->backend;
	c->dev = dev;
	return rr_plan_fuse(&c->fused, plan, 0, e) < 0 ||
	    (dev->joins && rr_plan_fuse(&c->joined, plan, 1, e) < 0) ? -1 : 0;
}

void
rr_compiler_close(rr_compiler *c)
{
	for (size_t i = 0; i < c->n; i++)
		rr_artifact_free(c->dev, c->art[i]);
	free(c->art);
	rr_plan_free(&c->fused);
	rr_plan_free(&c->joined);
	memset(c, 0, sizeof *c);
}

static rr_artifact *
find(const rr_compiler *c, const long sym[RR_NSYM])
{
	for (size_t i = 0; i < c->n; i++)
		if (c->cfg.dynamic || memcmp(c->art[i]->sym, sym, sizeof c->art[i]->sym) == 0)
			return c->art[i];
	return NULL;
}

static int
keep(rr_compiler *c, rr_artifact *a, as_err *e)
{
	if (as_grow_one(&c->art, c->n, sizeof a) != 0) {
		rr_artifact_free(c->dev, a);
		return as_nomem(e);
	}
	c->art[c->n++] = a;
	return 0;
}

/* One kernel a step where that can be, and where it fails to build the nodes that it would replace;
 * max-autotune takes what is fastest. */
static int
shape_artifact(rr_compiler *c, rr_session *s, rr_artifact **out, as_err *e)
{
	const rr_recipe whole = {0}, nodes = {.nodes = 1};

	if (rr_artifact_make(c, s, &whole, out, e) < 0)
		return c->dev->blocks && s->sym[RR_T] == 1 ? rr_artifact_make(c, s, &nodes, out, e) : -1;
	return c->cfg.mode == RR_AUTOTUNE && (*out)->step.ref ? rr_autotune_step(c, s, out, e) : 0;
}

/* A shape met for the first time: compile it, or say why not. *out NULL: eager. */
static int
new_shape(rr_compiler *c, rr_session *s, rr_artifact **out, rr_served *served, as_err *e)
{
	size_t i;

	*out = NULL;
	if (c->serving == RR_NOCOMPILE) {
		served->reason = "fallback";
		return 0;
	}
	if (c->n >= (size_t)c->cfg.limit) {
		for (i = 0; i < c->nrefused && memcmp(c->refused[i], s->sym, sizeof s->sym) != 0; i++)
			;
		if (i == c->nrefused) {
			c->frames++;
			if (i < RR_MAX_LIMIT)
				memcpy(c->refused[c->nrefused++], s->sym, sizeof s->sym);
		}
		if (c->cfg.fullgraph)
			return as_fail(e, NULL, 0,
			    "recompile limit (%d) reached, and fullgraph forbids the uncompiled path", c->cfg.limit);
		c->over_limit++;
		served->reason = "recompile_limit";
		return 0;
	}
	c->frames++;
	if (shape_artifact(c, s, out, e) < 0) {
		if (c->cfg.fullgraph || !c->cfg.has_fallback || c->broken)
			return -1;
		c->broken = 1;
		snprintf(c->error, sizeof c->error, "%s%s%s", e->file, e->file[0] ? ": " : "", e->msg);
		c->serving = c->cfg.fallback;
		c->frames--;
		return new_shape(c, s, out, served, e);
	}
	c->ok++;
	c->captured_ops += (int64_t)s->plan.n;
	return keep(c, *out, e);
}

int
rr_artifact_run(rr_compiler *c, rr_session *s, rr_artifact *a, as_err *e)
{
	void **p = a->args;

	rr_nodes_resolve(s, a->node, a->n, p);
	for (size_t i = 0; i < a->n; i++) {
		int n;
		if (c->dev->run(c->dev, a->code, i, p, s->sym, e) < 0)
			return -1;
		rr_node_refs(&a->node[i], &n);
		p += n;
	}
	return 0;
}

/* Rules that refuse a replay before any address is looked at. */
static int
refused(const rr_compiler *c, const rr_session *s, rr_skip *why)
{
	if (s->plan.cache == RR_SLICE)
		*why = RR_SKIP_HOSTREAD;
	else if (s->plan.cache == RR_GROW && s->sym[RR_PAST] > 0)
		*why = RR_SKIP_ADDRESS; /* storage is new in every step */
	else if (c->cfg.dynamic)
		*why = RR_SKIP_SHAPE;
	else if (s->hold)
		*why = RR_SKIP_HELD;
	else
		return 0;
	return 1;
}

int
rr_capture_end(rr_device *dev, int rc, rr_graph **graph, as_err *e)
{
	as_err ignore;

	if (rc < 0)
		dev->capture_end(dev, NULL, &ignore);
	return rc < 0 ? -1 : dev->capture_end(dev, graph, e);
}

/* Records the nodes without running them. */
static int
capture(rr_compiler *c, rr_session *s, rr_artifact *a, as_err *e)
{
	double t0 = rr_now_ms();

	rr_nodes_resolve(s, a->node, a->n, a->captured);
	if (c->dev->capture_begin(c->dev, e) < 0 ||
	    rr_capture_end(c->dev, rr_artifact_run(c, s, a, e), &a->graph, e) < 0)
		return -1;
	a->capture_ms = rr_now_ms() - t0;
	c->graphs++;
	return 0;
}

static int
addresses_hold(const rr_session *s, const rr_artifact *a)
{
	rr_nodes_resolve(s, a->node, a->n, a->args);
	return memcmp(a->args, a->captured, a->nptr * sizeof *a->args) == 0;
}

static int
serve_artifact(rr_compiler *c, rr_session *s, rr_artifact *a, rr_served *served, as_err *e)
{
	const int graphs = c->cfg.mode != RR_DEFAULT && !c->cfg.no_graphs && !a->traced;
	rr_skip why = RR_SKIP_ADDRESS;
	int skip = graphs && refused(c, s, &why);

	served->artifact = a->id;
	a->calls++;
	if (a->traced) {
		served->path = RR_TRACE;
		return rr_session_eager(s, e);
	}
	if (graphs && !skip && a->graph && addresses_hold(s, a)) {
		served->path = RR_REPLAY;
		a->replays++;
		c->replays++;
		return c->dev->replay(c->dev, a->graph, e);
	}
	served->path = RR_COMPILED;
	if (graphs && (skip || a->graph)) {
		c->skips[why]++;
		served->reason = rr_skip_name(why);
		return rr_artifact_run(c, s, a, e);
	}
	/* the first call runs as it is, so that libraries load what they load
	 * lazily; then the same nodes are captured for the next one */
	if (rr_artifact_run(c, s, a, e) < 0)
		return -1;
	return graphs ? capture(c, s, a, e) : 0;
}

/* Serves the forward that s has prepared. */
static int
serve(rr_compiler *c, rr_session *s, rr_served *served, as_err *e)
{
	rr_artifact *a = find(c, s->sym);

	if (!a && new_shape(c, s, &a, served, e) < 0)
		return -1;
	if (!a) {
		served->path = RR_EAGER;
		return rr_session_eager(s, e);
	}
	return serve_artifact(c, s, a, served, e);
}

int
rr_session_forward(rr_session *s, rr_compiler *c, long rows, long valid, rr_served *served,
    as_err *e)
{
	int rc;

	*served = (rr_served){.path = RR_EAGER};
	rc = rr_session_prepare(s, rows, e);
	if (rc == 0)
		rc = c ? serve(c, s, served, e) : rr_session_eager(s, e);
	rr_session_advance(s, valid);
	return rc;
}
