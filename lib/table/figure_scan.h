/* figure_scan.h - the parts of a published figure (published.h), read from the front. */
#ifndef AS_FIGURE_SCAN_H
#define AS_FIGURE_SCAN_H

#include <stddef.h>

typedef struct { const char *s, *end; } as_scan; /* what is left to read */

/* Lists of words, ended by NULL. */
extern const char *const as_scan_blank[];  /* space, tab, no-break, figure, thin, hair, narrow */
extern const char *const as_scan_notes[];  /* stars and daggers */
extern const char *const as_scan_minus[];  /* hyphens, the minus sign, the figure and the en dash */
extern const char *const as_scan_raised[]; /* superscripts: 0 to 9, minus, plus */

/* Steps over word, or one of the words: its place from 1; 0 if it does not come next. */
int as_scan_word(as_scan *t, const char *word);
int as_scan_any(as_scan *t, const char *const *words);
void as_scan_blanks(as_scan *t);

/* Leaves out one of the words at the end; 0: none is there. */
int as_scan_drop(as_scan *t, const char *const *words);

/* A plus or a minus: *sign is '+' or '-'. */
int as_scan_sign(as_scan *t, char *sign);

/* Digits, with or without commas or thin spaces between groups of three, and a
 * fraction, as plain digits into buf (cap bytes). Returns how many bytes; 0: no number. */
size_t as_scan_digits(as_scan *t, char *buf, size_t cap);

enum { AS_SCAN_EXPONENT = 24 }; /* bytes of an exponent: sign, digits, NUL */

/* "e-61" or " x 10^-61", the sign being x, * or that of multiplication; as_scan_above is what
 * follows the 10, which superscripts may be too. 0: none, and as_scan_above may have moved *t. */
int as_scan_power(as_scan *t, char exponent[AS_SCAN_EXPONENT]);
int as_scan_above(as_scan *t, char exponent[AS_SCAN_EXPONENT]);

#endif
