// Stands in for the header that nvcc includes before the first line of a .cu file, for a program that runs on a CPU.
#ifndef MANTISSA_CUDA_RUNTIME_H
#define MANTISSA_CUDA_RUNTIME_H
#include "host_defines.h"
#include "mx/launch-parameters.h"
#include "../cuda/library_types.h"
#include "mx/mathematics.h"
#include "mx/arithmetic-intrinsics.h"
#include "mx/integer-intrinsics.h"
#include "mx/memory-access.h"
#include "mx/atomics.h"
#include "mx/synchronisation.h"
#include "mx/launch.h"
#include "mx/execution.h"
#include "mx/memory.h"
#include "mx/streams.h"
#include "mx/devices.h"
#include "mx/textures.h"
#include "mx/unavailable.h"
#endif
