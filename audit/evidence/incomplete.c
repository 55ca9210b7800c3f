/* Whether a run was aborted. */
#include "alike.h"
#include "folder.h"
#include "intern.h"

/* Of the manifest, numbered in its order. */
typedef struct { as_intern mode, scenario; } promises;

static uint32_t
number(const as_intern *t, const char *s)
{
	return as_intern_find(t, s, strlen(s));
}

static void
take(ev_run *r, const cJSON *list, as_intern *to)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, list) {
		const char *name = cJSON_IsString(v) ? v->valuestring : ev_str(v, "name");

		if (*name)
			ev_intern(r, to, name, strlen(name));
	}
}

/* How many scenarios the series of c has; -1 if others that come before are not there. */
static long
scenarios_of(const promises *p, const ev_run *r, const ev_cell *c)
{
	uint32_t n = 0, most = 0;

	for (const ev_cell *o = NULL; (o = ev_alike(r, c, EV_BY_SERIES, o));) {
		uint32_t s = number(&p->scenario, o->scenario);

		if (s == UINT32_MAX || o->repeated)
			continue;
		n++;
		most = s > most ? s : most;
	}
	return n == 0 || n == most + 1 ? (long)n : -1;
}

/* Whether what is lacking came last. In a mode that ended, with counters written or a mode
 * behind it, every scenario is there; in the last one those before each that is. */
static int
came_last(const promises *p, const ev_run *r, uint32_t last, int *gap)
{
	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		uint32_t mode = number(&p->mode, c->mode);
		long n;

		if (mode == UINT32_MAX || c != ev_alike(r, c, EV_BY_SERIES, NULL))
			continue;
		n = scenarios_of(p, r, c);
		if (n < 0)
			return 0;
		if (n > 0 && n < (long)p->scenario.n) {
			if (mode != last || (c->in && c->in->doc))
				return 0;
			*gap = 1;
		}
	}
	return 1;
}

/* The last mode of the manifest that is there, if all before it are; UINT32_MAX. */
static uint32_t
last_mode(const promises *p, ev_run *r)
{
	uint32_t last = 0, n = 0;
	unsigned char *there = as_alloc(&r->keep, p->mode.n);

	for (size_t i = 0; there && i < r->ncell; i++) {
		uint32_t mode = number(&p->mode, r->cell[i].mode);

		if (mode == UINT32_MAX)
			continue;
		n += !there[mode];
		there[mode] = 1;
		last = mode > last ? mode : last;
	}
	return n && n == last + 1 ? last : UINT32_MAX;
}

void
ev_find_incomplete(ev_run *r)
{
	const cJSON *whole = ev_get(r->manifest, "complete");
	promises p = {0};
	uint32_t last;
	int gap = 0;

	if (cJSON_IsFalse(whole))
		r->incomplete = "the manifest says that the run is not complete";
	if (!r->manifest || cJSON_IsBool(whole))
		return;
	take(r, ev_get(r->manifest, "modes"), &p.mode);
	take(r, ev_get(r->manifest, "scenarios"), &p.scenario);
	last = last_mode(&p, r);
	if (last != UINT32_MAX && came_last(&p, r, last, &gap) && (last + 1 < p.mode.n || gap)) {
		r->incomplete = last + 1 < p.mode.n ? as_text(&r->keep,
		    "mode %.60s is in the manifest, but has no files", p.mode.str[last + 1]) :
		    as_text(&r->keep, "mode %.60s lacks the last scenarios of the manifest",
		    p.mode.str[last]);
	}
	as_intern_free(&p.mode);
	as_intern_free(&p.scenario);
}
