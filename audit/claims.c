/* claims - may it be said? Evidence first, then statistics. */
#define TOOL "claims"

#include <math.h>

#include "column_names.h"
#include "out.h"
#include "tool.h"

#include "claims/label_of_source.h"
#include "claims/status.h"
#include "evidence/runs.h"

enum { OPT_RUNS = AS_OPT_FIRST_OWN, OPT_SRC, OPT_DATA };

typedef struct {
	as_opts common;
	char **dir; size_t ndir; /* the block that all three lie in, (argc + 1) each */
	char **src; size_t nsrc;
	char **data; size_t ndata;
} settings;

static const struct option options[] = {
	AS_STYLE_LONG,
	{"runs", required_argument, NULL, OPT_RUNS},
	{"src", required_argument, NULL, OPT_SRC},
	{"data", required_argument, NULL, OPT_DATA},
	AS_READING_LONG,
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: claims --data FILE... [-v COL] [-o FORMAT] [-O FILE] CLAIMS\n"
	    "       claims [--runs DIR]... [--src PATH]... [-o FORMAT] [-O FILE] CLAIMS\n"
	    "\n"
	    "Checks each claim of the file CLAIMS against the rows of a file, or against the\n"
	    "files of runs and the measured source: proven, refuted, or without evidence.\n"
	    "\n"
	    "      --data FILE  rows of any format that the other tools read; may be given\n"
	    "                   more than once, but not with --runs\n"
	    "  -v, --value COL  of --data: the metric of claims that name none (latency_ms)\n"
	    "      --runs DIR   the folder of a run; may be given more than once\n"
	    "      --src PATH   source, a file or a folder; may be given more than once\n"
	    "\n"
	    "Exit status: 0 every claim is proven; 1 one is refuted, not compiler-real or\n"
	    "not supported; 2 an error; 3 otherwise.\n"
	    "See claims(1) and assay-claims(5); assay(7) has the options that every tool\n"
	    "takes.\n", stdout);
}

static void
parse(settings *s, int argc, char **argv)
{
	const size_t n = (size_t)argc + 1;
	int c;

	if (!(s->dir = calloc(3 * n, sizeof *s->dir)))
		tool_nomem();
	s->src = s->dir + n;
	s->data = s->src + n;
	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT "v:", options)) != -1) {
		switch (c) {
		case OPT_RUNS:
			s->dir[s->ndir++] = optarg;
			break;
		case OPT_SRC:
			s->src[s->nsrc++] = optarg;
			break;
		case OPT_DATA:
			s->data[s->ndata++] = optarg;
			break;
		default: tool_option(&s->common, c, optarg, usage);
		}
	}
	if (argc - optind != 1)
		tool_fail(argc == optind ? "give a file of claims" : "one file of claims at a time");
	if (s->ndata && (s->ndir || s->nsrc))
		tool_fail("--data cannot be combined with --%s: rows are not files of a run",
		    s->ndir ? "runs" : "src");
	if (s->common.value.n > 1)
		tool_fail("-v wants one column");
}

/* How many claims have which status. */
static void
summary(as_table *t, size_t n, const size_t count[])
{
	char text[200];
	int at = snprintf(text, sizeof text, "%zu claim%s", n, n == 1 ? "" : "s"), first = at;

	for (claim_status k = PROVEN; k <= NO_EVIDENCE; k++)
		if (count[k])
			at += snprintf(text + at, sizeof text - (size_t)at, "%s %zu %s", at > first ? "," : ":",
			    count[k], k == NO_EVIDENCE ? "without evidence" : claim_status_name[k]);
	as_table_note(t, text);
}

static void
columns(as_table *t, int people, int published)
{
	as_table_column(t, "id", AS_STR, 1);
	as_table_column(t, "claim", AS_STR, 0);
	if (!people)
		as_table_column(t, "kind", AS_STR, 0);
	if (published || !people)
		as_table_column(t, "published", AS_STR, 0);
	as_table_column(t, "status", AS_STR, 0);
	if (!people) {
		as_table_columns(t, "n_base,n_test", AS_INT, 0);
		as_table_columns(t, "change_pct,lo_pct,hi_pct,log10_p", AS_REAL, 0);
	}
	as_table_column(t, "reason", AS_STR, 0);
	as_table_define(t, "claim",
	    "as of abtest --claim: means by Welch's t, quantiles by order statistics (Zou and Donner "
	    "2008)");
	as_table_define(t, "tail",
	    "permutation test of the difference of quantiles (type 7), 1999 divisions, seed 1, at 5%");
}

