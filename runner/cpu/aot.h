/* aot.h - the CPU kernels compiled ahead of time. */
#ifndef RR_CPU_AOT_H
#define RR_CPU_AOT_H

#include "plan.h"

typedef void rr_cpu_kernel(void *const *p, const long *d, const float *f);

/* By rr_opkind; the two products are NULL: the BLAS serves them. */
extern rr_cpu_kernel *const rr_cpu_aot[RR_NOPS];

#endif
