#include "points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../evidence/shelf.h"
#include "../evidence/verdict.h"
#include "compare.h"
#include "grow.h"
#include "json.h"
#include "served.h"
#include "ways.h"

static int
in_order(const route_point *a, const route_point *b)
{
	int d = strcmp(a->mode, b->mode);

	d = d ? d : strcmp(a->model, b->model);
	d = d ? d : strcmp(a->dtype, b->dtype);
	d = d ? d : (a->batch > b->batch) - (a->batch < b->batch);
	return d ? d : (a->made > b->made) - (a->made < b->made);
}

int
route_alike(const route_point *a, const route_point *b)
{
	return in_order(a, b) == 0;
}

static int
by_size(const void *pa, const void *pb)
{
	const route_point *a = pa, *b = pb;
	int d = in_order(a, b);

	d = d ? d : isnan(a->size) - isnan(b->size);
	d = d ? d : (a->size > b->size) - (a->size < b->size);
	return d ? d : strcmp(a->scenario, b->scenario);
}

/* Tokens of a sample's prompt, a sequence: those that the run file lists, or that counts tell.
 * Counts of a sample that ended early tell less than none. */
static double
size_of(const ev_facts *x, const ev_cell *c, size_t i)
{
	const cJSON *all = as_json_at(c->doc, "spec.prompt_ids");
	const int n = cJSON_GetArraySize(all);
	const long k = c->v[i].prompt;
	double n_tokens;

	if (k < 0 ? n == 1 : k < n)
		return (double)cJSON_GetArraySize(cJSON_GetArrayItem(all, k < 0 ? 0 : (int)k)) /
		    (double)x->r->batch;
	n_tokens = ev_prompt_of(x, c, i) / (double)x->r->batch;
	return n_tokens >= 1 ? n_tokens : NAN;
}

/* The point of a sample, a new one if there is none. NULL: out of memory. */
static route_point *
point_of(route_points *p, const ev_facts *x, const ev_cell *c, size_t i, as_err *e)
{
	const double made = strstr(c->mode, "prefill") ? 0
	    : ev_new_tokens(x, c, i) / (double)x->r->batch;
	route_point new = {.mode = c->mode, .model = c->model, .dtype = c->dtype, .batch = x->r->batch,
	    .made = isnan(made) ? 0 : made, .size = size_of(x, c, i)};

	new.scenario = isnan(new.size) ? c->scenario : "";
	for (size_t k = p->n; k-- > 0;)
		if (by_size(&p->v[k], &new) == 0)
			return &p->v[k];
	if (as_grow(&p->v, p->n, &p->cap, sizeof *p->v) < 0) {
		as_nomem(e);
		return NULL;
	}
	p->v[p->n] = new;
	return &p->v[p->n++];
}

static route_way *
way_of(route_point *p, const char *name, int eager, const char *refused)
{
	for (size_t i = 0; i < p->nway; i++)
		if (strcmp(p->way[i].name, name) == 0 && !p->way[i].refused == !refused)
			return &p->way[i];
	if (as_grow_one(&p->way, p->nway, sizeof *p->way) < 0)
		return NULL;
	p->way[p->nway] = (route_way){.name = name, .eager = eager, .refused = refused,
	    .compile_ms = NAN};
	return &p->way[p->nway++];
}

/* Why a cell's samples do not count; NULL: its evidence holds. */
static const char *
refusal(route_points *p, const ev_cell *c, const ev_audit *a)
{
	const ev_verdict *v = &a->v;

	if (v->alarm)
		return as_text(&p->keep, "contradiction: %.200s", a->f[v->alarm_rule].text);
	if (c->nok < c->n)
		return as_text(&p->keep, "%zu of %zu calls failed", c->n - c->nok, c->n);
	if (c->claims)
		return v->kind == EV_COMPILED ? NULL
		    : as_text(&p->keep, "%s: %.200s", ev_kind_name[v->kind], v->reason);
	return v->kind == EV_COMPILED || v->kind == EV_PARTLY ? "compiled code served it" : NULL;
}

/* Of a cell that compiled code served in part: whether its record says so of this sample. */
static int
says_compiled(const ev_verdict *v, const ev_sample *s)
{
	return v->kind == EV_PARTLY && !v->alarm && strcmp(v->evidence, "recorded") == 0 && s->served &&
	    as_served_compiled(s->served);
}

/* What compiling took for the cell's mode and model: its compile stage, or all artifacts that are
 * stored, which were compiled in warm-ups too. One that came from a cache took what it took the run
 * that compiled it. NaN: not recorded. -1: out of memory. */
static int
find_compile_ms(const route_points *p, ev_run *r, const ev_cell *c, double *ms, as_err *e)
{
	const ev_shelf *s = r->own && c->claims ? ev_shelf_of(r, c) : NULL;
	double all = 0;

	*ms = ev_compile_ms(c);
	if (r->own && c->claims && !s)
		return as_nomem(e);
	for (size_t i = 0; s && i < s->n; i++) {
		const char *hash = ev_str(s->doc[i], "source_sha256");
		const uint32_t k = as_intern_find(&p->source, hash, strlen(hash));
		all += !cJSON_IsTrue(ev_get(s->doc[i], "cached")) ? ev_count(s->doc[i], "compile_ms") :
		    k == UINT32_MAX ? NAN : p->source_ms[k];
	}
	if (isnan(all) || all > 0)
		*ms = isnan(all) ? all : fmax(all, *ms); /* the other where one is NaN */
	return 0;
}

