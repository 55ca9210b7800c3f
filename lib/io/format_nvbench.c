/* nvbench --json: means of cold and batched runs, in seconds; the samples stand in files of
 * --jsonbin. https://github.com/NVIDIA/nvbench, docs and nvbench/json_printer.cu */
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "json.h"
#include "num.h"

/* Sets the column to the number of the summary with that tag, which is text in the file; none sets
 * nothing. */
static int
summary(as_rows *r, const cJSON *state, const char *tag, const char *column, double by, as_err *e)
{
	const char *text;
	double x;
	const cJSON *s, *data;

	cJSON_ArrayForEach(s, cJSON_GetObjectItemCaseSensitive(state, "summaries"))
		if (strcmp(as_json_string(s, "tag", ""), tag) == 0) {
			data = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(s, "data"), 0);
			as_rows_from(r, s);
			text = as_json_string(data, "value", "");
			if (as_num_parse(text, strlen(text), &x) != AS_NUM_OK)
				return as_fail(e, NULL, 0, "the summary '%s' has no number", tag);
			return as_rows_figure(r, column, x * by, e);
		}
	return 0;
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	static const struct { const char *tag, *column; double by; } figures[] = {
		{"nv/cold/sample_size", "n", 1}, {"nv/cold/time/gpu/mean", "mean", 1e3},
		{"nv/cold/time/gpu/median", "median", 1e3}, {"nv/cold/time/gpu/min", "min", 1e3},
		{"nv/cold/time/gpu/max", "max", 1e3}};
	const cJSON *b, *state, *axis;

	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks")) {
		as_rows_from(r, b);
		if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(b, "states")))
			return as_fail(e, NULL, 0, "a benchmark without 'states'");
		cJSON_ArrayForEach(state, cJSON_GetObjectItemCaseSensitive(b, "states")) {
			int skipped = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(state, "is_skipped"));

			as_rows_series(r);
			as_rows_from(r, state);
			as_rows_text(r, "benchmark", as_json_string(b, "name", ""));
			as_rows_json(r, "device", cJSON_GetObjectItemCaseSensitive(state, "device"));
			cJSON_ArrayForEach(axis, cJSON_GetObjectItemCaseSensitive(state, "axis_values"))
				as_rows_text(r, as_json_string(axis, "name", ""), as_json_string(axis, "value", ""));
			as_rows_text(r, "status", skipped ? "skipped" : "ok");
			for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
				if (summary(r, state, figures[i].tag, figures[i].column, figures[i].by, e) != 0)
					return -1;
			as_rows_end(r);
		}
	}
	return 0;
}

const as_format as_format_nvbench = {
	.name = "nvbench JSON", .in = AS_IN_JSON,
	.needs = {"benchmarks", "devices", "benchmarks[0].states", "benchmarks[0].axes"},
	.what = "states", .unit = "s", .instead = "summaries", .read = read,
};
