/* route - which way should serve which shapes? From audited runs alone. */
#define TOOL "route"

#include <string.h>

#include "out.h"
#include "tool.h"

#include "route/route_output.h"
#include "route/held_out.h"
#include "route/recheck.h"

enum { OPT_BY = AS_OPT_FIRST_OWN, OPT_CHECK, OPT_HOLD_OUT, OPT_HEADER, OPT_GNUPLOT,
	OPT_LEVEL, OPT_MARGIN };

typedef struct {
	as_opts common;
	route_rule rule;
	size_t hold_out;             /* 0: not asked for */
	const char *by, *check, *header, *gnuplot;
} settings;

static const struct option options[] = {
	AS_STYLE_LONG,
	{"by", required_argument, NULL, OPT_BY},
	{"check", required_argument, NULL, OPT_CHECK},
	{"hold-out", required_argument, NULL, OPT_HOLD_OUT},
	{"header", required_argument, NULL, OPT_HEADER},
	{"gnuplot", required_argument, NULL, OPT_GNUPLOT},
	{"level", required_argument, NULL, OPT_LEVEL},
	{"margin", required_argument, NULL, OPT_MARGIN},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: route [--by KEYS] [--margin PCT] [--level P] [--header FILE]\n"
	    "             [--gnuplot FILE] [-o FORMAT] [-O FILE] DIR...\n"
	    "       route --hold-out N | --check DECISION [--by KEYS] [--margin PCT]\n"
	    "             [--level P] [-o FORMAT] [-O FILE] DIR...\n"
	    "\n"
	    "Decides from audited runs which backend should serve which sizes of prompts. A\n"
	    "backend counts only where labelaudit(1) finds that it served what it says.\n"
	    "\n"
	    "      --by KEYS        settings that tell ways apart, as mode,dynamic; or run\n"
	    "      --margin PCT     a way slower by no more serves as well (default 0)\n"
	    "      --level P        of intervals (default 0.95)\n"
	    "      --header FILE    also a C header that a server can include\n"
	    "      --gnuplot FILE   also a program for gnuplot that draws the regions\n"
	    "      --hold-out N     leave out every Nth size, and test the decision there\n"
	    "      --check DECISION does what route -o json wrote still hold of these runs?\n"
	    "\n"
	    "Exit status: 0 every shape has a way, or the decision holds; 1 it does not hold;\n"
	    "2 an error; 3 evidence is missing.\n"
	    "See route(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(settings *s, int argc, char **argv)
{
	int c;

	s->rule.level = 0.95;
	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT, options)) != -1) {
		switch (c) {
		case OPT_BY: s->by = optarg; break;
		case OPT_CHECK: s->check = optarg; break;
		case OPT_HOLD_OUT: s->hold_out = (size_t)tool_whole(optarg, "--hold-out", 2, 1000000); break;
		case OPT_HEADER: s->header = optarg; break;
		case OPT_GNUPLOT: s->gnuplot = optarg; break;
		case OPT_LEVEL: s->rule.level = tool_number(optarg, "--level", 0, 1); break;
		case OPT_MARGIN: s->rule.margin = tool_number(optarg, "--margin", 0, 1000) / 100; break;
		default: tool_option(&s->common, c, optarg, usage);
		}
	}
	if (argc == optind)
		tool_fail("give the folders of runs");
	if (!!s->check + !!s->hold_out + (s->header || s->gnuplot) > 1)
		tool_fail("--check, --hold-out, and --header or --gnuplot exclude each other");
}

static void
columns(as_table *t, int people, int scenarios)
{
	route_key_columns(t);
	if (scenarios)
		as_table_column(t, "scenario", AS_STR, 1);
	as_table_columns(t, "from,to", AS_REAL, 1);
	as_table_column(t, "way", AS_STR, 0);
	as_table_columns(t, "gain,gain_lo,gain_hi,next,next_lo,next_hi", AS_REAL, 0);
	as_table_column(t, "payback", AS_INT, 0);
	if (!people) {
		as_table_column(t, "compile_ms", AS_REAL, 0);
		as_table_columns(t, "points,decided", AS_INT, 0);
		as_table_column(t, "refused", AS_STR, 0);
	}
	as_table_define(t, "way", "the one not shown to be slower than the fastest by more than margin "
	    "percent (ratio of medians, Price and Bonett 2002) for the most sizes in a row; of equals an "
	    "eager one, then the fastest");
	as_table_define(t, "gain", "median of the eager backend over that of the way, geometric mean over "
	    "the sizes measured");
	as_table_define(t, "next", "size from which the next way is faster: the log ratio is taken as "
	    "straight between the two sizes beside it");
	as_table_define(t, "payback", "calls after which compile_ms is saved, against eager");
}

