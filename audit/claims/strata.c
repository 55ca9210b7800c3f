#include "strata.h"

#include <stdlib.h>

static int
add(strata *s, const claim *c, const cells *base, const cells *test, const ev_cell *of, as_err *e)
{
	stratum *one = &s->v[s->n++];

	one->of = of;
	return cells_values_of(c, base, of, &one->base, &one->n_base, e) != 0 ? -1 :
	    cells_values_of(c, test, of, &one->test, &one->n_test, e);
}

int
strata_read(strata *s, const claim *c, const cells *base, const cells *test, as_err *e)
{
	int rc = 0;

	*s = (strata){.v = calloc(base->n + 1, sizeof *s->v)};
	if (!s->v)
		return as_nomem(e);
	if (!c->stratify)
		rc = add(s, c, base, test, NULL, e);
	for (size_t i = 0; c->stratify && rc == 0 && i < base->n; i++)
		if (cells_first(base, base->v[i].c) == i && base->v[i].c->nok > 0)
			rc = add(s, c, base, test, base->v[i].c, e);
	if (rc != 0)
		strata_free(s);
	return rc;
}

void
strata_free(strata *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->v[i].base);
		free(s->v[i].test);
	}
	free(s->v);
	*s = (strata){0};
}
