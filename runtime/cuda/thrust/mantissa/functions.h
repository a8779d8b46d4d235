// Function objects and placeholders.
#pragma once
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include "thrust/mantissa/tuples.h"
namespace thrust {
template <class A, class R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <class A, class B, class R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };
#define BINARY(name, expression) \
  template <class T = void> struct name { \
    typedef T first_argument_type; typedef T second_argument_type; typedef T result_type; \
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return expression; } \
  }; \
  template <> struct name<void> { template <class A, class B> __host__ __device__ constexpr auto operator()(const A &a, const B &b) const -> decltype(expression) { return expression; } };
#define RELATION(name, expression) \
  template <class T = void> struct name { \
    typedef T first_argument_type; typedef T second_argument_type; typedef bool result_type; \
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return expression; } \
  }; \
  template <> struct name<void> { template <class A, class B> __host__ __device__ constexpr bool operator()(const A &a, const B &b) const { return expression; } };
#define UNARY(name, R, expression) \
  template <class T = void> struct name { typedef T argument_type; typedef R result_type; __host__ __device__ constexpr R operator()(const T &a) const { return expression; } }; \
  template <> struct name<void> { template <class T> __host__ __device__ constexpr auto operator()(const T &a) const -> decltype(expression) { return expression; } };
BINARY(plus, a + b) BINARY(minus, a - b) BINARY(multiplies, a *b) BINARY(divides, a / b) BINARY(modulus, a % b)
BINARY(maximum, a < b ? b : a) BINARY(minimum, b < a ? b : a) BINARY(bit_and, a &b) BINARY(bit_or, a | b) BINARY(bit_xor, a ^ b)
BINARY(project1st, a) BINARY(project2nd, b)
RELATION(equal_to, a == b) RELATION(not_equal_to, a != b) RELATION(less, a < b) RELATION(less_equal, a <= b) RELATION(greater, a > b) RELATION(greater_equal, a >= b)
RELATION(logical_and, a &&b) RELATION(logical_or, a || b)
UNARY(negate, T, -a) UNARY(square, T, a *a) UNARY(logical_not, bool, !a) UNARY(identity, T, a)
#undef BINARY
#undef RELATION
#undef UNARY
template <class F> struct unary_negate { __host__ __device__ explicit unary_negate(F f) { __builtin_trap(); } template <class T> __host__ __device__ bool operator()(const T &a) const { __builtin_trap(); } };
template <class F> __host__ __device__ unary_negate<F> not1(const F &f) { __builtin_trap(); }
template <class F> struct zip_function { __host__ __device__ zip_function(F f) { __builtin_trap(); } template <class T> __host__ __device__ auto operator()(T &&t) const; };
template <class F> __host__ __device__ zip_function<F> make_zip_function(F f) { __builtin_trap(); }
template <class T> __host__ __device__ void swap(T &a, T &b) { __builtin_trap(); }

namespace placeholders {
// an expression over _1, _2, …; its operations are not modelled
struct mantissa_expression {
  template <class T> mantissa_expression operator=(const T &x) const;
  template <class T> mantissa_expression operator[](const T &x) const;
};
#define OPERATOR(op) \
  template <class T> mantissa_expression operator op(mantissa_expression a, const T &b); \
  template <class T> mantissa_expression operator op(const T &a, mantissa_expression b); \
  mantissa_expression operator op(mantissa_expression a, mantissa_expression b);
OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/) OPERATOR(%) OPERATOR(<) OPERATOR(>) OPERATOR(<=) OPERATOR(>=) OPERATOR(==) OPERATOR(!=) OPERATOR(&&) OPERATOR(||)
OPERATOR(&) OPERATOR(|) OPERATOR(^)
#undef OPERATOR
template <class T> mantissa_expression operator+=(mantissa_expression a, const T &b);
template <class T> mantissa_expression operator*=(mantissa_expression a, const T &b);
mantissa_expression operator-(mantissa_expression a);
mantissa_expression operator!(mantissa_expression a);
extern const mantissa_expression _1, _2, _3, _4, _5;
}
}
