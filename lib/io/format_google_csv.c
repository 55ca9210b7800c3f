/* Google Benchmark, CSV, behind the lines about the machine. Rows that summarise others are
 * told by their names.
 * https://github.com/google/benchmark/blob/main/docs/user_guide.md */
#include <stdio.h>

#include "format.h"
#include "format_csv_text.h"
#include "format_google.h"
#include "num.h"
#include "unit.h"

static const char head[] = "name,iterations,real_time,cpu_time,time_unit,";

static int
starts(const char *text, size_t n)
{
	return as_csv_text_find(text, n, head) != NULL;
}

static int
read_row(as_rows *r, const as_csv_text *t, const as_intern *names, as_intern *seen, as_err *e)
{
	as_str name = as_csv_text_cell(t, "name"), time = as_csv_text_cell(t, "real_time");
	as_str unit = as_csv_text_cell(t, "time_unit"), failed = as_csv_text_cell(t, "error_occurred");
	as_str iterations = as_csv_text_cell(t, "iterations"), why = as_csv_text_cell(t, "error_message");
	uint32_t n = seen->n, id;
	double x, ms = unit.n ? as_unit_ms(unit) : 1e-6;

	as_rows_line(r, t->line + t->row.line);
	if (as_google_summary(names, name)) {
		as_rows_leave_out(r);
		return 0;
	}
	if ((id = as_intern_id(seen, name.s, name.n)) == UINT32_MAX)
		return as_nomem(e);
	if (id == n) {
		as_rows_series(r);
		as_rows_set(r, "benchmark", name.s, name.n);
	} else if (id + 1 != n) /* rows of one benchmark that others interrupt belong to one series each */
		return as_fail(e, NULL, 0, "rows of '%.*s' are not together: write JSON, which names each run",
		    (int)(name.n < 80 ? name.n : 80), name.s);
	as_rows_text(r, "status", as_str_is(failed, "true") ? "error" : "ok");
	as_rows_set(r, "error", why.s, why.n);
	as_rows_set(r, "iterations", iterations.s, iterations.n);
	if (as_str_is(failed, "true")) {
		as_rows_text(r, "latency_ms", "");
		as_rows_end(r);
		return 0;
	}
	if (as_num_parse(time.s, time.n, &x) != AS_NUM_OK || !(ms > 0))
		return as_fail(e, NULL, 0, "no real_time in a time_unit");
	as_rows_time(r, x, ms);
	return 0;
}

static int
read_text(as_rows *r, const char *text, size_t n, as_err *e)
{
	const char *header = as_csv_text_find(text, n, head);
	as_csv_text t;
	as_intern names = {0}, seen = {0};
	int more = 0;

	for (int pass = 0; pass < 2 && more == 0; pass++) {
		more = as_csv_text_open(&t, text, n, header, e);
		while (more == 0 && (more = as_csv_text_next(&t, e)) > 0) {
			as_str name = as_csv_text_cell(&t, "name");

			if (pass)
				more = read_row(r, &t, &names, &seen, e);
			else
				more = as_intern_id(&names, name.s, name.n) == UINT32_MAX ? as_nomem(e) : 0;
		}
		as_csv_text_close(&t);
	}
	as_intern_free(&names);
	as_intern_free(&seen);
	return more;
}

const as_format as_format_google_csv = {
	.name = "Google Benchmark CSV", .in = AS_IN_TEXT, .what = "benchmarks", .per = "iterations",
	    .starts = starts, .read_text = read_text,
};
