/* A table in the format that its style says. */
#include "table_writers.h"

static int
grid_long(grid *g, const as_table *t, int decimals, as_err *e)
{
	if (as_grid_alloc(g, t, as_table_rows(t), t->ncol) != 0)
		return as_nomem(e);
	for (size_t i = 0; i < t->ncol; i++)
		as_grid_column(g, i, t->col[i].name, &t->col[i]);
	for (size_t i = 0; i < t->ncell; i++)
		g->cell[i] = as_cell_text(&g->keep, &t->cell[i], decimals);
	return 0;
}

static int
write_people(const as_table *t, const as_style *s, as_format format, FILE *fp, as_err *e)
{
	grid g = {0};
	int st = s->wide && t->ncell > 0 ? as_grid_wide(&g, t, s, e) : grid_long(&g, t, s->decimals, e);

	if (st == 0 && (format == AS_FMT_MD || format == AS_FMT_TEXT))
		as_grid_intervals(&g);
	if (st == 0 && format == AS_FMT_TEXT && s->colour)
		as_grid_colour(&g);
	if (st != 0 || g.keep.nomem)
		st = st != 0 ? -1 : as_nomem(e);
	else if (format == AS_FMT_MD)
		st = as_write_md(&g, fp, e);
	else if (format == AS_FMT_TEX)
		as_write_tex(&g, fp);
	else if (format == AS_FMT_HTML)
		as_write_html(&g, fp);
	else
		st = as_write_text(&g, s->width, fp, e);
	as_keep_free(&g.keep);
	return st;
}

int
as_table_write(const as_table *t, const as_style *s, FILE *fp, as_err *e)
{
	as_format format = as_style_format(s, fp);
	const as_table *next;

	for (next = t; next; next = next->next)
		if (as_table_check(next, s, e) != 0)
			return -1;
	if (format == AS_FMT_CSV)
		as_write_csv(t, fp);
	else if (format == AS_FMT_JSON)
		as_write_json(t, s->tool, fp);
	else if (write_people(t, s, format, fp, e) != 0)
		return -1;
	for (next = t->next; next && format == AS_FMT_TEXT; next = next->next) {
		putc('\n', fp);
		if (write_people(next, s, format, fp, e) != 0)
			return -1;
	}
	return 0;
}
