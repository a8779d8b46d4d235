// Barriers that threads arrive at, and copies that arrive at them.
#pragma once
#include <chrono>
#include <cstddef>
#include "cuda/mantissa/scopes.h"
namespace cuda {
namespace std {
struct mantissa_nothing_more { __host__ __device__ void operator()() noexcept; };
}
template <thread_scope scope, class Completion = std::mantissa_nothing_more> class barrier {
 public:
  class arrival_token {};
  barrier() = default;
  __host__ __device__ explicit barrier(::std::ptrdiff_t expected, Completion completion = Completion());
  __host__ __device__ arrival_token arrive(::std::ptrdiff_t count = 1);
  __host__ __device__ void wait(arrival_token &&token) const;
  __host__ __device__ void arrive_and_wait();
  __host__ __device__ void arrive_and_drop();
  friend __host__ __device__ void init(barrier *made, ::std::ptrdiff_t expected) {}
};
template <::std::size_t n> struct aligned_size_t {
  ::std::size_t value;
  __host__ __device__ explicit constexpr aligned_size_t(::std::size_t size) : value(size) {}
  __host__ __device__ constexpr operator ::std::size_t() const { return value; }
};
template <class Group, class T, class Size, class Sync> __host__ __device__ void memcpy_async(const Group &group, T *to, const T *from, Size size, Sync &sync);
template <class T, class Size, class Sync> __host__ __device__ void memcpy_async(T *to, const T *from, Size size, Sync &sync);
template <class Size, class Sync> __host__ __device__ void memcpy_async(void *to, const void *from, Size size, Sync &sync);
namespace std {
template <class Completion = mantissa_nothing_more> using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}
}
