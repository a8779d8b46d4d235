#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceRunLengthEncode {
  template <class I, class U, class L, class C, class N> static __host__ __device__ cudaError_t Encode(void *storage, std::size_t &bytes, I in, U unique, L lengths, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class U, class L, class C, class N> static __host__ __device__ cudaError_t NonTrivialRuns(void *storage, std::size_t &bytes, I in, U offsets, L lengths, C count, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
