/* CSV of other programs that holds summaries and no samples: which columns say what. */
#include <stdio.h>

#include "format.h"
#include "format_csv_text.h"
#include "num.h"

enum { NAMES = 3, FIGURES = 10 };

typedef struct {
	const char *head;     /* its first columns */
	double ms;            /* in one unit of its figures */
	const char *name[NAMES]; /* columns that name a row */
	const char *skip, *skip_value; /* rows that summarise others */
	struct { const char *from, *to; } figure[FIGURES];
	const char *refused;  /* the file is of no use: why */
} kind;

static const kind kinds[] = {
	{.head = "command,mean,stddev,median,", .ms = 1e3, .name = {"command"},
	    .figure = {{"mean", "mean"}, {"stddev", "sd"}, {"median", "median"}, {"min", "min"},
	    {"max", "max"}}},
	{.head = "Type,Name,Request Count,Failure Count,", .ms = 1, .name = {"Name", "Type"},
	    .skip = "Name", .skip_value = "Aggregated",
	    .figure = {{"Request Count", "n"}, {"Failure Count", "errors"},
	    {"Average Response Time", "mean"},
	    {"Median Response Time", "median"}, {"Min Response Time", "min"}, {"Max Response Time", "max"},
	    {"90%", "p90"}, {"95%", "p95"}, {"99%", "p99"}, {"99.9%", "p99.9"}}},
	{.head = "Label,# Samples,Average,", .ms = 1, .name = {"Label"},
	    .skip = "Label", .skip_value = "TOTAL",
	    .figure = {{"# Samples", "n"}, {"Average", "mean"}, {"Median", "median"}, {"Min", "min"},
	    {"Max", "max"}, {"90% Line", "p90"}, {"95% Line", "p95"}, {"99% Line", "p99"}}},
	{.head = "build_commit,build_number,", .ms = 1e-6, .name = {"model_type", "n_prompt", "n_gen"},
	    .figure = {{"avg_ns", "mean"}, {"stddev_ns", "sd"}}},
	{.head = "Timestamp,User Count,Type,Name,",
	    .refused = "locust's history has quantiles of a moving window: use its _stats.csv"},
	{.head = "Method,Name,Error,Occurrences,", .refused = "locust's file of failures has no times"},
	{.head = "<?xml", .refused =
	    "XML: JMeter writes CSV with -Jjmeter.save.saveservice.output_format=csv"},
};
enum { NKIND = sizeof kinds / sizeof *kinds };

static const kind *
kind_of(const char *text, size_t n)
{
	for (size_t i = 0; i < NKIND; i++)
		if (n >= strlen(kinds[i].head) && memcmp(text, kinds[i].head, strlen(kinds[i].head)) == 0)
			return &kinds[i];
	return NULL;
}

static int
starts(const char *text, size_t n)
{
	return kind_of(text, n) != NULL;
}

static int
read_row(as_rows *r, const kind *k, const as_csv_text *t, as_err *e)
{
	as_str s = k->skip ? as_csv_text_cell(t, k->skip) : (as_str){"", 0};
	double x;

	as_rows_line(r, t->row.line);
	if (k->skip && as_str_is(s, k->skip_value)) {
		as_rows_leave_out(r);
		return 0;
	}
	as_rows_series(r);
	for (size_t i = 0; i < NAMES && k->name[i]; i++) {
		s = as_csv_text_cell(t, k->name[i]);
		as_rows_set(r, k->name[i], s.s, s.n);
	}
	for (size_t i = 0; i < FIGURES && k->figure[i].from; i++) {
		int counts = strcmp(k->figure[i].to, "n") == 0 || strcmp(k->figure[i].to, "errors") == 0;

		s = as_csv_text_cell(t, k->figure[i].from);
		if (s.n == 0 || as_str_is(s, "N/A"))
			continue;
		if (as_num_parse(s.s, s.n, &x) != AS_NUM_OK)
			return as_fail(e, NULL, 0, "column '%s': '%.*s' is not a number", k->figure[i].from,
			    AS_CLIPPED(s));
		if (as_rows_figure(r, k->figure[i].to, counts ? x : x * k->ms, e) != 0)
			return -1;
	}
	as_rows_end(r);
	return 0;
}

static int
read_text(as_rows *r, const char *text, size_t n, as_err *e)
{
	const kind *k = kind_of(text, n);
	as_csv_text t;
	int more;

	if (k->refused)
		return as_fail(e, NULL, 0, "%s", k->refused);
	more = as_csv_text_open(&t, text, n, text, e);
	while (more == 0 && (more = as_csv_text_next(&t, e)) > 0)
		more = read_row(r, k, &t, e);
	as_csv_text_close(&t);
	return more;
}

const as_format as_format_summary_csv = {
	.name = "CSV of summaries", .in = AS_IN_TEXT, .what = "rows", .instead = "summaries",
	.starts = starts, .read_text = read_text,
};
