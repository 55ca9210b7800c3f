/* words.h - questions about a word of a program or a name. */
#ifndef AS_WORDS_H
#define AS_WORDS_H

#include <stddef.h>

#include "str.h"

int as_ends_with(const char *s, const char *tail); /* every text ends with "" */

/* Is s one of the n words of a list? AS_AMONG takes the count from an array. */
int as_among(const char *s, const char *const *list, size_t n);
#define AS_AMONG(s, list) as_among(s, list, sizeof(list) / sizeof *(list))

/* The same in any case. */
int as_among_any_case(as_str s, const char *const *list, size_t n);
#define AS_AMONG_ANY_CASE(s, list) as_among_any_case(s, list, sizeof(list) / sizeof *(list))

int as_is_name_char(char c); /* a letter, a digit or '_' of ASCII */

/* what stands after the last slash; all of it where there is none */
const char *as_base_name(const char *path);

/* 1 for true, yes, t, y and 1 (also 1.0), 0 for false, no, f, n and 0 (also 0.0), in any case;
 * -1 if it is neither. */
int as_truth(as_str s);

/* Is there nothing: no text, null, none, na or nan, in any case? */
int as_nothing(as_str s);

#endif
