#include "compile.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "emit.h"
#include "sha256.h"

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

static void
artifact_free(rr_device *dev, rr_artifact *a)
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

void
rr_compiler_close(rr_compiler *c)
{
	for (size_t i = 0; i < c->n; i++)
		artifact_free(c->dev, c->art[i]);
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

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* The joined plan as one node, where it is a step that one kernel can make. 1: it is not. */
static int
make_step(rr_compiler *c, const rr_session *s, rr_artifact *a, as_err *e)
{
	const rr_device *dev = c->dev;
	const char *why;
	int rc = 1;

	if (dev->blocks && !c->cfg.dynamic)
		rc = rr_step_open(&a->step, &c->joined, s->sym, (int)rr_dtype_size(dev->dtype), dev->blocks,
		    dev->shared, &why, e);
	if (rc)
		return rc;
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
make_nodes(rr_compiler *c, rr_session *s, rr_artifact *a, as_err *e)
{
	const long *sym = c->cfg.dynamic ? NULL : s->sym;
	const rr_plan *plan = sym && sym[RR_T] <= c->dev->joins ? &c->joined : &c->fused;
	int rc = make_step(c, s, a, e);

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

/* Addresses of the nodes' pointers, one after another, into p (or NULL). Returns how many. */
static size_t
resolve(const rr_session *s, const rr_node *node, size_t n, void **p)
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

static int
make_artifact(rr_compiler *c, rr_session *s, rr_artifact **out, as_err *e)
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
	else if ((rc = make_nodes(c, s, a, e)) == 0)
		rc = rr_emit(c->dev, a->node, a->n, c->cfg.dynamic ? NULL : s->sym, title, &a->source, e);
	if (rc == 0) {
		as_sha256_of(a->source, strlen(a->source), a->source_sha);
		memcpy(a->id, a->source_sha, 16);
	}
	if (rc == 0 && !a->traced) {
		a->nptr = resolve(s, a->node, a->n, NULL);
		a->captured = calloc(a->nptr, sizeof *a->captured);
		a->args = calloc(a->nptr, sizeof *a->args);
		rc = a->captured && a->args ? 0 : as_nomem(e);
	}
	if (rc == 0 && !a->traced) {
		a->kernels = rr_emit_distinct(a->node, a->n);
		rc = c->dev->build(c->dev, a->source, a->id, &a->build, &a->code, e);
		if (rc == 0)
			as_sha256_of(a->build.object, a->build.nobject, a->object_sha);
		if (rc == 0)
			rc = c->dev->bind(c->dev, a->code, a->node, a->n, e);
	}
	if (rc < 0) {
		artifact_free(c->dev, a);
		return -1;
	}
	*out = a;
	return 0;
}

static int
keep(rr_compiler *c, rr_artifact *a, as_err *e)
{
	rr_artifact **grown = realloc(c->art, (c->n + 1) * sizeof *grown);

	if (!grown) {
		artifact_free(c->dev, a);
		return as_nomem(e);
	}
	c->art = grown;
	c->art[c->n++] = a;
	return 0;
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
	if (make_artifact(c, s, out, e) < 0) {
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

static int
run_nodes(rr_compiler *c, rr_session *s, rr_artifact *a, as_err *e)
{
	void **p = a->args;

	resolve(s, a->node, a->n, p);
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

/* Records the nodes without running them. */
static int
capture(rr_compiler *c, rr_session *s, rr_artifact *a, as_err *e)
{
	double t0 = now_ms();

	resolve(s, a->node, a->n, a->captured);
	if (c->dev->capture_begin(c->dev, e) < 0)
		return -1;
	if (run_nodes(c, s, a, e) < 0) {
		as_err ignore;
		c->dev->capture_end(c->dev, NULL, &ignore);
		return -1;
	}
	if (c->dev->capture_end(c->dev, &a->graph, e) < 0)
		return -1;
	a->capture_ms = now_ms() - t0;
	c->graphs++;
	return 0;
}

static int
addresses_hold(const rr_session *s, const rr_artifact *a)
{
	resolve(s, a->node, a->n, a->args);
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
		return run_nodes(c, s, a, e);
	}
	/* the first call runs as it is, so that libraries load what they load
	 * lazily; then the same nodes are captured for the next one */
	if (run_nodes(c, s, a, e) < 0)
		return -1;
	return graphs ? capture(c, s, a, e) : 0;
}

int
rr_compiler_serve(rr_compiler *c, rr_session *s, rr_served *served, as_err *e)
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
		rc = c ? rr_compiler_serve(c, s, served, e) : rr_session_eager(s, e);
	rr_session_advance(s, valid);
	return rc;
}
