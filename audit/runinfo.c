/* runinfo - fields of manifests, environments, counters and evidence files. */
#define TOOL "runinfo"

#include <stdlib.h>
#include <string.h>

#include "tool.h"

#include "runinfo/info_table.h"

typedef struct {
	as_opts common;
	info_fields fields;
	int columns, diff, require;
} settings;

enum { TEXT_FIELDS = 40 };

static int
fill(settings *s, as_table *t, const info_runs *r, const info_rows *rows, as_err *e)
{
	as_style *style = &s->common.style;
	int people = as_opts_people(&s->common);

	if (people && !s->columns && !style->wide && r->n > 1)
		style->wide = "run";
	for (info_func func = INFO_LENGTH; func <= INFO_MAX; func++)
		if (info_fields_use(&s->fields, func))
			as_table_define(t, info_functions[func].name, info_functions[func].meaning);
	if (s->diff)
		as_table_define(t, "diff", "fields whose text is not the same in every run");
	if (s->columns)
		return info_table_columns(t, r, rows, &s->fields, e);
	return info_table_long(t, r, rows, people && style->wide && strcmp(style->wide, "run") == 0, e);
}

/* Text has the first of many fields, unless they were asked for by name. */
static int
write_table(settings *s, const info_runs *r, info_rows *rows, as_err *e)
{
	as_table *t = tool_table();
	size_t others = 0;
	int rc = 0;

	if (s->fields.n == 0 && as_opts_format(&s->common) == AS_FMT_TEXT)
		rc = info_rows_first(rows, TEXT_FIELDS, &others, e);
	if (rc == 0)
		rc = fill(s, t, r, rows, e);
	if (rc == 0 && others)
		as_table_notef(t, "%zu more fields: -f names those to show, -o json shows all", others);
	if (rc == 0)
		rc = as_opts_write(&s->common, t, e);
	as_table_free(t);
	return rc;
}

/* Fields that a run has not are an error with --require; those that no run has
 * leave the question open. */
static int
check_missing(const settings *s, const info_runs *r, const info_rows *rows, as_err *e)
{
	int status = TOOL_OK;

	for (size_t k = 0; k < s->fields.n; k++) {
		int found = 0;

		for (size_t i = 0; i < rows->n; i++) {
			const info_row *v = &rows->v[i];

			if (v->asked == k && v->text)
				found = 1;
			else if (v->asked == k && s->require)
				return as_fail(e, r->v[v->run].operand, 0, "no field '%s'", s->fields.v[k].label);
		}
		if (!found) {
			tool_warn(NULL, "no run has the field '%s'", s->fields.v[k].label);
			status = TOOL_OPEN;
		}
	}
	return status;
}

static int
run(settings *s, char *const *operands, size_t n, as_err *e)
{
	info_runs runs = {0};
	info_rows rows = {0};
	int rc = info_runs_open(&runs, operands, n, e), status = -1;

	for (size_t i = 0; rc == 0 && i < runs.n; i++)
		rc = info_rows_add(&rows, &runs, i, &s->fields, e);
	if (rc == 0)
		rc = status = check_missing(s, &runs, &rows, e);
	for (size_t i = 0; rc >= 0 && i < s->common.nmap; i++)
		rc = info_rows_map(&rows, &runs, &s->common.map[i], e);
	for (size_t i = 0; rc >= 0 && i < s->common.nwhere; i++)
		rc = info_rows_where(&rows, &runs, &s->common.where[i], e);
	if (rc >= 0 && s->diff)
		rc = info_rows_diff(&rows, runs.n, e);
	if (rc >= 0)
		rc = write_table(s, &runs, &rows, e);
	for (size_t i = 0; rc >= 0 && i < runs.n; i++)
		if (runs.v[i].empty) {
			tool_warn(runs.v[i].operand, "skipped: there is no JSON file in it");
			status = TOOL_OPEN;
		}
	free(rows.v);
	info_runs_free(&runs);
	return rc < 0 ? -1 : status;
}

static void
usage(void)
{
	fputs("usage: runinfo [-f FIELD[,FIELD...]] [--columns | --diff] [--require]\n"
	    "               [--where COL=VALUE] [--map COL=FILE]\n"
	    "               [-o FORMAT] [-O FILE] [-d N] [--wide COL] [RUN...]\n"
	    "\n"
	    "Prints fields of the JSON files of runs. RUN is a run's folder or one JSON file.\n"
	    "\n"
	    "  -f, --field FIELDS   what to print (default: every field there is)\n"
	    "      --columns        one row a run, one column a field\n"
	    "      --diff           only the fields in which the runs differ\n"
	    "      --require        it is an error if a run lacks a field\n"
	    "\n"
	    "A FIELD is [FUNCTION(][FILE:]PATH[)], for example\n"
	    "  torch.version        of manifest.json, or else of environment.json\n"
	    "  prefill/dynamo_counters:dynamo_counters.stats.unique_graphs\n"
	    "  'length(models)'     FUNCTION: length dotted delta count sum min max\n"
	    "  'max(triton_evidence_*:cached_kernels)'\n"
	    "\n"
	    "See runinfo(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(settings *s, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		{"field", required_argument, NULL, 'f'},
		{"where", required_argument, NULL, AS_OPT_WHERE},
		{"map", required_argument, NULL, AS_OPT_MAP},
		{"columns", no_argument, &s->columns, 1},
		{"diff", no_argument, &s->diff, 1},
		{"require", no_argument, &s->require, 1},
		{NULL, 0, NULL, 0},
	};
	as_err e;
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT "f:", options)) != -1)
		if (c != 'f')
			tool_option(&s->common, c, optarg, usage);
		else if (info_fields_add(&s->fields, optarg, &e) != 0)
			tool_die(&e);
	if (s->columns && s->diff)
		tool_fail("--columns and --diff cannot be combined");
	if ((s->columns || s->require) && s->fields.n == 0)
		tool_fail("%s needs -f", s->columns ? "--columns" : "--require");
	if (s->diff && argc - optind < 2)
		tool_fail("--diff needs two runs or more");
}

int
main(int argc, char **argv)
{
	settings s = {0};
	as_err e;
	int status;

	tool_init(&s.common);
	parse(&s, argc, argv);
	tool_apart(&s.common, argc, argv);
	if ((status = run(&s, argv + optind, (size_t)(argc - optind), &e)) < 0)
		tool_die(&e);
	info_fields_free(&s.fields);
	as_opts_free(&s.common);
	tool_exit(status);
}
