/* hyperfine --export-json: commands, each with its times in seconds and its exit codes.
 * https://github.com/sharkdp/hyperfine, src/benchmark/benchmark_result.rs */
#include "format.h"

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *result, *v;

	cJSON_ArrayForEach(result, cJSON_GetObjectItemCaseSensitive(o, "results")) {
		const cJSON *code = cJSON_GetObjectItemCaseSensitive(result, "exit_codes"), *c;
		const cJSON *times = cJSON_GetObjectItemCaseSensitive(result, "times");

		as_rows_series(r);
		as_rows_from(r, result);
		as_rows_json(r, "command", cJSON_GetObjectItemCaseSensitive(result, "command"));
		as_rows_parameters(r, cJSON_GetObjectItemCaseSensitive(result, "parameters"));
		if (!cJSON_IsArray(times))
			return as_fail(e, NULL, 0,
			    "a result without 'times': export it with hyperfine 1.6 or later");
		if (code && cJSON_GetArraySize(code) != cJSON_GetArraySize(times))
			return as_fail(e, NULL, 0, "'times' and 'exit_codes' differ in length");
		c = code ? code->child : NULL;
		cJSON_ArrayForEach(v, times) {
			as_rows_from(r, v);
			if (!cJSON_IsNumber(v))
				return as_fail(e, NULL, 0, "'times' holds a value that is not a number");
			/* a command that failed did not do the work that the others did */
			if (code) {
				as_rows_json(r, "exit_code", c);
				as_rows_text(r, "status", cJSON_IsNumber(c) && c->valuedouble == 0 ? "ok" : "failed");
			}
			as_rows_time(r, v->valuedouble, 1e3);
			c = c ? c->next : NULL;
		}
	}
	return 0;
}

const as_format as_format_hyperfine = {
	.name = "hyperfine JSON", .in = AS_IN_JSON, .needs = {"results", "results[0].command",
	    "results[0].times"},
	.what = "commands", .unit = "s", .read = read,
};
