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
#include "select.h"
#include "sequence.h"
#include "tool.h"

#include "cdf/plot.h"
#include "truth.h"

enum { MAX_QUANTILES = 32 };

typedef struct {
	as_opts common;
	plot plot;
	int nkinds;      /* how many of --quantiles and --series */
	const char *title, *axis; /* NULL: not given */
	int terminal, script;
	double p[MAX_QUANTILES];
	size_t np;
	int marks_given;
} args;

enum { OPT_QUANTILES = AS_OPT_FIRST_OWN, OPT_SERIES, OPT_TERMINAL, OPT_SCRIPT, OPT_LOG,
	OPT_TITLE, OPT_AXIS };

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
	{"title", required_argument, NULL, OPT_TITLE},
	{"axis", required_argument, NULL, OPT_AXIS},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: cdfplot [-g COL[,COL...]] [-v COL] [--quantiles | --series] [--log]\n"
	      "               [-q P[,P...]] [-Q TYPE] [--title TEXT] [--axis TEXT]\n"
	      "               [--where COL=VALUE] [--map COL=FILE]\n"
	      "               {-O FILE.svg|.png|.pdf | --terminal | --script} [FILE...]\n"
	      "\n"
	      "Draws the empirical distribution of each group by gnuplot.\n"
	      "\n"
	      "  -g, --group COLS     one curve a group\n"
	      "  -v, --value COL      the measured column (default latency_ms)\n"
	      "      --quantiles      bars of the quantiles of each group instead\n"
	      "      --series         the samples in the order taken, cold ones marked, instead\n"
	      "      --log            logarithmic axis for the measured quantity\n"
	      "  -q, --quantile LIST  quantiles to mark or draw (default 0.5,0.9,0.95,0.99)\n"
	      "  -Q, --quantile-type  1 to 9 (default 7)\n"
	      "      --title TEXT     title\n"
	      "      --axis TEXT      name of the measured axis, with its unit\n"
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
	if (l.n > MAX_QUANTILES)
		tool_fail("-q takes at most 32 quantiles, not '%s'", arg);
	for (a->np = 0; a->np < l.n; a->np++)
		if (as_quantile_arg(l.v[a->np], &a->p[a->np], name, &e) != 0)
			tool_die(&e);
	as_list_free(&l);
	a->marks_given = 1;
}

