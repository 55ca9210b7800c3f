/* Names of backends, modes and reasons, as configurations and records have them. */
#include <string.h>

#include "compile.h"

static const char *const skip_name[RR_NSKIPS] = {
	"the address of an input changes", "host read of a device value", "changing shape",
	"an output of the last replay is still held",
};
static const char *const backend_name[RR_NBACKENDS] = {"codegen", "trace", "eager"};

const char *
rr_skip_name(rr_skip k)
{
	return skip_name[k];
}

const char *
rr_backend_name(rr_backend b)
{
	return backend_name[b];
}

int
rr_backend_parse(const char *s, rr_backend *out)
{
	static const char *const torch[] = {"inductor", "aot_eager"};

	for (int i = 0; i < RR_NBACKENDS; i++)
		if (strcmp(s, backend_name[i]) == 0 || (i < 2 && strcmp(s, torch[i]) == 0)) {
			*out = (rr_backend)i;
			return 0;
		}
	return -1;
}
