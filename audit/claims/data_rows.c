#include "data_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "group.h"
#include "grow.h"

enum { IN_BASE = 1, IN_TEST = 2, MOST = CLAIM_STRATA + 3 /* columns that strata are made of */ };

/* The place of a column among those that are read, where it is put if it is not there; SIZE_MAX:
 * out of memory. */
static size_t
column(data_rows *d, const char *name, as_kind kind, int optional)
{
	size_t i = 0;

	while (i < d->nwant && (d->want[i].kind != kind || strcmp(d->want[i].name, name) != 0))
		i++;
	if (i == d->nwant) {
		if (as_grow_one(&d->want, i, sizeof *d->want) != 0)
			return SIZE_MAX;
		d->want[d->nwant++] = (as_want){name, kind, 1};
	}
	d->want[i].optional &= optional;
	return i;
}

/* Takes the group off the rows that a filter does not take. side NULL: only puts its column among
 * those to be read. A text that takes no row at all is an error. */
static int
narrow(data_rows *d, const claim *c, const char *name, const cJSON *takes, uint8_t *side,
    uint8_t group, as_err *e)
{
	const cJSON *v = cJSON_IsArray(takes) ? takes->child : takes;
	size_t col = column(d, name, AS_KEY, 0);
	char **names = NULL, what[160];
	as_groups g;
	int rc;

	if (!side || col == SIZE_MAX)
		return col == SIZE_MAX ? as_nomem(e) : 0;
	if (as_group(&g, &d->f, &col, 1, e) != 0)
		return -1;
	rc = (names = as_group_names(&g, &d->f)) ? 0 : as_nomem(e);
	snprintf(what, sizeof what, "claim %.60s: %.60s", c->id, name);
	for (size_t i; v && rc == 0; v = cJSON_IsArray(takes) ? v->next : NULL) {
		for (i = 0; i < g.n && !filter_takes(v, names[i], 0); i++)
			;
		if (i == g.n)
			rc = as_group_find(&i, what, v->valuestring, names, g.n, e);
	}
	for (size_t i = 0; i < d->f.n && rc == 0; i++)
		if (!filter_takes(takes, names[g.of_row[i]], 0))
			side[i] &= (uint8_t)~group;
	as_group_names_free(names, g.n);
	as_group_free(&g);
	return rc;
}

/* By the group's own filters, and by those of the claim that they do not replace. */
static int
narrow_all(data_rows *d, const claim *c, const claim_group *g, uint8_t *side, uint8_t group,
    as_err *e)
{
	const cJSON *v;
	int rc = 0;

	cJSON_ArrayForEach(v, g->own)
		rc = rc ? rc : narrow(d, c, v->string, v, side, group, e);
	for (int k = 0; k < CLAIM_FILTERS; k++)
		if (g->filter[k] && !cJSON_GetObjectItemCaseSensitive(g->own, claim_filters[k]))
			rc = rc ? rc : narrow(d, c, claim_filters[k], g->filter[k], side, group, e);
	return rc;
}

/* The columns that strata are made of, those that are not there aside; SIZE_MAX: no memory. */
static size_t
strata_of(data_rows *d, const claim *c, size_t cols[MOST])
{
	static const char *const always[] = {"model", "scenario", "dtype"};
	const cJSON *v = cJSON_IsArray(c->strata) ? c->strata->child : c->strata;
	size_t n = 0, at;

	for (size_t i = 0; i < 3 || v; i++) {
		if ((at = column(d, i < 3 ? always[i] : v->valuestring, AS_KEY, i < 3)) == SIZE_MAX)
			return SIZE_MAX;
		if (!d->f.col || d->f.col[at].present)
			cols[n++] = at;
		v = i < 3 ? v : cJSON_IsArray(c->strata) ? v->next : NULL;
	}
	return n;
}

/* 1: no rows decide the claim. */
static int
lacks(const claim *c, claim_result *r)
{
	if (c->kind == KIND_COMPILER || c->kind == KIND_SHARE || c->kind == KIND_ENVIRONMENT ||
	    c->kind == KIND_FIELD)
		claim_say(r, NO_EVIDENCE, "a claim of kind %s needs the files of runs (--runs)",
		    claim_kinds[c->kind]);
	else if (c->compiled == COMPILED_TEST)
		claim_say(r, NO_EVIDENCE, "rows (--data) hold no record of what was compiled");
	else
		return *c->missing != 0;
	return 1;
}

static size_t
metric_of(data_rows *d, const claim *c)
{
	return c->kind == KIND_WORK || c->kind == KIND_ERRORS ? d->nwant : column(d, c->metric, AS_VAL, 0);
}

static int
add_columns(data_rows *d, const claim *c, as_err *e)
{
	size_t cols[MOST];

	if (lacks(c, &(claim_result){0}))
		return 0;
	if (metric_of(d, c) == SIZE_MAX || strata_of(d, c, cols) == SIZE_MAX ||
	    column(d, "tokens", AS_VAL, !c->per_token && c->kind != KIND_WORK) == SIZE_MAX)
		return as_nomem(e);
	return narrow_all(d, c, &c->test, NULL, 0, e) != 0 ? -1 : narrow_all(d, c, &c->base, NULL, 0, e);
}

