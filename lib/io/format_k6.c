/* k6 --out csv and --out json: one row a point of a metric; those of http_req_duration are the
 * latencies, in milliseconds, and expected_response says whether a request did what it should.
 * https://grafana.com/docs/k6/latest/results-output/real-time */
#include <string.h>

#include "format.h"
#include "json.h"

const as_format as_format_k6_csv = {
	.name = "k6 CSV", .in = AS_IN_CSV, .needs = {"metric_name", "timestamp", "metric_value",
	    "expected_response"},
	.time = "metric_value", .unit = "ms", .only = "metric_name=http_req_duration",
	    .ok = "expected_response=true",
};

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *metric = cJSON_GetObjectItemCaseSensitive(o, "metric"),
	    *type = cJSON_GetObjectItemCaseSensitive(o, "type");
	const cJSON *value = as_json_at(o, "data.value"), *tags = as_json_at(o, "data.tags"), *expected;

	if (!cJSON_IsString(metric) || !cJSON_IsString(type))
		return as_fail(e, NULL, 0, "a line without 'metric' and 'type'");
	if (strcmp(type->valuestring, "Point") != 0 || strcmp(metric->valuestring,
	    "http_req_duration") != 0)
		return 0;
	if (!cJSON_IsNumber(value))
		return as_fail(e, NULL, 0, "a point of http_req_duration without a number");
	if (!as_rows_columns(r))
		as_rows_series(r);
	as_rows_blank(r);
	as_rows_members(r, tags);
	expected = cJSON_GetObjectItemCaseSensitive(tags, "expected_response");
	if (expected) {
		as_rows_json(r, "http_status", cJSON_GetObjectItemCaseSensitive(tags, "status"));
		as_rows_text(r, "status", cJSON_IsString(expected) &&
		    strcmp(expected->valuestring, "true") == 0 ? "ok" : "failed");
	}
	as_rows_time(r, value->valuedouble, 1);
	return 0;
}

const as_format as_format_k6_json = {
	.name = "k6 JSON", .in = AS_IN_JSON_LINES, .needs = {"metric", "type", "data"}, .unit = "ms",
	    .read = read,
};
