/* coldstart - tell first samples from steady ones in ordered run files. */
#define TOOL "coldstart"

#include "opts.h"
#include "out.h"
#include "sequence.h"
#include "tool.h"

#include "cold/cold.h"

typedef enum { STEADY, ALL, BY_FILE, EFFECT } report;

typedef struct {
	as_opts common;
	report report;
	int nreports;      /* how many were asked for */
	int64_t first;     /* -n; 0: not given */
	const char *by;    /* --by; NULL: not given */
	int changepoint;   /* --changepoint */
} args;

enum { OPT_ALL = AS_OPT_FIRST_OWN, OPT_BY_FILE, OPT_EFFECT, OPT_BY };

static void
usage(void)
{
	fputs("usage: coldstart [-n N | [--changepoint] [--by COL]]\n"
	      "                 [--all | --by-file | --effect [-g COL[,COL...]]] [-v COL]\n"
	      "                 [--where COL=VALUE] [--map COL=FILE]\n"
	      "                 [-o FORMAT] [-O FILE] [-d N] [--wide COL] [FILE...]\n"
	      "\n"
	      "Reads the ordered samples of each run file and writes the steady ones: all but\n"
	      "the first of each file.\n"
	      "\n"
	      "  -n, --first N        the first N samples of a file are cold (default 1)\n"
	      "      --by COL         the first sample of each value of COL in a file is cold\n"
	      "      --changepoint    all samples before the steady state are cold; with --by,\n"
	      "                       each value of COL has its own level\n"
	      "      --all            every sample, with a column cold (1 or 0)\n"
	      "      --by-file        a table: one row a run file\n"
	      "      --effect         a table: one row a group, with and without cold samples\n"
	      "  -g, --group COLS     groups of --effect\n"
	      "  -v, --value COL      the measured column (default latency_ms)\n"
	      "\n"
	      "See coldstart(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(args *a, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		AS_ROWS_LONG,
		{"first", required_argument, NULL, 'n'},
		{"all", no_argument, NULL, OPT_ALL},
		{"by-file", no_argument, NULL, OPT_BY_FILE},
		{"effect", no_argument, NULL, OPT_EFFECT},
		{"by", required_argument, NULL, OPT_BY},
		{"changepoint", no_argument, &a->changepoint, 1},
		{NULL, 0, NULL, 0},
	};
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT "n:", options)) != -1) {
		switch (c) {
		case 'n':
			a->first = tool_whole(optarg, "-n", 1, INT64_MAX);
			break;
		case OPT_ALL:
		case OPT_BY_FILE:
		case OPT_EFFECT:
			a->report = c == OPT_ALL ? ALL : c == OPT_BY_FILE ? BY_FILE : EFFECT;
			a->nreports++;
			break;
		case OPT_BY:
			a->by = optarg;
			break;
		default:
			tool_option(&a->common, c, optarg, usage);
		}
	}
}

/* What the options say together. */
static void
check(const args *a)
{
	const as_style *s = &a->common.style;

	if (a->nreports > 1)
		tool_fail("--all, --by-file and --effect cannot be combined");
	if (a->first && (a->by || a->changepoint))
		tool_fail("-n cannot be combined with --by or --changepoint");
	if (a->common.group.n && a->report != EFFECT)
		tool_fail("-g needs --effect");
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if (a->report <= ALL && (s->wide || as_shape_given(&a->common.shape) ||
	    (s->format != AS_FMT_AUTO && s->format != AS_FMT_CSV)))
		tool_fail("the record stream is CSV: -o, --wide, --having, --sort, --with, --rename and "
		    "--cell need --by-file or --effect");
}

/* The record stream again: the steady samples, or all with a column cold. Rows
 * that are not ok stay in, so that the next tool can count them. */
static int
write_stream(const as_opts *o, const as_frame *f, const uint8_t *cold, int all, as_err *e)
{
	as_records *r = f->records;
	as_out out;
	FILE *fp;

	if (as_out_open(&out, o->out, e) != 0)
		return -1;
	fp = out.fp;
	as_records_write_header(r, fp);
	fputs(all ? ",cold\n" : "\n", fp);
	for (size_t i = 0; i < f->n; i++) {
		if (!all && cold[i])
			continue;
		as_records_write(r, i, fp);
		fputs(!all ? "\n" : cold[i] ? ",1\n" : ",0\n", fp);
	}
	return as_out_commit(&out, e);
}

/* Says which files have no steady sample, so that their absence is no silent
 * one. Returns how many have. */
static size_t
warn_unsteady(const as_frame *f, const as_sequences *s, const cold_marks *m)
{
	size_t steady = 0;

	for (size_t i = 0; i < s->files.n; i++) {
		size_t n = s->at[i + 1] - s->at[i];

		if (m->warmup[i].steady_from < n) {
			steady++;
			continue;
		}
		tool_warn(as_frame_str(f, s->files.key[i * s->files.nkey]),
		    "%s: none of the %zu samples is steady",
		    m->warmup[i].state == AS_WARMUP_NONE ? "no steady state" :
		    n < AS_WARMUP_MIN ? "too few samples" : "a latency of 0", n);
	}
	return steady;
}

int
main(int argc, char **argv)
{
	args a = {.report = STEADY};
	as_want want[AS_SEQUENCE_NWANT + 2 + AS_OPTS_MAX] = {AS_SEQUENCE_WANTS};
	size_t nwant = AS_SEQUENCE_NWANT;
	cold_rule rule = {.first = 1, .by = COLD_NO_COLUMN, .value = AS_SEQUENCE_NWANT};
	as_frame f;
	as_sequences s;
	as_table *t;
	cold_marks marks;
	int status = TOOL_OK;
	as_err e;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	check(&a);
	rule.changepoint = a.changepoint;
	if (a.first)
		rule.first = (size_t)a.first;
	want[nwant++] = (as_want){a.common.value.n ? a.common.value.v[0] : "latency_ms", AS_VAL, 0};
	if (a.by) {
		rule.by = nwant;
		want[nwant++] = (as_want){a.by, AS_KEY, 0};
	}
	for (size_t i = 0; i < a.common.group.n; i++)
		want[nwant + i] = (as_want){a.common.group.v[i], AS_KEY, 0};

	as_read read = as_opts_read(&a.common, want, nwant + a.common.group.n);
	read.keep_records = a.report <= ALL;
	if (as_frame_read(&f, argv + optind, (size_t)(argc - optind), &read, &e) != 0 ||
	    as_sequences_of(&s, &f, &e) != 0)
		tool_die(&e);
	if (a.report == ALL && as_records_have(f.records, "cold"))
		tool_fail("the input already has a column 'cold'");
	if (cold_mark(&marks, &f, &s, &rule) != 0)
		tool_nomem();
	if (a.changepoint && warn_unsteady(&f, &s, &marks) == 0)
		status = TOOL_OPEN;
	if (status != TOOL_OK && a.report == STEADY)
		tool_exit(status);
	t = tool_table();
	if ((a.report == BY_FILE ? cold_by_file(t, &f, &s, &rule, &marks, &e) : a.report == EFFECT ?
	    cold_effect(t, &f, &s, &rule, &marks, nwant, a.common.group.n, &e) :
	    write_stream(&a.common, &f, marks.cold, a.report == ALL, &e)) != 0)
		tool_die(&e);
	if (a.report >= BY_FILE)
		tool_write(&a.common, t);
	else
		as_table_free(t);
	cold_marks_free(&marks);
	as_sequences_free(&s);
	as_frame_free(&f);
	as_opts_free(&a.common);
	tool_exit(status);
}
