// Iterators of cub.
#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, class N = std::ptrdiff_t> using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class N = std::ptrdiff_t> using ConstantInputIterator = thrust::constant_iterator<T>;
template <class T> struct MantissaIndexed {
  template <class K> __host__ __device__ T operator()(K index) const { __builtin_trap(); }
};
template <class T, class F, class I, class N = std::ptrdiff_t> class TransformInputIterator : public thrust::transform_iterator<F, I, T, T> {
 public:
  __host__ __device__ TransformInputIterator(I in, F op) : thrust::transform_iterator<F, I, T, T>(in, op) {}
};
template <class I, class N = std::ptrdiff_t, class T = MantissaIterated<I>> class ArgIndexInputIterator : public thrust::transform_iterator<MantissaIndexed<KeyValuePair<N, T>>, thrust::counting_iterator<N>, KeyValuePair<N, T>, KeyValuePair<N, T>> {
 public:
  __host__ __device__ ArgIndexInputIterator(I in, N offset = 0) { __builtin_trap(); }
};
template <CacheLoadModifier m, class T, class N = std::ptrdiff_t> using CacheModifiedInputIterator = const T *;
}
