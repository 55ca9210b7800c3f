/* grammar.h - grammars of yacc and bison, scanners of lex and flex: their parts of C, as the C that the build makes of
 * them holds it. What runs under yyparse() and yylex() are the actions of the rules, in an order that input gives. */
#ifndef LABEL_GRAMMAR_H
#define LABEL_GRAMMAR_H

#include <stddef.h>

#include "../facts/facts.h"

/* Is the file one by the end of its name? */
int grammar_name(const char *path);

/* Adds the file to t as a FILE, as read_c does; nothing of one that is no grammar, and of one of which the C lies beside it.
 * What makes a class of C++ has parse() instead. -1 only if out of memory. */
int read_grammar(const char *path, const char *text, size_t n, fact_tree *t);

#endif
