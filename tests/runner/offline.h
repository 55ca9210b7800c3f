/* offline.h - a CUDA device that compiles and runs nothing, for tests without a GPU. */
#ifndef OFFLINE_H
#define OFFLINE_H

#include "device.h"

/* The CUDA device's code generation alone, for arch ("sm_90"), with no driver
 * and no GPU: prologue, wrapper, choose and build (which loads nothing). */
int rr_device_cuda_offline(rr_device **out, const char *arch, rr_dtype dtype, as_err *e);

#endif
