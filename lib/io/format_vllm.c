/* vLLM's benchmark_serving (vllm bench serve) with --save-detailed: a request each; an error text
 * says that it failed. Without, there are summaries alone. https://docs.vllm.ai,
 * vllm/benchmarks/serve.py */
#include <string.h>

#include "format.h"

/* The time from the first token to the last, plus that to the first: the request's latency. */
static int
latency_of(as_rows *r, double ttft, const cJSON *itl, double *x, as_err *e)
{
	const cJSON *v;

	*x = ttft;
	as_rows_from(r, itl);
	if (!cJSON_IsArray(itl))
		return as_fail(e, NULL, 0, "'itls' holds a value that is not an array");
	cJSON_ArrayForEach(v, itl) {
		as_rows_from(r, v);
		if (!cJSON_IsNumber(v) || v->valuedouble < 0)
			return as_fail(e, NULL, 0, "'itls' holds a value that is not a time");
		*x += v->valuedouble;
	}
	return 0;
}

static int
read(as_rows *r, const cJSON *o, as_err *e)
{
	enum { ITL, ERROR, TOKENS, PROMPT, WHOLE, OTHERS };
	static const char *const names[OTHERS] = {"itls", "errors", "output_lens", "input_lens",
	    "latencies"};
	const cJSON *ttft = cJSON_GetObjectItemCaseSensitive(o, "ttfts"), *at[OTHERS]; /* of the request */
	const int n = cJSON_GetArraySize(ttft);

	for (size_t i = 0; i < OTHERS; i++) {
		at[i] = cJSON_GetObjectItemCaseSensitive(o, names[i]);
		as_rows_from(r, at[i]);
		if (at[i] && cJSON_GetArraySize(at[i]) != n)
			return as_fail(e, NULL, 0, "'%s' and 'ttfts' differ in length", names[i]);
		at[i] = at[i] ? at[i]->child : NULL;
	}
	as_rows_series(r);
	for (const char *const *name = (const char *const[]){"backend", "label", "request_rate",
	    "max_concurrency", NULL}; *name; name++)
		as_rows_json(r, *name, cJSON_GetObjectItemCaseSensitive(o, *name));
	as_rows_json(r, "model", cJSON_GetObjectItemCaseSensitive(o, "model_id"));
	for (ttft = ttft->child; ttft; ttft = ttft->next) {
		/* versions without 'errors' leave the time of a request without a token at 0 */
		int failed = (cJSON_IsString(at[ERROR]) && *at[ERROR]->valuestring) ||
		    (cJSON_IsNumber(ttft) && ttft->valuedouble == 0);
		double x;

		as_rows_from(r, ttft);
		if (!cJSON_IsNumber(ttft))
			return as_fail(e, NULL, 0, "'ttfts' holds a value that is not a number");
		as_rows_text(r, "status", failed ? "failed" : "ok");
		as_rows_json(r, "error", at[ERROR]);
		as_rows_json(r, "tokens", at[TOKENS]);
		as_rows_json(r, "prompt_tokens", at[PROMPT]);
		as_rows_number(r, "ttft_ms", ttft->valuedouble * 1e3);
		if (at[WHOLE] && !cJSON_IsNumber(at[WHOLE]))
			return as_fail(e, NULL, 0, "'latencies' holds a value that is not a number");
		if (at[WHOLE])
			x = at[WHOLE]->valuedouble;
		else if (latency_of(r, ttft->valuedouble, at[ITL], &x, e) != 0)
			return -1;
		as_rows_from(r, at[WHOLE] ? at[WHOLE] : ttft);
		as_rows_time(r, x, 1e3);
		for (size_t i = 0; i < OTHERS; i++)
			at[i] = at[i] ? at[i]->next : NULL;
	}
	return 0;
}

const as_format as_format_vllm = {
	.name = "vLLM serving benchmark", .in = AS_IN_JSON,
	    .needs = {"ttfts", "itls", "model_id", "request_throughput"},
	.what = "runs", .unit = "s", .read = read,
};

static int
read_summaries(as_rows *r, const cJSON *o, as_err *e)
{
	static const struct { const char *measure, *median, *mean, *sd, *p99; } of[] = {
		{"latency_ms", "median_e2el_ms", "mean_e2el_ms", "std_e2el_ms", "p99_e2el_ms"},
		{"ttft_ms", "median_ttft_ms", "mean_ttft_ms", "std_ttft_ms", "p99_ttft_ms"},
		{"tpot_ms", "median_tpot_ms", "mean_tpot_ms", "std_tpot_ms", "p99_tpot_ms"},
		{"itl_ms", "median_itl_ms", "mean_itl_ms", "std_itl_ms", "p99_itl_ms"}};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		if (!cJSON_GetObjectItemCaseSensitive(o, of[i].mean))
			continue;
		as_rows_series(r);
		as_rows_json(r, "model", cJSON_GetObjectItemCaseSensitive(o, "model_id"));
		as_rows_text(r, "measure", of[i].measure);
		const struct { const char *to, *from; } figure[] = {{"n", "completed"},
		    {"errors", "failed"}, {"mean", of[i].mean}, {"median", of[i].median}, {"sd", of[i].sd},
		    {"p99", of[i].p99}};
		for (size_t k = 0; k < sizeof figure / sizeof *figure; k++)
			if (as_rows_figure_json(r, figure[k].to,
			    cJSON_GetObjectItemCaseSensitive(o, figure[k].from), 1, e) != 0)
				return -1;
		as_rows_end(r);
	}
	return 0;
}

const as_format as_format_vllm_summary = {
	.name = "vLLM serving benchmark", .in = AS_IN_JSON,
	    .needs = {"mean_ttft_ms", "model_id", "request_throughput"},
	.what = "measures", .instead = "summaries", .read = read_summaries,
};