/* Returns whether a way serves the region. */
static int
row(as_table *t, const route_region *r, int people, int scenarios)
{
	const route_point *p = r->first;

	route_key(t, p);
	if (scenarios)
		as_table_str(t, *p->scenario ? p->scenario : NULL);
	as_table_reals(t, r->from, r->to);
	as_table_str(t, r->way);
	as_table_reals(t, r->gain.ratio, r->gain.ci.lo, r->gain.ci.hi, r->next.ratio, r->next.ci.lo,
	    r->next.ci.hi);
	as_table_count(t, isnan(r->payback) ? 0 : (size_t)r->payback, !isnan(r->payback));
	if (people && r->refused && *p->scenario)
		as_table_notef(t, "%s %s %s: %s", p->mode, p->model, p->scenario, r->refused);
	else if (people && r->refused)
		as_table_notef(t, "%s %s %.0f to %.0f: %s", p->mode, p->model, r->from, r->to, r->refused);
	if (!people) {
		as_table_real(t, r->compile_ms);
		as_table_ints(t, (int64_t)r->points, (int64_t)r->decided);
		as_table_str(t, r->refused);
	}
	return r->way != NULL;
}

static void
also(const route_decision *d, const char *path, void (*write)(const route_decision *, FILE *))
{
	as_out w;
	as_err e;

	if (!path)
		return;
	if (as_out_open(&w, path, &e) != 0)
		tool_die(&e);
	write(d, w.fp);
	if (as_out_commit(&w, &e) != 0)
		tool_die(&e);
}

static int
decide(const settings *s, const route_points *p, as_table *t, as_err *e)
{
	route_decision d = {.rule = s->rule};
	const int people = as_opts_people(&s->common);
	int status = TOOL_OK, scenarios = !people;

	if (route_decide(&d, p, NULL, e) != 0)
		return -1;
	for (size_t i = 0; i < d.n; i++)
		scenarios |= *d.v[i].first->scenario != 0;
	columns(t, people, scenarios);
	as_table_define(t, "by", s->by ? s->by : "");
	as_table_define_number(t, "margin", "", 100 * s->rule.margin, "%");
	for (size_t i = 0; i < d.n; i++)
		if (!row(t, &d.v[i], people, scenarios))
			status = TOOL_OPEN;
	also(&d, s->gnuplot, route_picture);
	also(&d, s->header, route_header);
	route_decision_free(&d);
	return status;
}

static int
check(const settings *s, const route_points *p, as_table *t, as_err *e)
{
	size_t count[3] = {0};

	if (route_recheck(t, s->check, p, &s->rule, count, e) != 0)
		return -1;
	return count[1] ? TOOL_FAILED : count[2] || !count[0] ? TOOL_OPEN : TOOL_OK;
}

int
main(int argc, char **argv)
{
	settings s = {0};
	route_points p = {0};
	ev_runs runs = {0};
	as_table *t;
	as_err e;
	int status;

	tool_init(&s.common);
	parse(&s, argc, argv);
	tool_apart(&s.common, argc, argv);
	for (int i = optind; i < argc; i++)
		if (as_out_apart(s.header, argv[i], &e) != 0 || as_out_apart(s.gnuplot, argv[i], &e) != 0)
			tool_die(&e);
	if (ev_runs_open(&runs, argv + optind, (size_t)(argc - optind), NULL, 0, &e) != 0 ||
	    route_read(&p, runs.v, runs.n, s.by, &e) != 0)
		tool_die(&e);
	if (p.n == 0)
		tool_fail("no sample of these runs has a latency");
	t = tool_table();
	status = s.check ? check(&s, &p, t, &e) : s.hold_out ?
	    route_hold_out(t, &p, s.hold_out, &s.rule, &e) : decide(&s, &p, t, &e);
	if (status < 0)
		tool_die(&e);
	ev_runs_note(&runs, t);
	if (runs.nskipped || runs.nincomplete)
		status = status == TOOL_OK ? TOOL_OPEN : status;
	for (size_t i = 0; ev_runs_remark(&runs, i, &e); i++)
		tool_say(&e);
	tool_write(&s.common, t);
	route_points_free(&p);
	ev_runs_close(&runs);
	as_opts_free(&s.common);
	tool_exit(status);
}
