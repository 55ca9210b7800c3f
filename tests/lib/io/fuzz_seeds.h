/* fuzz_seeds.h - the readers of rows, and the fixtures that are damaged for each. */
#ifndef FUZZ_SEEDS_H
#define FUZZ_SEEDS_H

#include <errno.h>
#include <stdio.h>

#include "mutate.h"

enum { NSEED = 6 };

typedef struct {
	const char *name, *value;   /* value: the column of numbers that is asked for */
	const char *json;           /* --json */
	const char *seed[NSEED];    /* below fixtures/ */
} reader;

#define RUN "tr117/runs/single_micro/transformers-gpu/fp32/run_02.json"

static const reader readers[] = {
	{"CSV", "latency_ms", NULL, {"formats/tables/pandas.csv", "formats/tables/plain.csv",
	    "formats/tables/r.csv", "formats/tables/pandas-float-keys.csv"}},
	{"TSV", "latency_ms", NULL, {"formats/tables/pandas.tsv"}},
	{"decimal commas", "latency_ms", NULL, {"formats/tables/r2.csv",
	    "formats/tables/excel-german.csv", "formats/tables/excel-german-thousands.csv",
	    "formats/tables/excel-thousands.csv"}},
	{"UTF-16", "latency_ms", NULL, {"formats/tables/excel-unicode.txt",
	    "formats/tables/excel-unicode-big-endian.txt"}},
	{"zstd", "latency_ms", NULL, {"formats/tables/pandas.csv.zst"}},
	{"gzip", "latency_ms", NULL, {"formats/pyperf/text.json.gz"}},
	{"run JSON", "latency_ms", NULL, {RUN,
	    "assay-run/refused/prefill/runs/micro/eager/fp32/run_1900000000018.json"}},
	{"NDJSON", "latency_ms", NULL, {"formats/tables/records.ndjson"}},
	{"JSON records", "latency_ms", NULL, {"formats/tables/pandas-records.json"}},
	{"--json", "times", "results[].times", {"formats/hyperfine/params.json"}},
	{"hyperfine", "latency_ms", NULL, {"formats/hyperfine/params.json",
	    "formats/hyperfine/failures.json"}},
	{"hyperfine CSV", "mean", NULL, {"formats/hyperfine/summary.csv"}},
	{"pytest-benchmark", "latency_ms", NULL, {"formats/pytest-benchmark/data.json"}},
	{"pytest summary", "mean", NULL, {"formats/pytest-benchmark/stats-only.json"}},
	{"pyperf", "latency_ms", NULL, {"formats/pyperf/text.json"}},
	{"Google JSON", "latency_ms", NULL, {"formats/google-benchmark/repeated.json",
	    "formats/google-benchmark/single.json"}},
	{"Google CSV", "latency_ms", NULL, {"formats/google-benchmark/repeated.csv"}},
	{"nvbench", "mean", NULL, {"formats/nvbench/copy.json"}},
	{"llama-bench", "latency_ms", NULL, {"formats/llama-bench/tests.json",
	    "formats/llama-bench/tests.jsonl"}},
	{"llama-bench CSV", "mean", NULL, {"formats/llama-bench/tests.csv"}},
	{"vLLM", "latency_ms", NULL, {"formats/vllm/detailed.json"}},
	{"vLLM summary", "mean", NULL, {"formats/vllm/summary.json"}},
	{"GuideLLM", "latency_ms", NULL, {"formats/guidellm/report.json"}},
	{"JMH", "latency_ms", NULL, {"formats/jmh/results.json"}},
	{"criterion", "latency_ms", NULL, {"formats/criterion/sum/flat/new/sample.json"}},
	{"criterion CSV", "latency_ms", NULL, {"formats/criterion/sum/flat/new/raw.csv"}},
	{"Go", "latency_ms", NULL, {"formats/go/bench.txt"}},
	{"k6 CSV", "latency_ms", NULL, {"formats/k6/run.csv"}},
	{"k6 JSON", "latency_ms", NULL, {"formats/k6/run.jsonl"}},
	{"JMeter", "latency_ms", NULL, {"formats/jmeter/run.jtl"}},
	{"JMeter aggregate", "mean", NULL, {"formats/jmeter/aggregate.csv"}},
	{"locust", "mean", NULL, {"formats/locust/run_stats.csv"}},
	{"HdrHistogram", "median", NULL, {"formats/hdrhistogram/wrk2.txt",
	    "formats/hdrhistogram/percentiles.hgrm"}},
	{"Prometheus", "mean", NULL, {"formats/prometheus/metrics.prom"}},
	{"MLPerf", "mean", NULL, {"formats/mlperf-loadgen/server.txt",
	    "formats/mlperf-loadgen/single-stream.txt"}},
};
enum { NREADER = sizeof readers / sizeof *readers };

/* NDJSON: the records of the table in JSON, a line each, made here. */
static inline int
as_lines(mutant *m)
{
	char *from = m->s, *to = m->s, *end = m->s + m->n;
	int depth = 0;

	for (; from < end; from++) {
		depth += (*from == '{') - (*from == '}');
		if (depth > 0 && *from != '\n')
			*to++ = *from;
		else if (*from == '}') {
			*to++ = '}';
			*to++ = '\n';
		}
	}
	m->n = (size_t)(to - m->s);
	return 0;
}

static inline int
load(mutant *m, const char *name)
{
	int ndjson = strstr(name, "records.ndjson") != NULL;
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, "fixtures/%s",
	    ndjson ? "formats/tables/pandas-records.json" : name);
	if (!(m->s = malloc(MUTANT_MAX)) || !(f = fopen(path, "rb"))) {
		fprintf(stderr, "fuzz_readers: %s: %s\n", path, strerror(errno));
		return -1;
	}
	m->n = fread(m->s, 1, MUTANT_MAX, f);
	fclose(f);
	return ndjson ? as_lines(m) : 0;
}

#endif
