/* harmless.h - places of the source of which the one who asks says that nothing is hidden there.
 *
 * What stands at such a place is no opaque edge: it is taken to compile nothing and to lead to nothing that
 * does. A compile call stays one. */
#ifndef LABEL_HARMLESS_H
#define LABEL_HARMLESS_H

#include "err.h"
#include "../facts/facts.h"

typedef struct harmless harmless;

typedef struct {
	const char *file; /* as the tree has it (borrowed of it) */
	uint32_t line;
	int used;         /* has it been asked for? */
} harmless_place;

/* place: n texts FILE:LINE. The file may be spelled otherwise than in the tree, if by its text alone it is the same (./a.c, a//b.c,
 * dir/../a.c). Of one at which the tree has no code, an error. NULL with e. */
harmless *harmless_new(const fact_tree *t, char *const *place, size_t n, as_err *e);
void harmless_free(harmless *h);

/* Is the node at such a place? From then on the place is used. h may be NULL. */
int harmless_at(const harmless *h, uint32_t node);

/* All *n places, each once, in the order in which they were given. */
const harmless_place *harmless_places(const harmless *h, size_t *n);

#endif
