#include "cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
takes(const char *want, const char *s)
{
	size_t n = strcspn(s, ":");

	return strcmp(want, s) == 0 || (strlen(want) == n && strncmp(want, s, n) == 0);
}

int
filter_takes(const cJSON *filter, const char *s)
{
	const cJSON *v;

	if (!filter)
		return 1;
	if (cJSON_IsString(filter))
		return takes(filter->valuestring, s);
	cJSON_ArrayForEach(v, filter)
		if (takes(v->valuestring, s))
			return 1;
	return 0;
}

ev_run *
run_of(const claim_group *g, ev_run *runs, size_t nruns)
{
	for (size_t i = 0; i < nruns; i++)
		if (g->run && filter_takes(g->run, runs[i].id))
			return &runs[i];
	return NULL;
}

int
cells_match(const ev_cell *a, const ev_cell *b)
{
	size_t n = strcspn(a->model, ":");

	return strcmp(a->scenario, b->scenario) == 0 && strcspn(b->model, ":") == n && strncmp(a->model, b->model, n) == 0 &&
	    strcmp(a->dtype, b->dtype) == 0;
}

int
cells_find(cells *out, const claim_group *g, ev_run *runs, size_t nruns, as_err *e)
{
	ev_ctx *x = malloc(sizeof *x);

	*out = (cells){0};
	if (!x)
		return as_nomem(e);
	for (size_t i = 0; i < nruns; i++)
		for (size_t k = 0; k < runs[i].ncell; k++) {
			const ev_cell *c = &runs[i].cell[k];
			cell_found *more;

			if (!filter_takes(g->run, runs[i].id) || !filter_takes(g->mode, c->mode) || !filter_takes(g->model, c->model) ||
			    !filter_takes(g->scenario, c->scenario) || !filter_takes(g->backend, c->backend) || !filter_takes(g->dtype, c->dtype))
				continue;
			if (!(more = realloc(out->v, (out->n + 1) * sizeof *more))) {
				free(x);
				cells_free(out);
				return as_nomem(e);
			}
			out->v = more;
			more += out->n++;
			*x = (ev_ctx){.runs = runs, .nruns = nruns, .r = &runs[i], .c = c, .limit = 8};
			ev_check(x);
			more->r = &runs[i];
			more->c = c;
			ev_judge(x, &more->v);
			snprintf(more->alarm, sizeof more->alarm, "%s", more->v.alarm ? x->f[more->v.alarm_rule].text : "");
		}
	free(x);
	return 0;
}

void
cells_free(cells *c)
{
	free(c->v);
	*c = (cells){0};
}
