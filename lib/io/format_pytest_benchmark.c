/* pytest-benchmark: --benchmark-json or --benchmark-autosave, with the rounds where
 * --benchmark-save-data kept them. Each round is a time per iteration in seconds.
 * https://pytest-benchmark.readthedocs.io */
#include "format.h"

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *b, *stats;

	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks")) {
		as_rows_series(r);
		as_rows_from(r, b);
		as_rows_json(r, "benchmark", cJSON_GetObjectItemCaseSensitive(b, "fullname"));
		as_rows_json(r, "group", cJSON_GetObjectItemCaseSensitive(b, "group"));
		as_rows_json(r, "param", cJSON_GetObjectItemCaseSensitive(b, "param"));
		as_rows_parameters(r, cJSON_GetObjectItemCaseSensitive(b, "params"));
		stats = cJSON_GetObjectItemCaseSensitive(b, "stats");
		if (as_rows_times(r, cJSON_GetObjectItemCaseSensitive(stats, "data"), 1e3, "stats.data", e) != 0)
			return -1;
	}
	return 0;
}

const as_format as_format_pytest_benchmark = {
	.name = "pytest-benchmark", .in = AS_IN_JSON,
	.needs = {"benchmarks", "machine_info", "benchmarks[0].stats", "benchmarks[0].stats.data"},
	.what = "benchmarks", .unit = "s", .read = read,
};

/* Without the rounds there are only their summaries. */
static int
read_summaries(as_rows *r, const cJSON *o, as_err *e)
{
	static const struct { const char *from, *to; } stat[] = {{"rounds", "n"}, {"mean", "mean"},
	    {"median", "median"}, {"stddev", "sd"}, {"min", "min"}, {"max", "max"}};
	const cJSON *b, *stats;

	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks")) {
		stats = cJSON_GetObjectItemCaseSensitive(b, "stats");
		as_rows_series(r);
		as_rows_json(r, "benchmark", cJSON_GetObjectItemCaseSensitive(b, "fullname"));
		for (size_t i = 0; i < sizeof stat / sizeof *stat; i++)
			if (as_rows_figure_json(r, stat[i].to,
			    cJSON_GetObjectItemCaseSensitive(stats, stat[i].from), i ? 1e3 : 1, e) != 0)
				return -1;
		as_rows_end(r);
	}
	return 0;
}

const as_format as_format_pytest_summary = {
	.name = "pytest-benchmark", .in = AS_IN_JSON, .needs = {"benchmarks", "machine_info",
	    "benchmarks[0].stats"},
	.what = "benchmarks", .unit = "s", .instead = "summaries", .read = read_summaries,
};
