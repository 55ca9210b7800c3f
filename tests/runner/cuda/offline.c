#include <stdlib.h>

#include "cuda/rtc.h"
#include "offline.h"

typedef struct { rr_device base; rr_nvrtc rtc; char arch[16]; } offline;

static const char *
prologue(rr_device *dev)
{
	return rr_cuda_prologue(dev->dtype);
}

static int
build(rr_device *dev, const char *source, const char *id, rr_build *out, rr_code **code, as_err *e)
{
	offline *o = (offline *)dev;

	*code = NULL;
	return rr_rtc(&o->rtc, source, id, o->arch, out, e);
}

static void
close_it(rr_device *dev)
{
	free(dev);
}

int
rr_device_cuda_offline(rr_device **out, const char *arch, rr_dtype dtype, as_err *e)
{
	offline *o = calloc(1, sizeof *o);

	if (!o)
		return as_nomem(e);
	o->base = (rr_device){.name = "cuda", .dtype = dtype, .accumulate = "fp32", .by_out = 1,
		.joins = 4, .cluster = atoi(arch + 3) >= 90 ? 8 : 1, .blocks = atoi(arch + 3) >= 90 ? 132 : 0,
		.shared = 232448, .suffix = "cu", .object = "cubin",
		.prologue = prologue, .preamble = rr_cuda_preamble, .wrapper = rr_cuda_wrapper,
		.choose = rr_cuda_choose, .build = build,
		    .close = close_it};
	snprintf(o->arch, sizeof o->arch, "%s", arch);
	if (rr_nvrtc_open(&o->rtc, e) < 0) {
		free(o);
		return -1;
	}
	*out = &o->base;
	return 0;
}
