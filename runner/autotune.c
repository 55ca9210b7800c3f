/* max-autotune: every choice that a distinct node offers, timed in place. */
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "emit.h"

enum { MOST_CHOICES = 16, TIMES = 5 };

/* The choices of the nodes like node `first`; in the code they stand from `at` on. */
typedef struct { size_t first, at; rr_node node[MOST_CHOICES]; int n; } trial;

typedef struct {
	rr_device *dev;
	rr_session *s;
	const long *sym;
	rr_node *node;
	size_t n;
	rr_code *code;   /* the nodes, then all choices */
	size_t *serves;  /* (n) what of the code serves each node now */
	trial *t;
	size_t nt;
} tuning;

static int
alike(const rr_op *a, const rr_op *b, const long *sym)
{
	if (a->kind != b->kind || a->ndim != b->ndim)
		return 0;
	for (int i = 0; i < a->ndim; i++)
		if (rr_dim_at(a->d[i], sym) != rr_dim_at(b->d[i], sym))
			return 0;
	return 1;
}

/* Where nodes overlap their neighbours, all of them but the one that ends the step; else the
 * trial's first. */
static int
sweep(const tuning *u, const trial *t, as_err *e)
{
	const int whole = u->n > 1 && u->node[1].early;
	void *p[RR_MAX_PTR];

	for (size_t i = 0; i < u->n; i++) {
		const rr_op *op = &u->node[i].op;
		if (whole ? op->kind == RR_OP_CHOOSE : i != t->first)
			continue;
		for (int k = 0; k < op->nptr; k++)
			p[k] = rr_session_at(u->s, op->p[k]);
		if (u->dev->run(u->dev, u->code, u->serves[i], p, u->sym, e) < 0)
			return -1;
	}
	return 0;
}

int
rr_replay_time(rr_device *dev, rr_graph *graph, int times, double *us, as_err *e)
{
	double t0;

	if (dev->sync(dev, e) < 0)
		return -1;
	t0 = rr_now_ms();
	for (int i = 0; i < times; i++)
		if (dev->replay(dev, graph, e) < 0)
			return -1;
	if (dev->sync(dev, e) < 0)
		return -1;
	*us = (rr_now_ms() - t0) * 1e3 / times;
	return 0;
}

/* Best of TIMES rows of replays, each of about ENOUGH microseconds, after one that warms up. */
static int
measure(const tuning *u, const trial *t, double *us, as_err *e)
{
	enum { ENOUGH = 2000, MOST = 16 };
	rr_device *dev = u->dev;
	rr_graph *graph = NULL;
	double one = 0;
	int rc;

	*us = 1e300;
	if (sweep(u, t, e) < 0 || dev->capture_begin(dev, e) < 0 ||
	    rr_capture_end(dev, sweep(u, t, e), &graph, e) < 0)
		return -1;
	rc = rr_replay_time(dev, graph, 1, &one, e);
	for (int k = 0, times = one < ENOUGH / MOST ? MOST : one < ENOUGH ? (int)(ENOUGH / one) : 1;
	    k < TIMES && rc == 0; k++) {
		rc = rr_replay_time(dev, graph, times, &one, e);
		if (rc == 0 && one < *us)
			*us = one;
	}
	dev->graph_free(dev, graph);
	return rc;
}

void
rr_tile_text(const rr_node *n, char *buf, size_t size)
{
	size_t at = (size_t)snprintf(buf, size, "%d", n->tile[0]);

	for (int i = 1; i < 3 && n->tile[i] && at < size; i++)
		at += (size_t)snprintf(buf + at, size - at, "x%d", n->tile[i]);
}

static void
label(const rr_node *n, char *buf, size_t size)
{
	char text[32];

	rr_tile_text(n, text, sizeof text);
	snprintf(buf, size, n->external ? "blas" : "tile %s", text);
}

