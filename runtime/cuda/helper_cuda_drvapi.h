// The driver-API twin of helper_cuda.h.
#pragma once
#include "cuda.h"
#include "helper_cuda.h"
int findCudaDeviceDRV(int argc, const char **argv);
int gpuGetMaxGflopsDeviceIdDRV();
