// CUDA's words in standard C++. Most vanish. __shared__ is `static`: one block runs at a time, on one thread of the machine.
#ifndef MANTISSA_HOST_DEFINES_H
#define MANTISSA_HOST_DEFINES_H
#include "host_config.h"

#define __global__
#define __device__
#define __host__
#define __shared__ static
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __nv_pure__
#define __forceinline__ inline
// a word of the standard libraries too, which write __attribute__((__noinline__)): nothing at all survives both uses
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __cudart_builtin__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __import__
#define __export__
#define __location__(a)
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

// what runtime/cuda's headers are written with
#define MANTISSA_DEVICE static
#define MANTISSA_HOST_DEVICE static
#define MANTISSA_DEFAULT(value) = value
#define MANTISSA_OVERLOAD extern "C++"
#define MANTISSA_BEGIN_C extern "C" {
#define MANTISSA_END_C }
#endif
