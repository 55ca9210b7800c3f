#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x) /* after the header's macros: "cuMemAlloc_v2" */

/* The first of names (ending in NULL) that opens. */
static void *
open_one(const char *const *names, as_err *e)
{
	for (size_t i = 0; names[i]; i++) {
		void *lib = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
		if (lib)
			return lib;
	}
	as_fail(e, NULL, 0, "%s cannot be opened: %s", names[0], dlerror());
	return NULL;
}

static int
symbol(void *lib, const char *name, void *slot, as_err *e)
{
	void *p = dlsym(lib, name);

	if (!p)
		return as_fail(e, NULL, 0, "%s", dlerror());
	memcpy(slot, &p, sizeof p);
	return 0;
}

#define LOAD(f) if (symbol(t->lib, TEXT(f), &t->f, e) < 0) return -1;

/* Defines open, which fills a table from the library of these names. */
#define OPENER(open, table, functions, ...) \
	int \
	open(table *t, as_err *e) \
	{ \
		static const char *const names[] = {__VA_ARGS__, NULL}; \
		if (!(t->lib = open_one(names, e))) \
			return -1; \
		functions(LOAD) \
		return 0; \
	}

OPENER(rr_cu_open, rr_cu, RR_CU, "libcuda.so.1")
OPENER(rr_cublas_open, rr_cublas, RR_CUBLAS, "libcublas.so.13", "libcublas.so.12", "libcublas.so",
    "/usr/local/cuda/lib64/libcublas.so")
OPENER(rr_nvrtc_open, rr_nvrtc, RR_NVRTC, "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
    "/usr/local/cuda/lib64/libnvrtc.so")