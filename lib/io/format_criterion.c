/* criterion.rs: sample.json of a benchmark, whose times in nanoseconds are of so many iterations
 * each; raw.csv says the same row by row.
 * https://bheisler.github.io/criterion.rs/book/user_guide/csv_output.html */
#include "format.h"

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, "iters"),
	    *t = cJSON_GetObjectItemCaseSensitive(o, "times");

	as_rows_from(r, n);
	if (!cJSON_IsArray(n) || !cJSON_IsArray(t) || cJSON_GetArraySize(n) != cJSON_GetArraySize(t))
		return as_fail(e, NULL, 0, "'iters' and 'times' differ in length");
	as_rows_series(r);
	as_rows_json(r, "sampling_mode", cJSON_GetObjectItemCaseSensitive(o, "sampling_mode"));
	for (n = n->child, t = t->child; n; n = n->next, t = t->next) {
		as_rows_from(r, t);
		if (!cJSON_IsNumber(n) || !cJSON_IsNumber(t) || !(n->valuedouble > 0))
			return as_fail(e, NULL, 0,
			    "'iters' or 'times' holds a value that is not a number, or a count of no "
			    "iterations");
		as_rows_json(r, "iterations", n);
		as_rows_time(r, t->valuedouble / n->valuedouble, 1e-6);
	}
	return 0;
}

const as_format as_format_criterion = {
	.name = "criterion sample.json", .in = AS_IN_JSON, .needs = {"sampling_mode", "iters", "times"},
	.what = "benchmarks", .unit = "ns", .per = "iterations", .read = read,
};

const as_format as_format_criterion_csv = {
	.name = "criterion raw.csv", .in = AS_IN_CSV,
	.needs = {"group", "function", "sample_measured_value", "unit", "iteration_count"},
	.time = "sample_measured_value", .unit = "ns", .per = "iteration_count", .only = "unit=ns",
};
