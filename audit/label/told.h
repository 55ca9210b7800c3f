/* told.h - keywords by which calls of libraries of Python are told to compile. */
#ifndef LABEL_TOLD_H
#define LABEL_TOLD_H

#include "facts.h"

int told_keyword(const char *s);                      /* is it one, where its value is not false? */
int told_text(const char *keyword, const char *text); /* is it with that value? */
uint32_t told_at(const fact_tree *t, uint32_t call);  /* the ARG of a CALL by which it may be told so, as it stands there; 0 */

#endif
