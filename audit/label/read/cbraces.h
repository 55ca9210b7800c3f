/* cbraces.h - what is open at a place of a text of C that was not taken apart, and what a line of it includes. */
#ifndef LABEL_CBRACES_H
#define LABEL_CBRACES_H

#include <stddef.h>

/* The name that is included, of "name", of <name> or a macro, and where the line ends, or those that a backslash joins. */
typedef struct { char name[512]; size_t end; int angle, macro; } cinclusion;

/* The directive at i, from its # or a word of it, as one line without comments in out, cut to cap bytes; *end: where it ends. */
void c_directive_line(const char *s, size_t n, size_t i, char *out, size_t cap, size_t *end);

/* Is there an #include, #include_next or #import in the line at i of a text of n bytes? in->end is set in any case. */
int c_included(const char *text, size_t n, size_t i, cinclusion *in);

/* The braces that are open at a place of the text: of functions and of values, or of something else. */
typedef struct {
	size_t since, last /* character that says anything */;
	unsigned depth, other, members /* of other, up to the outermost of a class or of enumerators */;
} copen;

enum { C_MAX_IFS = 24 };

/* The same, a comment that is open, and the #ifs, of which the first alternative counts. */
typedef struct {
	size_t at;
	copen is;
	int comment, loose; /* loose: one was closed that was not open */
	struct { copen before, first; int told; } ifs[C_MAX_IFS]; /* (nifs) told: first is what its first alternative left */
	unsigned nifs, dead; /* dead: in so many #ifs, the first of which is #if 0 */
} cbraces;

/* Goes on to a place at the beginning of a line. Words since the last ; { or } say what a brace is of. */
void c_follow(cbraces *b, const char *s, size_t to);

/* Is a declaration or an expression left in the middle there? */
int c_unfinished(const cbraces *b, const char *s);

#endif
