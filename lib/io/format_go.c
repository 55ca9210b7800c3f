/* go test -bench: a line a run of a benchmark, with its time per operation in nanoseconds. A
 * benchmark that failed has a line "--- FAIL: NAME".
 * https://golang.org/design/14313-benchmark-format */
#include <ctype.h>

#include "format.h"
#include "lines.h"
#include "num.h"

/* "BenchmarkName-8  100  12.3 ns/op ...": 1 if the line is one, with its parts; -1 if its numbers
 * are none. */
static int
result(as_str line, as_str *name, as_str *iterations, double *ns)
{
	as_str word, before = {"", 0};
	double n;
	int counted;

	*name = as_word_next(&line);
	*iterations = as_word_next(&line);
	if (!as_starts_with(*name, "Benchmark") || (name->n > 9 && islower((unsigned char)name->s[9])))
		return 0;
	counted = as_num_parse(iterations->s, iterations->n, &n) == AS_NUM_OK && n > 0;
	for (; (word = as_word_next(&line)).n; before = word)
		if (as_str_is(word, "ns/op"))
			return counted && as_num_parse(before.s, before.n, ns) == AS_NUM_OK &&
			    *ns >= 0 ? 1 : -1;
	return 0;
}

static int
starts(const char *text, size_t n)
{
	const char *p = text, *end = text + n;
	as_str line, name, iterations;
	double ns;

	for (size_t i = 0; i < 200 && as_line_next(&p, end, &line, NULL); i++)
		if (result(line, &name, &iterations, &ns) > 0)
			return 1;
	return 0;
}

static int
read_text(as_rows *r, const char *text, size_t n, as_err *e)
{
	const char *p = text, *end = text + n;
	as_str line, name, iterations, last = {NULL, 0}, package = {NULL, 0};
	size_t number = 0;
	double ns;

	while (as_line_next(&p, end, &line, &number)) {
		int failed = as_starts_with(line, "--- FAIL: Benchmark"), good;

		as_rows_line(r, number);
		if (as_starts_with(line, "pkg: ")) {
			last.s = NULL;
			package = (as_str){line.s + 5, line.n - 5};
		}
		if (failed) {
			name = (as_str){line.s + 10, line.n - 10};
			name = as_word_next(&name);
		} else if ((good = result(line, &name, &iterations, &ns)) < 0)
			return as_fail(e, NULL, 0,
			    "the count of iterations is missing, or ns/op is not a number of 0 or more");
		else if (good == 0) {
			/* its name stands before what the benchmark printed */
			if (memmem(line.s, line.n, " ns/op", 6))
				as_rows_leave_out(r);
			continue;
		}
		if (!last.s || !as_str_same(last, name)) {
			as_rows_series(r);
			as_rows_set(r, "benchmark", name.s, name.n);
			if (package.s)
				as_rows_set(r, "pkg", package.s, package.n);
			last = name;
		}
		as_rows_text(r, "status", failed ? "failed" : "ok");
		if (failed) {
			as_rows_text(r, "latency_ms", "");
			as_rows_end(r);
			continue;
		}
		as_rows_set(r, "iterations", iterations.s, iterations.n);
		as_rows_time(r, ns, 1e-6);
	}
	return 0;
}

const as_format as_format_go = {
	.name = "Go benchmark", .in = AS_IN_TEXT, .what = "benchmarks", .unit = "ns", .per = "iterations",
	    .starts = starts, .read_text = read_text,
};
