// mx_runtime::atomic_add(&sum, x): adds x to *sum and returns what was there before, for every format.
//
// On a device: the native instruction for fp16 (sm_70), bf16 (sm_80), fp32 and fp64; a compare-and-swap loop on 64 bits for
// fp32x2 and cmp32x2 and, from sm_90, on 128 bits for fp64x2 and cmp64x2; for fp64x4, and for 128 bits before sm_90, one of
// 1024 locks chosen by the address (threads of a warp may hold different locks: independent scheduling, sm_70 and later).
// On a CPU the engines run one thread at a time, and it is a plain addition.
#pragma once

#include "mixed-operators.h"

namespace mx_runtime {

#if MX_ON_DEVICE || (defined(__NVCC__) && defined(__CUDACC__))
namespace detail {

// Without relocatable device code each translation unit has its own locks: only kernels of one unit may share such a sum.
#if defined(__CUDACC_RDC__)
__device__ inline unsigned atomic_locks[1024];
#else
static __device__ unsigned atomic_locks[1024];
#endif

template <class W> __device__ inline W add_under_lock(W *sum, const W &x) {
  unsigned *lock = &atomic_locks[(reinterpret_cast<unsigned long long>(sum) >> 4) % 1024];
  W before;
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0u, 1u) != 0u) continue;
    __threadfence();
    const volatile double *from = reinterpret_cast<const volatile double *>(sum);
    double parts[sizeof(W) / sizeof(double)];
    for (unsigned i = 0; i < sizeof(W) / sizeof(double); i++) parts[i] = from[i];
    memcpy(&before, parts, sizeof before);
    const W after = before + x;
    memcpy(parts, &after, sizeof parts);
    volatile double *to = reinterpret_cast<volatile double *>(sum);
    for (unsigned i = 0; i < sizeof(W) / sizeof(double); i++) to[i] = parts[i];
    __threadfence();
    atomicExch(lock, 0u);
    done = true;
  }
  return before;
}

template <class W, class Bits> __device__ inline W add_by_swap(W *sum, const W &x) {
  Bits *place = reinterpret_cast<Bits *>(sum);
  Bits seen = *place, expected;
  W before;
  do {
    expected = seen;
    memcpy(&before, &expected, sizeof before);
    const W after = before + x;
    Bits wanted;
    memcpy(&wanted, &after, sizeof wanted);
    seen = atomicCAS(place, expected, wanted);
  } while (seen != expected);
  return before;
}

}  // namespace detail
#endif

template <class F> MX_HD F atomic_add(F *sum, const F &x) {
  static_assert(is_format<F>, "a format");
#if MX_ON_DEVICE
  if constexpr (format_traits<F>::parts == 1) return atomicAdd(sum, x);
  else if constexpr (sizeof(F) == 8) return detail::add_by_swap<F, unsigned long long>(sum, x);
#if __CUDA_ARCH__ >= 900
  else if constexpr (sizeof(F) == 16) return detail::add_by_swap<F, unsigned __int128>(sum, x);
#endif
  else return detail::add_under_lock(sum, x);
#else
  const F before = *sum;
  *sum = before + x;
  return before;
#endif
}

}  // namespace mx_runtime
