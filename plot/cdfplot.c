/* cdfplot - draw distributions of latency by gnuplot. */
#define TOOL "cdfplot"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "opts.h"
#include "num.h"
#include "out.h"
#include "quantile.h"
#include "quantile_arg.h"
#include "sequence.h"
#include "tool.h"

#include "cdf/plot.h"

typedef struct {
	as_opts common;
	plot plot;
	int nkinds, nscales; /* how many of --quantiles and --series, --log and --linear */
	const char *title, *axis, *size; /* NULL: not given */
	int terminal, script, looks; /* looks: --font-size or --theme */
	double p[PLOT_MAX_QUANTILES];
	size_t np;
	int marks_given, type_given, ranged;
} args;

enum { OPT_QUANTILES = AS_OPT_FIRST_OWN, OPT_SERIES, OPT_TERMINAL, OPT_SCRIPT, OPT_LOG,
	OPT_LINEAR, OPT_RANGE, OPT_SIZE, OPT_FONT_SIZE, OPT_THEME, OPT_TITLE, OPT_AXIS };

static const struct option options[] = {
	AS_ROWS_LONG,
	{"output", required_argument, NULL, 'O'},
	{"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, AS_OPT_VERSION},
	{"quantile", required_argument, NULL, 'q'},
	{"quantile-type", required_argument, NULL, 'Q'},
	{"quantiles", no_argument, NULL, OPT_QUANTILES},
	{"series", no_argument, NULL, OPT_SERIES},
	{"terminal", no_argument, NULL, OPT_TERMINAL},
	{"script", no_argument, NULL, OPT_SCRIPT},
	{"log", no_argument, NULL, OPT_LOG},
	{"linear", no_argument, NULL, OPT_LINEAR},
	{"range", required_argument, NULL, OPT_RANGE},
	{"size", required_argument, NULL, OPT_SIZE},
	{"font-size", required_argument, NULL, OPT_FONT_SIZE},
	{"theme", required_argument, NULL, OPT_THEME},
	{"title", required_argument, NULL, OPT_TITLE},
	{"axis", required_argument, NULL, OPT_AXIS},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: cdfplot [-g COL[,COL...]] [-v COL] [--quantiles | --series]\n"
	      "               [--log | --linear] [--range LO..HI] [-q P[,P...]] [-Q TYPE]\n"
	      "               [--title TEXT] [--axis TEXT] [--size WxH] [--font-size N]\n"
	      "               [--theme light|dark] [--where COL=VALUE] [--map COL=FILE]\n"
	      "               {-O FILE.svg|.png|.pdf | --terminal | --script} [FILE...]\n"
	      "\n"
	      "Draws the empirical distribution of each group by gnuplot.\n"
	      "\n"
	      "  -g, --group COLS     one curve a group\n"
	      "  -v, --value COL      the measured column (default latency_ms)\n"
	      "      --quantiles      bars of the quantiles of each group, with intervals\n"
	      "      --series         the samples in the order taken, cold and failed marked\n"
	      "      --log            logarithmic axis for the measured quantity\n"
	      "      --linear         linear axis, also where p99 is 10 times the median\n"
	      "      --range LO..HI   show these values only; LO or HI may be left out\n"
	      "  -q, --quantile LIST  quantiles to mark or draw (default 0.5,0.9,0.95,0.99)\n"
	      "  -Q, --quantile-type  1 to 9 (default 7), for --quantiles\n"
	      "      --title TEXT     title\n"
	      "      --axis TEXT      name of the measured axis, with its unit\n"
	      "      --size WxH       in pixels; for --terminal in characters\n"
	      "      --font-size N    in pixels (default 13, less in a small picture)\n"
	      "      --theme NAME     light or dark (default light)\n"
	      "  -O, --output FILE    SVG, PNG or PDF, by the name\n"
	      "      --terminal       draw in the terminal\n"
	      "      --script         print the gnuplot program (SVG, unless -O names another)\n"
	      "\n"
	      "See cdfplot(1).\n", stdout);
}

static void
take_quantiles(args *a, const char *arg)
{
	char name[AS_QUANTILE_NAME];
	as_list l = {0};
	as_err e;

	if (as_list_parse(&l, arg, "-q", &e) != 0)
		tool_die(&e);
	if (l.n > PLOT_MAX_QUANTILES)
		tool_fail("-q takes at most 32 quantiles, not '%s'", arg);
	for (a->np = 0; a->np < l.n; a->np++)
		if (as_quantile_arg(l.v[a->np], &a->p[a->np], name, &e) != 0)
			tool_die(&e);
	as_list_free(&l);
	a->marks_given = 1;
}

