/* Prometheus text: histograms and summaries of metrics whose name ends in a unit of time. A
 * histogram gives the count and the mean, a summary its quantiles too; neither holds samples.
 * https://prometheus.io/docs/instrumenting/exposition_formats */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "format.h"
#include "lines.h"
#include "num.h"
#include "unit.h"

/* One line of a metric: base name, what part of it, its labels without le and quantile. */
typedef struct {
	as_str name;              /* with its labels: what tells series apart is in key */
	char key[512];
	enum { OTHER, SUM, COUNT, BUCKET, QUANTILE } part;
	double quantile, value, ms;
} sample;

/* Takes one label, from the name to behind the quote at its end; NULL if it is malformed. */
static const char *
label(const char *p, const char *end, as_str *name, as_str *value)
{
	const char *from = p;

	while (p < end && *p != '=')
		p++;
	if (end - p < 2 || p[1] != '"')
		return NULL;
	*name = (as_str){from, (size_t)(p - from)};
	for (from = p += 2; p < end && *p != '"'; p++)
		p += *p == '\\' && p + 1 < end;
	*value = (as_str){from, (size_t)(p - from)};
	return p < end ? p + 1 : NULL;
}

static int
labels(sample *s, const char *p, const char *end, size_t n)
{
	as_str name, value;

	while (p < end) {
		if (!(p = label(p, end, &name, &value)))
			return -1;
		if (as_str_is(name, "quantile")) {
			s->part = QUANTILE;
			if (as_num_parse(value.s, value.n, &s->quantile) != AS_NUM_OK ||
			    s->quantile < 0 || s->quantile > 1)
				return -1;
		} else if (!as_str_is(name, "le"))
			n += (size_t)snprintf(s->key + n, n < sizeof s->key ? sizeof s->key - n : 0, "%s%.*s=\"%.*s\"",
			    strchr(s->key, '{') ? "," : "{", (int)name.n, name.s, (int)value.n, value.s);
		if (n + 4 > sizeof s->key)
			return -1;
		while (p < end && (*p == ',' || *p == ' '))
			p++;
	}
	if (strchr(s->key, '{'))
		strcat(s->key, "}");
	return 0;
}

/* Is the line a sample of a time? -1: it is, and malformed. */
static int
parse(as_str line, sample *s)
{
	static const struct { const char *tail; int part; } tails[] = {{"_sum", SUM}, {"_count", COUNT},
	    {"_bucket", BUCKET}};
	size_t n = 0, close;
	as_str rest;

	*s = (sample){.part = OTHER};
	while (n < line.n && line.s[n] != '{' && line.s[n] != ' ')
		n++;
	if (n == 0 || line.s[0] == '#' || n == line.n)
		return 0;
	s->name = (as_str){line.s, n};
	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		size_t t = strlen(tails[i].tail);
		if (n > t && memcmp(line.s + n - t, tails[i].tail, t) == 0) {
			s->part = tails[i].part;
			s->name.n = n - t;
		}
	}
	if (!((s->ms = as_column_ms(s->name)) > 0) || s->name.n + 8 > sizeof s->key)
		return 0;
	memcpy(s->key, s->name.s, s->name.n);
	close = n;
	if (line.s[n] == '{') {
		for (close = line.n; close > n && line.s[close - 1] != '}'; close--)
			;
		if (close == n || labels(s, line.s + n + 1, line.s + close - 1, s->name.n) != 0)
			return s->part == OTHER ? 0 : -1;
	}
	if (s->part == OTHER)
		return 0;
	rest = (as_str){line.s + close, line.n - close};
	rest = as_word_next(&rest);
	if (as_str_is(rest, "NaN"))
		s->value = NAN; /* of no observation */
	else if (as_num_parse(rest.s, rest.n, &s->value) != AS_NUM_OK)
		return -1;
	return 1;
}

static int
starts(const char *text, size_t n)
{
	const char *p = text, *end = text + n;
	as_str line, word;
	int type = 0;
	sample s;

	for (size_t i = 0; i < 2000 && as_line_next(&p, end, &line, NULL); i++) {
		as_str rest = line;

		word = as_word_next(&rest);
		if (i == 0 && !as_str_is(word, "#"))
			return 0;
		type |= as_starts_with(line, "# TYPE ");
		if (type && parse(line, &s) != 0)
			return 1;
	}
	return 0;
}

/* The row of the series that has come to its end. */
static int
end_series(as_rows *r, const char *key, double sum, double count, as_err *e)
{
	if (!*key)
		return 0;
	if ((!isnan(count) && as_rows_figure(r, "n", count, e) != 0) ||
	    (!isnan(sum) && count > 0 && as_rows_figure(r, "mean", sum / count, e) != 0))
		return -1;
	as_rows_end(r);
	return 0;
}

static int
read_text(as_rows *r, const char *text, size_t n, as_err *e)
{
	const char *p = text, *end = text + n;
	char key[sizeof ((sample *)0)->key] = "", column[AS_NUM_BUF + 2], share[AS_NUM_BUF];
	double sum = NAN, count = NAN;
	as_str line;
	size_t number = 0;
	int good;
	sample s;

	while (as_line_next(&p, end, &line, &number)) {
		if ((good = parse(line, &s)) == 0)
			continue;
		if (good > 0 && strcmp(key, s.key) != 0) {
			if (end_series(r, key, sum, count, e) != 0)
				return -1;
			as_rows_series(r);
			as_rows_text(r, "metric", s.key);
			memcpy(key, s.key, sizeof key);
			sum = count = NAN;
		}
		as_rows_line(r, number);
		if (good < 0)
			return as_fail(e, NULL, 0, "a metric whose labels or value cannot be read");
		if (s.part == SUM)
			sum = s.value * s.ms;
		else if (s.part == COUNT)
			count = s.value;
		else if (s.part == QUANTILE && !isnan(s.value)) {
			as_num_format(share, s.quantile * 100);
			snprintf(column, sizeof column, "p%s", share);
			if (as_rows_figure(r, s.quantile == 0.5 ? "median" : column, s.value * s.ms, e) != 0)
				return -1;
		}
	}
	return end_series(r, key, sum, count, e);
}

const as_format as_format_prometheus = {
	.name = "Prometheus metrics", .in = AS_IN_TEXT, .what = "metrics", .instead = "summaries",
	.starts = starts, .read_text = read_text,
};
