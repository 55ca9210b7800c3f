/* Google Benchmark, JSON: each repetition of a benchmark is one time per iteration, in its
 * time_unit. What it computed of repetitions is left out: run_type says so, or before 1.5 the
 * name. https://github.com/google/benchmark/blob/main/docs/user_guide.md */
#include <string.h>

#include "format.h"
#include "format_google.h"
#include "json.h"
#include "unit.h"

static int
read_one(as_rows *r, const cJSON *b, as_err *e)
{
	const cJSON *time = cJSON_GetObjectItemCaseSensitive(b, "real_time");
	const char *unit = as_json_string(b, "time_unit", NULL);
	double ms = unit ? as_unit_ms((as_str){unit, strlen(unit)}) : 1e-6;

	int failed = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(b, "error_occurred"));

	if (failed || cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(b, "skipped"))) {
		as_rows_text(r, "status", failed ? "error" : "skipped");
		as_rows_json(r, "error", cJSON_GetObjectItemCaseSensitive(b,
		    failed ? "error_message" : "skip_message"));
		as_rows_text(r, "latency_ms", "");
		as_rows_end(r);
		return 0;
	}
	if (!cJSON_IsNumber(time) || !(ms > 0))
		return as_fail(e, NULL, 0, "no real_time in a time_unit");
	as_rows_text(r, "status", "ok");
	as_rows_text(r, "error", "");
	as_rows_json(r, "iterations", cJSON_GetObjectItemCaseSensitive(b, "iterations"));
	as_rows_time(r, time->valuedouble, ms);
	return 0;
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	as_intern names = {0};
	const char *last = NULL, *name;
	const cJSON *b;
	int rc = 0;

	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks"))
		if ((name = as_json_string(b, "name", NULL)) && as_intern_id(&names, name,
		    strlen(name)) == UINT32_MAX)
			rc = as_nomem(e);
	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks")) {
		const char *type = as_json_string(b, "run_type", NULL);

		as_rows_from(r, b);
		if (rc != 0)
			break;
		name = as_json_string(b, "name", NULL);
		if (type ? strcmp(type, "aggregate") == 0 :
		    name && as_google_summary(&names, (as_str){name, strlen(name)})) {
			as_rows_leave_out(r);
			continue;
		}
		name = as_json_string(b, "run_name", NULL) ? as_json_string(b, "run_name", NULL) : name;
		if (!name) {
			rc = as_fail(e, NULL, 0, "a benchmark without a name");
			break;
		}
		if (!last || strcmp(last, name) != 0) {
			as_rows_series(r);
			as_rows_text(r, "benchmark", name);
			as_rows_json(r, "threads", cJSON_GetObjectItemCaseSensitive(b, "threads"));
			last = name;
		}
		rc = read_one(r, b, e);
	}
	as_intern_free(&names);
	return rc;
}

const as_format as_format_google_benchmark = {
	.name = "Google Benchmark JSON", .in = AS_IN_JSON,
	.needs = {"benchmarks", "context", "benchmarks[0].real_time", "benchmarks[0].iterations"},
	.what = "benchmarks", .per = "iterations", .read = read,
};
