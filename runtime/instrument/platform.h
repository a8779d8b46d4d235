/* Differences between the compilers of instrumented programs: gcc, g++, clang (also to WebAssembly), and nvcc, whose code
 * runs on both sides. C11 and C++11. */
#ifndef MANTISSA_INSTRUMENT_PLATFORM_H
#define MANTISSA_INSTRUMENT_PLATFORM_H

/* the port to C++ says it is nvcc to the program's own #ifs */
#if defined(__CUDACC__) && !defined(MANTISSA_PORT_CUDA_UNIT)
#define MX_NVCC 1
#else
#define MX_NVCC 0
#endif

#if MX_NVCC
#define MX_BOTH __attribute__((host)) __attribute__((device))
#ifndef MX_WITH_CUDA
#define MX_WITH_CUDA
#endif
#else
#define MX_BOTH
#endif

/* MX_WITH_CUDA: CUDA's types and functions are there. MX_WITH_CUDA_TYPES: only its types, as in host code of a CUDA program. */
#if defined(MX_WITH_CUDA) && !defined(MX_WITH_CUDA_TYPES)
#define MX_WITH_CUDA_TYPES
#endif

/* Functions of the C library by their names, where CUDA's headers are there: they have them on both sides. */
#if MX_NVCC || defined(MX_WITH_CUDA)
#define MX_BY_NAME 1
#include <math.h>
#define MX_COMPILED(name) name
#define MX_LINKED(name) name
#else
#define MX_BY_NAME 0
#define MX_COMPILED(name) __builtin_##name
#define MX_LINKED(name) mx_linked_##name
#endif

/* Variables that a call of main may change and that are restored before the next (mantissa_serve.c). */
#ifdef __ELF__
#define MX_STATE __attribute__((section("mx_state")))
#else
#define MX_STATE
#endif

#if MX_NVCC && defined(__CUDA_ARCH__)
#define MX_ON_GPU 1
#else
#define MX_ON_GPU 0
#endif

#define MX_RARE __attribute__((noinline, unused))
/* Short, and called for every operation; what they read changes only between runs, so that it can be read before a loop. */
/* nvcc's time grows much faster than the program when every operation is unfolded: 42 s of it for 344 operations, 10 s as calls. */
#define MX_CALLED (MX_NVCC && MX_OPERATIONS > 200)
#if MX_ON_GPU && MX_CALLED
#define MX_HOT static __noinline__
#define MX_PURE
#elif MX_NVCC
#define MX_HOT static __inline__
#define MX_PURE
#else
#define MX_HOT static __inline__ __attribute__((always_inline, unused))
#define MX_PURE __attribute__((const))
#endif

#if MX_NVCC
#define MX_IN_SIGHT(value) 0
#else
#define MX_IN_SIGHT(value) __builtin_constant_p(value)
#endif

/* An operation rounded once, independent of its context: nvcc would fuse a product with the sum it feeds. On a CPU the build says so
 * for the whole program (-ffp-contract=off). */
#if MX_ON_GPU
#define MX_64(name, op, a, b) __d##name##_rn(a, b)
#define MX_32(name, op, a, b) __f##name##_rn((float) (a), (float) (b))
#else
#define MX_64(name, op, a, b) ((a) op (b))
#define MX_32(name, op, a, b) ((float) (a) op (float) (b))
#endif

#endif