/* What each source took to compile, the longest where several runs did. */
static int
read_sources(route_points *p, ev_run *r, as_err *e)
{
	const ev_shelf *s = NULL, *last;

	for (size_t c = 0; c < r->ncell; c++) {
		if (!r->own || !r->cell[c].claims)
			continue;
		last = s;
		s = ev_shelf_of(r, &r->cell[c]);
		for (size_t i = 0; s && s != last && i < s->n; i++) {
			const char *hash = ev_str(s->doc[i], "source_sha256");
			const uint32_t had = p->source.n;
			uint32_t k;
			if (cJSON_IsTrue(ev_get(s->doc[i], "cached")))
				continue;
			if ((k = as_intern_id(&p->source, hash, strlen(hash))) == UINT32_MAX ||
			    (k == had && as_grow_one(&p->source_ms, k, sizeof *p->source_ms) < 0))
				return as_nomem(e);
			p->source_ms[k] = fmax(k == had ? 0 : p->source_ms[k], ev_count(s->doc[i], "compile_ms"));
		}
	}
	return 0;
}

static int
take_cell(route_points *p, const ev_question *q, ev_run *r, const ev_cell *c, const char *by,
    as_err *e)
{
	const char *name = route_way_name(&p->keep, by, r, c), *refused, *key;
	double compile_ms;
	ev_audit a;

	if (ev_audit_cell(&a, q, r, c) < 0 || find_compile_ms(p, r, c, &compile_ms, e) < 0)
		return -1;
	refused = refusal(p, c, &a);
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];
		route_point *at;
		route_way *w;
		if (!s->ok || !(s->ms > 0))
			continue;
		if (!(at = point_of(p, &a.x, c, i, e)))
			return -1;
		if (!(w = way_of(at, name, !c->claims, refused && !says_compiled(&a.v, s) ? refused : NULL)) ||
		    as_grow(&w->x, w->n, &w->cap, sizeof *w->x) < 0)
			return as_nomem(e);
		w->compile_ms = compile_ms;
		if (!w->run)
			w->run = r;
		if ((key = route_way_differs(w->run, r, c->claims)))
			return as_fail(e, r->dir, 0, "%s: its %s is not that of %s: tell them apart by --by %s", name,
			    key, w->run->dir, key);
		w->x[w->n++] = s->ms;
	}
	return 0;
}

static void
find_lacks(route_points *p)
{
	for (size_t i = 0; i < p->n; i++) {
		for (size_t w = 0; w < p->v[i].nway; w++)
			if (!p->v[i].way[w].refused && p->v[i].way[w].n < ROUTE_LEAST)
				p->v[i].lacks = as_text(&p->keep, "%s: %zu samples, of %d", p->v[i].way[w].name,
				    p->v[i].way[w].n, ROUTE_LEAST);
		for (size_t k = 0; k < p->n && !p->v[i].lacks; k++)
			for (size_t w = 0; route_alike(&p->v[i], &p->v[k]) && w < p->v[k].nway; w++) {
				size_t own = 0;
				while (own < p->v[i].nway && strcmp(p->v[i].way[own].name, p->v[k].way[w].name) != 0)
					own++;
				if (own == p->v[i].nway)
					p->v[i].lacks = as_text(&p->keep, "%s: not measured at all of these sizes",
					    p->v[k].way[w].name);
			}
	}
}

int
route_read(route_points *p, ev_run *runs, size_t nruns, const char *by, as_err *e)
{
	const ev_question q = {.runs = runs, .nruns = nruns, .limit = 8};

	for (size_t i = 0; i < nruns; i++)
		if (read_sources(p, &runs[i], e) < 0)
			return -1;
	for (size_t i = 0; i < nruns; i++)
		for (size_t k = 0; k < runs[i].ncell; k++)
			if (take_cell(p, &q, &runs[i], &runs[i].cell[k], by, e) < 0)
				return -1;
	if (p->n)
		qsort(p->v, p->n, sizeof *p->v, by_size);
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->v[i].nway; k++) {
			route_way *w = &p->v[i].way[k];
			as_sample s;
			as_sample_of(&s, w->x, w->n);
			w->median = s.median;
		}
	find_lacks(p);
	return p->keep.nomem ? as_nomem(e) : 0;
}

void
route_points_free(route_points *p)
{
	for (size_t i = 0; i < p->n; i++) {
		for (size_t k = 0; k < p->v[i].nway; k++)
			free(p->v[i].way[k].x);
		free(p->v[i].way);
	}
	free(p->v);
	as_intern_free(&p->source);
	free(p->source_ms);
	as_keep_free(&p->keep);
}

const route_way *
route_way_at(const route_point *p, const char *name)
{
	for (size_t i = 0; i < p->nway && !p->lacks; i++)
		if (!p->way[i].refused && strcmp(p->way[i].name, name) == 0)
			return &p->way[i];
	return NULL;
}
