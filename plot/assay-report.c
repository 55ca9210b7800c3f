/* assay-report - one page that shows what the other tools say of an input. */
#define TOOL "assay-report"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grow.h"
#include "opts.h"
#include "out.h"
#include "tool.h"
#include "words.h"

#include "report/sections.h"

enum { OPT_RUNS = AS_OPT_FIRST_OWN, OPT_BASE, OPT_TEST, OPT_CLAIM, OPT_UNEQUAL, OPT_LABEL,
	OPT_CLAIMS, OPT_REPORT, OPT_TABLES, OPT_TITLE };

static const struct option options[] = {
	AS_ROWS_LONG,
	{"format", required_argument, NULL, 'o'},
	{"output", required_argument, NULL, 'O'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, AS_OPT_VERSION},
	{"strata", required_argument, NULL, 's'},
	{"base", required_argument, NULL, OPT_BASE},
	{"test", required_argument, NULL, OPT_TEST},
	{"claim", required_argument, NULL, OPT_CLAIM},
	{"unequal-ok", no_argument, NULL, OPT_UNEQUAL},
	{"runs", no_argument, NULL, OPT_RUNS},
	{"label", required_argument, NULL, OPT_LABEL},
	{"claims", required_argument, NULL, OPT_CLAIMS},
	{"report", required_argument, NULL, OPT_REPORT},
	{"tables", required_argument, NULL, OPT_TABLES},
	{"title", required_argument, NULL, OPT_TITLE},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: assay-report [-g COL[,COL...]] [-v COL] [-s COL[,COL...]] [--base NAME]\n"
	      "                    [--test NAME] [--claim CLAIM] [--unequal-ok]\n"
	      "                    [--where COL=VALUE] [--map COL=FILE] [--title TEXT]\n"
	      "                    [-o html|md] [-O FILE] [FILE...]\n"
	      "       assay-report --runs [--label L] [--claims FILE] [option ...] DIR...\n"
	      "       assay-report --report DIR [--tables DIR] [option ...]\n"
	      "\n"
	      "Writes one page that stands alone: the verdict, tables, pictures, and the\n"
	      "commands that made them.\n"
	      "\n"
	      "  -g, --group COLS    the columns whose values make the groups (default: files)\n"
	      "  -v, --value COL     the measured column (default latency_ms)\n"
	      "  -s, --strata COLS   compare within these\n"
	      "      --base NAME     compare with this group\n"
	      "      --test NAME     compare this group\n"
	      "      --claim CLAIM   'p99: test <= base + 5%', as abtest takes it\n"
	      "      --unequal-ok    compare although work differs\n"
	      "      --runs          the operands are folders of runs\n"
	      "      --label L       the backend that claims to be compiled\n"
	      "      --claims FILE   claims about the runs\n"
	      "      --report DIR    a report's folder: its published tables\n"
	      "      --tables DIR    the same tables made anew, NAME.table\n"
	      "      --title TEXT    the heading\n"
	      "  -o, --format FORMAT html (default), or md for a pull request\n"
	      "  -O, --output FILE   write there\n"
	      "\n"
	      "Exit status: the worst of the tools': 0, 1 a claim or check failed, 2 an\n"
	      "error, 3 inconclusive.\n"
	      "See assay-report(1); assay(7) has the options that every tool takes.\n", stdout);
}

/* An option of reading, as the other tools take it. */
static void
pass_on(report_job *j, int c, const char *arg)
{
	const struct option *o = options;

	while (o->name && o->val != c)
		o++;
	if (as_grow(&j->pass, j->npass, &j->cappass, sizeof *j->pass) != 0)
		tool_nomem();
	j->pass[j->npass++] = as_text(&j->keep, "--%s%s%s", o->name, arg ? "=" : "", arg ? arg : "");
}

static void
parse(report_job *j, int argc, char **argv, const char **title)
{
	int c;

	while ((c = tool_getopt(argc, argv, AS_ROWS_SHORT "ho:O:s:", options)) != -1) {
		switch (c) {
		case 's': j->strata = optarg; break;
		case OPT_BASE: j->base = optarg; break;
		case OPT_TEST: j->test = optarg; break;
		case OPT_CLAIM: j->claim = optarg; break;
		case OPT_UNEQUAL: j->unequal_ok = 1; break;
		case OPT_RUNS: j->runs = 1; break;
		case OPT_LABEL: j->label = optarg; break;
		case OPT_CLAIMS: j->claims = optarg; break;
		case OPT_REPORT: j->report = optarg; break;
		case OPT_TABLES: j->tables = optarg; break;
		case OPT_TITLE: *title = optarg; break;
		default:
			tool_option(&j->common, c, optarg, usage);
			if (c >= AS_OPT_WHERE && c < AS_OPT_VERSION)
				pass_on(j, c, optarg);
		}
	}
}

/* Settles what the options leave open, and refuses what contradicts itself. */
static void
settle(report_job *j)
{
	const as_format format = j->common.style.format;

	if (format != AS_FMT_AUTO && format != AS_FMT_HTML && format != AS_FMT_MD)
		tool_fail("-o takes html or md");
	if (j->common.value.n > 1)
		tool_fail("-v takes one column");
	if (j->runs && j->n == 0)
		tool_fail("--runs takes the folders of runs");
	if (j->label && !j->runs)
		tool_fail("--label speaks of --runs");
	if (j->tables && !j->report)
		tool_fail("--tables speaks of --report");
	if (j->report && j->n > 0 && !j->runs)
		tool_fail("--report takes no files; --runs adds the folders of runs");
}

