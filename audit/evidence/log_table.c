#include "log_table.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

/* The next character of a reason as it is compared: of recompiles a number, which is
 * no part of a name, stands for any other. */
static char
next(const char **s, const char *from, log_event event)
{
	const char *p = *s;
	char c = *p;

	if (c == '\0')
		return c;
	p++;
	if (event == LOG_RECOMPILE && isdigit((unsigned char)c) && (*s == from || (!isalnum((unsigned char)(*s)[-1]) && (*s)[-1] != '_'))) {
		while (isdigit((unsigned char)*p) || (*p == '.' && isdigit((unsigned char)p[1])))
			p++;
		c = '0';
	}
	*s = p;
	return c;
}

static uint64_t
hash(const log_entry *x)
{
	uint64_t h = 14695981039346656037u ^ (uint64_t)x->event; /* FNV-1a */
	char c;

	for (const char *s = x->reason; (c = next(&s, x->reason, x->event)); )
		h = (h ^ (unsigned char)c) * 1099511628211u;
	return h ^ h >> 32;
}

static int
same(const log_entry *a, const log_entry *b)
{
	const char *s = a->reason, *t = b->reason;
	char c;

	if (a->event != b->event)
		return 0;
	while ((c = next(&s, a->reason, a->event)) == next(&t, b->reason, b->event))
		if (c == '\0')
			return 1;
	return 0;
}

/* The slot of x: its own, or the free one where it belongs. */
static size_t *
find(ev_log *l, const log_entry *x)
{
	size_t i = (size_t)hash(x) & (l->nslot - 1);

	while (l->slot[i] && !same(&l->v[l->slot[i] - 1], x))
		i = (i + 1) & (l->nslot - 1);
	return &l->slot[i];
}

static int
widen(ev_log *l, as_err *e)
{
	size_t n = l->nslot ? l->nslot * 2 : 64, *slot = calloc(n, sizeof *slot);

	if (!slot)
		return as_nomem(e);
	free(l->slot);
	l->slot = slot;
	l->nslot = n;
	for (size_t i = 0; i < l->n; i++)
		*find(l, &l->v[i]) = i + 1;
	return 0;
}

int
log_count(ev_log *l, const log_entry *x, as_err *e)
{
	size_t *at;

	if (l->n * 2 >= l->nslot && widen(l, e) != 0)
		return -1;
	l->count[x->event]++;
	l->limits += x->amount;
	at = find(l, x);
	if (*at) {
		l->v[*at - 1].n++;
		l->v[*at - 1].amount += x->amount;
		return 0;
	}
	if (as_grow(&l->v, l->n, &l->cap, sizeof *l->v) != 0)
		return as_nomem(e);
	l->v[l->n++] = *x;
	*at = l->n;
	return 0;
}
