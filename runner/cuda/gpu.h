/* gpu.h - the CUDA device from inside: what memory.c, code.c and device.c share. */
#ifndef RR_CUDA_GPU_H
#define RR_CUDA_GPU_H

#include <stdint.h>

#include "nvml.h"
#include "rtc.h"

typedef struct {
	rr_device base;
	rr_cu cu;
	rr_cublas blas;
	rr_nvrtc rtc;
	int has_rtc;
	char rtc_error[600];
	CUdevice dev;
	CUcontext ctx;
	CUstream stream;
	CUevent event[2];
	cublasHandle_t handle;
	CUdeviceptr workspace, flush;
	size_t flush_bytes;
	CUmodule aot;
	CUfunction fn[RR_NOPS], seed;
	rr_nvml *nvml;
	char arch[16];
	int ordinal, sms, tf32, pool;
	unsigned *stood;      /* (sms) words that kernels and host see */
} gpu;

static inline CUdeviceptr
rr_gpu_addr(const void *p)
{
	return (CUdeviceptr)(uintptr_t)p;
}

/* 0 where r is no error. Of a step that hung, *e says where its blocks stood. */
int rr_gpu_ok(const gpu *g, CUresult r, const char *what, as_err *e);

/* Members of rr_device (device.h): memory.c */
int rr_gpu_fits(rr_device *dev, int64_t bytes, as_err *e);
int rr_gpu_alloc(rr_device *dev, size_t bytes, void **out, as_err *e);
void rr_gpu_release(rr_device *dev, void *p);
int rr_gpu_sync(rr_device *dev, as_err *e);
int rr_gpu_put(rr_device *dev, void *dst, const void *src, size_t n, as_err *e);
int rr_gpu_get(rr_device *dev, void *dst, const void *src, size_t n, as_err *e);
int rr_gpu_weight(rr_device *dev, const rr_model *m, int w, void **out, as_err *e);

/* code.c */
int rr_gpu_launch(rr_device *dev, rr_opkind kind, void *const *p, const long *d, const float *f,
    as_err *e);
const char *rr_gpu_prologue(rr_device *dev);
int rr_gpu_build(rr_device *dev, const char *source, const char *id, rr_build *out,
    rr_code **code, as_err *e);
int rr_gpu_bind(rr_device *dev, rr_code *code, const rr_node *node, size_t n, as_err *e);
int rr_gpu_run(rr_device *dev, rr_code *code, size_t i, void *const *p, const long *sym, as_err *e);
void rr_gpu_unload(rr_device *dev, rr_code *code);
int rr_gpu_capture_begin(rr_device *dev, as_err *e);
int rr_gpu_capture_end(rr_device *dev, rr_graph **out, as_err *e);
int rr_gpu_replay(rr_device *dev, rr_graph *gr, as_err *e);
void rr_gpu_graph_free(rr_device *dev, rr_graph *gr);

#endif
