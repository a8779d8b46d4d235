// The words that mark where code runs and data lives. Outside a CUDA compile they must vanish: plain C and C++
// files share headers with .cu files.
#ifndef MANTISSA_HOST_DEFINES_H
#define MANTISSA_HOST_DEFINES_H

#ifdef __CUDA__ // clang compiling CUDA
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// clang knows "managed" for HIP only; the annotation keeps the word visible in the AST
#define __managed__ __attribute__((device, annotate("managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// __noinline__ is a keyword of clang's CUDA mode, and must stay one: libc++ writes __attribute__((__noinline__))
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif

#define __grid_constant__
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)
#define __nv_pure__
#define __forceinline__ __inline__ __attribute__((always_inline))
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

// Ours: functions of the API that only have a declaration.
// Device functions are static, as NVIDIA's are: a program may then define its own (an atomicAdd for double, say),
// static or not.
#ifdef __CUDA__
#define MANTISSA_DEVICE static __attribute__((device))
#define MANTISSA_HOST_DEVICE static __attribute__((host, device))
#else
#define MANTISSA_DEVICE static
#define MANTISSA_HOST_DEVICE static
#endif

#ifdef __cplusplus
#define MANTISSA_DEFAULT(value) = value
// A function whose signature changed between CUDA versions is declared with each of them.
#define MANTISSA_OVERLOAD extern "C++"
#ifdef __CUDA__
// a kernel may call part of the runtime API itself; marking all of it as callable from both sides loses nothing here
#define MANTISSA_BEGIN_C _Pragma("clang force_cuda_host_device begin") extern "C" {
#define MANTISSA_END_C } _Pragma("clang force_cuda_host_device end")
#else
#define MANTISSA_BEGIN_C extern "C" {
#define MANTISSA_END_C }
#endif
#else
#define MANTISSA_DEFAULT(value)
#define MANTISSA_OVERLOAD __attribute__((overloadable))
#define MANTISSA_BEGIN_C
#define MANTISSA_END_C
#endif

#endif
