// The C part of the runtime API. Declarations only: Mantissa reads programs with them, it does not run them.
#ifndef MANTISSA_CUDA_RUNTIME_API_H
#define MANTISSA_CUDA_RUNTIME_API_H
#include "host_config.h"
#include "host_defines.h"
#include "driver_types.h"
#include "library_types.h"
#include "vector_functions.h"
#include "runtime_api/devices.h"
#include "runtime_api/memory.h"
#include "runtime_api/streams.h"
#include "runtime_api/execution.h"
#include "runtime_api/textures.h"
#include "runtime_api/graphs.h"
#endif
