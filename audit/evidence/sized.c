/* Facts of a prefill: which sizes of its samples were compiled. */
#include <math.h>

#include "facts.h"

static void
undecided(ev_sized *z, int why)
{
	z->state = EV_UNKNOWN;
	z->why = why;
}

void
ev_find_sized(ev_facts *x)
{
	ev_sized *z = &x->sized;

	*z = (ev_sized){.state = EV_NOT_ASKED};
	if (!x->c->claims || ev_is_decode(x->c))
		return;
	if (!x->after || x->a.empty || x->a_is_mine != 1 || (!x->a.ntokens && !x->a.symbolic)) {
		undecided(z, EV_S_OTHER);
		return;
	}
	for (size_t i = 0; i < x->c->n; i++) {
		const ev_sample *s = &x->c->v[i];
		long t;

		if (!s->ok || isnan(s->tokens))
			continue;
		z->n++;
		t = ev_rows_of(x, x->c, s->tokens);
		if (ev_has(x->a.tokens, x->a.ntokens, t * x->all->batch) || (x->a.symbolic && (t > 1 || x->r->own))) { /* guards of assay-run(5) begin at 1 */
			z->k++;
			continue;
		}
		if (!ev_has(z->missing, z->nmissing, t) && z->nmissing < EV_MISSING)
			z->missing[z->nmissing++] = t;
		z->staged += ev_has(x->s.tokens, x->s.ntokens, t);
		z->any += x->s.symbolic && t > 1;
	}
	if (z->n == 0)
		undecided(z, EV_S_NONE);
	else if ((z->staged || z->any) && !x->r->own)
		undecided(z, EV_S_STAGED);
	else if (z->k < z->n && x->all->sizes_odd)
		undecided(z, EV_S_ODD);
	else
		z->state = z->k == z->n ? EV_HOLDS : EV_FAILS;
}
