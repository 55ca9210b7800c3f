#include "value.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "grow.h"
#include "num.h"
#include "unit.h"

typedef enum { NONE, POINT, COMMA, THOUSANDS, UNCLEAR } style;

enum { LONGEST = 64 }; /* of a number with separators */

static int
bad(const as_value *v, as_str s, const char *what, const char *file, size_t line, as_err *e)
{
	return as_fail(e, file, line, "%s in column '%s': '%.*s'", what, v->name, AS_CLIPPED(s));
}

/* The bytes of a blank or apostrophe that parts thousands and is nothing else; 0: none. */
static size_t
blank(const char *s, size_t n)
{
	if (*s == ' ' || *s == '\'')
		return 1;
	if (n > 1 && memcmp(s, "\xc2\xa0", 2) == 0) /* no-break space */
		return 2;
	return n > 2 && (memcmp(s, "\xe2\x80\xaf", 3) == 0 || memcmp(s, "\xe2\x80\x89", 3) == 0 ||
	    memcmp(s, "\xe2\x80\x99", 3) == 0) ? 3 : 0;
}

/* The text with ' ' for any such blank; its length, 0 if there is more in it than digits,
 * separators, a sign and an exponent. */
static size_t
plain_bytes(as_str s, char out[LONGEST])
{
	size_t n = 0, w;

	for (size_t i = 0; i < s.n; i += w) {
		if (n + 1 >= LONGEST)
			return 0;
		w = blank(s.s + i, s.n - i);
		out[n++] = w ? ' ' : s.s[i];
		w = w ? w : 1;
		if (!strchr("+-0123456789., eE", out[n - 1]) || out[n - 1] == '\0')
			return 0;
	}
	out[n] = '\0';
	return n;
}

/* Digits in groups of three with c between, the first of one to three. */
static int
grouped(const char *s, size_t n, char c)
{
	size_t first = 0, i;

	while (first < n && s[first] != c)
		first++;
	if (first < 1 || first > 3 || s[0] == '0' || first == n)
		return 0;
	for (i = first; i < n; i += 4)
		if (n - i < 4 || s[i] != c || !isdigit((unsigned char)s[i + 1]) ||
		    !isdigit((unsigned char)s[i + 2]) || !isdigit((unsigned char)s[i + 3]))
			return 0;
	return 1;
}

/* The number without separator, with a point for decimal. */
static int
value_of(const char *s, size_t len, char separator, char decimal, double *x)
{
	char buf[LONGEST];
	size_t n = 0;

	if (len > sizeof buf)
		return 0;
	for (size_t i = 0; i < len; i++)
		if (s[i] != separator)
			buf[n++] = s[i] == decimal ? '.' : s[i];
	return as_num_parse(buf, n, x) == AS_NUM_OK;
}

/* How a number with separators is written, and what it is. */
static style
read_style(as_str text, double *comma, double *thousands)
{
	char s[LONGEST];
	size_t n = plain_bytes(text, s), from, len;
	const char *c, *p, *b;

	if (n == 0)
		return NONE;
	from = strspn(s, "+-");
	len = strspn(s + from, "0123456789., "); /* mantissa */
	c = memchr(s + from, ',', len);
	p = memchr(s + from, '.', len);
	b = memchr(s + from, ' ', len);
	if (b) { /* blanks part thousands: what else there is, is the decimal sign */
		size_t whole = strcspn(s + from, ".,eE");

		if ((c && p) || !grouped(s + from, whole, ' '))
			return NONE;
		return !value_of(s, n, ' ', c ? ',' : '.', comma) ? NONE : c ? COMMA : POINT;
	}
	if (c && p) { /* the later of the two is the decimal sign, and stands once */
		char decimal = strrchr(s, ',') > strrchr(s, '.') ? ',' : '.', other = decimal == ',' ? '.' : ',';

		if (!grouped(s + from, strcspn(s + from, decimal == ',' ? "," : "."), other) ||
		    strchr(s, decimal) != strrchr(s, decimal) || !value_of(s, n, other, decimal, comma))
			return NONE;
		*thousands = *comma;
		return decimal == ',' ? COMMA : THOUSANDS;
	}
	if (p && p != strrchr(s, '.'))
		return grouped(s + from, len, '.') && value_of(s, n, '.', ',', comma) ? COMMA : NONE;
	if (!c)
		return NONE;
	if (c != strrchr(s, ','))
		return grouped(s + from, len, ',') && value_of(s, n, ',', '.', thousands) ? THOUSANDS : NONE;
	if (!value_of(s, n, 0, ',', comma))
		return NONE;
	if (!grouped(s + from, len, ','))
		return COMMA;
	return value_of(s, n, ',', '.', thousands) ? UNCLEAR : NONE;
}

