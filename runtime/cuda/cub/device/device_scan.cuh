#pragma once
#include "cub/mantissa_types.h"
namespace cub {
struct DeviceScan {
  template <class I, class O, class N> static __host__ __device__ cudaError_t ExclusiveSum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class N> static __host__ __device__ cudaError_t ExclusiveSum(void *storage, std::size_t &bytes, I inOut, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class N> static __host__ __device__ cudaError_t InclusiveSum(void *storage, std::size_t &bytes, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class N> static __host__ __device__ cudaError_t InclusiveSum(void *storage, std::size_t &bytes, I inOut, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class F, class T, class N> static __host__ __device__ cudaError_t ExclusiveScan(void *storage, std::size_t &bytes, I in, O out, F op, T init, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class F, class T, class N> static __host__ __device__ cudaError_t ExclusiveScan(void *storage, std::size_t &bytes, I inOut, F op, T init, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class F, class N> static __host__ __device__ cudaError_t InclusiveScan(void *storage, std::size_t &bytes, I in, O out, F op, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class F, class N> static __host__ __device__ cudaError_t InclusiveScan(void *storage, std::size_t &bytes, I inOut, F op, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class I, class O, class F, class T, class N> static __host__ __device__ cudaError_t InclusiveScanInit(void *storage, std::size_t &bytes, I in, O out, F op, T init, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class I, class O, class N> static __host__ __device__ cudaError_t ExclusiveSumByKey(void *storage, std::size_t &bytes, K keys, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class I, class O, class N> static __host__ __device__ cudaError_t InclusiveSumByKey(void *storage, std::size_t &bytes, K keys, I in, O out, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class I, class O, class F, class T, class N> static __host__ __device__ cudaError_t ExclusiveScanByKey(void *storage, std::size_t &bytes, K keys, I in, O out, F op, T init, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
  template <class K, class I, class O, class F, class N> static __host__ __device__ cudaError_t InclusiveScanByKey(void *storage, std::size_t &bytes, K keys, I in, O out, F op, N n, cudaStream_t stream = 0, bool debug = false) { __builtin_trap(); }
};
}
