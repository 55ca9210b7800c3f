/* nearest.h - which of the names that there are was meant by one that is not there. */
#ifndef AS_NEAREST_H
#define AS_NEAREST_H

#include "err.h"
#include "str.h"

enum { AS_NEAREST_MAX = 64, /* bytes of a name; a longer one is near none */
	AS_NEAREST_LIST = 512 };

typedef struct {
	as_str word, best; /* best.s NULL: none is near */
	size_t least;      /* edits between the two */
	char text[AS_NEAREST_MAX + 24];
	char list[AS_NEAREST_LIST + 4]; /* the names that there are: "A, B, C", at last " ..." */
	size_t names, nlist;
} as_nearest;

/* Starts with the name that is not there; then takes each that there is. The
 * nearest by Damerau-Levenshtein distance is kept, the first of several, if the edits are at most
 * a third of the letters of the longer name. Capitals are the same letters. */
as_nearest as_nearest_to(const char *word);
void as_nearest_try(as_nearest *n, as_str name);

/* "; did you mean 'NAME'?", or otherwise if none is near. It lies in *n. */
const char *as_nearest_text(as_nearest *n, const char *otherwise);

/* The index of arg in words, which a NULL ends; -1 with a message that lists them. */
int as_word_parse(const char *arg, const char *option, const char *const *words, as_err *e);

#endif
