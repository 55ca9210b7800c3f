/* told.h - keywords by which calls of libraries of Python are told to compile. */
#ifndef LABEL_TOLD_H
#define LABEL_TOLD_H

#include "../facts/facts.h"

int told_keyword(const char *keyword); /* where its value is not false */
int told_text(const char *keyword, const char *text); /* with that value */
int told_variable(const char *name, const char *text); /* a variable of the environment with that value; NULL: it is not known */
uint32_t told_at(const fact_tree *t, uint32_t call);  /* the ARG of a CALL by which it may be told so, as it stands there; 0 */
/* Does a CALL merge what is not written there into its keywords, and its file have a key by which it may be told so? */
int told_by_dict(const fact_tree *t, uint32_t file, uint32_t call);

#endif
