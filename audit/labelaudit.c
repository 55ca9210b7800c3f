/* labelaudit - is what a label claims in the source, and in the artifacts? */
#define TOOL "labelaudit"

#include <string.h>

#include "tool.h"

#include "evidence/log_check.h"
#include "evidence/mode_runs.h"
#include "label/mode_src.h"

typedef struct {
	as_opts common;
	mode_runs runs;
	log_check log;
	mode_src src;
	int is_runs, is_log, is_src, is_survey;
	size_t nlabel;
	/* (argc + 1) each what --label, --labels-from, --symbol, --set, --allow-limit name, in one
	 * block */
	char **label, **from, **symbol, **set, **allow;
	const char *format;             /* -o */
} settings;

enum { OPT_LABEL = AS_OPT_FIRST_OWN, OPT_LIMIT, OPT_RECOMPILES, OPT_BREAKS, OPT_SKIPS,
	OPT_PARTITIONS, OPT_ALLOW, OPT_FROM, OPT_SYMBOL, OPT_DEFAULT, OPT_SET };

static void
usage(void)
{
	fputs("usage: labelaudit --src [--label L]... [--labels-from RUNS]... [--default]\n"
	    "                  [--set OPTION=VALUE]... [--symbol NAME]...\n"
	    "                  [-o text|json|sarif] [-O FILE] PATH...\n"
	    "       labelaudit --runs [--label L]... [--rules] [--all] [--recompile]\n"
	    "                  [--recompile-limit N] [--where COL=VALUE] [-o FORMAT]\n"
	    "                  [-O FILE] [-d N] [--wide COL] DIR...\n"
	    "       labelaudit --survey [-o FORMAT] [-O FILE] DIR...\n"
	    "       labelaudit --log [--max-recompiles N] [--max-graph-breaks N]\n"
	    "                  [--max-cudagraph-skips N] [--max-graph-partitions N]\n"
	    "                  [--allow-limit FUNCTION]... [-o FORMAT] [-O FILE] [FILE...]\n"
	    "\n"
	    "Checks whether code with the label \"compile\" was compiled: whether the source\n"
	    "reaches a call that compiles and uses the result (--src), whether compiled code\n"
	    "ran the timed samples (--runs), whether what a program compiled was called\n"
	    "(--survey), or what a compiler logged (--log).\n"
	    "\n"
	    "      --src                read source files and folders; nothing of it is run\n"
	    "                           (no label: list what compiles, and by which labels)\n"
	    "      --label L            a label to judge\n"
	    "      --labels-from RUNS   the backends of these runs, as labels\n"
	    "      --default            what compiles with every option at its default\n"
	    "      --set OPTION=VALUE   an option that is set, instead of its default\n"
	    "      --symbol NAME        one more call that compiles: module.name, or of C\n"
	    "      --runs               read the folders of runs\n"
	    "      --label L            backends that claim to be compiled (default: those\n"
	    "                           whose name says \"compile\", and not \"no-compile\")\n"
	    "      --rules              the result of each rule, not only the verdict\n"
	    "      --all                also cells that do not claim to be compiled\n"
	    "      --recompile          compile stored sources again and compare the code\n"
	    "      --recompile-limit N  where none is recorded (default 8)\n"
	    "      --survey             read the surveys of unchanged PyTorch programs\n"
	    "      --log                read compiler logs\n"
	    "      --max-recompiles N, --max-graph-breaks N, --max-cudagraph-skips N,\n"
	    "      --max-graph-partitions N\n"
	    "                           more is a failure (exit status 1)\n"
	    "      --allow-limit NAME   a function that may reach a recompile limit; or all\n"
	    "\n"
	    "Exit status: 0 all wired, all compiled; 1 any fallback, unreachable or\n"
	    "label-only, any partly or not compiled, or contradicted; 2 an error;\n"
	    "3 otherwise.\n"
	    "See labelaudit(1); assay(7) has the options that every tool takes.\n", stdout);
}

/* A whole number from least on. */
static long
whole(const char *arg, const char *option, long least)
{
	int64_t n;

	if (as_int_parse(arg, strlen(arg), &n) != AS_NUM_OK || n < least || n > 1000000000)
		tool_fail("%s needs a whole number %s, not '%s'", option, least ? "above 0" :
		    "from 0", arg);
	return (long)n;
}

