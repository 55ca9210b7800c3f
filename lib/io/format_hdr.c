/* Percentiles of an HdrHistogram (its own text, and what wrk2 prints with --latency): quantiles,
 * and no samples. https://github.com/giltene/wrk2, https://github.com/HdrHistogram */
#include <stdio.h>

#include "format.h"
#include "lines.h"
#include "num.h"
#include "unit.h"

static int
is_header(as_str line)
{
	as_str a = as_word_next(&line), b = as_word_next(&line);
	as_str c = as_word_next(&line), d = as_word_next(&line);

	return as_str_is(a, "Value") && as_str_is(b, "Percentile") && as_str_is(c, "TotalCount") &&
	    as_starts_with(d, "1/(1-");
}

static int
starts(const char *text, size_t n)
{
	const char *p = text, *end = text + n;
	as_str line;

	for (size_t i = 0; i < 60 && as_line_next(&p, end, &line, NULL); i++)
		if (is_header(line))
			return 1;
	return 0;
}

/* The value of NAME in "#[Mean    =        1.251, StdDeviation   =        0.310]"; 0: it is not in
 * it. */
static int
footer(as_str line, const char *name, double *x)
{
	as_str word;

	for (size_t i = 2; i + strlen(name) < line.n; i++) {
		as_str at = {line.s + i, line.n - i};

		if ((line.s[i - 1] != '[' && line.s[i - 1] != ' ') || !as_starts_with(at, name))
			continue;
		at = (as_str){at.s + strlen(name), at.n - strlen(name)};
		if (!as_str_is(as_word_next(&at), "="))
			continue;
		word = as_word_next(&at);
		while (word.n && (word.s[word.n - 1] == ',' || word.s[word.n - 1] == ']'))
			word.n--;
		return as_num_parse(word.s, word.n, x) == AS_NUM_OK;
	}
	return 0;
}

static int
read_text(as_rows *r, const char *text, size_t n, as_err *e)
{
	static const struct { const char *in, *to; } figures[] = {{"Mean", "mean"}, {"StdDeviation", "sd"},
	    {"Max", "max"}, {"Total count", "n"}};
	static const struct { double p; const char *to; } wanted[] = {{0.5, "median"}, {0.75, "p75"},
	    {0.9, "p90"}, {0.95, "p95"}, {0.99, "p99"}, {0.999, "p99.9"}};
	const char *p = text, *end = text + n;
	as_str line;
	double x, q, last = 0, found;
	size_t next = 0, number = 0, steps = 0;
	enum { BEFORE, TABLE, FOOTER } at = BEFORE;

	while (as_line_next(&p, end, &line, &number)) {
		as_str rest = line, a = as_word_next(&rest), b = as_word_next(&rest);

		as_rows_line(r, number);
		if (is_header(line)) {
			if (at == TABLE)
				break;
			if (at == FOOTER)
				as_rows_end(r);
			as_rows_series(r);
			at = TABLE;
			last = 0;
			next = steps = 0;
			continue;
		}
		if (at != BEFORE && as_starts_with(line, "#[")) {
			at = FOOTER;
			for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
				if (footer(line, figures[i].in, &found) &&
				    as_rows_figure(r, figures[i].to, found, e) != 0)
					return -1;
			continue;
		}
		if (at != TABLE || a.n == 0)
			continue;
		if (as_num_parse(a.s, a.n, &x) != AS_NUM_OK || as_num_parse(b.s, b.n, &q) != AS_NUM_OK ||
		    !as_word_next(&rest).n || q < last || q > 1)
			return as_fail(e, NULL, 0,
			    "expected a line with a value and a quantile up to 1, not below the quantile "
			    "before");
		if (steps++ == 0 && as_rows_figure(r, "min", x, e) != 0)
			return -1;
		last = q;
		/* the value at the first step that reaches a quantile: what HdrHistogram says of it */
		for (; next < sizeof wanted / sizeof *wanted && q >= wanted[next].p; next++)
			if (as_rows_figure(r, wanted[next].to, x, e) != 0)
				return -1;
	}
	if (at == TABLE)
		return as_fail(e, NULL, 0, "the table is cut off: the line '#[Mean = ...' is missing");
	as_rows_end(r);
	return 0;
}

const as_format as_format_hdr = {
	.name = "HdrHistogram percentiles", .in = AS_IN_TEXT, .what = "histograms", .unit = "ms",
	    .instead = "quantiles",
	.starts = starts, .read_text = read_text,
};
