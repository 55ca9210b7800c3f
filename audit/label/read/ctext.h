/* ctext.h - text that the readers of C put together. */
#ifndef LABEL_CTEXT_H
#define LABEL_CTEXT_H

#include <stddef.h>

/* {.most = N}: empty, and never longer than N bytes. */
typedef struct {
	char *s;       /* n bytes and a NUL, the owner's; NULL before the first are put */
	size_t n, cap, most;
	int bad;       /* it would be too long, or memory ran out: what is put is dropped */
} ctext;

void ctext_put(ctext *o, const char *s, size_t n);

#endif
