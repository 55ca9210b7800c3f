/* line.h - which texts an expression of C may come to, for who asks what a command line runs.
 *
 * A text is put together before it is handed to system() or popen(): by sprintf, strcpy and strcat, by functions of the
 * tree, with a table or a file name in it. Nothing is run here. All that may be written to a variable counts, wherever it
 * stands in its function; only what follows a first write statement by statement is joined to it. What cannot be told is
 * LINE_HOLE in the text: any text at all may stand there. */
#ifndef LABEL_LINE_H
#define LABEL_LINE_H

#include "../facts/facts.h"

#define LINE_HOLE '\1' /* any text */
#define LINE_SELF '\2' /* the program's own name or path: argv[0] of main */
enum { LINE_MOST = 96 };

typedef struct line_set { uint32_t n; const char *s[LINE_MOST]; } line_set; /* the texts are kept by the lines that gave them */
typedef struct lines lines;

lines *lines_new(const fact_tree *t); /* t is borrowed; NULL: out of memory */
void lines_free(lines *l);            /* also NULL */
uint32_t lines_function(const lines *l, uint32_t node); /* the FUNC or the macro that a node stands in; 0 */

uint32_t lines_around(const lines *l, uint32_t node);   /* the node that one is a kid of */
uint32_t lines_named(const lines *l, uint32_t name, uint32_t after); /* the next NAME or ATTR of that name, a string, behind a node; 0 */
uint32_t line_declared(const lines *l, uint32_t fn, uint32_t name); /* the DECL or PARAM of that name in a function, or 0 */
int line_by_macro(const lines *l, uint32_t fn, uint32_t name); /* does a function name a macro in which that name stands, and no parameter of it is called so? */
int line_asked(const lines *l, uint32_t e); /* is an expression asked for its truth alone, or compared? */

/* All texts that an expression may come to; none: it is NULL alone. */
void lines_of(lines *l, uint32_t node, line_set *out);

/* What the elements of an array may be, as LINE_HOLE and texts: of a NAME, or what stands in a list. 0: not known. */
int lines_elements(lines *l, uint32_t node, line_set *out);

/* The same of element k alone. */
int lines_element(lines *l, uint32_t node, long k, line_set *out);

#endif
