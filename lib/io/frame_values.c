/* Measured values: their text, their unit, and what they are divided by. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame_impl.h"
#include "grow.h"
#include "map.h"
#include "num.h"
#include "words.h"
#include "unit.h"

as_str
as_bound_cell(const as_binding *b, const as_row *row, size_t i)
{
	as_str s = as_row_at(row, i);

	return b->read->nmap ? as_maps_apply(b->read->map, b->map, b->read->nmap, i, s) : s;
}

/* What the row's value is divided by. */
static int
divisor(const as_binding *b, const as_row *row, double *x, as_err *e)
{
	as_str s = as_bound_cell(b, row, b->per);

	if (as_num_parse(s.s, s.n, x) == AS_NUM_OK && *x > 0)
		return 0;
	return as_fail(e, b->file, row->line,
	    "--per %s: '%.*s' is not a number above 0", b->read->how->per, AS_CLIPPED(s));
}

/* Keeps what the unit column of the row says. */
static int
take_unit(as_binding *b, const as_row *row, size_t at, as_err *e)
{
	as_str s = as_bound_cell(b, row, b->unit);
	size_t k = at - b->first, cap = b->capunit;

	if (as_grow(&b->unit_of, k, &b->capunit, sizeof *b->unit_of) != 0)
		return as_nomem(e);
	for (; cap < b->capunit; cap++)
		b->unit_of[cap] = AS_NONE;
	b->unit_of[k] = as_intern_id(&b->units, s.s, s.n);
	return b->unit_of[k] == UINT32_MAX ? as_nomem(e) : 0;
}

int
as_bound_value(as_binding *b, as_frame *f, const as_row *row, size_t want, size_t at, as_err *e)
{
	as_value *v = &b->value[want];
	as_str s = as_bound_cell(b, row, b->want[want]);
	const as_reading *how = b->read->how;
	size_t unclear = v->nunclear;
	double *x = &f->col[want].val[at], per;
	int measured = !b->read->want[want].optional;

	if (measured && how && how->skip_empty && as_nothing(s))
		return 1;
	if (as_value_read(v, s, at, b->file, row->line, x, e) != 0)
		return -1;
	if (!measured)
		return 0;
	if (b->per != AS_NOT_THERE) {
		if (divisor(b, row, &per, e) != 0)
			return -1;
		*x /= per;
		if (v->nunclear > unclear) {
			v->unclear[unclear].comma /= per;
			v->unclear[unclear].thousands /= per;
		}
	}
	return b->unit != AS_NOT_THERE && !v->own && !b->scale[want] ? take_unit(b, row, at, e) : 0;
}

/* Milliseconds in each text of the unit column, where all are units of time; NULL if not, or
 * without memory. */
static double *
unit_factors(const as_binding *b)
{
	double *ms = b->units.n ? malloc(b->units.n * sizeof *ms) : NULL;

	for (uint32_t i = 0; ms && i < b->units.n; i++)
		if (!((ms[i] = as_unit_ms((as_str){b->units.str[i], b->units.len[i]})) > 0)) {
			free(ms);
			return NULL;
		}
	return ms;
}

/* Values in two units of time, or one and none, cannot stand as they are, which they do where the
 * column of units holds something else. */
static int
half_units(const as_binding *b, const char *column, as_err *e)
{
	double first = 0, ms;
	uint32_t other = UINT32_MAX;
	int several = 0;

	for (uint32_t i = 0; i < b->units.n; i++)
		if (!((ms = as_unit_ms((as_str){b->units.str[i], b->units.len[i]})) > 0)) {
			other = i;
			several |= b->units.len[i] == 0;
		} else {
			several |= first > 0 && ms != first;
			first = ms;
		}
	return !(first > 0) || !several || other == UINT32_MAX ? 0 : as_fail(e, b->file, 0,
	    "column '%s': it mixes units of time with '%.60s': choose one kind with --where", column,
	    b->units.str[other]);
}

/* The unit that the column is in after this operand, and with the others. */
static int
settle_unit(const as_binding *b, as_frame *f, size_t i, const char *unit, as_err *e)
{
	as_col *c = &f->col[i];

	if (f->priv->nread[i] > 0 && (unit != NULL) != (c->unit != NULL))
		return as_fail(e, b->file, 0, "column '%s': %s, and the files before %s", c->header,
		    unit ? "its values have a unit of time" : "its values have no unit of time",
		    unit ? "have none" : "have one");
	c->unit = unit;
	f->priv->nread[i] += b->value[i].n;
	return 0;
}

/* The unit of the values in the name of their column, which gives none. */
static int
name_unit(as_frame *f, size_t i)
{
	const char *name = f->col[i].header;

	if (!as_unit_of_column((as_str){name, strlen(name)}))
		f->col[i].header = as_text(&f->priv->keep, "%s (ms)", name);
	return f->priv->keep.nomem ? -1 : 0;
}

static int
settle(as_binding *b, as_frame *f, size_t i, const double *ms, as_err *e)
{
	as_value *v = &b->value[i];
	double *x = f->col[i].val;
	const char *name = b->read->want[i].name, *unit = as_unit_of_column((as_str){name, strlen(name)});
	int measured = !b->read->want[i].optional, converted = 0, by_row = 0;
	const as_reading *how = b->read->how;
	const char *said;

	if (as_value_end(v, x, b->file, e) != 0)
		return -1;
	if (measured && b->scale[i] > 0) {
		for (size_t k = b->first; k < f->n; k++)
			x[k] = as_to_ms(x[k], b->scale[i]);
		converted = 1;
	} else if (measured && ms && !v->own && !v->with_unit && b->unit_of) {
		for (size_t k = b->first; k < f->n; k++)
			if (!isnan(x[k]) && k - b->first < b->capunit && b->unit_of[k - b->first] != AS_NONE)
				x[k] = as_to_ms(x[k], ms[b->unit_of[k - b->first]]);
		converted = by_row = 1;
	} else if (measured && v->with_unit && !v->own)
		converted = 1;
	else if (b->from[i])
		return as_fail(e, b->file, 0,
		    "no column 'latency_ms', and '%s' has no unit of time: give -v %s to read it as it is",
		    b->from[i], b->from[i]);
	if (measured && !converted && !ms && !v->own && !as_read_wants(b->read, "unit") &&
	    half_units(b, name, e) != 0)
		return -1;
	if (by_row)
		as_reading_say(how, 0, b->file,
		    "%s: converted to ms from the units that its rows name", name);
	if (b->from[i] && f->priv->nok)
		as_reading_say(how, 0, b->file, "'%s' is read as latency_ms", b->from[i]);
	if ((said = as_value_said(v)) != NULL)
		as_reading_say(how, 0, b->file, "%s: %s", v->name, said);
	if (!measured)
		return 0;
	if (converted && !unit && name_unit(f, i) != 0)
		return as_nomem(e);
	return settle_unit(b, f, i, converted ? "ms" : unit, e);
}

int
as_bound_end(as_binding *b, as_frame *f, as_err *e)
{
	double *ms = unit_factors(b);
	int rc = 0;

	for (size_t i = 0; i < b->read->nwant && rc == 0; i++)
		if (b->read->want[i].kind == AS_VAL && b->value && b->value[i].n)
			rc = settle(b, f, i, ms, e);
	free(ms);
	return rc;
}
