/* words.h - questions about a word of a program or a name: NUL-terminated text of the caller's. */
#ifndef AS_WORDS_H
#define AS_WORDS_H

#include <stddef.h>

int as_ends_with(const char *s, const char *tail); /* every text ends with "" */

/* Is s one of the n words of a list? AS_AMONG takes the count from an array. */
int as_among(const char *s, const char *const *list, size_t n);
#define AS_AMONG(s, list) as_among(s, list, sizeof(list) / sizeof *(list))

int as_is_name_char(char c); /* a letter, a digit or '_' of ASCII */

/* what stands after the last dot; all of it where there is none */
const char *as_last_part(const char *name);
const char *as_base_name(const char *path); /* the same of the last slash */

#endif
