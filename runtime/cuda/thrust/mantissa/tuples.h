// Tuples and pairs that kernels may assign: the standard ones can only do that from C++20 on.
#pragma once
#include <cuda_runtime.h>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
namespace thrust {
template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  pair() = default;
  __host__ __device__ pair(const A &a, const B &b) : first(a), second(b) {}
  template <class C, class D> __host__ __device__ pair(const pair<C, D> &other) : first(other.first), second(other.second) {}
};
template <class A, class B> __host__ __device__ pair<typename std::decay<A>::type, typename std::decay<B>::type> make_pair(A &&a, B &&b) { __builtin_trap(); }
template <class A, class B> __host__ __device__ bool operator==(const pair<A, B> &a, const pair<A, B> &b) { __builtin_trap(); }
template <class A, class B> __host__ __device__ bool operator!=(const pair<A, B> &a, const pair<A, B> &b) { __builtin_trap(); }
template <class A, class B> __host__ __device__ bool operator<(const pair<A, B> &a, const pair<A, B> &b) { __builtin_trap(); }

template <std::size_t, class T> struct MantissaTupleElement { T value; };
template <class, class...> struct MantissaTupleElements;
template <std::size_t... I, class... T> struct MantissaTupleElements<std::index_sequence<I...>, T...> : MantissaTupleElement<I, T>... {
  MantissaTupleElements() = default;
  template <class... U> __host__ __device__ MantissaTupleElements(int, U &&...values) : MantissaTupleElement<I, T>{static_cast<U &&>(values)}... {}
};
template <class... T> class tuple : public MantissaTupleElements<std::index_sequence_for<T...>, T...> {
  typedef MantissaTupleElements<std::index_sequence_for<T...>, T...> Elements;
 public:
  tuple() = default;
  tuple(const tuple &) = default;
  template <class... U, class = typename std::enable_if<sizeof...(U) == sizeof...(T) && (std::is_convertible<U &&, T>::value && ...)>::type>
  __host__ __device__ tuple(U &&...values) : Elements(0, static_cast<U &&>(values)...) {}
  template <class... U, class = typename std::enable_if<sizeof...(U) == sizeof...(T)>::type> __host__ __device__ tuple(const tuple<U...> &other) { __builtin_trap(); }
  __host__ __device__ tuple &operator=(const tuple &other) { __builtin_trap(); }
  template <class... U> __host__ __device__ tuple &operator=(const tuple<U...> &other) { __builtin_trap(); }
  template <class A, class B> __host__ __device__ tuple &operator=(const pair<A, B> &other) { __builtin_trap(); }
};
template <std::size_t I, class T> struct tuple_element;
template <std::size_t I, class... T> struct tuple_element<I, tuple<T...>> { typedef typename std::tuple_element<I, std::tuple<T...>>::type type; };
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T> __host__ __device__ typename tuple_element<I, tuple<T...>>::type &get(tuple<T...> &t) { return static_cast<MantissaTupleElement<I, typename tuple_element<I, tuple<T...>>::type> &>(t).value; }
template <std::size_t I, class... T> __host__ __device__ const typename tuple_element<I, tuple<T...>>::type &get(const tuple<T...> &t) { return static_cast<const MantissaTupleElement<I, typename tuple_element<I, tuple<T...>>::type> &>(t).value; }
template <std::size_t I, class... T> __host__ __device__ typename tuple_element<I, tuple<T...>>::type &&get(tuple<T...> &&t) { return static_cast<typename tuple_element<I, tuple<T...>>::type &&>(static_cast<MantissaTupleElement<I, typename tuple_element<I, tuple<T...>>::type> &>(t).value); }
template <std::size_t I, class A, class B> __host__ __device__ auto &get(pair<A, B> &p) { if constexpr (I == 0) return p.first; else return p.second; }
template <std::size_t I, class A, class B> __host__ __device__ const auto &get(const pair<A, B> &p) { if constexpr (I == 0) return p.first; else return p.second; }
template <class... T> __host__ __device__ tuple<typename std::decay<T>::type...> make_tuple(T &&...values) { __builtin_trap(); }
template <class... T> __host__ __device__ tuple<T &...> tie(T &...values) { __builtin_trap(); }
template <class... T, class... U> __host__ __device__ bool operator==(const tuple<T...> &a, const tuple<U...> &b) { __builtin_trap(); }
template <class... T, class... U> __host__ __device__ bool operator!=(const tuple<T...> &a, const tuple<U...> &b) { __builtin_trap(); }
template <class... T, class... U> __host__ __device__ bool operator<(const tuple<T...> &a, const tuple<U...> &b) { __builtin_trap(); }
struct null_type {};
}
// for auto [a, b] = …
template <class... T> struct std::tuple_size<thrust::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class... T> struct std::tuple_element<I, thrust::tuple<T...>> { typedef typename thrust::tuple_element<I, thrust::tuple<T...>>::type type; };