/* Options that another mode takes are never just ignored. */
static void
check_mode(const settings *s)
{
	const mode_runs *r = &s->runs;
	const log_check *l = &s->log;

	if (!s->is_runs && (r->rules || r->all || r->recompile || r->limit != MODE_RUNS_LIMIT))
		tool_fail("--rules, --all, --recompile and --recompile-limit need --runs");
	if (!s->is_log && (l->most[LOG_RECOMPILE] >= 0 || l->most[LOG_BREAK] >= 0 ||
	    l->most[LOG_SKIP] >= 0))
		tool_fail("--max-recompiles, --max-graph-breaks and --max-cudagraph-skips need --log");
	if (!s->is_log && (l->most[LOG_PARTITION] >= 0 || l->nallow > 0))
		tool_fail("--max-graph-partitions and --allow-limit need --log");
	if (!s->is_src && s->src.nruns + s->src.ask.nsymbol + s->src.ask.nset + s->src.ask.is_default > 0)
		tool_fail("--labels-from, --default, --set and --symbol need --src");
	if (!s->is_runs && s->common.nwhere > 0)
		tool_fail("--where needs --runs");
	if (s->is_log && s->nlabel > 0)
		tool_fail("--label needs --src or --runs");
}

static void
parse(settings *s, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		{"where", required_argument, NULL, AS_OPT_WHERE},
		{"runs", no_argument, &s->is_runs, 1},
		{"survey", no_argument, &s->is_survey, 1},
		{"label", required_argument, NULL, OPT_LABEL},
		{"rules", no_argument, &s->runs.rules, 1},
		{"all", no_argument, &s->runs.all, 1},
		{"recompile-limit", required_argument, NULL, OPT_LIMIT},
		{"recompile", no_argument, &s->runs.recompile, 1},
		{"log", no_argument, &s->is_log, 1},
		{"max-recompiles", required_argument, NULL, OPT_RECOMPILES},
		{"max-graph-breaks", required_argument, NULL, OPT_BREAKS},
		{"max-cudagraph-skips", required_argument, NULL, OPT_SKIPS},
		{"max-graph-partitions", required_argument, NULL, OPT_PARTITIONS},
		{"allow-limit", required_argument, NULL, OPT_ALLOW},
		{"src", no_argument, &s->is_src, 1},
		{"labels-from", required_argument, NULL, OPT_FROM},
		{"symbol", required_argument, NULL, OPT_SYMBOL},
		{"default", no_argument, NULL, OPT_DEFAULT},
		{"set", required_argument, NULL, OPT_SET},
		{NULL, 0, NULL, 0},
	};
	const size_t n = (size_t)argc + 1;
	as_err e;
	int c;

	if (!(s->label = calloc(5 * n, sizeof *s->label)))
		tool_nomem();
	s->from = s->label + n;
	s->symbol = s->from + n;
	s->set = s->symbol + n;
	s->allow = s->set + n;
	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT, options)) != -1) {
		switch (c) {
		case OPT_LABEL: s->label[s->nlabel++] = optarg; break;
		case OPT_FROM: s->from[s->src.nruns++] = optarg; break;
		case OPT_SYMBOL: s->symbol[s->src.ask.nsymbol++] = optarg; break;
		case OPT_DEFAULT: s->src.ask.is_default = true; break;
		case OPT_SET: s->set[s->src.ask.nset++] = optarg; break;
		case 'o': s->format = optarg; break; /* its words depend on the mode */
		case OPT_LIMIT: s->runs.limit = whole(optarg, "--recompile-limit", 1); break;
		case OPT_RECOMPILES: s->log.most[LOG_RECOMPILE] = whole(optarg, "--max-recompiles", 0); break;
		case OPT_BREAKS: s->log.most[LOG_BREAK] = whole(optarg, "--max-graph-breaks", 0); break;
		case OPT_SKIPS: s->log.most[LOG_SKIP] = whole(optarg, "--max-cudagraph-skips", 0); break;
		case OPT_PARTITIONS:
			s->log.most[LOG_PARTITION] = whole(optarg, "--max-graph-partitions", 0);
			break;
		case OPT_ALLOW: s->allow[s->log.nallow++] = optarg; break;
		default: tool_option(&s->common, c, optarg, usage);
		}
	}
	if (s->is_src + s->is_runs + s->is_log + s->is_survey != 1)
		tool_fail("one of --src, --runs, --survey and --log must be given");
	check_mode(s);
	if (s->is_src && optind == argc)
		tool_fail("--src needs files or folders");
	if ((s->is_runs || s->is_survey) && optind == argc)
		tool_fail("%s needs the folder of a run", s->is_runs ? "--runs" : "--survey");
	if (s->format && !s->is_src && as_opts_take(&s->common, 'o', s->format, &e) < 0)
		tool_die(&e);
}