int
data_rows_read(data_rows *d, const claims *c, const as_opts *o, char *const *paths, size_t n,
    as_err *e)
{
	as_read read;

	*d = (data_rows){.run = {.dir = paths[0]}};
	for (size_t i = 0; i < c->n; i++)
		if (add_columns(d, &c->v[i], e) != 0)
			return -1;
	read = as_opts_read(o, d->want, d->nwant);
	return as_frame_read(&d->f, paths, n, &read, e);
}

void
data_rows_free(data_rows *d)
{
	as_keep_free(&d->run.keep);
	as_frame_free(&d->f);
	free(d->want);
}

/* Puts the rows into cells: of each stratum those of base, of test and of both. */
static int
fill(data_rows *d, claim *c, const uint8_t *side, const as_groups *g, ev_cell *cell, as_err *e)
{
	const as_frame *f = &d->f;
	size_t metric = metric_of(d, c), tokens = column(d, "tokens", AS_VAL, 1);
	ev_sample *room = as_alloc(&d->run.keep, (f->n + 1) * sizeof *room);
	const char *unit = metric < d->nwant ? f->col[metric].unit : NULL;

	if (!room)
		return as_nomem(e);
	snprintf(c->unit, sizeof c->unit, "%s%.8s%s", unit ? " " : "", unit ? unit : "",
	    unit && c->per_token ? " a token" : "");
	for (size_t i = 0; i < f->n; i++)
		if (side[i])
			cell[3 * g->of_row[i] + side[i] - 1].n++;
	for (size_t i = 0; i < 3 * g->n; i++) {
		cell[i].v = cell[i].sample = room;
		room += cell[i].n;
	}
	for (size_t i = 0; i < f->n; i++)
		if (side[i]) {
			ev_cell *to = &cell[3 * g->of_row[i] + side[i] - 1];
			double x = metric < d->nwant ? f->col[metric].val[i] : NAN;

			to->nok += f->ok[i];
			to->sample[to->nsample++] = (ev_sample){.ms = x, .event_ms = x,
			    .tokens = f->col[tokens].val[i], .ok = f->ok[i]};
		}
	return 0;
}

/* The cells of one claim, whose sides are known. */
static int
make(data_rows *d, claim *c, const uint8_t *side, cells *base, cells *test, as_err *e)
{
	size_t cols[MOST], n = strata_of(d, c, cols);
	ev_cell *cell;
	as_groups g;
	int rc;

	if (c->stratify && n == 0)
		return as_fail(e, d->run.dir, 0,
		    "claim %.80s: stratify: there is no column 'model', 'scenario' or 'dtype'; name the columns",
		    c->id);
	if (as_group(&g, &d->f, cols, n, e) != 0)
		return -1;
	base->v = calloc(3 * g.n, sizeof *base->v);
	test->v = calloc(3 * g.n, sizeof *test->v);
	cell = as_alloc(&d->run.keep, 3 * g.n * sizeof *cell);
	rc = cell && base->v && test->v ? fill(d, c, side, &g, cell, e) : as_nomem(e);
	for (size_t i = 0; i < 3 * g.n && rc == 0; i++) {
		ev_cell *to = &cell[i];
		char *name = as_group_name(&g, &d->f, i / 3);
		const char *kept = as_text(&d->run.keep, "%s", name ? name : "");

		if (!name || d->run.keep.nomem)
			rc = as_nomem(e);
		free(name);
		to->mode = to->dtype = "";
		to->model = n ? "rows of" : "all";
		to->scenario = n ? kept : "rows";
		to->backend = claim_group_name(c, i % 3 + 1 == IN_BASE);
		if (to->n && i % 3 + 1 != IN_TEST)
			base->v[base->n++] = (cell_found){.r = &d->run, .c = to};
		if (to->n && i % 3 + 1 != IN_BASE)
			test->v[test->n++] = (cell_found){.r = &d->run, .c = to};
	}
	as_group_free(&g);
	if (rc == 0 && ((c->has_base && base->n == 0) || test->n == 0))
		rc = as_fail(e, d->run.dir, 0, "claim %.80s: no row is in the group '%s'", c->id,
		    test->n ? "base" : "test");
	return rc;
}

int
data_rows_find(data_rows *d, claim *c, cells *base, cells *test, claim_result *r, as_err *e)
{
	uint8_t *side;
	int rc;

	if (lacks(c, r))
		return 1;
	as_keep_free(&d->run.keep);
	base->whole = test->whole = 1;
	if (!(side = malloc(d->f.n + 1)))
		return as_nomem(e);
	memset(side, c->has_base ? IN_BASE | IN_TEST : IN_TEST, d->f.n);
	rc = narrow_all(d, c, &c->test, side, IN_TEST, e);
	if (rc == 0 && c->has_base)
		rc = narrow_all(d, c, &c->base, side, IN_BASE, e);
	if (rc == 0)
		rc = make(d, c, side, base, test, e);
	free(side);
	return rc;
}
