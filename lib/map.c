#include "map.h"

#include <stdlib.h>
#include <string.h>

#include "csvread.h"

static int
add(as_map *m, as_str from, as_str to, const char *path, size_t line, as_err *e)
{
	char **f, **t;

	for (size_t i = 0; i < m->n; i++)
		if (as_str_is(from, m->from[i]))
			return as_fail(e, path, line, "'%s' is renamed twice", m->from[i]);
	if ((f = realloc(m->from, (m->n + 1) * sizeof *f)) != NULL)
		m->from = f;
	if ((t = realloc(m->to, (m->n + 1) * sizeof *t)) != NULL)
		m->to = t;
	if (!f || !t)
		return as_nomem(e);
	f[m->n] = strndup(from.s, from.n);
	t[m->n] = strndup(to.s, to.n);
	m->n++;
	return f[m->n - 1] && t[m->n - 1] ? 0 : as_nomem(e);
}

int
as_map_read(as_map *m, const char *col, const char *path, as_err *e)
{
	as_csv *c;
	as_record r;
	size_t from = 0, to = 0;
	int more, rc = -1, header = 1;

	memset(m, 0, sizeof *m);
	if (as_csv_open(&c, path, e) != 0)
		return -1;
	if (!(m->col = strdup(col))) {
		as_nomem(e);
		goto done;
	}
	while ((more = as_csv_next(c, &r, e)) > 0) {
		if (header) {
			for (from = 0; from < r.n && !as_str_is(r.field[from], "from"); from++)
				;
			for (to = 0; to < r.n && !as_str_is(r.field[to], "to"); to++)
				;
			if (from == r.n || to == r.n) {
				as_fail(e, path, r.line, "a map has the columns 'from' and 'to'");
				goto done;
			}
			header = 0;
		} else if (add(m, r.field[from], r.field[to], path, r.line, e) != 0)
			goto done;
	}
	if (more == 0 && m->n == 0)
		as_fail(e, path, 0, "no row in the map");
	else
		rc = more;
done:
	as_csv_close(c);
	if (rc != 0)
		as_map_free(m);
	return rc;
}

void
as_map_free(as_map *m)
{
	for (size_t i = 0; i < m->n; i++) {
		free(m->from[i]);
		free(m->to[i]);
	}
	free(m->from);
	free(m->to);
	free(m->col);
	memset(m, 0, sizeof *m);
}

as_str
as_map_apply(const as_map *m, as_str s)
{
	for (size_t i = 0; i < m->n; i++)
		if (as_str_is(s, m->from[i]))
			return (as_str){m->to[i], strlen(m->to[i])};
	return s;
}
