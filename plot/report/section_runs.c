/* The sections about runs: claims, what served each sample, and the environment. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grow.h"
#include "json.h"
#include "sections.h"
#include "words.h"

enum { MOST_ROWS = 1000, FOLDED = 61 };

int
section_claims(report_job *j, as_err *e)
{
	static const char *const keep[] = {"status", "claim", "reason", "published", "change_pct",
	    "lo_pct", "hi_pct", "n_base", "n_test", "kind", NULL};
	const report_view view = {.title = "Claims", .verdict = 1, .holds = 1, .keep = keep,
	    .most = MOST_ROWS, .folded = SIZE_MAX, .which = "the first"};
	command c = {0};
	answer a;
	int rc;

	if (!j->claims)
		return 0;
	command_add(&c, "claims", NULL);
	for (size_t i = 0; i < j->n && j->runs; i++)
		command_option(&c, "--runs", j->operand[i]);
	command_add(&c, "-o", "json", j->claims, NULL);
	if (report_ask(j, &c, view.most, &a, e) != 0)
		return -1;
	rc = report_show(j, &a, &view, "Each claim, its status and why; what was published of it", e);
	answer_free(&a);
	return rc;
}

int
section_cells(report_job *j, as_err *e)
{
	static const char *const drop[] = {"rule", "rule25", "evidence", NULL};
	const report_view view = {.title = "What served each sample", .verdict = 1, .holds = 1,
	    .drop = drop, .most = MOST_ROWS, .folded = FOLDED, .which = "the first"};
	command c = {0};

	if (!j->runs)
		return 0;
	command_add(&c, "labelaudit", "--runs", NULL);
	command_option(&c, "--label", j->label);
	command_add(&c, "-o", "json", NULL);
	command_add_all(&c, j->operand, j->n);
	if (report_ask(j, &c, view.most, &j->cells, e) != 0)
		return -1;
	return report_show(j, &j->cells, &view, "Cells that claim to be compiled: timed calls that "
	    "compiled code served, of all", e);
}

/* Fields of the manifests; diff: those that are not the same in every run. Fields of lists, such as
 * the files that a run lists, are left out. */
static int
fields(report_job *j, int diff, as_err *e)
{
	const report_view view = {.most = MOST_ROWS, .folded = diff ? FOLDED : 0, .which = "the first"};
	command c = {0};
	answer a;
	int rc;

	command_add(&c, "runinfo", "--where=file~^(manifest|environment)", NULL);
	if (diff)
		command_add(&c, "--diff", "--where=field~^[a-z_.0-9]*$", NULL);
	else
		command_add(&c, "--where=field~^(environment|torch|python|cuda|device|gpu|driver|platform)",
		    NULL);
	command_add(&c, "-o", "json", NULL);
	command_add_all(&c, j->operand, diff ? j->n : 1);
	if (report_ask(j, &c, view.most, &a, e) != 0)
		return -1;
	rc = report_show(j, &a, &view, diff ? "Fields that differ between the runs" :
	    "Environment of the first run", e);
	if (a.rows == 0)
		page_text(&j->page, diff ? "The manifests of the runs do not differ." :
		    "The manifest of the first run names no environment.");
	answer_free(&a);
	return rc;
}

int
section_environment(report_job *j, as_err *e)
{
	if (!j->runs)
		return 0;
	page_begin(&j->page, "Environment");
	return (j->n < 2 || fields(j, 1, e) == 0) && fields(j, 0, e) == 0 ? 0 : -1;
}

static int
folder_data(report_job *j, const char *folder, as_err *e)
{
	char *pattern;
	struct stat st;
	glob_t g;
	int rc = 0;

	if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
		return as_fail(e, folder, 0, "is no folder: --runs takes the folders of runs");
	if (strpbrk(folder, "*?[\\"))
		return as_fail(e, folder, 0, "has a sign of a pattern (*?[\\) in its name");
	if (asprintf(&pattern, "%s/*/metrics.csv", folder) < 0)
		return as_nomem(e);
	if (glob(pattern, 0, NULL, &g) == 0) {
		for (size_t k = 0; k < g.gl_pathc && rc == 0; k++)
			if (as_grow(&j->data, j->ndata, &j->capdata, sizeof *j->data) != 0 ||
			    !(j->data[j->ndata++] = strdup(g.gl_pathv[k])))
				rc = as_nomem(e);
		globfree(&g);
	}
	free(pattern);
	return rc;
}

int
runs_data(report_job *j, as_err *e)
{
	for (size_t i = 0; i < j->n; i++)
		if (folder_data(j, j->operand[i], e) != 0)
			return -1;
	return 0;
}

char *
runs_name(const char *csv, as_err *e)
{
	const char *mode = as_base_name(csv) - 1;
	char *run, *path = NULL, *name = NULL;
	cJSON *root = NULL;

	while (mode > csv && mode[-1] != '/')
		mode--;
	run = strndup(csv, (size_t)(mode - csv) - 1);
	if (!run || asprintf(&path, "%s/manifest.json", run) < 0)
		as_nomem(e);
	else if ((access(path, F_OK) != 0 || as_json_read_object(path, &root, e) == 0) &&
	    !(name = strdup(as_json_string(root, "run_id", as_base_name(run)))))
		as_nomem(e);
	cJSON_Delete(root);
	free(path);
	free(run);
	return name;
}
