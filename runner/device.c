#include "device.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t
rr_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

double
rr_now_ms(void)
{
	return (double)rr_now_ns() * 1e-6;
}

int
rr_device_open(rr_device **out, const char *spec, rr_dtype dtype, int tf32, as_err *e)
{
	char *end;
	long n = 0;

	if (strcmp(spec, "cpu") == 0)
		return rr_device_cpu(out, dtype, e);
	if (strncmp(spec, "cuda", 4) == 0 && (spec[4] == '\0' || spec[4] == ':')) {
		if (spec[4] == ':') {
			n = strtol(spec + 5, &end, 10);
			if (end == spec + 5 || *end || n < 0 || n > 1023)
				return as_fail(e, NULL, 0, "device %s: no such device number", spec);
		}
		return rr_device_cuda(out, (int)n, dtype, tf32, e);
	}
	return as_fail(e, NULL, 0, "device %s is not known (known: cpu, cuda, cuda:N)", spec);
}