static void
parse(args *a, int argc, char **argv)
{
	as_err e;
	int c;

	while ((c = tool_getopt(argc, argv, AS_ROWS_SHORT "hO:q:Q:", options)) != -1) {
		switch (c) {
		case 'q': take_quantiles(a, optarg); break;
		case 'Q':
			if (as_quantile_type_arg(optarg, &a->plot.quantile_type, &e) != 0)
				tool_die(&e);
			break;
		case OPT_QUANTILES: a->plot.kind = PLOT_QUANTILES; a->nkinds++; break;
		case OPT_SERIES: a->plot.kind = PLOT_SERIES; a->nkinds++; break;
		case OPT_TERMINAL: a->terminal = 1; break;
		case OPT_SCRIPT: a->script = 1; break;
		case OPT_LOG: a->plot.log = 1; break;
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

/* Settles what the options leave open, and refuses what contradicts itself. */
static void
settle(args *a)
{
	static const double usual[] = {0.5, 0.9, 0.95, 0.99};
	struct winsize ws;
	const char *out = a->common.out;

	if (a->nkinds > 1)
		tool_fail("--quantiles and --series exclude each other");
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if (a->terminal && (out || a->script))
		tool_fail("--terminal excludes -O and --script");
	if (!out && !a->terminal && !a->script)
		tool_fail("name the output: -O FILE.svg, .png or .pdf, --terminal, or --script");
	if (a->plot.kind == PLOT_SERIES && a->marks_given)
		tool_fail("-q and --series exclude each other");
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
	a->plot.width = a->common.style.width > 0 ? a->common.style.width : 80;
	a->plot.height = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) == 0 && ws.ws_row > 10)
		a->plot.height = ws.ws_row - 1;
	if (a->np == 0) {
		memcpy(a->p, usual, sizeof usual);
		a->np = sizeof usual / sizeof *usual;
	}
	a->plot.p = a->p;
	a->plot.np = a->np;
}

/* For a series: which rows are cold (the column cold, or else the first of each
 * file), and the order of rows: where a row of a file stands, the next of that
 * file by its index. */
typedef struct { uint8_t *cold; size_t *row; } series_rows;

static int
says_cold(uint8_t *cold, const char *text, as_err *e)
{
	as_str s = {text, strlen(text)};
	int yes = as_nothing(s) ? 0 : as_truth(s);

	*cold = yes == 1;
	return yes < 0 ? as_fail(e, NULL, 0, "column 'cold': '%.60s' is neither yes nor no", text) : 0;
}

static int
series_of(series_rows *r, const as_frame *f, size_t cold_col, as_err *e)
{
	size_t cols[AS_SEQUENCE_KEYS], *next = NULL, i;
	as_sequences s;

	for (i = 0; i < AS_SEQUENCE_KEYS; i++)
		cols[i] = i;
	if (as_sequences_of(&s, f, cols, AS_SEQUENCE_KEYS, AS_SEQUENCE_INDEX, e) != 0)
		return -1;
	r->cold = calloc(f->n, 1);
	r->row = calloc(f->n, sizeof *r->row);
	next = malloc((s.files.n + 1) * sizeof *next);
	if (!r->cold || !r->row || !next) {
		free(next);
		as_sequences_free(&s);
		return as_nomem(e);
	}
	memcpy(next, s.at, s.files.n * sizeof *next);
	for (i = 0; i < f->n; i++) {
		size_t file = s.files.of_row[i], *k = &next[file];

		if (!f->ok[i])
			continue;
		r->row[i] = s.row[*k];
		if (!f->col[cold_col].present)
			r->cold[r->row[i]] = *k == s.at[file];
		else if (says_cold(&r->cold[r->row[i]], as_frame_str(f, f->col[cold_col].id[r->row[i]]),
		    e) != 0) {
			free(next);
			as_sequences_free(&s);
			return -1;
		}
		++*k;
	}
	free(next);
	as_sequences_free(&s);
	return 0;
}

/* Splits the frame into the groups that are drawn. Groups with no ok sample are
 * named on standard error: they cannot be drawn. */
static int
fill_groups(plot *p, const as_frame *f, size_t value, const size_t *cols, size_t ncols,
    const series_rows *series, as_err *e)
{
	as_groups g;
	char number[AS_NUM_BUF];

	if (as_group(&g, f, cols, ncols, e) != 0)
		return -1;
	if (!(p->group = calloc(g.n, sizeof *p->group)))
		return as_nomem(e);
	for (size_t k = 0; k < g.n; k++) {
		size_t n = g.rows[k] - g.errors[k];
		plot_group *to = &p->group[k];

		*to = (plot_group){.name = as_group_name(&g, f, k), .x = malloc((n + 1) * sizeof *to->x),
		    .cold = malloc(n + 1)};
		if (!to->name || !to->x || !to->cold)
			return as_nomem(e);
	}
	for (size_t i = 0; i < f->n; i++)
		if (f->ok[i]) {
			size_t row = series->row ? series->row[i] : i;
			plot_group *to = &p->group[g.of_row[row]];

			to->x[to->n] = f->col[value].val[row];
			to->cold[to->n++] = series->row ? series->cold[row] : 0;
		}
	for (size_t k = 0; k < g.n; k++) {
		plot_group *from = &p->group[k];

		if (from->n > 0) {
			p->group[p->n++] = *from;
			continue;
		}
		as_fail(e, NULL, 0, "group '%s' has no ok sample: it is not drawn", from->name);
		tool_say(e);
		free(from->name);
		free(from->x);
		free(from->cold);
	}
	as_group_free(&g);
	for (size_t k = 0; k < p->n; k++) {
		plot_group *to = &p->group[k];

		if (p->kind != PLOT_SERIES)
			as_sort(to->x, to->n);
		for (size_t i = 0; p->log && i < to->n; i++)
			if (!(to->x[i] > 0)) {
				as_num_format(number, to->x[i]);
				return as_fail(e, NULL, 0, "a logarithmic axis cannot show the value %s of group '%s'", number,
				    to->name);
			}
	}
	return p->n ? 0 : as_fail(e, NULL, 0, "no ok sample to draw");
}

int
main(int argc, char **argv)
{
	args a = {.plot = {.quantile_type = AS_QUANTILE_TYPE}};
	as_want want[AS_SEQUENCE_NWANT + 2 + AS_OPTS_MAX] = {AS_SEQUENCE_WANTS};
	const size_t cold_col = AS_SEQUENCE_NWANT, value = AS_SEQUENCE_NWANT + 1;
	size_t cols[AS_OPTS_MAX], n = AS_SEQUENCE_NWANT + 2, i;
	series_rows series = {NULL, NULL};
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
	want[cold_col] = (as_want){"cold", AS_KEY, 1};
	want[value] = (as_want){column, AS_VAL, 0};
	for (i = 0; i < a.common.group.n; i++) {
		cols[i] = n;
		want[n++] = (as_want){a.common.group.v[i], AS_KEY, 0};
	}
	const as_read read = as_opts_read(&a.common, want, n);
	if (as_frame_read(&f, argv + optind, (size_t)(argc - optind), &read, &e) != 0)
		tool_die(&e);
	a.plot.synthetic = f.any_synthetic;
	if (a.plot.kind == PLOT_SERIES && series_of(&series, &f, cold_col, &e) != 0)
		tool_die(&e);
	if (fill_groups(&a.plot, &f, value, cols, a.common.group.n, &series, &e) != 0 ||
	    plot_names(&a.plot, &e) != 0)
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
	for (i = 0; i < a.plot.n; i++) {
		free(a.plot.group[i].name);
		free(a.plot.group[i].x);
		free(a.plot.group[i].cold);
	}
	if (picture)
		fclose(picture);
	free(a.plot.group);
	free(a.plot.title);
	free(a.plot.axis);
	free(series.cold);
	free(series.row);
	as_frame_free(&f);
	as_opts_free(&a.common);
	tool_exit(TOOL_OK);
}
