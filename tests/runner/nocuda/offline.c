/* In place of tests/runner/cuda where the build has no toolkit. */
#include "offline.h"

int
rr_device_cuda_offline(rr_device **out, const char *arch, rr_dtype dtype, as_err *e)
{
	(void)arch;
	return rr_device_cuda(out, 0, dtype, 0, e);
}
