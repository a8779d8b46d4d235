// Where an algorithm would run: here it runs in order, wherever that is.
#pragma once
#include "../../cuda_runtime.h"
#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
namespace thrust {
template <class Self> struct execution_policy_base {};
template <class Self> struct execution_policy : execution_policy_base<Self> {};
struct mantissa_policy : execution_policy<mantissa_policy> {
  constexpr mantissa_policy() {}
  template <class Allocator> mantissa_policy operator()(Allocator &) const { return {}; }
  mantissa_policy on(cudaStream_t) const { return {}; }
};
inline constexpr mantissa_policy host, device, seq;
struct host_system_tag {};
struct device_system_tag {};
namespace cuda {
inline constexpr mantissa_policy par, par_nosync;
struct tag {};
}  // namespace cuda
namespace system { namespace cuda { using thrust::cuda::par; } }
namespace cuda_cub { using thrust::cuda::par; }
namespace omp { inline constexpr mantissa_policy par; }
}  // namespace thrust
