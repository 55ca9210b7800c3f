#include "incomplete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"

typedef struct {
	as_intern mode, scenario; /* of the manifest, numbered in its order */
	as_intern cell;           /* what the run has of them, as id_of has it */
	int nomem;
} promises;

static uint32_t
number(const as_intern *t, const char *s)
{
	return as_intern_find(t, s, strlen(s));
}

static void
take(promises *p, const cJSON *list, as_intern *to)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list) {
		const char *name = cJSON_IsString(v) ? v->valuestring : ev_str(v, "name");

		if (*name && as_intern_id(to, name, strlen(name)) == UINT32_MAX)
			p->nomem = 1;
	}
}

/* The cell with the keys of c but for the scenario; noted, or only looked for. */
static int
has(promises *p, const ev_cell *c, uint32_t scenario, int note)
{
	char *text;
	int n = asprintf(&text, "%u %zu %zu %zu %s%s%s%s", scenario, strlen(c->mode), strlen(c->model),
	    strlen(c->backend), c->mode, c->model, c->backend, c->dtype);
	uint32_t id;

	if (n < 0)
		return p->nomem = 1;
	id = note ? as_intern_id(&p->cell, text, (size_t)n) : as_intern_find(&p->cell, text, (size_t)n);
	free(text);
	p->nomem |= note && id == UINT32_MAX;
	return id != UINT32_MAX;
}

/* Whether what is lacking came last. In a mode that ended, with counters written or a mode
 * behind it, every scenario is there; in the last one those before each that is. */
static int
came_last(promises *p, const ev_run *r, uint32_t last, int *gap)
{
	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];
		uint32_t mode = number(&p->mode, c->mode), s = number(&p->scenario, c->scenario);
		int next = s + 1 < p->scenario.n && s != UINT32_MAX;

		if (mode == UINT32_MAX || s == UINT32_MAX)
			continue;
		if (s > 0 && !has(p, c, s - 1, 0))
			return 0;
		if (next && !has(p, c, s + 1, 0)) {
			if (mode != last || ev_mode_of(r, c->mode)->doc)
				return 0;
			*gap = 1;
		}
	}
	return 1;
}

static int
find(promises *p, ev_run *r)
{
	uint32_t last = UINT32_MAX;
	unsigned char *there = calloc(p->mode.n + 1, 1);
	int gap = 0, rc = there ? 0 : -1;

	for (size_t i = 0; there && i < r->ncell; i++) {
		uint32_t mode = number(&p->mode, r->cell[i].mode), s = number(&p->scenario, r->cell[i].scenario);

		if (mode != UINT32_MAX) {
			there[mode] = 1;
			last = last == UINT32_MAX || mode > last ? mode : last;
		}
		if (s != UINT32_MAX)
			has(p, &r->cell[i], s, 1);
	}
	for (uint32_t i = 0; there && last != UINT32_MAX && i < last; i++)
		if (!there[i])
			last = UINT32_MAX; /* and a mode behind it is */
	free(there);
	if (rc != 0 || last == UINT32_MAX || !came_last(p, r, last, &gap) ||
	    (last + 1 == p->mode.n && !gap))
		return rc;
	r->incomplete = last + 1 < p->mode.n ? ev_text(&r->keep,
	    "there is nothing of mode %.60s, which the manifest has", p->mode.str[last + 1]) :
	    ev_text(&r->keep, "mode %.60s ends before the scenarios of the manifest do",
	    p->mode.str[last]);
	return r->incomplete ? 0 : -1;
}

int
ev_find_incomplete(ev_run *r)
{
	const cJSON *whole = cJSON_GetObjectItemCaseSensitive(r->manifest, "complete");
	promises p = {0};
	int rc = 0;

	if (cJSON_IsFalse(whole))
		r->incomplete = "the manifest says that it is not complete";
	if (!r->manifest || cJSON_IsBool(whole))
		return 0;
	take(&p, cJSON_GetObjectItemCaseSensitive(r->manifest, "modes"), &p.mode);
	take(&p, cJSON_GetObjectItemCaseSensitive(r->manifest, "scenarios"), &p.scenario);
	if (!p.nomem)
		rc = find(&p, r);
	as_intern_free(&p.mode);
	as_intern_free(&p.scenario);
	as_intern_free(&p.cell);
	return rc != 0 || p.nomem ? -1 : 0;
}