static void
collect(tuning *u)
{
	for (size_t i = 0; i < u->n; i++) {
		trial *t = &u->t[u->nt];
		size_t k;
		for (k = 0; k < u->nt && !alike(&u->node[u->t[k].first].op, &u->node[i].op, u->sym); k++)
			;
		if (k < u->nt)
			continue;
		t->first = i;
		t->n = 1;
		for (int c = 0; c < t->n; c++) {
			t->node[c] = u->node[i];
			t->n = u->dev->choose(u->dev, &t->node[c], u->sym, c);
			if (t->n > MOST_CHOICES)
				t->n = MOST_CHOICES;
		}
		u->nt += t->n > 1;
	}
}

/* Lets choice c serve every node like the trial's. */
static void
serve(const tuning *u, const trial *t, int c)
{
	for (size_t k = 0; k < u->n; k++)
		if (alike(&u->node[k].op, &t->node[0].op, u->sym))
			u->serves[k] = t->at + (size_t)c;
}

static int
pick(const tuning *u, const trial *t, cJSON *record, as_err *e)
{
	cJSON *one = cJSON_CreateObject(), *all;
	char text[64];
	double least = 1e300;
	int best = 0;
	rr_dim d[3] = {{RR_CONST, 0}};

	cJSON_AddItemToArray(record, one);
	rr_op_product(&t->node[0].op, d);
	snprintf(text, sizeof text, "%s %ldx%ldx%ld", rr_op_name(t->node[0].op.kind),
	    rr_dim_at(d[0], u->sym), rr_dim_at(d[2], u->sym), rr_dim_at(d[1], u->sym));
	cJSON_AddStringToObject(one, "op", text);
	all = cJSON_AddObjectToObject(one, "us");
	for (int c = 0; c < t->n; c++) {
		double us;
		serve(u, t, c);
		if (measure(u, t, &us, e) < 0)
			return -1;
		label(&t->node[c], text, sizeof text);
		cJSON_AddNumberToObject(all, text, us);
		if (us < least) {
			least = us;
			best = c;
		}
	}
	serve(u, t, best);
	label(&t->node[best], text, sizeof text);
	cJSON_AddStringToObject(one, "chosen", text);
	return 0;
}

int
rr_autotune(rr_device *dev, rr_session *s, rr_node *node, size_t n, const long *sym,
    cJSON **record, as_err *e)
{
	tuning u = {.dev = dev, .s = s, .sym = sym, .node = node, .n = n};
	rr_node *flat = NULL;
	rr_build build = {0};
	char *source = NULL;
	size_t nflat = n;
	int rc = 0;

	*record = cJSON_CreateArray();
	u.t = calloc(n + 1, sizeof *u.t);
	u.serves = calloc(n + 1, sizeof *u.serves);
	if (!*record || !u.t || !u.serves)
		rc = as_nomem(e);
	else
		collect(&u);
	if (rc == 0 && !(flat = calloc(n + u.nt * MOST_CHOICES, sizeof *flat)))
		rc = as_nomem(e);
	for (size_t i = 0; i < n && rc == 0; i++) {
		flat[i] = node[i];
		u.serves[i] = i;
	}
	for (size_t i = 0; i < u.nt && rc == 0; i++) {
		u.t[i].at = nflat;
		memcpy(flat + nflat, u.t[i].node, (size_t)u.t[i].n * sizeof *flat);
		nflat += (size_t)u.t[i].n;
	}
	if (rc == 0)
		rc = rr_emit(dev, flat, nflat, sym, "refrun autotune", &source, e) < 0 ||
		    dev->build(dev, source, "autotune", &build, &u.code, e) < 0 ||
		    dev->bind(dev, u.code, flat, nflat, e) < 0 ? -1 : 0;
	for (size_t i = 0; i < u.nt && rc == 0; i++)
		rc = pick(&u, &u.t[i], *record, e);
	for (size_t i = 0; i < n && rc == 0; i++) {
		node[i].external = flat[u.serves[i]].external;
		memcpy(node[i].tile, flat[u.serves[i]].tile, sizeof node[i].tile);
	}
	if (u.code)
		dev->unload(dev, u.code);
	free(build.object);
	free(build.log);
	free(source);
	free(flat);
	free(u.t);
	free(u.serves);
	return rc;
}