static void
row(as_table *t, const claim *c, const claim_result *r, int people, int published)
{
	as_table_str(t, c->id);
	as_table_str(t, c->text);
	if (!people)
		as_table_str(t, claim_kinds[c->kind]);
	if (published || !people)
		as_table_str(t, c->published);
	as_table_str(t, claim_status_name[r->status]);
	if (!people) {
		as_table_count(t, r->n_base, r->n_test > 0);
		as_table_count(t, r->n_test, r->n_test > 0);
		as_table_reals(t, r->change_pct, r->lo_pct, r->hi_pct, r->log_p / log(10));
	}
	as_table_str(t, r->reason);
}

static int
fill(settings *s, claims *c, as_table *t, int *status, as_err *e)
{
	int people = as_opts_people(&s->common), published = 0, rc = 0;
	ev_runs runs = {0};
	data_rows rows = {.nwant = 0};
	size_t count[NO_EVIDENCE + 1] = {0};
	claim_source source;
	claim_result r;

	if ((rc = claim_source_open(&source, c, s->src, s->nsrc, e)) == 0)
		rc = ev_runs_open(&runs, s->dir, s->ndir, c->compiled, c->ncompiled, e);
	if (rc == 0 && s->ndata)
		rc = data_rows_read(&rows, c, &s->common, s->data, s->ndata, e);
	for (size_t i = 0; i < c->n; i++)
		published |= *c->v[i].published != 0;
	columns(t, people, published);
	for (size_t i = 0; rc == 0 && i < c->n; i++)
		if ((rc = claim_judge(&c->v[i], runs.v, runs.n, s->ndata ? &rows : NULL, &r, e)) == 0) {
			claim_source_weigh(&source, &c->v[i], &r);
			row(t, &c->v[i], &r, people, published);
			count[r.status]++;
		}
	summary(t, c->n, count);
	ev_runs_note(&runs, t);
	if (s->ndata && rc == 0 && rows.f.any_synthetic)
		as_table_note(t, AS_SYNTHETIC_NOTE);
	*status = count[REFUTED] + count[NOT_REAL] + count[NOT_SUPPORTED] ? TOOL_FAILED :
	    count[PROVEN] < c->n || runs.nskipped || runs.nincomplete ? TOOL_OPEN : TOOL_OK;
	for (size_t i = 0; rc == 0 && ev_runs_remark(&runs, i, e); i++)
		tool_say(e);
	ev_runs_close(&runs);
	if (s->ndata)
		data_rows_free(&rows);
	claim_source_close(&source);
	return rc;
}

int
main(int argc, char **argv)
{
	settings s = {0};
	claims c;
	as_table *t;
	as_err e;
	int status = TOOL_OPEN;

	tool_init(&s.common);
	parse(&s, argc, argv);
	tool_apart(&s.common, argc, argv);
	for (size_t i = 0; i < s.nsrc; i++)
		if (as_out_not_file(s.common.out, s.src[i], &e) != 0)
			tool_die(&e);
	for (size_t i = 0; i < s.ndir + s.ndata; i++) /* one of them is 0 */
		if (as_out_apart(s.common.out, (s.ndir ? s.dir : s.data)[i], &e) != 0)
			tool_die(&e);
	if (claims_read(&c, argv[optind], !s.ndata ? NULL : s.common.value.n ? s.common.value.v[0] :
	    "latency_ms", &e) != 0)
		tool_die(&e);
	t = tool_table();
	if (fill(&s, &c, t, &status, &e) != 0)
		tool_die(&e);
	tool_write(&s.common, t);
	claims_free(&c);
	as_opts_free(&s.common);
	free(s.dir);
	tool_exit(status);
}
