/* cone_said.h - text of Python that is run, as cone_quoted.c finds it and cone_said.c goes through its words. */
#ifndef LABEL_CONE_SAID_H
#define LABEL_CONE_SAID_H

#include "cone_impl.h"

enum { LONGEST_NAME = 200, MOST_IMPORTED = 32, LONGEST_TEXT = 65000 /* the reader cuts what is longer */ };

/* A name that the text itself gives to a library, or to something of it. */
typedef struct { char as[LONGEST_NAME], is[LONGEST_NAME]; } imported;

typedef struct {
	cone *c;
	uint32_t u, node;       /* who runs it, and where */
	const aliases *a;       /* of its file */
	aliases outside;        /* of all files, what is not of the tree: cone_said_begin; its owner clears and frees it */
	imported own[MOST_IMPORTED];
	uint32_t nown;
} quoted;

void cone_said_begin(quoted *q);

/* Does no word of the text hide? The unit names all of them. examples: those lines alone that begin with a prompt. */
int cone_said(quoted *q, const char *s, int examples);

/* May a text be code? Two words, neither of them a keyword, never stand side by side in it but in quotes. */
int cone_may_be_said(const char *s);

#endif
