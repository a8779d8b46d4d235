// Where an algorithm runs.
#pragma once
#include <cuda_runtime.h>
#define THRUST_VERSION 300000
#define THRUST_MAJOR_VERSION 3
#define THRUST_MINOR_VERSION 0
#define THRUST_SUBMINOR_VERSION 0
namespace thrust {
template <class Self> struct execution_policy_base {};
template <class Self> struct execution_policy : execution_policy_base<Self> {};
struct mantissa_host_policy : execution_policy<mantissa_host_policy> {};
struct mantissa_device_policy : execution_policy<mantissa_device_policy> {
  template <class Allocator> mantissa_device_policy operator()(Allocator &allocator) const { __builtin_trap(); }
  mantissa_device_policy on(cudaStream_t stream) const { __builtin_trap(); }
};
struct mantissa_sequential_policy : execution_policy<mantissa_sequential_policy> {};
extern const __device__ mantissa_host_policy host;
extern const __device__ mantissa_device_policy device;
extern const __device__ mantissa_sequential_policy seq;
struct host_system_tag {};
struct device_system_tag {};
namespace cuda {
extern const mantissa_device_policy par;
extern const mantissa_device_policy par_nosync;
struct tag {};
}
namespace system { namespace cuda { using thrust::cuda::par; } }
namespace cuda_cub { using thrust::cuda::par; }
namespace omp { extern const mantissa_host_policy par; }
}