/* LO..HI; either may be left out. */
static void
take_range(plot *p, const char *arg)
{
	const char *dots = strstr(arg, "..");
	size_t n = dots ? (size_t)(dots - arg) : 0;

	p->from = -INFINITY;
	p->to = INFINITY;
	if (!dots || strlen(arg) == 2 || (n && as_num_parse(arg, n, &p->from) != AS_NUM_OK) ||
	    (dots[2] && as_num_parse(dots + 2, strlen(dots + 2), &p->to) != AS_NUM_OK))
		tool_fail("--range needs LO..HI, as 0..50 or ..50, not '%s'", arg);
	if (!(p->from < p->to))
		tool_fail("--range %s: it begins where it ends or after", arg);
}

/* A whole number of n characters from lo to hi; 0: it is none. */
static int
whole(const char *s, size_t n, int lo, int hi)
{
	int64_t v;

	return as_int_parse(s, n, &v) == AS_NUM_OK && v >= lo && v <= hi ? (int)v : 0;
}

static void
parse(args *a, int argc, char **argv)
{
	static const char *const themes[] = {"light", "dark", NULL};
	as_err e;
	int c;

	while ((c = tool_getopt(argc, argv, AS_ROWS_SHORT "hO:q:Q:", options)) != -1) {
		switch (c) {
		case 'q': take_quantiles(a, optarg); break;
		case 'Q':
			if (as_quantile_type_arg(optarg, &a->plot.quantile_type, &e) != 0)
				tool_die(&e);
			a->type_given = 1;
			break;
		case OPT_QUANTILES: a->plot.kind = PLOT_QUANTILES; a->nkinds++; break;
		case OPT_SERIES: a->plot.kind = PLOT_SERIES; a->nkinds++; break;
		case OPT_TERMINAL: a->terminal = 1; break;
		case OPT_SCRIPT: a->script = 1; break;
		case OPT_LOG: a->plot.scale = PLOT_LOG; a->nscales++; break;
		case OPT_LINEAR: a->plot.scale = PLOT_LINEAR; a->nscales++; break;
		case OPT_RANGE: take_range(&a->plot, optarg); a->ranged = 1; break;
		case OPT_SIZE: a->size = optarg; break;
		case OPT_FONT_SIZE:
			if (!(a->plot.font = whole(optarg, strlen(optarg), 5, 40)))
				tool_fail("--font-size needs 5 to 40, not '%s'", optarg);
			a->looks = 1;
			break;
		case OPT_THEME:
			a->plot.dark = tool_word(optarg, "--theme", themes) == 1;
			a->looks = 1;
			break;
		case OPT_TITLE: a->title = optarg; break;
		case OPT_AXIS: a->axis = optarg; break;
		default:
			tool_option(&a->common, c, optarg, usage);
		}
	}
}

static int
ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), k = strlen(end);

	return n > k && strcasecmp(s + n - k, end) == 0;
}

/* --size, and what it and --font-size leave open. What is smaller could not be read. */
static void
settle_size(plot *p, const char *size, int columns)
{
	int text = p->medium == PLOT_TEXT, w = text ? 40 : 240, h = text ? 16 : 160;
	size_t n = size ? strcspn(size, "x") : 0;
	struct winsize ws;

	if (size && whole(size, n, 1, 10000) && size[n]) {
		p->width = whole(size, n, 1, 10000);
		p->height = whole(size + n + 1, strlen(size + n + 1), 1, 10000);
	}
	if (p->font == 0) /* a small picture has small letters */
		p->font = size ? fmin(fmax(p->width / 50.0, 9), 13) : 13;
	w = (int)fmax(w, 20 * layout_letter(p));
	h = (int)fmax(h, 12 * layout_letter(p));
	if (size && (p->width < w || p->height < h))
		tool_fail("--size needs WIDTHxHEIGHT from %dx%d to 10000x10000, not '%s'", w, h, size);
	if (p->width == 0)
		p->width = p->medium == PLOT_TEXT ? columns > 0 ? (int)fmax(columns, w) : 80 :
		    p->medium == PLOT_PNG ? 1600 : p->medium == PLOT_PDF ? (int)fmax(605, 20 * p->font) : 800;
	if (p->height == 0 && p->medium == PLOT_TEXT && ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) == 0 &&
	    ws.ws_row > 16)
		p->height = ws.ws_row - 1;
}