/* Standard input as a file that each tool reads from its start, in the place of descriptor 0. */
static void
keep_input(report_job *j)
{
	char block[65536];
	int wanted = j->n == 0;
	size_t n;

	for (size_t i = 0; i < j->n; i++)
		wanted |= strcmp(j->operand[i], "-") == 0;
	if (!wanted)
		return;
	if (!(j->input = tmpfile()))
		tool_fail("cannot make a temporary file");
	while ((n = fread(block, 1, sizeof block, stdin)) > 0)
		fwrite(block, 1, n, j->input);
	if (ferror(stdin) || fflush(j->input) != 0 || ferror(j->input))
		tool_fail("cannot keep standard input");
	rewind(j->input);
	if (dup2(fileno(j->input), STDIN_FILENO) < 0)
		tool_fail("cannot keep standard input");
}

/* The heading where none is given: names of the operands, at most three. */
static const char *
heading(report_job *j)
{
	const char *text = j->n ? "" : "Benchmark";

	if (j->report)
		return as_text(&j->keep, "Report %s", as_base_name(j->report));
	if (j->runs)
		text = as_text(&j->keep, "%zu run%s", j->n, j->n == 1 ? "" : "s");
	for (size_t i = 0; i < j->n && i < 3; i++)
		text = as_text(&j->keep, "%s%s%s", text, i ? ", " : j->runs ? ": " : "",
		    as_base_name(j->operand[i]));
	return j->n > 3 ? as_text(&j->keep, "%s and %zu more", text, j->n - 3) : text;
}

/* The operands as the tools are given them: none is an option, and no folder ends in a slash. */
static void
operands(report_job *j, char *const *word, size_t n)
{
	j->operand = as_alloc(&j->keep, (n + 1) * sizeof *j->operand);
	for (; j->operand && j->n < n; j->n++) {
		const char *s = word[j->n];
		size_t len = strlen(s);

		while (len > 1 && s[len - 1] == '/')
			len--;
		j->operand[j->n] = as_text(&j->keep, "%s%.*s", *s == '-' && len > 1 ? "./" : "", (int)len, s);
	}
}

static int
sections(report_job *j, as_err *e)
{
	static int (*const section[])(report_job *, as_err *) = {section_claims, section_compare,
	    section_cells, section_groups, section_plots, section_time, section_tables,
	    section_environment};

	if (j->runs && runs_data(j, e) != 0)
		return -1;
	if (!j->runs && !j->report) {
		keep_input(j);
		j->data = j->operand;
		j->ndata = j->n;
	}
	if (j->ndata > 0 || j->input) {
		samples all;

		if (samples_read(&all, j->data, j->ndata, &j->common,
		    j->runs ? SAMPLES_CELLS : SAMPLES_FILES, e) != 0)
			return -1;
		j->rows = all.f.n;
		j->groups = all.g.n;
		j->by = samples_by(&all);
		j->unit = all.f.col[SAMPLES_VALUE].unit;
		samples_free(&all);
		if (!j->by)
			return as_nomem(e);
		j->work[0] = (report_work){.path = j->data, .n = j->ndata};
		j->nwork = !j->runs;
	}
	for (size_t i = 0; i < sizeof section / sizeof *section; i++)
		if (section[i](j, e) != 0)
			return -1;
	return j->keep.nomem ? as_nomem(e) : 0;
}

/* The last section: how to make the page again. */
static void
again(report_job *j, char *const *word, size_t n)
{
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size), *log = j->page.to[PAGE_LOG];
	command own = {0};

	if (!fp)
		tool_nomem();
	command_add(&own, TOOL, NULL);
	command_add_all(&own, word, n);
	command_put(&own, fp);
	command_free(&own);
	page_begin(&j->page, "How to run it again");
	if (fclose(fp) != 0 || fflush(log) != 0)
		tool_nomem();
	page_lines(&j->page, text);
	page_text(&j->page, "It shows what these commands print%s. What follows the name of a tool and "
	    "a colon is what that tool said.", j->input ? ", each with the same standard input" : "");
	page_lines(&j->page, j->page.text[PAGE_LOG]);
	free(text);
}

int
main(int argc, char **argv)
{
	report_job j = {.n = 0};
	const char *title = NULL;
	char **word;
	as_out out;
	as_err e;

	/* as they were typed: reading the options changes their order */
	if (!(word = malloc(((size_t)argc + 1) * sizeof *word)))
		tool_nomem();
	memcpy(word, argv, ((size_t)argc + 1) * sizeof *word);
	tool_init(&j.common);
	parse(&j, argc, argv, &title);
	tool_apart(&j.common, argc, argv);
	operands(&j, argv + optind, (size_t)(argc - optind));
	settle(&j);
	title = title ? title : heading(&j);
	if (j.keep.nomem)
		tool_nomem();
	if (page_init(&j.page, j.common.style.format == AS_FMT_MD, title, &e) != 0 ||
	    sections(&j, &e) != 0)
		tool_die(&e);
	again(&j, word + 1, (size_t)argc - 1);
	/* nothing is written before all tools have answered */
	if (as_out_open(&out, j.common.out, &e) != 0)
		tool_die(&e);
	if (page_write(&j.page, out.fp, &e) != 0) {
		as_out_abort(&out);
		tool_die(&e);
	}
	if (as_out_commit(&out, &e) != 0)
		tool_die(&e);
	for (report_work *w = j.work; w < j.work + j.nwork; w++)
		free(w->name);
	free(j.runs ? j.data : NULL);
	free(j.pass);
	as_keep_free(&j.keep);
	if (j.input)
		fclose(j.input);
	answer_free(&j.cells);
	page_free(&j.page);
	as_opts_free(&j.common);
	free(j.by);
	free(word);
	tool_exit(j.failed ? TOOL_FAILED : j.open ? TOOL_OPEN : TOOL_OK);
}
