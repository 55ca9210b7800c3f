#include "log_event.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "log_prefix.h"

const char *
log_keep(ev_log *l, const char *s, size_t n)
{
	n = log_trim(s, n);
	return as_text(&l->keep, "%.*s", (int)(n > 300 ? 300 : n), s);
}

void
log_count(ev_log *l, const log_entry *x)
{
	char key[512] = {(char)('a' + x->event)};
	size_t n = 1;
	uint32_t id;

	for (const char *s = x->reason; *s && n < sizeof key; n++) {
		/* a number that is no part of a name stands for any other */
		int any = x->event == LOG_RECOMPILE && isdigit((unsigned char)*s) &&
		    (s == x->reason || (!isalnum((unsigned char)s[-1]) && s[-1] != '_'));

		key[n] = any ? '0' : *s;
		s += any ? strspn(s, "0123456789.") : 1;
	}
	id = as_intern_id(&l->reasons, key, n);
	l->count[x->event]++;
	l->limits += x->amount;
	if (id < l->n) {
		l->v[id].n++;
		l->v[id].amount += x->amount;
	} else if (id == UINT32_MAX || as_grow(&l->v, l->n, &l->cap, sizeof *l->v) != 0)
		l->keep.nomem = 1;
	else
		l->v[l->n++] = *x;
}

void
ev_log_free(ev_log *l)
{
	free(l->v);
	as_intern_free(&l->reasons);
	as_keep_free(&l->keep);
	*l = (ev_log){0};
}
