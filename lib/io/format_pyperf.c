/* pyperf: each run is a process; its values are times per loop in seconds, its warm-ups pairs of
 * loops and time. Runs that only calibrated have no value.
 * https://pyperf.readthedocs.io/en/latest/api.html */
#include <string.h>

#include "format.h"
#include "json.h"

static const char *
text_of(const cJSON *o, const char *name)
{
	return as_json_string(as_json_at(o, "metadata"), name, NULL);
}

static int
read_warmups(as_rows *r, const cJSON *warmups, as_err *e)
{
	const cJSON *w;

	cJSON_ArrayForEach(w, warmups) {
		const cJSON *time = cJSON_GetArrayItem(w, 1);

		as_rows_from(r, w);
		if (!cJSON_IsNumber(time))
			return as_fail(e, NULL, 0,
			    "'warmups' holds a value that is not a pair of loops and time");
		as_rows_text(r, "cold", "1");
		as_rows_time(r, time->valuedouble, 1e3);
	}
	return 0;
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *b, *run;
	const char *name, *unit;

	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks")) {
		size_t process = 0;

		as_rows_from(r, b);
		if (!(name = text_of(b, "name")) && !(name = text_of(o, "name")))
			name = "";
		if (((unit = text_of(b, "unit")) || (unit = text_of(o, "unit"))) && strcmp(unit, "second") != 0)
			return as_fail(e, NULL, 0, "benchmark '%s' measures %s, not time", name, unit);
		if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(b, "runs")))
			return as_fail(e, NULL, 0, "a benchmark without 'runs'");
		cJSON_ArrayForEach(run, cJSON_GetObjectItemCaseSensitive(b, "runs")) {
			const cJSON *values = cJSON_GetObjectItemCaseSensitive(run, "values");

			if (!values)
				continue;
			as_rows_series(r);
			as_rows_text(r, "benchmark", name);
			as_rows_number(r, "run", (double)++process);
			if (read_warmups(r, cJSON_GetObjectItemCaseSensitive(run, "warmups"), e) != 0)
				return -1;
			as_rows_text(r, "cold", "0");
			if (as_rows_times(r, values, 1e3, "values", e) != 0)
				return -1;
		}
	}
	return 0;
}

const as_format as_format_pyperf = {
	.name = "pyperf", .in = AS_IN_JSON, .needs = {"benchmarks", "version", "benchmarks[0].runs"},
	.what = "processes", .unit = "s", .warmups = 1, .read = read,
};
