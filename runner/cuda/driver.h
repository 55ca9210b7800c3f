/* driver.h - the CUDA driver, cuBLAS and NVRTC, each opened with dlopen, so
 * that the program links none of them and starts where they are missing. */
#ifndef RR_CUDA_DRIVER_H
#define RR_CUDA_DRIVER_H

#include <cublas_v2.h>
#include <cuda.h>
#include <nvrtc.h>

#include "err.h"

#define RR_CU(X) \
	X(cuInit) X(cuDeviceGetCount) X(cuDeviceGet) X(cuDeviceGetName) X(cuDeviceGetAttribute) \
	X(cuDriverGetVersion) \
	X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxRelease) X(cuCtxSetCurrent) X(cuMemGetInfo) \
	X(cuMemAlloc) \
	X(cuMemFree) X(cuMemAllocAsync) X(cuMemFreeAsync) X(cuDeviceGetDefaultMemPool) \
	X(cuMemPoolSetAttribute) \
	X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync) X(cuMemsetD8Async) \
	X(cuStreamCreate) \
	X(cuStreamDestroy) X(cuStreamSynchronize) X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) \
	X(cuEventElapsedTime) X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction) \
	X(cuLaunchKernel) X(cuLaunchKernelEx) X(cuLaunchCooperativeKernel) X(cuFuncSetAttribute) \
	X(cuMemHostAlloc) X(cuMemHostGetDevicePointer) X(cuMemFreeHost) \
	X(cuStreamBeginCapture) X(cuStreamEndCapture) X(cuGraphInstantiateWithFlags) X(cuGraphLaunch) \
	X(cuGraphExecDestroy) X(cuGraphDestroy) X(cuGetErrorString) X(cuDeviceGetPCIBusId)

#define RR_CUBLAS(X) \
	X(cublasCreate) X(cublasDestroy) X(cublasSetStream) X(cublasSetWorkspace) X(cublasGemmEx) \
	X(cublasGetVersion) \
	X(cublasGetStatusString)

#define RR_NVRTC(X) \
	X(nvrtcVersion) X(nvrtcCreateProgram) X(nvrtcDestroyProgram) X(nvrtcCompileProgram) \
	X(nvrtcGetProgramLogSize) \
	X(nvrtcGetProgramLog) X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN) X(nvrtcGetErrorString)

/* Members are called as the header's macro names them (cuMemAlloc_v2, ...). */
#define RR_MEMBER(f) __typeof__(&f) f;
typedef struct { void *lib; RR_CU(RR_MEMBER) } rr_cu;
typedef struct { void *lib; RR_CUBLAS(RR_MEMBER) } rr_cublas;
typedef struct { void *lib; RR_NVRTC(RR_MEMBER) } rr_nvrtc;

int rr_cu_open(rr_cu *t, as_err *e);
int rr_cublas_open(rr_cublas *t, as_err *e);
int rr_nvrtc_open(rr_nvrtc *t, as_err *e);

#endif
