// Iterators of cub.
#pragma once
#include "types.h"
namespace cub {
template <class T, class N = std::ptrdiff_t> using CountingInputIterator = thrust::counting_iterator<T>;
template <class T, class N = std::ptrdiff_t> using ConstantInputIterator = thrust::constant_iterator<T>;
template <class T, class F, class I, class N = std::ptrdiff_t> class TransformInputIterator : public thrust::transform_iterator<F, I, T, T> {
 public:
  TransformInputIterator(I in, F op) : thrust::transform_iterator<F, I, T, T>(in, op) {}
};
/** The value at a place, with the place. */
template <class I, class N> struct indexed_value {
  I in;
  N offset;
  KeyValuePair<N, value_of<I>> operator()(N k) const { return {k, in[offset + k]}; }
};
template <class I, class N = std::ptrdiff_t, class T = value_of<I>> class ArgIndexInputIterator : public thrust::transform_iterator<indexed_value<I, N>, thrust::counting_iterator<N>> {
 public:
  ArgIndexInputIterator(I in, N offset = 0) : thrust::transform_iterator<indexed_value<I, N>, thrust::counting_iterator<N>>(thrust::counting_iterator<N>(0), {in, offset}) {}
};
template <CacheLoadModifier m, class T, class N = std::ptrdiff_t> using CacheModifiedInputIterator = const T *;
}  // namespace cub
