/* MLPerf LoadGen's detail log: what it computed of its queries, in nanoseconds; the log holds no
 * samples. https://github.com/mlcommons/inference, loadgen */
#include <stdio.h>
#include <string.h>

#include "format.h"
#include "json.h"
#include "lines.h"
#include "num.h"

static const char mark[] = ":::MLLOG ";

static int
starts(const char *text, size_t n)
{
	return as_starts_with((as_str){text, n}, mark);
}

/* "result_99.90_percentile_latency_ns" -> "p99.9"; 0 if the key is none. */
static int
quantile(const char *key, char *out, size_t size)
{
	const char *digits = key + sizeof "result_" - 1;
	double p;

	if (strncmp(key, "result_", sizeof "result_" - 1) != 0 ||
	    strcmp(digits + strcspn(digits, "_"), "_percentile_latency_ns") != 0 ||
	    as_num_parse(digits, strcspn(digits, "_"), &p) != AS_NUM_OK || p < 0 || p > 100)
		return 0;
	snprintf(out, size, p == 50 ? "median" : "p%.10g", p);
	return 1;
}

static int
take(as_rows *r, const char *key, const cJSON *value, as_err *e)
{
	static const struct { const char *key, *column; double by; } figures[] = {
	    {"result_mean_latency_ns", "mean", 1e-6},
	    {"result_min_latency_ns", "min", 1e-6}, {"result_max_latency_ns", "max", 1e-6},
	    {"result_query_count", "n", 1}};
	char column[40];

	if (strcmp(key, "effective_scenario") == 0)
		as_rows_json(r, "scenario", value);
	if (quantile(key, column, sizeof column))
		return as_rows_figure_json(r, column, value, 1e-6, e);
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (strcmp(key, figures[i].key) == 0)
			return as_rows_figure_json(r, figures[i].column, value, figures[i].by, e);
	return 0;
}

static int
read_text(as_rows *r, const char *text, size_t n, as_err *e)
{
	const char *p = text, *end = text + n;
	size_t number = 0;
	as_str line;
	cJSON *o;

	as_rows_series(r);
	while (as_line_next(&p, end, &line, &number)) {
		const cJSON *key;
		int rc = 0;

		as_rows_line(r, number);
		if (!as_starts_with(line, mark))
			continue;
		if (as_json_parse(line.s + sizeof mark - 1, line.n - (sizeof mark - 1), "", number, &o, e) != 0)
			return -1;
		key = cJSON_GetObjectItemCaseSensitive(o, "key");
		if (cJSON_IsString(key))
			rc = take(r, key->valuestring, cJSON_GetObjectItemCaseSensitive(o, "value"), e);
		cJSON_Delete(o);
		if (rc != 0)
			return -1;
	}
	as_rows_end(r);
	return 0;
}

const as_format as_format_mlperf = {
	.name = "MLPerf LoadGen detail log", .in = AS_IN_TEXT, .what = "runs", .unit = "ns",
	    .instead = "quantiles",
	.starts = starts, .read_text = read_text,
};
