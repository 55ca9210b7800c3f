/* rtc.h - NVRTC: CUDA source to cubin. Needs no GPU and no driver. */
#ifndef RR_CUDA_RTC_H
#define RR_CUDA_RTC_H

#include "device.h"
#include "driver.h"

/* Compiles for arch, "sm_90". Fills *out; out->log also where it fails. */
int rr_rtc(const rr_nvrtc *rtc, const char *source, const char *id, const char *arch,
    rr_build *out, as_err *e);

/* cache.c: the object of an earlier process, by compiler, options and source, where
 * REFRUN_CACHE_DIR names a folder. rr_rtc_cached returns 1 if there is one. */
int rr_rtc_cached(const char *source, rr_build *b);
int rr_rtc_keep(const char *source, const rr_build *b, as_err *e);

/* How generated code is written and launched (emit.c here). */
const char *rr_cuda_prologue(rr_dtype dtype); /* static; NULL: out of memory */
void rr_cuda_preamble(rr_device *dev, FILE *fp, const rr_node *n);
void rr_cuda_wrapper(rr_device *dev, FILE *fp, const rr_node *n, const char *name, const long *sym);
int rr_cuda_choose(rr_device *dev, rr_node *n, const long *sym, int candidate);
void rr_cuda_grid(const rr_op *op, const long *d, const int *tile, unsigned *grid,
    unsigned *block);

#endif
