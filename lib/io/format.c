#include "format.h"

#include <stdio.h>
#include <string.h>

#include "column_names.h"
#include "json.h"

extern const as_format as_format_assay, as_format_criterion, as_format_criterion_csv, as_format_go,
    as_format_google_benchmark, as_format_google_csv, as_format_guidellm, as_format_hdr,
    as_format_hyperfine, as_format_jmeter, as_format_jmh, as_format_k6_csv, as_format_k6_json,
    as_format_llama_bench, as_format_llama_bench_lines, as_format_mlperf, as_format_nvbench,
    as_format_prometheus, as_format_pyperf, as_format_pytest_benchmark, as_format_pytest_summary,
    as_format_summary_csv, as_format_vllm, as_format_vllm_summary;

const as_format *const as_formats[] = {
	&as_format_hyperfine,
	&as_format_pytest_benchmark, &as_format_pytest_summary,
	&as_format_pyperf,
	&as_format_google_benchmark, &as_format_google_csv,
	&as_format_nvbench,
	&as_format_llama_bench, &as_format_llama_bench_lines,
	&as_format_vllm, &as_format_vllm_summary, &as_format_guidellm,
	&as_format_jmh,
	&as_format_criterion, &as_format_criterion_csv,
	&as_format_go,
	&as_format_k6_csv, &as_format_k6_json, &as_format_jmeter,
	&as_format_hdr, &as_format_prometheus, &as_format_mlperf, &as_format_summary_csv, /* no samples */
	&as_format_assay, &as_format_records, /* what is none of the others */
	NULL,
};

static int
has(const as_format *f, const cJSON *o)
{
	int n = 0;

	while (n < AS_FORMAT_NEEDS && f->needs[n] && as_json_at(o, f->needs[n]))
		n++;
	return n;
}

static int
wants(const as_format *f)
{
	int n = 0;

	while (n < AS_FORMAT_NEEDS && f->needs[n])
		n++;
	return n;
}

const as_format *
as_format_of_json(const cJSON *o, as_container in)
{
	for (size_t i = 0; as_formats[i]; i++)
		if (as_formats[i]->in == in && has(as_formats[i], o) == wants(as_formats[i]))
			return as_formats[i];
	return NULL;
}

const as_format *
as_format_of_header(const as_str *header, size_t n)
{
	for (size_t i = 0; as_formats[i]; i++) {
		const as_format *f = as_formats[i];
		int k = 0;

		if (f->in != AS_IN_CSV)
			continue;
		for (; k < AS_FORMAT_NEEDS && f->needs[k]; k++) {
			size_t at = 0;
			while (at < n && !as_str_is(header[at], f->needs[k]))
				at++;
			if (at == n)
				break;
		}
		if (k == wants(f))
			return f;
	}
	return NULL;
}

const as_format *
as_format_of_text(const char *text, size_t n)
{
	for (size_t i = 0; as_formats[i]; i++)
		if (as_formats[i]->in == AS_IN_TEXT && as_formats[i]->starts(text, n))
			return as_formats[i];
	return NULL;
}

void
as_format_nearest(const cJSON *o, char *buf, size_t n)
{
	const as_format *best = NULL;
	int most = 0;

	buf[0] = '\0';
	for (size_t i = 0; as_formats[i]; i++)
		if (as_formats[i]->in <= AS_IN_JSON_LINES && has(as_formats[i], o) > most &&
		    has(as_formats[i], o) < wants(as_formats[i])) {
			most = has(as_formats[i], o);
			best = as_formats[i];
		}
	if (best)
		snprintf(buf, n, "; the nearest is %s, but there is no '%s'", best->name, best->needs[most]);
}
