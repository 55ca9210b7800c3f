#include "room.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* "KEY: N kB" of a file in /proc, in bytes; -1: not there. */
static int64_t
proc_bytes(const char *file, const char *key)
{
	const size_t n = strlen(key);
	char line[256];
	int64_t v = -1;
	FILE *fp = fopen(file, "r");

	while (fp && v < 0 && fgets(line, sizeof line, fp))
		if (strncmp(line, key, n) == 0 && sscanf(line + n, ": %" SCNd64, &v) == 1)
			v *= 1024;
	if (fp)
		fclose(fp);
	return v;
}

int64_t
rr_room(void)
{
	const int64_t have = proc_bytes("/proc/meminfo", "MemAvailable"),
	    swap = proc_bytes("/proc/meminfo", "SwapFree");
	const int64_t used = proc_bytes("/proc/self/status", "VmSize");
	int64_t least = have < 0 ? INT64_MAX : have + (swap > 0 ? swap : 0);
	struct rlimit r;

	if (used >= 0 && getrlimit(RLIMIT_AS, &r) == 0 && r.rlim_cur != RLIM_INFINITY &&
	    (int64_t)r.rlim_cur - used < least)
		least = (int64_t)r.rlim_cur - used;
	return least;
}
