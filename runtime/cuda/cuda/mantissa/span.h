// cuda::std::span, which C++17 has too.
#pragma once
#include <array>
#include <cstddef>
#include <span>
#include "cuda/mantissa/standard.h"
#if __cplusplus < 202002L
namespace cuda {
namespace std {
constexpr size_t dynamic_extent = size_t(-1);
template <class T, size_t extent = dynamic_extent> class span {
 public:
  typedef T element_type;
  typedef typename ::std::remove_cv<T>::type value_type;
  typedef T *pointer;
  typedef T &reference;
  typedef T *iterator;
  typedef size_t size_type;
  __host__ __device__ span() { __builtin_trap(); }
  __host__ __device__ span(T *first, size_t count) { __builtin_trap(); }
  __host__ __device__ span(T *first, T *last) { __builtin_trap(); }
  template <size_t n> __host__ __device__ span(T (&array)[n]) { __builtin_trap(); }
  template <class C, class = decltype(::std::declval<C &>().data()), class = decltype(::std::declval<C &>().size())> __host__ __device__ span(C &&container) { __builtin_trap(); }
  __host__ __device__ T *data() const { __builtin_trap(); }
  __host__ __device__ size_t size() const { __builtin_trap(); }
  __host__ __device__ size_t size_bytes() const { __builtin_trap(); }
  __host__ __device__ bool empty() const { __builtin_trap(); }
  __host__ __device__ T &operator[](size_t index) const { __builtin_trap(); }
  __host__ __device__ T &front() const { __builtin_trap(); }
  __host__ __device__ T &back() const { __builtin_trap(); }
  __host__ __device__ T *begin() const { __builtin_trap(); }
  __host__ __device__ T *end() const { __builtin_trap(); }
  __host__ __device__ span<T> subspan(size_t offset, size_t count = dynamic_extent) const { __builtin_trap(); }
  __host__ __device__ span<T> first(size_t count) const { __builtin_trap(); }
  __host__ __device__ span<T> last(size_t count) const { __builtin_trap(); }
};
}
}
#endif
