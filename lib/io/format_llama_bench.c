/* llama-bench -o json and -o jsonl: each test with the times of its repetitions in nanoseconds.
 * https://github.com/ggml-org/llama.cpp, tools/llama-bench */
#include <stdio.h>
#include <string.h>

#include "format.h"

/* "pp512", "tg128", "pp512+tg128", "tg128 @ d4096": the test as llama-bench itself prints it. */
static void
test_name(char out[64], const cJSON *test)
{
	const cJSON *p = cJSON_GetObjectItemCaseSensitive(test, "n_prompt");
	const cJSON *g = cJSON_GetObjectItemCaseSensitive(test, "n_gen");
	const cJSON *d = cJSON_GetObjectItemCaseSensitive(test, "n_depth");
	int np = cJSON_IsNumber(p) ? p->valueint : 0, ng = cJSON_IsNumber(g) ? g->valueint : 0;

	if (np > 0 && ng > 0)
		snprintf(out, 64, "pp%d+tg%d", np, ng);
	else
		snprintf(out, 64, "%s%d", ng > 0 ? "tg" : "pp", ng > 0 ? ng : np);
	if (cJSON_IsNumber(d) && d->valueint > 0)
		snprintf(out + strlen(out), 64 - strlen(out), " @ d%d", d->valueint);
}

static int
read_test(as_rows *r, const cJSON *test, as_err *e)
{
	const cJSON *v;
	char name[64];

	test_name(name, test);
	as_rows_series(r);
	as_rows_from(r, test);
	as_rows_text(r, "benchmark", name);
	cJSON_ArrayForEach(v, test)
		if (!cJSON_IsArray(v) && !cJSON_IsObject(v) && strncmp(v->string, "avg_", 4) != 0 &&
		    strncmp(v->string, "stddev_", 7) != 0)
			as_rows_json(r, v->string, v);
	return as_rows_times(r, cJSON_GetObjectItemCaseSensitive(test, "samples_ns"), 1e-6, "samples_ns",
	    e);
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	const cJSON *test;

	cJSON_ArrayForEach(test, o)
		if (read_test(r, test, e) != 0)
			return -1;
	return 0;
}

const as_format as_format_llama_bench = {
	.name = "llama-bench JSON", .in = AS_IN_JSON, .needs = {"[0].samples_ns", "[0].n_prompt",
	    "[0].n_gen"},
	.what = "tests", .unit = "ns", .read = read,
};

const as_format as_format_llama_bench_lines = {
	.name = "llama-bench JSONL", .in = AS_IN_JSON_LINES, .needs = {"samples_ns", "n_prompt", "n_gen"},
	.what = "tests", .unit = "ns", .read = read_test,
};
