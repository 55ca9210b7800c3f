/* pattern.h - names of which parts are not known: "##" stands for any text, also none. */
#ifndef LABEL_PATTERN_H
#define LABEL_PATTERN_H

#include <stddef.h>
#include <stdint.h>

/* May the name be what the pattern stands for? A pattern without "##" is that name. */
int pattern_fits(const char *pattern, const char *name);

/* The same where a part that is known may stand for another too: the name must have one of those
 * that are no mere letter or two; if there are none, an underscore is one at least. */
int pattern_fits_loosely(const char *pattern, const char *name);

/* How many letters of it are known. */
size_t pattern_letters(const char *pattern);

/* How many letters stand before its first "##". */
size_t pattern_head(const char *pattern);

/* Names to hold patterns against, sorted: those that begin like a pattern stand side by side. */
typedef struct { const char *s; uint32_t id; } pattern_name;
void pattern_sort(pattern_name *name, size_t n);
/* Those that may fit are from *from on and before *to. */
void pattern_span(const pattern_name *name, size_t n, const char *pattern, size_t *from, size_t *to);

#endif
