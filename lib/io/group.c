#include "group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "nearest.h"

/* Open addressing over tuples of ids; slots hold group + 1. */
typedef struct { uint32_t *slot; size_t nslot; } table;

static size_t
hash(const uint32_t *key, size_t n)
{
	uint64_t h = 0x9e3779b97f4a7c15u;

	if (n == 1) /* ids are dense: each has a slot of its own */
		return key[0];
	for (size_t i = 0; i < n; i++) {
		h = (h ^ key[i]) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	return (size_t)h;
}

static int
same(const uint32_t *a, const uint32_t *b, size_t n)
{
	while (n > 0 && a[n - 1] == b[n - 1])
		n--;
	return n == 0;
}

static int
enlarge(table *t, const as_groups *g)
{
	size_t nslot = t->nslot ? t->nslot * 2 : 64, i;
	uint32_t *slot = calloc(nslot, sizeof *slot);

	if (!slot)
		return -1;
	for (size_t k = 0; k < g->n; k++) {
		i = hash(g->key + k * g->nkey, g->nkey) & (nslot - 1);
		while (slot[i])
			i = (i + 1) & (nslot - 1);
		slot[i] = (uint32_t)k + 1;
	}
	free(t->slot);
	t->slot = slot;
	t->nslot = nslot;
	return 0;
}

/* Adds room for one more group. */
static int
more_groups(as_groups *g, size_t *cap)
{
	size_t n = *cap ? *cap * 2 : 64;
	uint32_t *key;
	size_t *rows, *errors;
	uint8_t *synthetic;

	if (g->n < *cap)
		return 0;
	if ((key = realloc(g->key, n * (g->nkey + 1) * sizeof *key)) != NULL)
		g->key = key;
	if ((rows = realloc(g->rows, n * sizeof *rows)) != NULL)
		g->rows = rows;
	if ((errors = realloc(g->errors, n * sizeof *errors)) != NULL)
		g->errors = errors;
	if ((synthetic = realloc(g->synthetic, n)) != NULL)
		g->synthetic = synthetic;
	if (!key || !rows || !errors || !synthetic)
		return -1;
	*cap = n;
	return 0;
}

int
as_group(as_groups *g, const as_frame *f, const size_t *cols, size_t ncols, as_err *e)
{
	table t = {0};
	size_t cap = 0, i, k, at;
	uint32_t *key;

	memset(g, 0, sizeof *g);
	g->nkey = ncols;
	g->of_row = malloc((f->n + 1) * sizeof *g->of_row);
	key = malloc((ncols + 1) * sizeof *key);
	if (!g->of_row || !key)
		goto nomem;
	for (i = 0; i < f->n; i++) {
		/* rows of a group mostly come together */
		for (k = 0; i > 0 && k < ncols && f->col[cols[k]].id[i] == f->col[cols[k]].id[i - 1]; k++)
			;
		if (i > 0 && k == ncols)
			g->of_row[i] = g->of_row[i - 1];
		else {
			for (k = 0; k < ncols; k++)
				key[k] = f->col[cols[k]].id[i];
			if ((g->n + 1) * 2 > t.nslot && enlarge(&t, g) != 0)
				goto nomem;
			for (at = hash(key, ncols) & (t.nslot - 1); t.slot[at]; at = (at + 1) & (t.nslot - 1))
				if (same(g->key + (t.slot[at] - 1) * ncols, key, ncols))
					break;
			if (!t.slot[at]) {
				if (more_groups(g, &cap) != 0)
					goto nomem;
				memcpy(g->key + g->n * ncols, key, ncols * sizeof *key);
				g->rows[g->n] = g->errors[g->n] = g->synthetic[g->n] = 0;
				t.slot[at] = (uint32_t)++g->n;
			}
			g->of_row[i] = t.slot[at] - 1;
		}
		g->rows[g->of_row[i]]++;
		if (!f->ok[i])
			g->errors[g->of_row[i]]++;
		if (f->synthetic[i])
			g->synthetic[g->of_row[i]] = 1;
	}
	free(t.slot);
	free(key);
	return 0;
nomem:
	free(t.slot);
	free(key);
	as_group_free(g);
	return as_nomem(e);
}

int
as_group_from(as_groups *g, const as_frame *f, size_t from, size_t ncols, as_err *e)
{
	size_t *cols = malloc((ncols + 1) * sizeof *cols);
	int rc;

	for (size_t i = 0; cols && i < ncols; i++)
		cols[i] = from + i;
	rc = cols ? as_group(g, f, cols, ncols, e) : as_nomem(e);
	free(cols);
	return rc;
}

void
as_group_free(as_groups *g)
{
	free(g->key);
	free(g->of_row);
	free(g->rows);
	free(g->errors);
	free(g->synthetic);
	memset(g, 0, sizeof *g);
}

char *
as_group_name(const as_groups *g, const as_frame *f, size_t group)
{
	const uint32_t *key = g->key + group * g->nkey;
	size_t len = 1, i;
	char *s;

	for (i = 0; i < g->nkey; i++)
		len += strlen(as_frame_str(f, key[i])) + 1;
	if ((s = calloc(len, 1)) == NULL)
		return NULL;
	for (i = 0; i < g->nkey; i++) {
		if (i)
			strcat(s, ",");
		strcat(s, as_frame_str(f, key[i]));
	}
	return s;
}

char **
as_group_names(const as_groups *g, const as_frame *f)
{
	char **names = calloc(g->n + 1, sizeof *names);

	for (size_t i = 0; names && i < g->n; i++)
		if (!(names[i] = as_group_name(g, f, i))) {
			as_group_names_free(names, g->n);
			return NULL;
		}
	return names;
}

void
as_group_names_free(char **names, size_t n)
{
	for (size_t i = 0; names && i < n; i++)
		free(names[i]);
	free(names);
}

size_t
as_group_at(char *const *names, size_t n, const char *name)
{
	size_t i = 0;

	while (i < n && !as_key_names_same(names[i], name))
		i++;
	return i;
}

int
as_group_find(size_t *group, const char *option, const char *name, char *const *names,
    size_t count, as_err *e)
{
	as_nearest near = as_nearest_to(name);
	char list[512] = "";
	size_t n = 0;

	if ((*group = as_group_at(names, count, name)) < count)
		return 0;
	for (size_t i = 0; i < count; i++)
		as_nearest_try(&near, (as_str){names[i], strlen(names[i])});
	for (size_t i = 0; i < count && n + 8 < sizeof list; i++)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", names[i]);
	return as_fail(e, NULL, 0, "%s: no group '%s'%s there are: %s%s", option, name,
	    as_nearest_text(&near, ";"), list, n + 8 >= sizeof list ? " ..." : "");
}

int
as_group_values(const as_groups *g, const as_frame *f, size_t col, double **v, size_t **at,
    as_err *e)
{
	size_t i, sum = 0, *fill;

	*v = malloc((f->n + 1) * sizeof **v);
	*at = calloc(g->n + 1, sizeof **at);
	fill = calloc(g->n + 1, sizeof *fill);
	if (!*v || !*at || !fill) {
		free(*v);
		free(*at);
		free(fill);
		*v = NULL;
		*at = NULL;
		return as_nomem(e);
	}
	/* a value that is not there (an optional column) is NaN, as in rows not ok */
	for (i = 0; i < f->n; i++)
		if (f->col[col].val[i] == f->col[col].val[i])
			(*at)[g->of_row[i] + 1]++;
	for (i = 0; i < g->n; i++) {
		sum += (*at)[i + 1];
		(*at)[i + 1] = sum;
		fill[i] = (*at)[i];
	}
	for (i = 0; i < f->n; i++)
		if (f->col[col].val[i] == f->col[col].val[i])
			(*v)[fill[g->of_row[i]]++] = f->col[col].val[i];
	free(fill);
	return 0;
}
