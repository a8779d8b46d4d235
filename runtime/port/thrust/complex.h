// Complex numbers: std::complex with thrust's freer mixing of precisions.
#ifndef MANTISSA_THRUST_COMPLEX_H
#define MANTISSA_THRUST_COMPLEX_H
#include "../cuda_runtime.h"
#include <complex>
namespace thrust {
template <class T> struct complex : std::complex<T> {
  using std::complex<T>::complex;
  using std::complex<T>::operator=;
  complex() = default;
  complex(const std::complex<T> &z) : std::complex<T>(z) {}
  template <class U> complex(const complex<U> &z) : std::complex<T>(T(z.real()), T(z.imag())) {}
  template <class U> complex(const std::complex<U> &z) : std::complex<T>(T(z.real()), T(z.imag())) {}
};
template <class A, class B> using wider = decltype(A() + B());
#define OPERATOR(op)                                                                                                                      \
  template <class A, class B> complex<wider<A, B>> operator op(const complex<A> &a, const complex<B> &b) { using W = std::complex<wider<A, B>>; return W(complex<wider<A, B>>(a)) op W(complex<wider<A, B>>(b)); } \
  template <class A, class B> requires std::is_arithmetic_v<B> complex<wider<A, B>> operator op(const complex<A> &a, const B &b) { return std::complex<wider<A, B>>(complex<wider<A, B>>(a)) op wider<A, B>(b); } \
  template <class A, class B> requires std::is_arithmetic_v<A> complex<wider<A, B>> operator op(const A &a, const complex<B> &b) { return wider<A, B>(a) op std::complex<wider<A, B>>(complex<wider<A, B>>(b)); }
OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/)
#undef OPERATOR
template <class T> complex<T> operator-(const complex<T> &z) { return {-z.real(), -z.imag()}; }
template <class T> T abs(const complex<T> &z) { return std::abs(static_cast<const std::complex<T> &>(z)); }
template <class T> T arg(const complex<T> &z) { return std::arg(static_cast<const std::complex<T> &>(z)); }
template <class T> T norm(const complex<T> &z) { return std::norm(static_cast<const std::complex<T> &>(z)); }
template <class T> complex<T> polar(const T &magnitude, const T &angle = T()) { return std::polar(magnitude, angle); }
#define FUNCTION(name) template <class T> complex<T> name(const complex<T> &z) { return std::name(static_cast<const std::complex<T> &>(z)); }
FUNCTION(conj) FUNCTION(proj) FUNCTION(exp) FUNCTION(log) FUNCTION(log10) FUNCTION(sqrt) FUNCTION(sin) FUNCTION(cos) FUNCTION(tan) FUNCTION(sinh)
FUNCTION(cosh) FUNCTION(tanh) FUNCTION(asin) FUNCTION(acos) FUNCTION(atan)
#undef FUNCTION
template <class T, class U> complex<T> pow(const complex<T> &z, const U &w) { return std::pow(static_cast<const std::complex<T> &>(z), w); }
}  // namespace thrust
#endif
