/* claims - may it be said? Evidence first, then statistics. */
#define TOOL "claims"

#include <math.h>

#include "opts.h"
#include "out.h"
#include "tool.h"

#include "claims/label_of_source.h"
#include "claims/status.h"
#include "evidence/runs.h"

enum { OPT_RUNS = AS_OPT_FIRST_OWN, OPT_SRC };

typedef struct {
	as_opts common;
	char **dir; size_t ndir;
	char **src; size_t nsrc;
} settings;

static const struct option options[] = {
	AS_STYLE_LONG,
	{"runs", required_argument, NULL, OPT_RUNS},
	{"src", required_argument, NULL, OPT_SRC},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: claims [--runs DIR]... [--src PATH]... [-o FORMAT] [-O FILE] [-d N] FILE\n"
	    "\n"
	    "Checks each claim of FILE against the files of runs and the measured source:\n"
	    "proven, refuted, or without evidence.\n"
	    "\n"
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
	int c;

	if (!(s->dir = calloc((size_t)argc + 1, sizeof *s->dir)) || !(s->src = calloc((size_t)argc + 1, sizeof *s->src)))
		tool_nomem();
	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT, options)) != -1) {
		switch (c) {
		case OPT_RUNS:
			s->dir[s->ndir++] = optarg;
			break;
		case OPT_SRC:
			s->src[s->nsrc++] = optarg;
			break;
		default: tool_option(&s->common, c, optarg, usage);
		}
	}
	if (argc - optind != 1)
		tool_fail(argc == optind ? "give a file of claims" : "one file of claims at a time");
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
		as_table_column(t, "n_base", AS_INT, 0);
		as_table_column(t, "n_test", AS_INT, 0);
		as_table_column(t, "change_pct", AS_REAL, 0);
		as_table_column(t, "lo_pct", AS_REAL, 0);
		as_table_column(t, "hi_pct", AS_REAL, 0);
		as_table_column(t, "log10_p", AS_REAL, 0);
	}
	as_table_column(t, "reason", AS_STR, 0);
	as_table_define(t, "interval", "95%: Fieller's of the ratio of means with Welch's degrees of freedom; Price and Bonett's of medians");
	as_table_define(t, "tail", "permutation test of the difference of quantiles (type 7), 1999 divisions, seed 1, at 5%");
	as_table_define(t, "claim", "as of abtest --claim: means by Welch's t, quantiles by order statistics (Zou and Donner 2008)");
	as_table_define(t, "equivalence", "two one-sided tests at 5%, Welch");
}

static void
row(as_table *t, const claim *c, const claim_result *r, int people, int published)
{
	as_table_str(t, c->id);
	as_table_str(t, c->text);
	if (!people)
		as_table_str(t, claim_kind_name(c->kind));
	if (published || !people)
		as_table_str(t, c->published);
	as_table_str(t, claim_status_name(r->status));
	if (!people) {
		if (r->n_test) {
			as_table_int(t, (int64_t)r->n_base);
			as_table_int(t, (int64_t)r->n_test);
		} else {
			as_table_na(t);
			as_table_na(t);
		}
		as_table_real(t, r->change_pct);
		as_table_real(t, r->lo_pct);
		as_table_real(t, r->hi_pct);
		as_table_real(t, r->log_p / log(10));
	}
	as_table_str(t, r->reason);
}

static int
fill(settings *s, const claims *c, as_table *t, int *status, as_err *e)
{
	int people = as_opts_people(&s->common), published = 0, rc = 0;
	ev_runs runs = {0};
	size_t count[NO_EVIDENCE + 1] = {0};
	claim_source source;
	claim_result r;
	char text[200];

	if ((rc = claim_source_open(&source, c, s->src, s->nsrc, e)) == 0)
		rc = ev_runs_open(&runs, s->dir, s->ndir, c->compiled, c->ncompiled, e);
	for (size_t i = 0; i < c->n; i++)
		published |= *c->v[i].published != 0;
	columns(t, people, published);
	for (size_t i = 0; rc == 0 && i < c->n; i++)
		if ((rc = claim_judge(&c->v[i], runs.v, runs.n, &r, e)) == 0) {
			claim_source_weigh(&source, &c->v[i], &r);
			row(t, &c->v[i], &r, people, published);
			count[r.status]++;
		}
	snprintf(text, sizeof text, "%zu claims: %zu proven, %zu refuted, %zu not compiler-real, %zu not supported, %zu inconclusive, %zu without evidence",
	    c->n, count[PROVEN], count[REFUTED], count[NOT_REAL], count[NOT_SUPPORTED], count[INCONCLUSIVE], count[NO_EVIDENCE]);
	as_table_note(t, text);
	ev_runs_note(&runs, t);
	*status = count[REFUTED] + count[NOT_REAL] + count[NOT_SUPPORTED] ? TOOL_FAILED :
	    count[PROVEN] < c->n || runs.nskipped || runs.nincomplete ? TOOL_OPEN : TOOL_OK;
	for (size_t i = 0; rc == 0 && ev_runs_remark(&runs, i, e); i++)
		tool_say(e);
	ev_runs_close(&runs);
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
	for (size_t i = 0; i < s.ndir; i++)
		if (as_out_apart(s.common.out, s.dir[i], &e) != 0)
			tool_die(&e);
	for (size_t i = 0; i < s.nsrc; i++)
		if (as_out_not_file(s.common.out, s.src[i], &e) != 0)
			tool_die(&e);
	if (claims_read(&c, argv[optind], &e) != 0)
		tool_die(&e);
	if (!(t = as_table_new()))
		tool_nomem();
	if (fill(&s, &c, t, &status, &e) != 0 || as_opts_write(&s.common, t, &e) != 0)
		tool_die(&e);
	as_table_free(t);
	claims_free(&c);
	as_opts_free(&s.common);
	free(s.dir);
	free(s.src);
	tool_exit(status);
}
