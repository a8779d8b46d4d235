// Included by nvcc before the first line of a .cu file: the runtime API and the language's built-ins.
#ifndef MANTISSA_CUDA_RUNTIME_H
#define MANTISSA_CUDA_RUNTIME_H
#include "host_config.h"
#include "host_defines.h"
#ifdef __CUDA__
#include "device/standard_library.h"
#endif
#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "channel_descriptor.h"
#include "runtime_api/templates.h"
#ifdef __CUDA__
#include "device_launch_parameters.h"
#include "device/mathematics.h"
#include "device/arithmetic_intrinsics.h"
#include "device/integer_intrinsics.h"
#include "device/atomics.h"
#include "device/synchronisation.h"
#include "device/memory_access.h"
#include "texture_fetch_functions.h"
#include "surface_functions.h"
#endif
#endif
