/* cone_runs.c - see cone.h: what programs of C lead to, whatever the label, and what leads to a node. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

int
cone_leading(const cone *c, uint32_t node, uint8_t *leads)
{
	cone_reach r;
	int rc = cone_reach_init(c, &r);

	if (rc == 0 && c->sight && c->owner[node] != UINT32_MAX) {
		cone_visit(&r, c->owner[node]);
		cone_flow_back(c, &r);
		for (uint32_t i = 0; i < r.n; i++)
			if (r.queue[i] < c->nunit)
				leads[c->unit[r.queue[i]].node] = 1;
	}
	cone_reach_free(&r);
	return rc;
}

int
cone_runs(const cone *c, const uint8_t *leads, cone_answer *a, uint8_t *runs)
{
	cone_reach r;
	cone_look *l = NULL;
	int rc = cone_reach_init(c, &r);

	memset(a, 0, sizeof *a);
	a->all = c->nunit;
	if (rc != 0 || !c->sight)
		goto out;
	for (uint32_t u = 0; u < c->nunit; u++)
		if (c->unit[u].flags & UNIT_MAIN && leads[c->unit[u].node])
			cone_visit(&r, u);
	if (!(l = cone_look_new(c, &r, 1, r.seen))) {
		rc = -1;
		goto out;
	}
	a->clean = r.n > 0;
	cone_flow_seen(l, 0);
	for (uint32_t i = 0; i < r.n; i++) {
		const unit *u = r.queue[i] < c->nunit ? &c->unit[r.queue[i]] : NULL;
		if (!u)
			continue;
		a->units++;
		cone_unit_blocks(a, u);
	}
	for (uint32_t i = 0; i < c->nagain && a->clean; i++) /* a program of the tree is started, under what label is not known */
		if (r.seen[c->again[i]] == 1) {
			a->clean = 0;
			a->blocked = BLOCKED_HIDES;
		}
	for (uint32_t i = 0; runs && i < c->t->n; i++)
		runs[i] = c->owner[i] == UINT32_MAX ? !c->skip || !c->skip[i] : r.seen[c->owner[i]] == 1;
	rc = cone_look_free(l);
out:
	cone_reach_free(&r);
	return rc;
}
