/* cc.h - the system C compiler as run-time compiler. */
#ifndef RR_CPU_CC_H
#define RR_CPU_CC_H

#include "device.h"

/* Compiles source to a shared object in a directory of its own that is
 * removed again; out->object holds its bytes, *handle the dlopen of it. The
 * compiler is $ASSAY_CC, else cc. */
int rr_cc(const char *source, const char *id, rr_build *out, void **handle, as_err *e);

/* First line of `cc --version`. */
int rr_cc_version(char *buf, size_t size, as_err *e);

#endif