/* Settles what the options leave open, and refuses what contradicts itself. */
static void
settle(args *a)
{
	static const double usual[] = {0.5, 0.9, 0.95, 0.99};
	const char *out = a->common.out;
	const plot_kind kind = a->plot.kind;
	const struct { int odd; const char *why; } rule[] = {
		{a->nkinds > 1, "--quantiles and --series cannot be combined"},
		{a->common.value.n > 1, "-v takes one column"},
		{a->terminal && (out || a->script), "--terminal cannot be combined with -O or --script"},
		{!out && !a->terminal && !a->script,
		    "name the output: -O FILE.svg, .png or .pdf, --terminal, or --script"},
		{kind == PLOT_SERIES && a->marks_given, "-q and --series cannot be combined"},
		{kind != PLOT_QUANTILES && a->type_given,
		    "-Q is for --quantiles: a curve is marked where it reaches the share"},
		{a->nscales > 1, "--log and --linear cannot be combined"},
		{kind == PLOT_QUANTILES && a->ranged,
		    "--range and --quantiles cannot be combined: a bar shows its whole length"},
		{a->terminal && a->looks, "--font-size and --theme are not for --terminal"},
	};

	for (size_t i = 0; i < sizeof rule / sizeof *rule; i++)
		if (rule[i].odd)
			tool_fail("%s", rule[i].why);
	if (a->terminal)
		a->plot.medium = PLOT_TEXT;
	else if (!out || ends_with(out, ".svg"))
		a->plot.medium = PLOT_SVG;
	else if (ends_with(out, ".png"))
		a->plot.medium = PLOT_PNG;
	else if (ends_with(out, ".pdf"))
		a->plot.medium = PLOT_PDF;
	else
		tool_fail("the name must end in .svg, .png or .pdf: '%s'", out);
	settle_size(&a->plot, a->size, a->common.style.width);
	if (a->np == 0) {
		memcpy(a->p, usual, sizeof usual);
		a->np = sizeof usual / sizeof *usual;
	}
	a->plot.p = a->p;
	a->plot.np = a->np;
}

int
main(int argc, char **argv)
{
	args a = {.plot = {.quantile_type = AS_QUANTILE_TYPE,
	    .from = -INFINITY, .to = INFINITY}};
	static const char *const more[] = {"cold", "served", "start_ns", "timestamp", "timeStamp"};
	enum { VALUE = AS_SEQUENCE_NWANT, NMORE = sizeof more / sizeof *more };
	as_want want[VALUE + 1 + AS_OPTS_MAX + NMORE] = {AS_SEQUENCE_WANTS};
	size_t cols[AS_OPTS_MAX], n = VALUE + 1, i;
	const char *column;
	FILE *picture = NULL;
	as_frame f;
	as_out out;
	int c;
	as_err e;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	settle(&a);
	column = a.common.value.n ? a.common.value.v[0] : "latency_ms";
	a.plot.title = strdup(a.title ? a.title : "");
	a.plot.axis = a.axis ? strdup(a.axis) : plot_axis_name(column);
	if (!a.plot.title || !a.plot.axis)
		tool_nomem();
	want[VALUE] = (as_want){column, AS_VAL, 0};
	for (i = 0; i < a.common.group.n; i++) {
		cols[i] = n;
		want[n++] = (as_want){a.common.group.v[i], AS_KEY, 0};
	}
	const plot_columns columns = {VALUE, n, n + 1, n + 2, NMORE - 2, cols, a.common.group.n};
	for (i = 0; a.plot.kind == PLOT_SERIES && i < NMORE; i++)
		want[n++] = (as_want){more[i], AS_KEY, 1};
	const as_read read = as_opts_read(&a.common, want, n);
	if (as_frame_read(&f, argv + optind, (size_t)(argc - optind), &read, &e) != 0)
		tool_die(&e);
	a.plot.synthetic = f.any_synthetic;
	if (plot_groups(&a.plot, &f, &columns, tool_say, &e) != 0)
		tool_die(&e);
	plot_limit(&a.plot);
	if (plot_settle(&a.plot, &e) != 0 || plot_names(&a.plot, &e) != 0)
		tool_die(&e);

	/* drawing may take long: the output is opened when the picture is there */
	if (!a.script && !(picture = plot_run(&a.plot, &e)))
		tool_die(&e);
	if (as_out_open(&out, a.script ? NULL : a.common.out, &e) != 0)
		tool_die(&e);
	if (a.script)
		plot_script(&a.plot, out.fp);
	else
		while ((c = getc(picture)) != EOF)
			putc(c, out.fp);
	if (as_out_commit(&out, &e) != 0)
		tool_die(&e);
	if (picture)
		fclose(picture);
	plot_free(&a.plot);
	as_frame_free(&f);
	as_opts_free(&a.common);
	tool_exit(TOOL_OK);
}
