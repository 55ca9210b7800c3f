#include "map.h"

#include <stdlib.h>
#include <string.h>

#include "column_names.h"
#include "csvread.h"
#include "grow.h"
#include "key.h"

static int
add(as_map *m, as_str from, as_str to, const char *path, size_t line, as_err *e)
{
	from = as_key_of(from);

	uint32_t n = m->from.n, id = as_intern_id(&m->from, from.s, from.n);

	if (id < n)
		return as_fail(e, path, line, "'%s' is renamed twice", m->from.str[id]);
	if (id == UINT32_MAX || as_grow_one(&m->to_id, n, sizeof *m->to_id) != 0 ||
	    (m->to_id[n] = as_intern_id(&m->to, to.s, to.n)) == UINT32_MAX)
		return as_nomem(e);
	return 0;
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
	if (!(m->col = strdup(col)) || !(m->path = strdup(path))) {
		as_nomem(e);
		goto done;
	}
	while ((more = as_csv_next(c, &r, e)) > 0) {
		if (header) {
			from = as_column_find(r.field, r.n, (as_str){"from", 4});
			to = as_column_find(r.field, r.n, (as_str){"to", 2});
			if (from == r.n || to == r.n) {
				as_fail(e, path, r.line, "a map needs the columns 'from' and 'to'");
				goto done;
			}
			header = 0;
		} else if (add(m, r.field[from], r.field[to], path, r.line, e) != 0)
			goto done;
	}
	if (more == 0 && m->from.n == 0)
		as_fail(e, path, 0, "the map has no row");
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
	as_intern_free(&m->from);
	as_intern_free(&m->to);
	free(m->to_id);
	free(m->col);
	free(m->path);
	memset(m, 0, sizeof *m);
}

as_str
as_map_apply(const as_map *m, as_str s)
{
	as_str key = as_key_of(s);
	uint32_t id = as_intern_find(&m->from, key.s, key.n);

	if (id == UINT32_MAX)
		return s;
	id = m->to_id[id];
	return (as_str){m->to.str[id], m->to.len[id]};
}

as_str
as_maps_apply(const as_map *map, const size_t *column, size_t n, size_t i, as_str s)
{
	for (size_t k = 0; k < n; k++)
		if (column[k] == i)
			s = as_map_apply(&map[k], s);
	return s;
}
