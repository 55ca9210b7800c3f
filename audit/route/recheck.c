#include "recheck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

enum { HOLDS, LOST, OPEN };

typedef struct { const char *mode, *model, *dtype, *scenario, *way; double batch, made, from,
    to; } old_region;

static const char *
text(const cJSON *row, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, key);

	return cJSON_IsString(v) ? v->valuestring : cJSON_IsNull(v) ? "" : NULL;
}

static double
number(const cJSON *row, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(row, key);

	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

static int
read_region(old_region *o, const cJSON *row, const char *path, const cJSON *all, as_err *e)
{
	*o = (old_region){text(row, "mode"), text(row, "model"), text(row, "dtype"),
	    text(row, "scenario"), text(row, "way"), number(row, "batch"), number(row, "new"),
	    number(row, "from"), number(row, "to")};
	if (!o->mode || !o->model || !o->dtype || !o->scenario || !o->way || isnan(o->batch) ||
	    isnan(o->made) || !(fabs(o->batch) < 1e9) || o->batch != floor(o->batch) ||
	    (!*o->scenario && !(o->from <= o->to)))
		return as_fail(e, path, as_json_line_in(all, row, path), "this is no region of route -o json");
	return 0;
}

static int
covers(const old_region *o, const route_point *p)
{
	return strcmp(o->mode, p->mode) == 0 && strcmp(o->model, p->model) == 0 &&
	    strcmp(o->dtype, p->dtype) == 0 && o->batch == (double)p->batch && o->made == p->made &&
	    (isnan(p->size) ? strcmp(o->scenario, p->scenario) == 0 : o->from <= p->size &&
	    p->size <= o->to);
}

/* taken: (points) 1 where a region before serves. */
static void
row(as_table *t, const old_region *o, const route_points *p, double level, char *taken,
    size_t count[3])
{
	static const char *const word[] = {"holds", "lost", "open"};
	const route_way *faster = NULL;
	double ratio = NAN;
	size_t n = 0, with = 0;
	int verdict;

	for (size_t i = 0; i < p->n; i++) {
		const route_way *w;
		if (taken[i] || !covers(o, &p->v[i]))
			continue;
		taken[i] = 1;
		n++;
		w = route_way_at(&p->v[i], o->way);
		with += w != NULL;
		if (w && !route_ties(&p->v[i], w, level) && (!faster ||
		    w->median / route_fastest(&p->v[i])->median > ratio)) {
			faster = route_fastest(&p->v[i]);
			ratio = w->median / faster->median;
		}
	}
	verdict = faster ? LOST : n == 0 || with < n ? OPEN : HOLDS;
	count[verdict]++;
	as_table_str(t, o->mode);
	as_table_str(t, o->model);
	as_table_str(t, o->dtype);
	as_table_int(t, (int64_t)o->batch);
	as_table_real(t, o->made);
	as_table_str(t, *o->scenario ? o->scenario : NULL);
	as_table_reals(t, o->from, o->to);
	as_table_str(t, o->way);
	as_table_str(t, word[verdict]);
	as_table_ints(t, (int64_t)n, (int64_t)with);
	as_table_str(t, faster ? faster->name : NULL);
	as_table_real(t, ratio);
}

int
route_recheck(as_table *t, const char *path, const route_points *p, double level,
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
	as_table_columns(t, "mode,model,dtype", AS_STR, 1);
	as_table_column(t, "batch", AS_INT, 1);
	as_table_column(t, "new", AS_REAL, 1);
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
			row(t, &o, p, level, taken, count);
	}
	free(taken);
	cJSON_Delete(all);
	return rc;
}
