// Which CUDA the port speaks: 13.0, as runtime/cuda declares it. Included before everything else.
//
// A .cu unit is compiled with -DMANTISSA_PORT_CUDA_UNIT -include cuda_runtime.h: the words that tell a program it is being
// compiled by nvcc are then defined, so that it takes the same #if branches as when Mantissa read it. The standard library and
// our own narrow formats must not see those words, and are included first. A plain C++ unit of a CUDA program, in which nvcc's
// min and max do not exist and a program may define its own, is compiled with -DMANTISSA_PORT_HOST_UNIT.
#ifndef MANTISSA_HOST_CONFIG_H
#define MANTISSA_HOST_CONFIG_H
#define MANTISSA_PORT 1

#include <limits>
#include <type_traits>
#include <cassert>
#include <cfloat>
#include <climits>
// C++20's lerp, which libstdc++ puts into the global namespace too, where programs have their own: keep it in std
#define lerp mantissa_standard_lerp
#include <cmath>
#include <math.h>
#undef lerp
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>
#include <vector>
#include <stdlib.h>
#include <sys/types.h>
#ifdef _LIBCPP_VERSION
// libstdc++ gives these with <vector>, and programs have come to rely on it; all of <algorithm> costs too much
#include <__algorithm/copy.h>
#include <__algorithm/fill.h>
#include <__algorithm/fill_n.h>
#include <__algorithm/max.h>
#include <__algorithm/min.h>
#endif

namespace std {
template <class A, class B, class C> constexpr auto lerp(A a, B b, C t) { return mantissa_standard_lerp(a, b, t); }
}  // namespace std

#include "../formats/fp16.h"
#include "../formats/bf16.h"

#ifdef MANTISSA_PORT_CUDA_UNIT
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif
#define __CUDART_API_VERSION CUDART_VERSION
#endif
