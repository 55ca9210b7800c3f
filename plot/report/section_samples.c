/* The sections about samples: what differs, statistics, and pictures. */
#include <stdlib.h>
#include <string.h>

#include "sections.h"
#include "words.h"

enum {
	MOST_PAIRED = 12,  /* groups that are compared with each other unasked */
	MOST_ROWS = 200,
	FOLDED = 41
};

command
report_reader(const report_job *j, const char *tool, const char *by, int as_read)
{
	command c = {0};

	command_add(&c, tool, NULL);
	command_option(&c, "-g", by && *by ? by : NULL);
	command_option(&c, "-v", as_read && j->common.value.n ? j->common.value.v[0] : NULL);
	command_add_all(&c, j->pass, as_read ? j->npass : 0);
	return c;
}

/* By what to compare, in *by; NULL: two files or commands as they are. 0: nothing is compared, and
 * the verdict says why. */
static int
compared_by(report_job *j, const char **by)
{
	const int asked = j->base || j->test || j->claim, given = j->common.group.n > 0;
	const int benchmarks = !given && j->ndata < 2 && as_ends_with(j->by, "benchmark");
	const size_t n = j->groups;
	char why[200];

	*by = j->runs && !given ? "backend" :
	    given || (j->n != 2 && (n > 2 || j->input)) ? j->by : NULL;
	if (asked || (!given && j->n == 2 && !j->runs))
		return 1;
	if (j->runs)
		return 0;
	if (n > 1 && n <= MOST_PAIRED && !benchmarks)
		return 1;
	if (n == 1)
		snprintf(why, sizeof why, "nothing is compared: there is one group, of %zu samples",
		    j->rows);
	else if (benchmarks)
		snprintf(why, sizeof why, "nothing is compared: the %zu benchmarks do different work", n);
	else
		snprintf(why, sizeof why, "nothing is compared: %zu groups are too many to compare all "
		    "with each other; --base and --test name two", n);
	page_verdict(&j->page, -1, why, "assay-report");
	return 0;
}

int
section_compare(report_job *j, as_err *e)
{
	static const char *const keep[] = {"n_base", "n_test", "mean_base", "mean_test", "median_base",
	    "median_test", "errors_base", "errors_test", "ratio_median", "ratio_median_lo",
	    "ratio_median_hi", "ratio_mean", "ratio_mean_lo", "ratio_mean_hi", "p_welch", "p_holm",
	    "p_rank", "cliff_delta", "strata", "p_elteren", "detectable", "detectable_pct", "verdict",
	    "refused", NULL};
	const report_view view = {.title = "Comparison", .timed = 1, .verdict = 1, .keep = keep,
	    .holds = j->claim != NULL, .most = MOST_ROWS, .folded = FOLDED, .which = "the first"};
	const char *by;

	if (j->rows == 0 || !compared_by(j, &by))
		return 0;
	command c = report_reader(j, "abtest", by, 1);
	command_option(&c, "-s", j->strata);
	command_option(&c, "--base", j->base);
	command_option(&c, "--test", j->test);
	command_option(&c, "--claim", j->claim);
	if (j->unequal_ok)
		command_add(&c, "--unequal-ok", NULL);
	command_add(&c, "--permutations=0", "-o", "json", NULL);
	command_add_all(&c, j->data, j->ndata);
	return report_section(j, &c, &view, "Test against base, with intervals at 95%", e);
}

int
section_groups(report_job *j, as_err *e)
{
	static const char *const drop[] = {"median_cover", "p90_cover", "p99_cover", NULL};
	const report_view view = {.title = "Statistics by group", .timed = 1, .drop = drop,
	    .most = MOST_ROWS, .folded = FOLDED, .which = "those of the groups with the most samples"};

	if (j->rows == 0)
		return 0;
	command c = report_reader(j, "latstats", j->by, 1);
	command_add(&c, "--stats=n,errors,mean,median,p90,p99,max", "--ci", "--quantile-ci", NULL);
	if (j->groups > MOST_ROWS)
		command_add(&c, "--sort=-n", NULL);
	command_add(&c, "-o", "json", NULL);
	command_add_all(&c, j->data, j->ndata);
	return report_section(j, &c, &view, "Statistics of each group, with intervals at 95%", e);
}

int
section_plots(report_job *j, as_err *e)
{
	static const struct { const char *name, *option, *caption; } kind[] = {
		{"distribution", NULL, "The share of samples that are at most so large"},
		{"quantiles", "--quantiles", "Quantiles of each group"},
	};

	const size_t n = j->ndata < MOST_FOLDERS ? j->ndata : MOST_FOLDERS;

	if (j->rows == 0 || j->page.md)
		return 0;
	for (size_t i = 0; j->runs && i < n; i++)
		if (runs_works(j, &j->data[i], MOST_WORKS / n, e) != 0)
			return -1;
	page_begin(&j->page, "Distributions");
	for (size_t i = 0; i < 2 * j->nwork; i++) {
		const report_work *w = &j->work[i / 2];
		command c = report_reader(j, "cdfplot", w->name && !j->common.group.n ? "backend" : j->by, 1);

		if (kind[i % 2].option)
			command_add(&c, kind[i % 2].option, NULL);
		if (report_draw(j, &c, w, kind[i % 2].name, kind[i % 2].caption, "", e) != 0)
			return -1;
	}
	if (j->works > j->nwork || j->ndata > MOST_FOLDERS)
		page_text(&j->page, "Pictures, here and over time, show %zu of %zu scenarios, models and dtypes"
		    " in the first %zu of %zu folders, those with the most samples. --where chooses others.",
		    j->nwork, j->works, n, j->ndata);
	return 0;
}
