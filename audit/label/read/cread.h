/* cread.h - the tolerant reader of C, C++ and CUDA: source without its headers, as it lies
 * there, into facts.
 *
 * No condition is decided: #if is an IF where it holds whole statements, and where it cuts
 * through one, that one is read once for each alternative; chains that ask the same go the
 * same way within it. Macros are functions and names like any other, but those of the file
 * and of headers near it (#include "..." of its folder or one above, read for their macros alone)
 * are put in place where only that tells what stands there: rows of tables and enumerators
 * that a macro writes, names that are pasted together, and heads of functions.
 * What cannot be read becomes an ERROR at its place; reading goes on after it. */
#ifndef LABEL_CREAD_H
#define LABEL_CREAD_H

#include <stddef.h>

#include "../facts/facts.h"

/* The COMMENT that says that a macro is no longer defined begins so; its name follows. */
#define C_UNDEF "#undef "
#define C_ASM_SECTION "#asm section" /* a COMMENT: assembly there writes to a section of its own */
#define C_STUCK "cannot read on at " /* an ERROR of a token that is none of any that may stand there begins so */
#define C_UNPAIRED "a '}' that closes nothing" /* an ERROR: what stands in what is not told */
/* An ERROR of what another file holds that is included in the midst of a function, a class or a value begins so; its name follows. */
#define C_INCLUDED "another file is included here: "

/* Adds the file to t as a FILE. -1 only if out of memory. */
int read_c(const char *path, const char *text, size_t n, fact_tree *t);

/* The text, of *n bytes and no more than `most`, and a NUL, of what #include "name" in the file `from` means: beside it, or where projects keep
 * headers; its path is written to path. NULL: there is none. */
char *c_find_header(const fact_tree *t, const char *from, const char *name, size_t len, size_t most, char *path, size_t cap, size_t *n);

/* Calls found() for each file that a text includes where declarations stand: neither in a function or a class nor in a value; by a
 * macro of the text, too. angle: <name>. What is not 0 ends it, and is returned. */
typedef int c_found(void *with, const char *name, int angle);
int c_each_include(const char *text, size_t n, c_found *found, void *with);

/* May a text that is included be read as a file by itself: is it no table of macro calls, no row of values, and balanced? */
int c_stands_alone(const char *text, size_t n);

#endif
