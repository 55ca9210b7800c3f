/* pattern.h - names of which parts are not known: "##" stands for any text, also none. */
#ifndef LABEL_PATTERN_H
#define LABEL_PATTERN_H

#include <stddef.h>

/* May the name be what the pattern stands for? A pattern without "##" is that name. */
int pattern_fits(const char *pattern, const char *name);

/* How many letters of it are known. */
size_t pattern_letters(const char *pattern);

/* How many letters stand before its first "##". */
size_t pattern_head(const char *pattern);

#endif
