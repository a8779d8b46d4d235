// Iterators that compute what they point at.
#pragma once
#include "thrust/mantissa/pointers.h"
#include "thrust/mantissa/tuples.h"
namespace thrust {
// every one of them moves like a random-access iterator
#define ITERATOR(Self, Value, Reference) \
  typedef std::random_access_iterator_tag iterator_category; \
  typedef Value value_type; \
  typedef std::ptrdiff_t difference_type; \
  typedef void pointer; \
  typedef Reference reference; \
  __host__ __device__ Reference operator*() const { __builtin_trap(); } \
  __host__ __device__ Reference operator[](std::ptrdiff_t n) const { __builtin_trap(); } \
  __host__ __device__ Self &operator++() { __builtin_trap(); } \
  __host__ __device__ Self operator++(int) { __builtin_trap(); } \
  __host__ __device__ Self &operator--() { __builtin_trap(); } \
  __host__ __device__ Self operator--(int) { __builtin_trap(); } \
  __host__ __device__ Self &operator+=(std::ptrdiff_t n) { __builtin_trap(); } \
  __host__ __device__ Self &operator-=(std::ptrdiff_t n) { __builtin_trap(); } \
  __host__ __device__ Self operator+(std::ptrdiff_t n) const { __builtin_trap(); } \
  __host__ __device__ Self operator-(std::ptrdiff_t n) const { __builtin_trap(); } \
  __host__ __device__ std::ptrdiff_t operator-(const Self &other) const { __builtin_trap(); } \
  __host__ __device__ bool operator==(const Self &other) const { __builtin_trap(); } \
  __host__ __device__ bool operator!=(const Self &other) const { __builtin_trap(); } \
  __host__ __device__ bool operator<(const Self &other) const { __builtin_trap(); } \
  __host__ __device__ bool operator>(const Self &other) const { __builtin_trap(); } \
  __host__ __device__ bool operator<=(const Self &other) const { __builtin_trap(); } \
  __host__ __device__ bool operator>=(const Self &other) const { __builtin_trap(); } \
  friend __host__ __device__ Self operator+(std::ptrdiff_t n, const Self &i) { __builtin_trap(); }

template <class T, class... Ignored> class counting_iterator {
 public:
  ITERATOR(counting_iterator, T, T)
  __host__ __device__ counting_iterator() { __builtin_trap(); }
  __host__ __device__ explicit counting_iterator(T x) { __builtin_trap(); }
};
template <class T> __host__ __device__ counting_iterator<T> make_counting_iterator(T x) { __builtin_trap(); }

template <class T, class... Ignored> class constant_iterator {
 public:
  ITERATOR(constant_iterator, T, T)
  __host__ __device__ constant_iterator() { __builtin_trap(); }
  __host__ __device__ constant_iterator(const T &x, std::ptrdiff_t i = 0) { __builtin_trap(); }
};
template <class T> __host__ __device__ constant_iterator<T> make_constant_iterator(T x, std::ptrdiff_t i = 0) { __builtin_trap(); }

template <class F, class I, class Reference = decltype(std::declval<F>()(*std::declval<I>())), class Value = typename std::decay<Reference>::type> class transform_iterator {
 public:
  ITERATOR(transform_iterator, Value, Reference)
  __host__ __device__ transform_iterator() { __builtin_trap(); }
  __host__ __device__ transform_iterator(const I &i, F f) { __builtin_trap(); }
  __host__ __device__ explicit transform_iterator(const I &i) { __builtin_trap(); }
  __host__ __device__ const I &base() const { __builtin_trap(); }
};
template <class F, class I> __host__ __device__ transform_iterator<F, I> make_transform_iterator(I i, F f) { __builtin_trap(); }

template <class Tuple> class zip_iterator;
template <class... I> class zip_iterator<tuple<I...>> {
 public:
  typedef tuple<typename std::iterator_traits<I>::value_type...> MantissaValues;
  typedef tuple<typename std::iterator_traits<I>::reference...> MantissaReferences;
  ITERATOR(zip_iterator, MantissaValues, MantissaReferences)
  __host__ __device__ zip_iterator() { __builtin_trap(); }
  __host__ __device__ zip_iterator(tuple<I...> iterators) { __builtin_trap(); }
  __host__ __device__ const tuple<I...> &get_iterator_tuple() const { __builtin_trap(); }
};
template <class... I> __host__ __device__ zip_iterator<tuple<I...>> make_zip_iterator(tuple<I...> iterators) { __builtin_trap(); }
template <class... I> __host__ __device__ zip_iterator<tuple<I...>> make_zip_iterator(I... iterators) { __builtin_trap(); }

template <class Elements, class Indices> class permutation_iterator {
 public:
  ITERATOR(permutation_iterator, typename std::iterator_traits<Elements>::value_type, typename std::iterator_traits<Elements>::reference)
  __host__ __device__ permutation_iterator(Elements elements, Indices indices) { __builtin_trap(); }
};
template <class Elements, class Indices> __host__ __device__ permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) { __builtin_trap(); }

class discard_iterator_value { public: template <class T> __host__ __device__ discard_iterator_value &operator=(const T &x) { __builtin_trap(); } };
template <class... Ignored> class discard_iterator_of {
 public:
  ITERATOR(discard_iterator_of, discard_iterator_value, discard_iterator_value &)
  __host__ __device__ discard_iterator_of(std::ptrdiff_t i = 0) { __builtin_trap(); }
};
using discard_iterator = discard_iterator_of<>;
__host__ __device__ discard_iterator make_discard_iterator(std::ptrdiff_t i = 0);

template <class I> using reverse_iterator = std::reverse_iterator<I>;
template <class I> __host__ __device__ reverse_iterator<I> make_reverse_iterator(I i) { __builtin_trap(); }

struct mantissa_transformed { template <class T> __host__ __device__ const mantissa_transformed &operator=(const T &x) const { __builtin_trap(); } };
template <class F, class O> class transform_output_iterator {
 public:
  ITERATOR(transform_output_iterator, typename std::iterator_traits<O>::value_type, mantissa_transformed)
  __host__ __device__ transform_output_iterator(O out, F f) { __builtin_trap(); }
};
template <class F, class O> __host__ __device__ transform_output_iterator<F, O> make_transform_output_iterator(O out, F f) { __builtin_trap(); }
#undef ITERATOR
}
