/* The cells of a sweep: whatever key a configuration has can be swept over. */
#include "cross.h"

#include <stdlib.h>
#include <string.h>

static yaml_node_t *
item(rr_cross *x, int axis, int k)
{
	return yaml_document_get_node(&x->r.doc, x->axis[axis].list->data.sequence.items.start[k]);
}

static yaml_node_t *
value(rr_cross *x, int cell, int axis)
{
	int place = x->place[cell];

	for (int a = x->naxis - 1; a > axis; a--)
		place /= x->axis[a].n;
	return item(x, axis, place % x->axis[axis].n);
}

const char *
rr_cross_value(rr_cross *x, int cell, int axis)
{
	return (const char *)value(x, cell, axis)->data.scalar.value;
}

static int
take_value(rr_reader *r, yaml_node_t *v)
{
	rr_cross *x = r->own;
	const int a = x->naxis;
	const char *s = rr_scalar(r, v, x->axis[a].key);

	for (int k = 0; s && k < x->axis[a].n; k++)
		if (strcmp(s, (const char *)item(x, a, k)->data.scalar.value) == 0)
			return as_fail(r->e, r->path, rr_line_of(v), "%s: %s occurs twice", x->axis[a].key, s);
	if (s && x->ncell * ++x->axis[a].n > RR_MAX_CELLS)
		return as_fail(r->e, r->path, rr_line_of(v), "sweep: more than %d cells", RR_MAX_CELLS);
	return s ? 0 : -1;
}

static int
take_axis(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_cross *x = r->own;

	(void)section;
	*known = strcmp(key, "sweep") != 0 && strcmp(key, "exclude") != 0 && strcmp(key, "aa") != 0;
	if (!*known)
		return 0;
	if (x->naxis == RR_MAX_AXES)
		return as_fail(r->e, r->path, rr_line_of(v), "sweep: more than %d keys", RR_MAX_AXES);
	x->axis[x->naxis].key = key;
	x->axis[x->naxis].list = v;
	if (rr_list(r, v, key, take_value) < 0)
		return -1;
	x->ncell *= x->axis[x->naxis++].n;
	return 0;
}

/* The keys that are the sweep's own, which stand in any order. */
static int
take_own(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_cross *x = r->own;

	(void)section, (void)known;
	if (strcmp(key, "exclude") == 0)
		x->exclude = v;
	if (strcmp(key, "aa") == 0)
		x->aa = v;
	return strcmp(key, "sweep") == 0 ? rr_each(r, v, key, take_axis) : 0;
}

static int
take_condition(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_cross *x = r->own;

	(void)section;
	for (int a = 0; a < x->naxis; a++)
		if (strcmp(x->axis[a].key, key) == 0)
			return (x->axis[a].only = rr_scalar(r, v, key)) ? 0 : -1;
	*known = 0;
	return 0;
}

/* Leaves out the cells that have all values of a map. */
static int
take_exclude(rr_reader *r, yaml_node_t *map)
{
	rr_cross *x = r->own;
	int n = 0;

	for (int a = 0; a < x->naxis; a++)
		x->axis[a].only = NULL;
	if (rr_each(r, map, "exclude", take_condition) < 0)
		return -1;
	for (int i = 0; i < x->ncell; i++) {
		int all = 1;
		for (int a = 0; a < x->naxis; a++)
			all &= !x->axis[a].only || strcmp(x->axis[a].only, rr_cross_value(x, i, a)) == 0;
		if (!all)
			x->place[n++] = x->place[i];
	}
	if (n == 0 || n == x->ncell)
		return as_fail(r->e, r->path, rr_line_of(map), n ? "exclude: no cell matches this map" :
		    "exclude: no cell is left");
	x->ncell = n;
	return 0;
}

int
rr_cross_open(rr_cross *x, const char *path, as_err *e)
{
	int rc;

	*x = (rr_cross){.ncell = 1};
	if (rr_document_open(&x->r, path, e) < 0)
		return -1;
	x->r.own = x;
	rc = rr_each(&x->r, yaml_document_get_root_node(&x->r.doc), "", take_own);
	if (rc == 0 && !(x->place = malloc((size_t)x->ncell * sizeof *x->place)))
		rc = as_nomem(e);
	for (int i = 0; i < x->ncell && rc == 0; i++)
		x->place[i] = i;
	if (rc == 0 && x->exclude)
		rc = rr_list(&x->r, x->exclude, "exclude", take_exclude);
	if (rc == 0 && x->aa)
		rc = rr_take_count(&x->r, x->aa, "aa", 1, x->ncell, &x->again);
	if (rc < 0)
		rr_cross_close(x);
	return rc;
}

int
rr_cross_config(rr_cross *x, int cell, as_err *e)
{
	rr_config_free(&x->cfg);
	x->r.e = e;
	x->r.nset = x->naxis;
	for (int a = 0; a < x->naxis; a++) {
		x->r.set[a].key = x->axis[a].key;
		x->r.set[a].value = value(x, cell, a);
	}
	return rr_config_take(&x->r, &x->cfg);
}

void
rr_cross_close(rr_cross *x)
{
	yaml_document_delete(&x->r.doc);
	rr_config_free(&x->cfg);
	free(x->place);
}
