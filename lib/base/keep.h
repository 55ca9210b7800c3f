/* keep.h - memory that is freed all at once. */
#ifndef AS_KEEP_H
#define AS_KEEP_H

#include <stddef.h>

typedef struct { struct as_block *last; int nomem; } as_keep; /* nomem: there was none left */

/* Zeroed memory; NULL if there is none left. */
void *as_alloc(as_keep *k, size_t n);

/* Formatted text, never NULL: where no memory is left it is "", and whoever rests on texts finds
 * nomem set. */
char *as_text(as_keep *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

void as_keep_free(as_keep *k);

#endif
