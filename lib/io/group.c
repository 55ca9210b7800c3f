#include "group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "key.h"
#include "memory_text.h"
#include "nearest.h"

/* Counts what as_groups has of each group, whose keys are the texts of seen. -1: no memory. */
static int
count(as_groups *g, const as_frame *f, const as_intern *seen)
{
	size_t size = g->nkey * sizeof *g->key;

	g->n = seen->n;
	g->key = as_alloc(&g->keep, g->n * size);
	g->rows = as_alloc(&g->keep, g->n * sizeof *g->rows);
	g->errors = as_alloc(&g->keep, g->n * sizeof *g->errors);
	g->synthetic = as_alloc(&g->keep, g->n);
	if (g->keep.nomem)
		return -1;
	for (uint32_t k = 0; k < seen->n; k++)
		memcpy(g->key + k * g->nkey, seen->str[k], size);
	for (size_t i = 0; i < f->n; i++) {
		g->rows[g->of_row[i]]++;
		g->errors[g->of_row[i]] += !f->ok[i];
		g->synthetic[g->of_row[i]] |= f->synthetic[i];
	}
	return 0;
}

int
as_group(as_groups *g, const as_frame *f, const size_t *cols, size_t ncols, as_err *e)
{
	as_intern seen = {0}; /* the ids of a group, one after the other */
	uint32_t *key = malloc((ncols + 1) * sizeof *key);
	int rc;

	*g = (as_groups){.nkey = ncols};
	g->of_row = as_alloc(&g->keep, f->n * sizeof *g->of_row);
	rc = key && g->of_row ? 0 : -1;
	for (size_t i = 0, k; i < f->n && rc == 0; i++) {
		/* rows of a group mostly come together */
		for (k = 0; i > 0 && k < ncols && f->col[cols[k]].id[i] == f->col[cols[k]].id[i - 1]; k++)
			;
		if (i > 0 && k == ncols) {
			g->of_row[i] = g->of_row[i - 1];
			continue;
		}
		for (k = 0; k < ncols; k++)
			key[k] = f->col[cols[k]].id[i];
		g->of_row[i] = as_intern_id(&seen, (const char *)key, ncols * sizeof *key);
		rc = g->of_row[i] == UINT32_MAX ? -1 : 0;
	}
	if (rc == 0)
		rc = count(g, f, &seen);
	as_intern_free(&seen);
	free(key);
	if (rc == 0)
		return 0;
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
	as_keep_free(&g->keep);
	memset(g, 0, sizeof *g);
}

char *
as_group_name(const as_groups *g, const as_frame *f, size_t group)
{
	const uint32_t *key = g->key + group * g->nkey;
	char *name = NULL;
	size_t n;
	FILE *fp = open_memstream(&name, &n);

	for (size_t i = 0; fp && i < g->nkey; i++)
		fprintf(fp, "%s%s", i ? "," : "", as_frame_str(f, key[i]));
	return fp ? as_memory_text(fp, &name) : NULL;
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

	if ((*group = as_group_at(names, count, name)) < count)
		return 0;
	for (size_t i = 0; i < count; i++)
		as_nearest_try(&near, (as_str){names[i], strlen(names[i])});
	return as_fail(e, NULL, 0, "%s: no group '%s'%s there are: %s", option, name,
	    as_nearest_text(&near, ";"), near.list);
}

int
as_group_values(as_groups *g, const as_frame *f, size_t col, double **v, size_t **at,
    as_err *e)
{
	*v = as_alloc(&g->keep, f->n * sizeof **v);
	*at = as_alloc(&g->keep, (g->n + 2) * sizeof **at);
	if (!*v || !*at)
		return as_nomem(e);
	/* Each count stands two places on, its sum one: filling moves that to the group's end. A value
	 * that is not there (an optional column) is NaN, as in rows not ok. */
	for (size_t i = 0; i < f->n; i++)
		if (f->col[col].val[i] == f->col[col].val[i])
			(*at)[g->of_row[i] + 2]++;
	for (size_t i = 2; i < g->n + 2; i++)
		(*at)[i] += (*at)[i - 1];
	for (size_t i = 0; i < f->n; i++)
		if (f->col[col].val[i] == f->col[col].val[i])
			(*v)[(*at)[g->of_row[i] + 1]++] = f->col[col].val[i];
	return 0;
}
