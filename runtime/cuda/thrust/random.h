// Engines and distributions.
#ifndef MANTISSA_THRUST_RANDOM_H
#define MANTISSA_THRUST_RANDOM_H
#include <cuda_runtime.h>
namespace thrust {
namespace random {
template <class U, int tag> struct mantissa_engine {
  typedef U result_type;
  static const U default_seed = 1;
  __host__ __device__ explicit mantissa_engine(U seed = default_seed);
  __host__ __device__ void seed(U seed = default_seed);
  __host__ __device__ U operator()() { __builtin_trap(); }
  __host__ __device__ void discard(unsigned long long n) { __builtin_trap(); }
};
typedef mantissa_engine<unsigned int, 0> minstd_rand;
typedef mantissa_engine<unsigned int, 1> minstd_rand0;
typedef mantissa_engine<unsigned int, 2> ranlux24;
typedef mantissa_engine<unsigned long long, 3> ranlux48;
typedef mantissa_engine<unsigned long long, 4> taus88;
typedef minstd_rand default_random_engine;
#define DISTRIBUTION(name, Default, a, b) \
  template <class T = Default> struct name { \
    typedef T result_type; \
    __host__ __device__ explicit name(T first = a, T second = b) { __builtin_trap(); } \
    template <class E> __host__ __device__ T operator()(E &engine) { __builtin_trap(); } \
    __host__ __device__ void reset() { __builtin_trap(); } \
  };
DISTRIBUTION(uniform_real_distribution, double, T(0), T(1))
DISTRIBUTION(uniform_int_distribution, int, T(0), T(2147483647))
DISTRIBUTION(normal_distribution, double, T(0), T(1))
#undef DISTRIBUTION
}
using namespace random;
}
#endif
