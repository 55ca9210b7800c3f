/* explore.c - see explore.h. */
#include "explore_impl.h"

#include <stdlib.h>
#include <string.h>

typedef struct { uint8_t *choice; uint32_t n; } prefix;

/* record: keep what each path shows. Returns -1 if out of memory. */
int
explore_all_paths(explorer *x, uint32_t entry, uint32_t bound, int loops, fault fl, uint32_t site, uint32_t most, uint64_t steps, int record)
{
	prefix *queue = malloc((most * 60 + 2) * sizeof *queue);
	uint32_t head = 0, tail = 1, done = 0, room = most * 60 + 2;
	uint64_t end = x->steps + steps;
	int rc = 0;

	if (!queue)
		return -1;
	queue[0] = (prefix){NULL, 0};
	for (; head < tail && rc == 0; head++) {
		vm *m = &x->m;
		if (done >= most || x->steps >= end) {
			if (record)
				x->out->complete = 0;
			break;
		}
		if (explore_run(x, entry, bound, loops, queue[head].choice, queue[head].n, fl, site) != 0) {
			rc = -1;
			break;
		}
		done++;
		for (uint32_t i = 0; i < m->nev && !x->out->compile_seen; i++)
			x->out->compile_seen = m->ev[i].kind == E_COMPILE;
		if (record && explore_keep(x, entry, bound || loops == 1) != 0)
			rc = -1;
		for (uint32_t k = queue[head].n; k < m->ndec && tail < room && rc == 0; k++) {
			uint8_t *c = malloc(k + 1);
			if (!c) {
				rc = -1;
				break;
			}
			for (uint32_t i = 0; i < k; i++)
				c[i] = m->dec[i].choice;
			c[k] = !m->dec[k].choice;
			queue[tail++] = (prefix){c, k + 1};
		}
		free(queue[head].choice);
		queue[head].choice = NULL;
	}
	for (; head < tail; head++)
		free(queue[head].choice);
	free(queue);
	return rc;
}

int
explore(fact_tree *t, program *p, const symbols *s, const char *label, uint64_t steps, exploration *out)
{
	explorer *x = calloc(1, sizeof *x);
	int rc = -1;

	memset(out, 0, sizeof *out);
	if (!x)
		return -1;
	out->complete = 1;
	x->out = out;
	x->m.t = t;
	x->m.p = p;
	x->m.symbols = s;
	x->limit = steps;
	if ((x->want = as_intern_id(&t->text, label, strlen(label))) != UINT32_MAX) {
		x->m.label = x->want;
		out->label = x->want;
		rc = explore_seeds(x, p, label);
	}
	for (struct block *b = x->m.arena, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	for (struct block *b = x->m.spare, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	free(x->m.dec);
	free(x->m.ev);
	free(x->m.frame);
	free(x->m.trail);
	free(x->m.source);
	free(x->m.info);
	free(x->m.imports);
	free(x);
	return rc;
}

void
exploration_free(exploration *x)
{
	for (uint32_t i = 0; i < x->npath; i++) {
		free(x->path[i].dec);
		free(x->path[i].ev);
		free(x->path[i].frame);
	}
	free(x->path);
	memset(x, 0, sizeof *x);
}
