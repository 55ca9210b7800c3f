/* nvml.h - clocks, temperature and power, where the driver's library is. */
#ifndef RR_CUDA_NVML_H
#define RR_CUDA_NVML_H

#include "device.h"

typedef struct rr_nvml rr_nvml;

rr_nvml *rr_nvml_open(const char *pci_bus_id); /* NULL: not there */
void rr_nvml_read(const rr_nvml *n, rr_health *out); /* n NULL: all NaN */
void rr_nvml_close(rr_nvml *n);

#endif
