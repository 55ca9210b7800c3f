#include "label_of_source.h"

#include <string.h>

int
claim_source_open(claim_source *s, const claims *c, char *const *path, size_t n, as_err *e)
{
	src_question ask = {.path = path, .npath = n, .labels = &s->labels};

	*s = (claim_source){0};
	for (size_t i = 0; n && i < c->n; i++)
		if (*c->v[i].label && as_intern_id(&s->labels, c->v[i].label,
		    strlen(c->v[i].label)) == UINT32_MAX)
			return as_nomem(e);
	return n ? src_audit(&ask, &s->report, e) : 0;
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
	const finding *f;
	char before[sizeof r->reason];
	int none, wants_none = c->kind == KIND_COMPILER && strcmp(c->expect, "not compiled") == 0;

	if (!*c->label || !s->report.nf)
		return;
	f = &s->report.f[as_intern_find(&s->labels, c->label, strlen(c->label))];
	memcpy(before, r->reason, sizeof before);
	none = f->verdict == V_LABEL_ONLY || f->verdict == V_UNREACHABLE;
	if (none && r->status == NO_EVIDENCE)
		claim_say(r, wants_none ? PROVEN : NOT_REAL, "in the source %.80s is %s: %.400s", c->label,
		    verdict_name(f->verdict), f->reason);
	else if (none && !wants_none && (c->kind == KIND_COMPILER || c->compiled != COMPILED_NONE) &&
	    r->status != NOT_REAL) {
		claim_nothing(r);
		claim_say(r, NO_EVIDENCE,
		    "the runs and the source contradict each other: in the source %.80s is %s: %.400s", c->label,
		    verdict_name(f->verdict), f->reason);
	} else if (r->status == NO_EVIDENCE)
		claim_say(r, NO_EVIDENCE, "%.300s; in the source %.80s is %s, which is no record of a run",
		    before, c->label, verdict_name(f->verdict));
}
