#include "nvml.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The few declarations of nvml.h that are used; toolkits do not always have it. */
enum { CLOCK_SM = 1, CLOCK_MEM = 2, TEMPERATURE_GPU = 0 };

struct rr_nvml {
	void *lib, *dev;
	int (*shutdown)(void);
	int (*clock)(void *, int, unsigned *);
	int (*temperature)(void *, int, unsigned *);
	int (*power)(void *, unsigned *); /* milliwatts */
};

static int
symbol(void *lib, const char *name, void *slot)
{
	void *p = dlsym(lib, name);

	memcpy(slot, &p, sizeof p);
	return p ? 0 : -1;
}

rr_nvml *
rr_nvml_open(const char *pci_bus_id)
{
	int (*init)(void), (*find)(const char *, void **);
	rr_nvml *n = calloc(1, sizeof *n);

	if (!n || !(n->lib = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL))) {
		free(n);
		return NULL;
	}
	if (symbol(n->lib, "nvmlInit_v2", &init) < 0 || symbol(n->lib, "nvmlDeviceGetHandleByPciBusId_v2",
	    &find) < 0 ||
	    symbol(n->lib, "nvmlShutdown", &n->shutdown) < 0 ||
	    symbol(n->lib, "nvmlDeviceGetClockInfo", &n->clock) < 0 ||
	    symbol(n->lib, "nvmlDeviceGetTemperature", &n->temperature) < 0 ||
	    symbol(n->lib, "nvmlDeviceGetPowerUsage", &n->power) < 0 || init() != 0 ||
	    find(pci_bus_id, &n->dev) != 0) {
		dlclose(n->lib);
		free(n);
		return NULL;
	}
	return n;
}

void
rr_nvml_read(const rr_nvml *n, rr_health *out)
{
	unsigned v;

	*out = (rr_health){NAN, NAN, NAN, NAN};
	if (!n)
		return;
	if (n->clock(n->dev, CLOCK_SM, &v) == 0)
		out->sm_mhz = v;
	if (n->clock(n->dev, CLOCK_MEM, &v) == 0)
		out->mem_mhz = v;
	if (n->temperature(n->dev, TEMPERATURE_GPU, &v) == 0)
		out->temp_c = v;
	if (n->power(n->dev, &v) == 0)
		out->power_w = v / 1000.0;
}

void
rr_nvml_close(rr_nvml *n)
{
	if (!n)
		return;
	n->shutdown();
	dlclose(n->lib);
	free(n);
}
