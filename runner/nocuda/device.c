/* In place of runner/cuda where the build has no toolkit. */
#include "device.h"

int
rr_device_cuda(rr_device **out, int ordinal, rr_dtype dtype, int tf32, as_err *e)
{
	(void)out;
	(void)ordinal;
	(void)dtype;
	(void)tf32;
	return as_fail(e, NULL, 0, "this build has no CUDA device: it was made without the toolkit");
}
