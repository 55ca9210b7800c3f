/* texts.c - see texts.h. */
#include "texts.h"

#include <string.h>

void
texts_append(texts *t, const char *s, size_t n)
{
	for (int i = 0; i < t->n; i++) {
		size_t has = strlen(t->s[i]);
		if (has + n < TEXTS_LONGEST) {
			memcpy(t->s[i] + has, s, n);
			t->s[i][has + n] = '\0';
		} else
			t->none = 1;
	}
}

void
texts_append_each(texts *t, const texts *more)
{
	texts all = {.none = t->none || more->none};

	for (int i = 0; i < t->n; i++)
		for (int k = 0; k < more->n; k++) {
			size_t n = strlen(t->s[i]), m = strlen(more->s[k]);
			if (all.n == TEXTS_MOST || n + m >= TEXTS_LONGEST) {
				all.none = 1;
				continue;
			}
			memcpy(all.s[all.n], t->s[i], n);
			memcpy(all.s[all.n++] + n, more->s[k], m + 1);
		}
	*t = all;
}

void
texts_also(texts *t, const texts *more)
{
	if (more->none)
		return;
	for (int k = 0; k < more->n && t->n < TEXTS_MOST; k++)
		strcpy(t->s[t->n++], more->s[k]);
}