/* Frees what the options hold, and exits. */
static _Noreturn void
end(settings *s, int status)
{
	as_opts_free(&s->common);
	free(s->label);
	tool_exit(status);
}

static _Noreturn void
audit_source(settings *s, char *const *path, size_t npath)
{
	static const char *const formats[] = {"text", "json", "sarif", NULL};
	int format = SRC_TEXT, status;
	as_err e;

	if (s->format && (format = as_word_parse(s->format, "-o", formats, &e)) < 0)
		tool_die(&e);
	s->src.label = s->label;
	s->src.nlabel = s->nlabel;
	s->src.runs = s->from;
	s->src.ask.symbol = s->symbol;
	s->src.ask.set = s->set;
	s->src.ask.path = path;
	s->src.ask.npath = npath;
	s->src.out = s->common.out;
	s->src.format = (src_format)format;
	if (mode_src_run(&s->src, &status, &e) != 0)
		tool_die(&e);
	for (size_t i = 0; i < s->src.nempty; i++)
		tool_warn(s->src.runs[i], EV_NO_ROW);
	end(s, status);
}

/* A remark on a log; standard output has the rows. */
static void
say(const char *file, const char *text)
{
	tool_warn(file, "%s", text);
}

/* Whether no folder has a row, and each has a survey. */
static int
only_surveys(const ev_runs *rs)
{
	size_t n = 0;

	while (n < rs->nskipped && ev_has_survey(rs->skipped[n]))
		n++;
	return rs->n == 0 && n > 0 && n == rs->nskipped;
}

int
main(int argc, char **argv)
{
	settings s = {.runs.limit = MODE_RUNS_LIMIT, .log.most = {-1, -1, -1, -1, -1, -1, -1}};
	ev_runs runs = {0};
	as_table *t;
	as_err e;
	int status, rc;

	tool_init(&s.common);
	parse(&s, argc, argv);
	if (s.is_src)
		audit_source(&s, argv + optind, (size_t)(argc - optind));
	tool_apart(&s.common, argc, argv);
	s.log.file = argv + optind;
	s.log.nfile = (size_t)(argc - optind);
	s.log.allow = s.allow;
	s.runs.where = s.common.where;
	s.runs.nwhere = s.common.nwhere;
	t = tool_table();
	if (s.is_runs &&
	    ev_runs_open(&runs, argv + optind, (size_t)(argc - optind), s.nlabel ? s.label : NULL,
	    s.nlabel, &e) != 0)
		tool_die(&e);
	if (only_surveys(&runs)) {
		s.is_survey = 1;
		ev_runs_close(&runs);
	}
	s.runs.runs = &runs;
	s.runs.by_run = !s.runs.rules && as_opts_format(&s.common) == AS_FMT_TEXT &&
	    !s.common.style.wide &&
	    !as_shape_given(&s.common.shape);
	rc = s.is_survey ? ev_survey_fill(t, argv + optind, (size_t)(argc - optind), &status, &e) :
	    s.is_runs ? mode_runs_fill(&s.runs, t, &status, &e) :
	    log_check_fill(&s.log, t, say, &status, &e);
	for (int i = optind; s.is_runs && !s.is_survey && !s.runs.by_run && rc == 0 && i < argc; i++)
		if (ev_has_survey(argv[i]))
			say(argv[i], "it has a survey: see labelaudit --survey");
	if (rc != 0)
		tool_die(&e);
	tool_write(&s.common, t);
	for (size_t i = 0; ev_runs_remark(&runs, i, &e); i++)
		tool_say(&e);
	ev_runs_close(&runs);
	end(&s, status);
}
