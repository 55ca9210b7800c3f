/* emit.h - source text from a fused plan. */
#ifndef RR_EMIT_H
#define RR_EMIT_H

#include "device.h"

/* Writes source for n nodes: the device's prologue and what nodes need besides, then one
 * wrapper for every distinct node that is not external, and fills the nodes' names. A name ends
 * in the first 12 hex digits of SHA-256 over the SHA-256, in hex, of all before the wrappers, a
 * newline, and the wrapper's text with "as_KIND" for its name. sym NULL: the
 * symbols stay arguments. *out is malloc'd. */
int rr_emit(rr_device *dev, rr_node *node, size_t n, const long *sym, const char *title,
    char **out, as_err *e);

/* Kernels that rr_emit wrote: distinct names among nodes that are not external. */
size_t rr_emit_distinct(const rr_node *node, size_t n);

#endif
