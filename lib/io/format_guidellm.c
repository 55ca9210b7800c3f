/* GuideLLM: each benchmark's requests, those that failed apart.
 * https://github.com/vllm-project/guidellm, src/guidellm/schemas */
#include "format.h"
#include "json.h"

static int
read_requests(as_rows *r, const cJSON *requests, const char *status, as_err *e)
{
	static const struct { const char *from, *to; } columns[] = {{"time_to_first_token_ms", "ttft_ms"},
	    {"inter_token_latency_ms", "itl_ms"}, {"output_tokens", "tokens"},
	    {"prompt_tokens", "prompt_tokens"}, {"request_id", "request_id"}};
	const cJSON *q, *latency;

	cJSON_ArrayForEach(q, requests) {
		as_rows_from(r, q);
		for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
			as_rows_json(r, columns[i].to, cJSON_GetObjectItemCaseSensitive(q, columns[i].from));
		as_rows_text(r, "status", status);
		latency = cJSON_GetObjectItemCaseSensitive(q, "request_latency");
		if (cJSON_IsNumber(latency)) {
			as_rows_time(r, latency->valuedouble, 1e3);
			continue;
		}
		if (*status == 'o')
			return as_fail(e, NULL, 0, "a successful request without 'request_latency'");
		as_rows_text(r, "latency_ms", "");
		as_rows_end(r);
	}
	return 0;
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	static const char *const strategy[] = {"config.strategy.type_", "args.strategy.type_",
	    "config.profile.kind"};
	const cJSON *b, *v, *of;

	cJSON_ArrayForEach(b, cJSON_GetObjectItemCaseSensitive(o, "benchmarks")) {
		of = cJSON_GetObjectItemCaseSensitive(b, "requests");
		as_rows_series(r);
		as_rows_from(r, b);
		if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(of, "successful")))
			return as_fail(e, NULL, 0, "a benchmark without 'requests.successful'");
		for (size_t i = 0; i < sizeof strategy / sizeof *strategy; i++)
			if ((v = as_json_at(b, strategy[i])) != NULL) {
				as_rows_json(r, "strategy", v);
				break;
			}
		cJSON_ArrayForEach(v, cJSON_GetObjectItemCaseSensitive(of, "incomplete"))
			as_rows_leave_out(r); /* the end of the benchmark cut them off */
		if (read_requests(r, cJSON_GetObjectItemCaseSensitive(of, "successful"), "ok", e) != 0 ||
		    read_requests(r, cJSON_GetObjectItemCaseSensitive(of, "errored"), "errored", e) != 0)
			return -1;
	}
	return 0;
}

const as_format as_format_guidellm = {
	.name = "GuideLLM report", .in = AS_IN_JSON,
	.needs = {"benchmarks", "benchmarks[0].requests", "benchmarks[0].requests.successful"},
	.what = "benchmarks", .unit = "s", .read = read,
};
