// Complex numbers for host and device.
#ifndef MANTISSA_THRUST_COMPLEX_H
#define MANTISSA_THRUST_COMPLEX_H
#include <cuda_runtime.h>
#include <complex>
#include <iosfwd>
namespace thrust {
template <class T> struct complex {
  typedef T value_type;
  complex() = default;
  __host__ __device__ complex(const T &re) { __builtin_trap(); }
  __host__ __device__ complex(const T &re, const T &im) { __builtin_trap(); }
  complex(const complex &) = default;
  complex &operator=(const complex &) = default;
  template <class U> __host__ __device__ complex(const complex<U> &z) { __builtin_trap(); }
  template <class U> __host__ __device__ complex(const std::complex<U> &z) { __builtin_trap(); }
  __host__ __device__ complex &operator=(const T &re) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator=(const complex<U> &z) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator=(const std::complex<U> &z) { __builtin_trap(); }
  __host__ __device__ T real() const { __builtin_trap(); }
  __host__ __device__ T imag() const { __builtin_trap(); }
  __host__ __device__ void real(T re) { __builtin_trap(); }
  __host__ __device__ void imag(T im) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator+=(const complex<U> &z) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator-=(const complex<U> &z) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator*=(const complex<U> &z) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator/=(const complex<U> &z) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator+=(const U &x) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator-=(const U &x) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator*=(const U &x) { __builtin_trap(); }
  template <class U> __host__ __device__ complex &operator/=(const U &x) { __builtin_trap(); }
  operator std::complex<T>() const { __builtin_trap(); }
 private:
  T re_, im_;
};
// the higher of two precisions wins; a real operand is promoted as in real arithmetic
template <class A, class B> using mantissa_wider = decltype(A() + B());
#define OPERATOR(op) \
  template <class A, class B> __host__ __device__ complex<mantissa_wider<A, B>> operator op(const complex<A> &a, const complex<B> &b) { __builtin_trap(); } \
  template <class A, class B> __host__ __device__ complex<mantissa_wider<A, B>> operator op(const complex<A> &a, const B &b) { __builtin_trap(); } \
  template <class A, class B> __host__ __device__ complex<mantissa_wider<A, B>> operator op(const A &a, const complex<B> &b) { __builtin_trap(); }
OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/)
#undef OPERATOR
template <class T> __host__ __device__ complex<T> operator+(const complex<T> &z) { __builtin_trap(); }
template <class T> __host__ __device__ complex<T> operator-(const complex<T> &z) { __builtin_trap(); }
template <class A, class B> __host__ __device__ bool operator==(const complex<A> &a, const complex<B> &b) { __builtin_trap(); }
template <class A, class B> __host__ __device__ bool operator!=(const complex<A> &a, const complex<B> &b) { __builtin_trap(); }
template <class T> __host__ __device__ T abs(const complex<T> &z) { __builtin_trap(); }
template <class T> __host__ __device__ T arg(const complex<T> &z) { __builtin_trap(); }
template <class T> __host__ __device__ T norm(const complex<T> &z) { __builtin_trap(); }
template <class T> __host__ __device__ complex<T> conj(const complex<T> &z) { __builtin_trap(); }
template <class T> __host__ __device__ complex<T> polar(const T &magnitude, const T &angle = T()) { __builtin_trap(); }
template <class T> __host__ __device__ complex<T> proj(const complex<T> &z) { __builtin_trap(); }
#define FUNCTION(name) template <class T> __host__ __device__ complex<T> name(const complex<T> &z) { __builtin_trap(); }
FUNCTION(exp) FUNCTION(log) FUNCTION(log10) FUNCTION(sqrt) FUNCTION(sin) FUNCTION(cos) FUNCTION(tan) FUNCTION(sinh) FUNCTION(cosh) FUNCTION(tanh)
FUNCTION(asin) FUNCTION(acos) FUNCTION(atan)
#undef FUNCTION
template <class A, class B> __host__ __device__ complex<mantissa_wider<A, B>> pow(const complex<A> &z, const complex<B> &w) { __builtin_trap(); }
template <class A, class B> __host__ __device__ complex<mantissa_wider<A, B>> pow(const complex<A> &z, const B &w) { __builtin_trap(); }
template <class T, class C, class R> std::basic_ostream<C, R> &operator<<(std::basic_ostream<C, R> &out, const complex<T> &z) { __builtin_trap(); }
}
#endif
