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

enum { MOST_ROWS = 1000, FOLDED = 61, MODE = 2, BACKEND = 4 };

int
section_claims(report_job *j, as_err *e)
{
	static const char *const keep[] = {"status", "claim", "reason", "published", "change_pct",
	    "lo_pct", "hi_pct", "n_base", "n_test", "kind", NULL};
	const report_view view = {.title = "Claims", .verdict = 1, .holds = 1, .keep = keep,
	    .most = MOST_ROWS, .folded = SIZE_MAX, .which = "the first"};
	command c = {0};

	if (!j->claims)
		return 0;
	command_add(&c, "claims", NULL);
	for (size_t i = 0; i < j->n && j->runs; i++)
		command_option(&c, "--runs", j->operand[i]);
	command_add(&c, "-o", "json", j->claims, NULL);
	return report_section(j, &c, &view, "Each claim, its status and why; what was published of it",
	    e);
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
	const report_view view = {.most = MOST_ROWS, .folded = diff ? FOLDED : 0, .which = "the first",
	    .none = diff ? "The manifests of the runs do not differ." :
	    "The manifest of the first run names no environment."};
	command c = {0};

	command_add(&c, "runinfo", "--where=file~^(manifest|environment)", NULL);
	if (diff)
		command_add(&c, "--diff", "--where=field~^[a-z_.0-9]*$", NULL);
	else
		command_add(&c, "--where=field~^(environment|torch|python|cuda|device|gpu|driver|platform)",
		    NULL);
	command_add(&c, "-o", "json", NULL);
	command_add_all(&c, j->operand, diff ? j->n : 1);
	return report_section(j, &c, &view, diff ? "Fields that differ between the runs" :
	    "Environment of the first run", e);
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
	const char *pattern = as_text(&j->keep, "%s/*/metrics.csv", folder);
	struct stat st;
	glob_t g;
	int rc = 0;

	if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode))
		return as_fail(e, folder, 0, "is no folder: --runs takes the folders of runs");
	if (strpbrk(folder, "*?[\\"))
		return as_fail(e, folder, 0, "has a sign of a pattern (*?[\\) in its name");
	if (glob(pattern, 0, NULL, &g) == 0) {
		for (size_t k = 0; k < g.gl_pathc && rc == 0; k++)
			if (as_grow(&j->data, j->ndata, &j->capdata, sizeof *j->data) != 0)
				rc = as_nomem(e);
			else
				j->data[j->ndata++] = as_text(&j->keep, "%s", g.gl_pathv[k]);
		globfree(&g);
	}
	return rc == 0 && j->keep.nomem ? as_nomem(e) : rc;
}

int
runs_data(report_job *j, as_err *e)
{
	for (size_t i = 0; i < j->n; i++)
		if (folder_data(j, j->operand[i], e) != 0)
			return -1;
	return 0;
}

/* The name of the run that a file of samples is of, as labelaudit has it; NULL with e. */
static const char *
name_of(report_job *j, const char *csv, as_err *e)
{
	const char *mode = as_base_name(csv) - 1, *run, *path, *name;
	cJSON *root = NULL;

	while (mode > csv && mode[-1] != '/')
		mode--;
	run = as_text(&j->keep, "%.*s", (int)(mode - csv) - 1, csv);
	path = as_text(&j->keep, "%s/manifest.json", run);
	if (access(path, F_OK) == 0 && as_json_read_object(path, &root, e) != 0)
		return NULL;
	name = as_text(&j->keep, "%s", as_json_string(root, "run_id", as_base_name(run)));
	cJSON_Delete(root);
	return name;
}

/* What labelaudit says of the cells that differ from the row in their backend alone. */
static int
verdicts(report_job *j, report_work *w, const samples *s, size_t row, as_err *e)
{
	const char *run = name_of(j, *w->path, e);
	const cJSON *cell;

	if (!run)
		return -1;
	w->title = "";
	cJSON_ArrayForEach(cell, j->cells.row) {
		const char *verdict = answer_text(cell, "verdict");
		int same = strcmp(answer_text(cell, "run"), run) == 0 && strcmp(verdict, "compiled") != 0;

		for (const as_col *c = &s->f.col[MODE]; c < &s->f.col[AS_SEQUENCE_KEYS] && same; c++)
			same = !c->present || c == &s->f.col[BACKEND] ||
			    strcmp(as_frame_str(&s->f, c->id[row]), answer_text(cell, c->name)) == 0;
		if (same)
			w->title = as_text(&j->keep, "%s%s%s: %s", w->title, *w->title ? "; " : "", verdict,
			    answer_text(cell, "backend"));
	}
	return j->keep.nomem ? as_nomem(e) : 0;
}

int
runs_works(report_job *j, char **csv, size_t most, as_err *e)
{
	static const size_t key[] = {3, 5, 6}; /* scenario, model, dtype: equal work */
	size_t col[3], ncol = 0;
	samples s;
	as_groups g;
	int rc = samples_read(&s, csv, 1, &j->common, SAMPLES_CELLS, e);

	for (size_t k = 0; k < 3 && rc == 0; k++)
		if (s.f.col[key[k]].present)
			col[ncol++] = key[k];
	if (rc != 0 || as_group(&g, &s.f, col, ncol, e) != 0)
		return -1;
	j->works += g.n;
	for (size_t n = 0; n < g.n && n < most && rc == 0; n++) {
		report_work *w = &j->work[j->nwork++];
		size_t at = 0, row = 0;

		for (size_t k = 1; k < g.n; k++)
			at = g.rows[k] > g.rows[at] ? k : at;
		g.rows[at] = 0;
		while (g.of_row[row] != at)
			row++;
		*w = (report_work){.path = csv, .n = 1, .name = as_group_name(&g, &s.f, at),
		    .served = s.f.col[SAMPLES_SERVED].present};
		for (size_t k = 0; k < ncol; k++)
			w->where[k] = as_text(&j->keep, "--where=%s=%s", s.f.col[col[k]].name,
			    as_frame_str(&s.f, s.f.col[col[k]].id[row]));
		if (j->keep.nomem || !w->name)
			rc = as_nomem(e);
		if (rc == 0 && !w->served)
			rc = verdicts(j, w, &s, row, e);
	}
	as_group_free(&g);
	samples_free(&s);
	return rc;
}
