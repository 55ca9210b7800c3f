/* keep.h - memory that is freed all at once. */
#ifndef EV_KEEP_H
#define EV_KEEP_H

#include <stddef.h>

typedef struct { struct ev_block *last; } ev_keep;

/* Zeroed memory; NULL if there is none left. */
void *ev_alloc(ev_keep *k, size_t n);

/* Formatted text, or NULL. */
char *ev_text(ev_keep *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void ev_keep_free(ev_keep *k);

#endif
