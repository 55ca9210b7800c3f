#include "cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "json.h"

static int
takes(const char *want, const char *s, int before_colon)
{
	size_t all = strlen(s), name = before_colon ? strcspn(s, ":") : all, n;

	if (strcmp(want, s) == 0) /* of a text that has a | itself */
		return 1;
	for (;; want += n + 1) {
		n = strcspn(want, "|");
		if ((n == all || n == name) && strncmp(want, s, n) == 0)
			return 1;
		if (!want[n])
			return 0;
	}
}

int
filter_takes(const cJSON *filter, const char *s, int before_colon)
{
	const cJSON *v;

	if (!filter)
		return 1;
	if (cJSON_IsString(filter))
		return takes(filter->valuestring, s, before_colon);
	cJSON_ArrayForEach(v, filter)
		if (takes(v->valuestring, s, before_colon))
			return 1;
	return 0;
}

int
takes_run(const cJSON *filter, const ev_run *r)
{
	size_t n = strlen(r->dir), at;
	char name[256];

	while (n > 1 && r->dir[n - 1] == '/')
		n--;
	for (at = n; at > 0 && r->dir[at - 1] != '/'; at--)
		;
	snprintf(name, sizeof name, "%.*s", (int)(n - at), r->dir + at);
	return filter_takes(filter, r->id, 0) || filter_takes(filter, name, 0);
}

/* Whether a filter of the group, the one of that number, takes a cell. */
static int
takes_cell(const cJSON *filter, int which, const ev_run *r, const ev_cell *c)
{
	const char *const has[CLAIM_FILTERS] = {"", c->mode, c->model, c->scenario, c->backend, c->dtype};

	return which == OF_RUN ? takes_run(filter, r) :
	    filter_takes(filter, has[which], which == OF_MODEL);
}

const char *
filter_words(const cJSON *filter, char *buf, size_t cap)
{
	const cJSON *v;
	size_t len = 0;

	if (!filter || cJSON_IsString(filter))
		return filter ? filter->valuestring : "any";
	*buf = 0;
	cJSON_ArrayForEach(v, filter)
		if (len < cap)
			len += (size_t)snprintf(buf + len, cap - len, "%s%s", len ? " or " : "", v->valuestring);
	return buf;
}

const char *
cells_lack(const claim_group *want, const cells *g, const char **key)
{
	const cJSON *v;

	for (int k = 0; !g->whole && k < CLAIM_FILTERS; k++) {
		*key = claim_filters[k];
		if (!cJSON_IsArray(want->filter[k]))
			continue;
		cJSON_ArrayForEach(v, want->filter[k]) {
			size_t i = 0;

			while (i < g->n && !takes_cell(v, k, g->v[i].r, g->v[i].c))
				i++;
			if (i == g->n)
				return v->valuestring;
		}
	}
	return NULL;
}

int
cells_match(const ev_cell *a, const ev_cell *b)
{
	const cJSON *p = as_json_at(a->doc, "spec.batch"), *q = as_json_at(b->doc, "spec.batch");
	size_t n = strcspn(a->model, ":");

	return (p && q ? as_json_same(p, q) : !p && !q) && strcmp(a->scenario, b->scenario) == 0 &&
	    strcspn(b->model, ":") == n && strncmp(a->model, b->model, n) == 0 &&
	    strcmp(a->dtype, b->dtype) == 0;
}

int
cells_find(cells *out, const claim_group *g, ev_run *runs, size_t nruns, as_err *e)
{
	ev_audit *x = malloc(sizeof *x);

	*out = (cells){0};
	if (!x)
		return as_nomem(e);
	for (size_t i = 0; i < nruns; i++)
		for (size_t k = 0; k < runs[i].ncell; k++) {
			const ev_cell *c = &runs[i].cell[k];
			int which = 0;

			while (which < CLAIM_FILTERS && takes_cell(g->filter[which], which, &runs[i], c))
				which++;
			if (which < CLAIM_FILTERS)
				continue;
			if (as_grow_one(&out->v, out->n, sizeof *out->v) != 0 ||
			    ev_audit_cell(x, &(ev_question){runs, nruns, 8, 0}, &runs[i], c) != 0) {
				free(x);
				return as_nomem(e);
			}
			out->v[out->n] = (cell_found){.r = &runs[i], .c = c, .v = x->v};
			if (x->v.alarm)
				snprintf(out->v[out->n].alarm, EV_TEXT, "%s", x->f[x->v.alarm_rule].text);
			out->n++;
		}
	free(x);
	return 0;
}

double
cell_value(const claim *c, const ev_sample *s)
{
	double x = strcmp(c->metric, "event_ms") == 0 ? s->event_ms : s->ms;

	return !s->ok || (c->per_token && !(s->tokens > 0)) ? NAN : c->per_token ? x / s->tokens : x;
}

size_t
cells_first(const cells *g, const ev_cell *c)
{
	size_t i = 0;

	while (i < g->n && !cells_match(g->v[i].c, c))
		i++;
	return i;
}

const cell_found *
cells_contradicted(const cells *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->v[i].v.alarm)
			return &g->v[i];
	return NULL;
}

int
cells_values_of(const claim *c, const cells *g, const ev_cell *one, double **v, size_t *n,
    as_err *e)
{
	size_t most = 0;

	for (size_t i = 0; i < g->n; i++)
		most += g->v[i].c->n;
	*n = 0;
	if (!(*v = malloc((most + 1) * sizeof **v)))
		return as_nomem(e);
	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; (!one || cells_match(g->v[i].c, one)) && k < g->v[i].c->n; k++) {
			double x = cell_value(c, &g->v[i].c->v[k]);

			if (!isnan(x))
				(*v)[(*n)++] = x;
		}
	return 0;
}

void
cells_free(cells *c)
{
	free(c->v);
	*c = (cells){0};
}
