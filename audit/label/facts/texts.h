/* texts.h - what a piece of text of the preprocessor may come to: several, where a macro is
 * defined more than once. */
#ifndef LABEL_TEXTS_H
#define LABEL_TEXTS_H

#include <stddef.h>

enum { TEXTS_LONGEST = 120, TEXTS_MOST = 16 };

typedef struct { char s[TEXTS_MOST][TEXTS_LONGEST]; int n; int none; /* it is no one word, or too much */ } texts;

#define TEXTS_EMPTY ((texts){.n = 1})

/* Each of t with s, of n bytes, behind it. */
void texts_append(texts *t, const char *s, size_t n);
/* Each of t with each of more behind it. */
void texts_append_each(texts *t, const texts *more);
/* Those of more, beside those of t. */
void texts_also(texts *t, const texts *more);

#endif
