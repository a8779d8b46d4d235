// Differences between the compilers of these headers: g++ and clang (also to WebAssembly), C++17 and later, and nvcc.
#pragma once

#if defined(__CUDACC__) || defined(__CUDA__)
#define MX_HD __attribute__((host)) __attribute__((device)) inline
#else
#define MX_HD inline
#endif

// Mantissa reads a program that has these formats as for a host, and gives __CUDA_ARCH__ to see the text that is meant for a device.
#if defined(__CUDA_ARCH__) && !defined(MANTISSA_READS)
#define MX_ON_DEVICE 1
#else
#define MX_ON_DEVICE 0
#endif

// Initial values of __constant__ variables are computed by the compiler.
#if defined(__has_builtin)
#if __has_builtin(__builtin_is_constant_evaluated)
#define MX_CONSTANT constexpr
#define MX_IS_CONSTANT __builtin_is_constant_evaluated()
#endif
#endif
#ifndef MX_CONSTANT
#define MX_CONSTANT
#define MX_IS_CONSTANT false
#endif

// Of a few hundred operations: called and not copied on a device, where a compiler takes a minute for a program of such copies.
#if MX_ON_DEVICE
#define MX_OUTLINED __attribute__((noinline))
#else
#define MX_OUTLINED
#endif

// A fused multiply-add in hardware: elsewhere std::fma is a slow library call, and error-free products split instead.
#if MX_ON_DEVICE || defined(__FP_FAST_FMA) || defined(__FMA__) || defined(__aarch64__)
#define MX_FAST_FMA 1
#else
#define MX_FAST_FMA 0
#endif

// Loops over the few parts of a value: unrolled on a device, so that the parts live in registers. It is needed for more than
// speed: nvcc 13.0 (cicc) reads the first element of an array filled in a loop it left rolled as undefined, and fp64x4's ÷ and
// √ were wrong on an H200 (test/numerics/nvcc.test.ts looks for such registers in the PTX).
#if MX_ON_DEVICE
#define MX_UNROLL _Pragma("unroll")
#else
#define MX_UNROLL
#endif

// For host or device, like the arguments: nvcc warns about calls of functions that it does not know to exist on both.
#if defined(__NVCC__)
#define MX_OF_ITS_RANGE _Pragma("nv_exec_check_disable")
#else
#define MX_OF_ITS_RANGE
#endif

// Rarely taken: results that are zero, infinite or NaN.
#if defined(__GNUC__) || defined(__clang__)
#define MX_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define MX_UNLIKELY(condition) (condition)
#endif

// Where a result needs the care that infinities, NaNs and zeros take. A program that has none of them in its multi-part values
// may define MX_FINITE_ONLY: no branch is left, loops can be vectorised, and an infinity turns into NaN.
#if defined(MX_FINITE_ONLY)
#define MX_SPECIAL(condition) false
#else
#define MX_SPECIAL(condition) MX_UNLIKELY(condition)
#endif

// nvcc's --use_fast_math flushes float subnormals: cmp32x2 and fp32x2 then lose their tails below about 2^−102 (seen on an H200);
// the formats of doubles only where they pass through float.
#if defined(__FAST_MATH__) && !MX_ON_DEVICE
#error "the multi-part formats need IEEE arithmetic: build without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "the multi-part formats need operations rounded to their own format: on 32-bit x86 build with -msse2 -mfpmath=sse"
#endif
