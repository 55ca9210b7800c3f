#include "result.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

const char *const claim_status_name[] = {"proven", "refuted", "not compiler-real", "not supported",
	    "inconclusive", "no evidence"};

void
claim_nothing(claim_result *r)
{
	*r = (claim_result){.change_pct = NAN, .lo_pct = NAN, .hi_pct = NAN, .log_p = NAN};
}

void
claim_say(claim_result *r, claim_status s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(r->reason, sizeof r->reason, fmt, ap);
	va_end(ap);
	r->status = s;
}

void
claim_say_contradicted(claim_result *r, const cell_found *f)
{
	claim_say(r, NO_EVIDENCE, "records of %s %s contradict each other: %.380s", f->c->mode,
	    f->c->scenario, f->alarm);
}
