#include "recheck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "route_output.h"

enum { HOLDS, LOST, OPEN };

/* key: what its points share. */
typedef struct { route_point key; const char *way; double from, to; } old_region;

static const char *
text(const cJSON *row, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, key);

	return cJSON_IsString(v) ? v->valuestring : cJSON_IsNull(v) ? "" : NULL;
}

static int
read_region(old_region *o, const cJSON *row, const char *path, const cJSON *all, as_err *e)
{
	const double batch = ev_num(row, "batch");
	const route_point *k = &o->key;

	*o = (old_region){{.mode = text(row, "mode"), .model = text(row, "model"),
	    .dtype = text(row, "dtype"), .scenario = text(row, "scenario"), .made = ev_num(row, "new")},
	    text(row, "way"), ev_num(row, "from"), ev_num(row, "to")};
	if (!k->mode || !k->model || !k->dtype || !k->scenario || !o->way || isnan(k->made) ||
	    !(fabs(batch) < 1e9) || batch != floor(batch) || (!*k->scenario && !(o->from <= o->to)))
		return as_fail(e, path, as_json_line_in(all, row, path), "this is no region of route -o json");
	o->key.batch = (long)batch;
	return 0;
}

/* taken: (points) 1 where a region before serves. */
static void
row(as_table *t, const old_region *o, const route_points *p, const route_rule *rule, char *taken,
    size_t count[3])
{
	static const char *const word[] = {"holds", "lost", "open"};
	const route_way *faster = NULL;
	double ratio = NAN;
	size_t n = 0, with = 0;
	int verdict;

	for (size_t i = 0; i < p->n; i++) {
		const route_way *w;
		if (taken[i] || !route_covers(&o->key, o->from, o->to, &p->v[i]))
			continue;
		taken[i] = 1;
		n++;
		w = route_way_at(&p->v[i], o->way);
		with += w != NULL;
		if (w && !route_ties(&p->v[i], w, rule) && (!faster ||
		    w->median / route_fastest(&p->v[i])->median > ratio)) {
			faster = route_fastest(&p->v[i]);
			ratio = w->median / faster->median;
		}
	}
	verdict = faster ? LOST : n == 0 || with < n ? OPEN : HOLDS;
	count[verdict]++;
	route_key(t, &o->key);
	as_table_str(t, *o->key.scenario ? o->key.scenario : NULL);
	as_table_reals(t, o->from, o->to);
	as_table_str(t, o->way);
	as_table_str(t, word[verdict]);
	as_table_ints(t, (int64_t)n, (int64_t)with);
	as_table_str(t, faster ? faster->name : NULL);
	as_table_real(t, ratio);
}

int
route_recheck(as_table *t, const char *path, const route_points *p, const route_rule *rule,
    size_t count[3], as_err *e)
{
	const cJSON *rows, *one;
	cJSON *all;
	char *taken;
	int rc = 0;

	if (as_json_read_object(path, &all, e) < 0)
		return -1;
	if (!(taken = calloc(p->n + 1, 1))) {
		cJSON_Delete(all);
		return as_nomem(e);
	}
	route_key_columns(t);
	as_table_column(t, "scenario", AS_STR, 1);
	as_table_columns(t, "from,to", AS_REAL, 1);
	as_table_columns(t, "way,verdict", AS_STR, 0);
	as_table_columns(t, "points,measured", AS_INT, 0);
	as_table_column(t, "faster", AS_STR, 0);
	as_table_column(t, "by", AS_REAL, 0);
	as_table_define(t, "verdict", "holds: at no point is another way shown to be faster; lost: at one "
	    "it is; open: the way has no evidence at some point, or no point was measured");
	rows = cJSON_GetObjectItemCaseSensitive(all, "rows");
	if (!cJSON_IsArray(rows) || !rows->child)
		rc = as_fail(e, path, 0, "this is no decision of route -o json: it has no rows");
	for (one = rc == 0 ? rows->child : NULL; one && rc == 0; one = one->next) {
		old_region o;
		rc = read_region(&o, one, path, all, e);
		if (rc == 0 && *o.way)
			row(t, &o, p, rule, taken, count);
	}
	free(taken);
	cJSON_Delete(all);
	return rc;
}
