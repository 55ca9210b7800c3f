/* ctext.c - see ctext.h. */
#include "ctext.h"

#include <string.h>

#include "grow.h"

void
ctext_put(ctext *o, const char *s, size_t n)
{
	if (o->bad || n > o->most - o->n || as_grow(&o->s, o->n + n, &o->cap, 1) != 0) {
		o->bad = 1;
		return;
	}
	memcpy(o->s + o->n, s, n);
	o->n += n;
	o->s[o->n] = '\0';
}
