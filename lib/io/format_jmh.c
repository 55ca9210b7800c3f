/* JMH -rf json: scores of iterations by fork, where they are times per operation; rates are no
 * times. Mode sample keeps histograms: each value so often.
 * https://github.com/openjdk/jmh, jmh-core/.../results/format/JSONResultFormat.java */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "json.h"
#include "unit.h"

/* One iteration of a histogram: pairs of a value and how often it was seen. */
static int
read_histogram(as_rows *r, const cJSON *pairs, double ms, as_err *e)
{
	const cJSON *pair;

	cJSON_ArrayForEach(pair, pairs) {
		const cJSON *x = cJSON_GetArrayItem(pair, 0), *n = cJSON_GetArrayItem(pair, 1);

		as_rows_from(r, pair);
		if (!cJSON_IsNumber(x) || !cJSON_IsNumber(n) || n->valuedouble < 0 ||
		    n->valuedouble != floor(n->valuedouble))
			return as_fail(e, NULL, 0,
			    "rawDataHistogram has an entry that is not a value and a count");
		if (!as_rows_has_room(r, n->valuedouble))
			return as_fail(e, NULL, 0, "rawDataHistogram has over %d samples", AS_JSON_MAX_VALUES);
		as_rows_number(r, "latency_ms", as_to_ms(x->valuedouble, ms));
		for (int i = 0; i < n->valueint; i++)
			as_rows_end(r);
	}
	return 0;
}

static int
read_one(as_rows *r, const cJSON *b, as_err *e)
{
	const cJSON *metric = cJSON_GetObjectItemCaseSensitive(b, "primaryMetric"), *fork, *iteration;
	const cJSON *raw = cJSON_GetObjectItemCaseSensitive(metric, "rawData");
	const cJSON *histogram = cJSON_GetObjectItemCaseSensitive(metric, "rawDataHistogram");
	const char *unit = as_json_string(metric, "scoreUnit", "");
	const cJSON *forks = histogram ? histogram : raw, *iterations;
	double ms = as_unit_ms((as_str){unit, strcspn(unit, "/")});
	char k[24];
	int n = 0;

	as_rows_from(r, b);
	if (strncmp(unit, "ops/", 4) == 0) {
		as_rows_leave_out(r);
		return 0;
	}
	if (!(ms > 0) || !cJSON_IsArray(forks))
		return as_fail(e, NULL, 0, "rawData is missing, or the scoreUnit '%s' is unknown", unit);
	cJSON_ArrayForEach(fork, forks) {
		snprintf(k, sizeof k, "%d", ++n);
		as_rows_series(r);
		as_rows_text(r, "benchmark", as_json_string(b, "benchmark", ""));
		as_rows_text(r, "jmh_mode", as_json_string(b, "mode", ""));
		as_rows_parameters(r, cJSON_GetObjectItemCaseSensitive(b, "params"));
		as_rows_text(r, "fork", k);
		if (!histogram && as_rows_times(r, fork, ms, "rawData", e) != 0)
			return -1;
		iterations = histogram ? fork : NULL;
		cJSON_ArrayForEach(iteration, iterations)
			if (read_histogram(r, iteration, ms, e) != 0)
				return -1;
	}
	return 0;
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *b;

	cJSON_ArrayForEach(b, o)
		if (read_one(r, b, e) != 0)
			return -1;
	return 0;
}

const as_format as_format_jmh = {
	.name = "JMH JSON", .in = AS_IN_JSON, .needs = {"[0].benchmark", "[0].primaryMetric",
	    "[0].jmhVersion"},
	.what = "forks", .read = read,
};
