#include "source.h"

#include <math.h>
#include <string.h>

#include "../label/judge.h"
#include "../label/read/read_tree.h"

int
claim_source_open(claim_source *s, const claims *c, char *const *path, size_t n, as_err *e)
{
	fact_tree t = {0};
	walk w = {0};
	int rc = 0;

	*s = (claim_source){0};
	for (size_t i = 0; n && i < c->n; i++)
		if (*c->v[i].label && as_intern_id(&s->labels, c->v[i].label, strlen(c->v[i].label)) == UINT32_MAX)
			return as_nomem(e);
	if (n == 0)
		return 0;
	if ((rc = walk_paths(&w, path, n, e)) == 0 &&
	    (fact_tree_init(&t) != 0 || src_report_init(&s->report, (const char *const *)s->labels.str, s->labels.n) != 0))
		rc = as_nomem(e);
	if (rc == 0 && s->labels.n)
		rc = read_tree(&w, &t, e) != 0 ? -1 : judge_labels(&t, &(judge_given){0}, &s->report, e);
	fact_tree_free(&t);
	walk_free(&w);
	return rc;
}

void
claim_source_close(claim_source *s)
{
	src_report_free(&s->report);
	as_intern_free(&s->labels);
}

void
claim_source_weigh(const claim_source *s, const claim *c, claim_result *r)
{
	const src_finding *f;
	char before[sizeof r->reason];
	int none, wants_none = c->kind == KIND_COMPILER && strcmp(c->expect, "not compiled") == 0;

	if (!*c->label || !s->report.n)
		return;
	f = &s->report.finding[as_intern_find(&s->labels, c->label, strlen(c->label))];
	memcpy(before, r->reason, sizeof before);
	none = f->verdict == SRC_LABEL_ONLY || f->verdict == SRC_UNREACHABLE;
	if (none && r->status == NO_EVIDENCE)
		claim_say(r, wants_none ? PROVEN : NOT_REAL, "in the source %.80s is %s: %.400s", c->label, src_verdict_name(f->verdict), f->reason);
	else if (none && !wants_none && (c->kind == KIND_COMPILER || c->needs_compiled) && r->status != NOT_REAL) {
		claim_nothing(r);
		claim_say(r, NO_EVIDENCE, "the runs and the source contradict each other: in the source %.80s is %s: %.400s", c->label,
		    src_verdict_name(f->verdict), f->reason);
	} else if (r->status == NO_EVIDENCE)
		claim_say(r, NO_EVIDENCE, "%.300s; in the source %.80s is %s, which is no record of a run", before, c->label, src_verdict_name(f->verdict));
}
