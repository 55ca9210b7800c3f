/* label_symbols.h - which names compile. To know one more library, add a row to label_symbols.c. */
#ifndef LABEL_SYMBOLS_H
#define LABEL_SYMBOLS_H

#include "label_engine.h"

/* use: use_kind */
typedef struct { const char *family; uint8_t lang, use; const char *pattern; } symbol;

/* The row that a name stands in, or NULL. Python: a dotted name without aliases ("torch.compile");
 * C: with :: ("at::cuda::CUDAGraph"), or its last part. Interned. */
const symbol *symbol_of(program *p, lang l, const char *name);
bool family_fits(const char *label, const char *family); /* may a label that is named so mean it? */
/* Is a class or function of that name in the files? at_top: no method. (label_sites.c) */
bool is_ours(program *p, const char *name, bool at_top, place *at);

#endif
