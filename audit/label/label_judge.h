/* label_judge.h - between the files that judge a way; see label_engine.h. */
#ifndef LABEL_JUDGE_H
#define LABEL_JUDGE_H

#include "label_engine.h"

/* The function that step i stands in; for a decorator the one that is decorated. */
const func *chain_func(const site *s, const chain *c, uint32_t i);
void way_opens(engine *en, way *w, note n);
void way_needs(engine *en, way *w, note n);  /* an open condition, once */
void way_closes(engine *en, way *w, note n, place lost, bool weak); /* weak: a guess in any case */
note note_guard(engine *en, const guard *g, int passes, deps d);
bool negligible(program *p, const guard *g);   /* no condition to speak of */
const char *guard_text(program *p, const guard *g); /* as one would say it where it must hold */
const char *source_line(program *p, place at, const expr *otherwise); /* as written, trimmed */

/* Where the label leaves the files (label_outside.c). */
typedef struct { place at; const char *text; } leak;
/* Code is loaded by a name made from it; it is handed out; a foreign call stands under a test of
 * it, or takes what is made from it. */
typedef enum { LEAK_LOADED, LEAK_HANDED, LEAK_UNDER } leak_kind;
uint32_t label_leaks(engine *en, leak_kind kind, leak *out, uint32_t most);

#endif