/* The same text where a comma is the decimal sign, so that its points must part thousands. */
static int
points_part_thousands(as_str s, double *x)
{
	return grouped(s.s, s.n, '.') && value_of(s.s, s.n, '.', ',', x);
}

/* A number that is not plain. */
static int
written_otherwise(as_value *v, as_str s, size_t row, const char *file, size_t line, double *x,
    as_err *e)
{
	double comma = NAN, thousands = NAN;
	style how;

	if (as_duration_parse(s, x) == 0) {
		if (!v->own && v->plain)
			return bad(v, s, "a unit, but values before have none,", file, line, e);
		v->with_unit++;
		*x = v->own ? *x / v->own : *x;
		return 0;
	}
	how = read_style(s, &comma, &thousands);
	if (how == UNCLEAR && v->decimal)
		how = v->decimal == ',' ? COMMA : THOUSANDS;
	switch (how) {
	case NONE:
		return bad(v, s, "not a number", file, line, e);
	case POINT:
		*x = comma;
		v->plain++;
		return 0;
	case COMMA:
		*x = comma;
		v->comma++;
		break;
	case THOUSANDS:
		*x = thousands;
		v->thousands++;
		break;
	case UNCLEAR:
		if (as_grow(&v->unclear, v->nunclear, &v->cap, sizeof *v->unclear) != 0)
			return as_nomem(e);
		v->unclear[v->nunclear++] = (as_unclear){row, line, comma, thousands};
		*x = NAN;
		break;
	}
	v->plain++;
	if ((v->comma && v->thousands) || (how == COMMA && v->decimal == '.') ||
	    (how == THOUSANDS && v->decimal == ',') ||
	    (!v->decimal && ((v->comma && v->points) || v->n > AS_VALUE_EARLY) &&
	    v->comma + v->thousands + v->nunclear == 1))
		return bad(v, s, "a comma that may separate thousands or decimals (say --decimal comma or "
		    "point)", file, line, e);
	return 0;
}

int
as_value_read(as_value *v, as_str s, size_t row, const char *file, size_t line, double *x,
    as_err *e)
{
	/* in a column of decimal commas a point parts thousands */
	int commas = v->decimal == ',' || v->comma;
	double ignored;

	v->n++;
	if (s.n == 0) {
		if (!v->optional)
			return as_fail(e, file, line, "empty value in column '%s' of a row that is ok", v->name);
		*x = NAN;
		return 0;
	}
	switch (as_num_parse(s.s, s.n, x)) {
	case AS_NUM_OK:
		if (v->n <= AS_VALUE_EARLY || commas || v->semicolons) {
			int point = memchr(s.s, '.', s.n) != NULL;

			v->points += point;
			if (point && v->semicolons && points_part_thousands(s, &ignored))
				v->like_groups++;
			if (point && commas && !points_part_thousands(s, x))
				return bad(v, s, "a decimal point among decimal commas", file, line, e);
		}
		if (!v->own && v->with_unit)
			return bad(v, s, "no unit, but values before have one,", file, line, e);
		v->plain++;
		break;
	case AS_NUM_OVERFLOW:
		return bad(v, s, "number out of range", file, line, e);
	case AS_NUM_SYNTAX:
		if (written_otherwise(v, s, row, file, line, x, e) != 0)
			return -1;
		break;
	}
	if (*x < 0 && v->latency)
		return bad(v, s, "negative latency", file, line, e);
	if (*x == 0)
		*x = 0; /* no negative zero */
	return 0;
}

int
as_value_end(as_value *v, double *x, const char *file, as_err *e)
{
	if (v->nunclear && !v->comma && !v->thousands)
		return as_fail(e, file, v->unclear[0].line,
		    "column '%s': a comma may separate thousands or decimals here; say --decimal comma or "
		    "point", v->name);
	if (v->semicolons && v->like_groups && v->like_groups == v->points && !v->decimal && !v->comma)
		return as_fail(e, file, 0, "column '%s': a point may separate thousands or decimals where "
		    "semicolons separate fields; say --decimal comma or point", v->name);
	for (size_t i = 0; i < v->nunclear; i++) {
		const as_unclear *u = &v->unclear[i];

		x[u->row] = v->comma ? u->comma : u->thousands;
		if (x[u->row] < 0 && v->latency)
			return as_fail(e, file, u->line, "negative latency in column '%s': %g", v->name,
			    x[u->row]);
	}
	return 0;
}

const char *
as_value_said(const as_value *v)
{
	if (v->with_unit)
		return v->own ? "values with a unit" : "values with a unit, in ms";
	return v->comma ? "a comma is the decimal sign" : v->thousands ? "a comma separates thousands" :
	    NULL;
}

void
as_value_free(as_value *v)
{
	free(v->unclear);
	v->unclear = NULL;
	v->nunclear = v->cap = 0;
}
