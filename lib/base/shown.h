/* shown.h - text as people see it: on a terminal, in a message, in a picture. */
#ifndef AS_SHOWN_H
#define AS_SHOWN_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Is the code point one of those that as_shown replaces? */
int as_hidden(int32_t c);

/* Puts '?' in place of each character that could act on what shows it and not
 * be seen: controls (C0, DEL, C1), line separators, what turns the direction of
 * writing; and of each byte that is no UTF-8. The text never gets longer. */
void as_shown(char *s);

/* A stream that writes to fp and replaces what as_shown does; line ends and tabs pass.
 * Closing it leaves fp open. NULL: out of memory. */
FILE *as_shown_on(FILE *fp);

/* Is fd a terminal that can rewrite a line (TERM is neither empty nor dumb)? And are colours wanted
 * on it (NO_COLOR is empty)? */
int as_rewrites_on(int fd);
int as_colours_on(int fd);

/* Columns that valid UTF-8 takes on a terminal, whatever the locale: two for a
 * wide character, none for a combining mark (Unicode's East Asian Width) or a colour. */
size_t as_shown_width(const char *s);
size_t as_shown_width_of(const char *s, size_t n); /* of its first n bytes */

/* Bytes of the most characters that valid UTF-8 starts with and that room columns hold. */
size_t as_shown_fit(const char *s, size_t room);

/* Text in HTML, between tags or in an attribute. */
void as_put_html(const char *s, FILE *fp);

#endif
