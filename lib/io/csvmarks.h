/* csvmarks.h - where a piece of CSV has the bytes that can end a field: commas, line ends and
 * quotes, found 64 bytes at a time. */
#ifndef AS_CSVMARKS_H
#define AS_CSVMARKS_H

#include <stddef.h>
#include <stdint.h>

enum { AS_CSV_WINDOW = 1 << 15 };

typedef struct {
	uint16_t at[AS_CSV_WINDOW]; /* (n) offsets, ascending */
	size_t n;
	int cr, nul, high;          /* the piece holds a CR, a byte 0, a byte over 0x7f */
} as_csv_marks;

/* Finds those of s, of at most AS_CSV_WINDOW bytes; comma is what parts fields. */
void as_csv_mark(as_csv_marks *m, const char *s, size_t n, char comma);

#endif
