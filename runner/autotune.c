/* max-autotune: every way to compute each distinct product, timed in place. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compile.h"
#include "emit.h"

enum { MOST_CHOICES = 16, TIMES = 5 };

/* of the nodes like node `first` */
typedef struct { size_t first; rr_node node[MOST_CHOICES]; int n; } trial;

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

static double
now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Best of TIMES runs after one that warms up. */
static int
measure(rr_device *dev, rr_session *s, rr_code *code, size_t i, const rr_op *op, const long *sym,
    double *us, as_err *e)
{
	void *p[RR_MAX_PTR];

	*us = 1e300;
	for (int k = 0; k < op->nptr; k++)
		p[k] = rr_session_at(s, op->p[k]);
	for (int k = 0; k <= TIMES; k++) {
		double t0;
		if (dev->sync(dev, e) < 0)
			return -1;
		t0 = now_us();
		if (dev->run(dev, code, i, p, sym, e) < 0 || dev->sync(dev, e) < 0)
			return -1;
		t0 = now_us() - t0;
		if (k && t0 < *us)
			*us = t0;
	}
	return 0;
}

static void
label(const rr_node *n, char *buf, size_t size)
{
	if (n->external)
		snprintf(buf, size, "blas");
	else
		snprintf(buf, size, "tile %dx%d", n->tile[0], n->tile[1]);
}

static size_t
collect(rr_device *dev, const rr_node *node, size_t n, const long *sym, trial *t)
{
	size_t nt = 0;

	for (size_t i = 0; i < n; i++) {
		rr_opkind kind = node[i].op.kind;
		size_t k;
		if (kind != RR_OP_MATMUL_NT && kind != RR_OP_MATMUL_NN)
			continue;
		for (k = 0; k < nt && !alike(&node[t[k].first].op, &node[i].op, sym); k++)
			;
		if (k < nt)
			continue;
		t[nt].first = i;
		t[nt].node[0] = node[i];
		t[nt].n = dev->choose(dev, &t[nt].node[0], sym, 0);
		if (t[nt].n > MOST_CHOICES)
			t[nt].n = MOST_CHOICES;
		for (int c = 1; c < t[nt].n; c++) {
			t[nt].node[c] = node[i];
			dev->choose(dev, &t[nt].node[c], sym, c);
		}
		nt++;
	}
	return nt;
}

static int
pick(rr_device *dev, rr_session *s, const trial *t, rr_code *code, size_t at, const long *sym,
    int *best,
    cJSON *record, as_err *e)
{
	cJSON *one = cJSON_CreateObject(), *all;
	char text[64];
	double least = 1e300;

	cJSON_AddItemToArray(record, one);
	snprintf(text, sizeof text, "%s %ldx%ldx%ld", rr_op_name(t->node[0].op.kind),
	    rr_dim_at(t->node[0].op.d[0], sym),
	    rr_dim_at(t->node[0].op.d[1], sym), rr_dim_at(t->node[0].op.d[2], sym));
	cJSON_AddStringToObject(one, "op", text);
	all = cJSON_AddObjectToObject(one, "us");
	for (int c = 0; c < t->n; c++) {
		double us;
		if (measure(dev, s, code, at + (size_t)c, &t->node[c].op, sym, &us, e) < 0)
			return -1;
		label(&t->node[c], text, sizeof text);
		cJSON_AddNumberToObject(all, text, us);
		if (us < least) {
			least = us;
			*best = c;
		}
	}
	label(&t->node[*best], text, sizeof text);
	cJSON_AddStringToObject(one, "chosen", text);
	return 0;
}

int
rr_autotune(rr_device *dev, rr_session *s, rr_node *node, size_t n, const long *sym,
    cJSON **record, as_err *e)
{
	trial *t = calloc(n ? n : 1, sizeof *t);
	rr_node *flat = NULL;
	rr_code *code = NULL;
	rr_build build = {0};
	char *source = NULL;
	size_t nt, nflat = 0, at = 0;
	int rc = 0;

	*record = cJSON_CreateArray();
	if (!t || !*record)
		rc = as_nomem(e);
	nt = rc == 0 ? collect(dev, node, n, sym, t) : 0;
	if (rc == 0 && !(flat = calloc(nt * MOST_CHOICES + 1, sizeof *flat)))
		rc = as_nomem(e);
	for (size_t i = 0; i < nt && rc == 0; i++) {
		memcpy(flat + nflat, t[i].node, (size_t)t[i].n * sizeof *flat);
		nflat += (size_t)t[i].n;
	}
	if (rc == 0)
		rc = rr_emit(dev, flat, nflat, sym, "refrun autotune", &source, e);
	if (rc == 0)
		rc = dev->build(dev, source, "autotune", &build, &code, e);
	if (rc == 0)
		rc = dev->bind(dev, code, flat, nflat, e);
	for (size_t i = 0; i < nt && rc == 0; at += (size_t)t[i].n, i++) {
		int best = 0;
		rc = pick(dev, s, &t[i], code, at, sym, &best, *record, e);
		for (size_t k = 0; k < n && rc == 0; k++)
			if (alike(&node[k].op, &t[i].node[0].op, sym)) {
				node[k].external = t[i].node[best].external;
				memcpy(node[k].tile, t[i].node[best].tile, sizeof node[k].tile);
			}
	}
	if (code)
		dev->unload(dev, code);
	free(build.object);
	free(build.log);
	free(source);
	free(flat);
	free(t);
	return rc;
}
