#include "unit.h"

#include <ctype.h>
#include <strings.h>

#include "num.h"

enum { AS_VALUE = 1, AS_SUFFIX = 2 }; /* where a word is read as a unit */

typedef struct { const char *word, *name; double ms; int where; } unit;

static const unit units[] = {
	{"ns", "ns", 1e-6, AS_VALUE | AS_SUFFIX}, {"nsec", "ns", 1e-6, AS_VALUE | AS_SUFFIX},
	{"nanos", "ns", 1e-6, AS_VALUE | AS_SUFFIX}, {"nanosecond", "ns", 1e-6, AS_VALUE | AS_SUFFIX},
	{"us", "us", 1e-3, AS_VALUE | AS_SUFFIX}, {"usec", "us", 1e-3, AS_VALUE | AS_SUFFIX},
	{"\xc2\xb5s", "us", 1e-3, AS_VALUE | AS_SUFFIX}, {"\xce\xbcs", "us", 1e-3, AS_VALUE | AS_SUFFIX},
	{"micros", "us", 1e-3, AS_VALUE | AS_SUFFIX}, {"microsecond", "us", 1e-3, AS_VALUE | AS_SUFFIX},
	{"ms", "ms", 1, AS_VALUE | AS_SUFFIX}, {"msec", "ms", 1, AS_VALUE | AS_SUFFIX},
	{"millis", "ms", 1, AS_VALUE | AS_SUFFIX}, {"millisecond", "ms", 1, AS_VALUE | AS_SUFFIX},
	{"s", "s", 1e3, AS_VALUE | AS_SUFFIX}, {"sec", "s", 1e3, AS_VALUE | AS_SUFFIX},
	{"second", "s", 1e3, AS_VALUE | AS_SUFFIX},
	{"min", "min", 6e4, AS_VALUE}, {"minute", "min", 6e4, AS_VALUE | AS_SUFFIX},
	{"h", "h", 3.6e6, AS_VALUE}, {"hour", "h", 3.6e6, AS_VALUE | AS_SUFFIX},
};
static const unit none = {NULL, NULL, 0, 0};

/* The unit that s names, a long one also in the plural. */
static const unit *
find(as_str s, int where)
{
	for (const unit *u = units; u < units + sizeof units / sizeof *units; u++) {
		size_t n = strlen(u->word);

		if (u->where & where && (s.n == n || (s.n == n + 1 && n > 2 && (s.s[n] | 32) == 's')) &&
		    strncasecmp(s.s, u->word, n) == 0)
			return u;
	}
	return &none;
}

double
as_unit_ms(as_str unit)
{
	return find(unit, AS_VALUE | AS_SUFFIX)->ms;
}

const char *
as_unit_short(as_str unit)
{
	return find(unit, AS_VALUE | AS_SUFFIX)->name;
}

/* Is it a thing that is counted, so that what follows is the time of a rate ("tok_s", "GB_s")? */
static int
is_counted(as_str s)
{
	static const char *const words[] = {"tok", "tokens", "req", "requests", "op", "ops", "it",
	    "iterations", "b", "kb", "mb", "gb", "tb", "bytes", "samples", "images", "queries", "events",
	    "rows", "items", "msgs"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (s.n >= strlen(words[i]) && strncasecmp(s.s + s.n - strlen(words[i]), words[i],
		    strlen(words[i])) == 0 &&
		    (s.n == strlen(words[i]) || !isalnum((unsigned char)s.s[s.n - strlen(words[i]) - 1])))
			return 1;
	return 0;
}

/* Where the unit of a column's name stands; n is 0 if it has none. */
static as_str
suffix(as_str name)
{
	size_t from = name.n, to = name.n;

	if (to > 0 && (name.s[to - 1] == ')' || name.s[to - 1] == ']')) {
		for (from = --to; from > 0 && name.s[from - 1] != '(' && name.s[from - 1] != '['; from--)
			;
		if (from == 0)
			to = 0;
	} else {
		while (from > 0 && !strchr("_-. /", name.s[from - 1]))
			from--;
		/* a name that is nothing but a unit ("s", "min") says what it measures no more than a rate
		 * does */
		if (from == 0 || name.s[from - 1] == '/' ||
		    (from >= 4 && strncasecmp(name.s + from - 4, "per", 3) == 0 &&
		    (from == 4 || strchr("_-. ", name.s[from - 5]))) ||
		    ((name.s[from] | 32) == 's' && is_counted((as_str){name.s, from - 1})))
			to = from;
	}
	return (as_str){name.s + from, to - from};
}

const char *
as_unit_of_column(as_str name)
{
	return find(suffix(name), AS_SUFFIX)->name;
}

double
as_column_ms(as_str name)
{
	return find(suffix(name), AS_SUFFIX)->ms;
}

as_str
as_unit_stem(as_str name)
{
	size_t n;

	if (!as_unit_of_column(name))
		return name;
	n = (size_t)(suffix(name).s - name.s);
	while (n > 0 && strchr("_-. ([", name.s[n - 1]))
		n--;
	return (as_str){name.s, n};
}

/* PnDTnHnMn.nS: at least one part, in this order, only the last with a fraction. */
static int
iso_8601(as_str s, double *ms)
{
	static const struct { char letter; int time; double ms; } part[] = {
		{'D', 0, 864e5}, {'H', 1, 36e5}, {'M', 1, 6e4}, {'S', 1, 1e3}};
	size_t i = 1, k = 0, parts = 0;
	int time = 0;
	double sum = 0, x;

	while (i < s.n) {
		size_t n = 0;

		if ((s.s[i] | 32) == 't' && !time) {
			time = 1;
			i++;
			continue;
		}
		while (i + n < s.n && (isdigit((unsigned char)s.s[i + n]) || s.s[i + n] == '.'))
			n++;
		if (i + n == s.n || as_num_parse(s.s + i, n, &x) != AS_NUM_OK)
			return -1;
		while (k < 4 && !(part[k].time == time && (s.s[i + n] & ~32) == part[k].letter))
			k++;
		if (k == 4 || (memchr(s.s + i, '.', n) && i + n + 1 < s.n))
			return -1;
		sum += x * part[k++].ms;
		parts++;
		i += n + 1;
	}
	*ms = sum;
	return parts ? 0 : -1;
}

int
as_duration_parse(as_str s, double *ms)
{
	size_t n = 0, at;
	double unit;

	if (s.n > 1 && (s.s[0] | 32) == 'p')
		return iso_8601(s, ms);
	while (n < s.n && strchr("+-.0123456789", s.s[n]))
		n++;
	/* an exponent, which a unit that begins with e cannot be taken for: there is none */
	if (n < s.n && (s.s[n] | 32) == 'e')
		for (n++; n < s.n && strchr("+-0123456789", s.s[n]); n++)
			;
	at = n;
	while (at < s.n && s.s[at] == ' ')
		at++;
	unit = find((as_str){s.s + at, s.n - at}, AS_VALUE)->ms;
	if (!(unit > 0) || as_num_parse(s.s, n, ms) != AS_NUM_OK)
		return -1;
	*ms = as_to_ms(*ms, unit);
	return 0;
}
