/* grammar_impl.h - what the readers of grammars and of scanners share. */
#ifndef LABEL_GRAMMAR_IMPL_H
#define LABEL_GRAMMAR_IMPL_H

#include "grammar.h"

/* The variables that say which action runs. */
#define GRAMMAR_RULE "yyn"
#define SCANNER_RULE "yy_act"

typedef struct {
	const char *s;      /* its text, which ends with a 0 */
	size_t n, i;        /* i: what is next */
	char *out;          /* the C, line by line what stands in s */
	size_t nout, cap;
	char prefix[64];    /* of names, "yy" if none is said */
	char params[600];   /* of the function, with commas between them */
	unsigned action;    /* how many were met */
	int cxx;            /* it makes a class of C++, with parse() */
	int nowrap;         /* %option noyywrap */
	int nomem;
} grammar;

/* grammar.c */
void grammar_put(grammar *g, const char *s);
void grammar_copy(grammar *g, size_t to);              /* from i to there, as it stands */
void grammar_blank(grammar *g, size_t to);             /* the same, its lines alone */
size_t grammar_literal(const grammar *g, size_t i);    /* behind the string, character or comment at i; i: there is none */
size_t grammar_braces(const grammar *g, size_t i);     /* behind the } that closes the { at i, or n */
size_t grammar_line(const grammar *g, size_t i);       /* the newline at or behind i, or n */
int grammar_at(const grammar *g, const char *s);       /* does s stand next? */
int grammar_new_line(const grammar *g);                /* is i the first of its line? */
int grammar_passed(grammar *g);                         /* passes a string, character or comment at i, of which a comment is copied; 0: there is none */
void grammar_inside(grammar *g, size_t open);          /* copies what stands between the { at open and the } that closes it */
void grammar_code(grammar *g);                         /* at %{: copies what stands before %} */
void grammar_action(grammar *g, size_t to);            /* copies an action of a grammar, $1 and @1 as names */
void grammar_named(grammar *g);                        /* names the macros called YY... that it defines, which what is made of it uses */
void grammar_epilogue(grammar *g);                     /* copies all behind the second %% */

void grammar_yacc(grammar *g); /* grammar_yacc.c: of yacc and bison */
void grammar_lex(grammar *g);  /* grammar_lex.c: of lex and flex */

#endif
