// Function objects and placeholders.
#pragma once
#include "tuples.h"
#include <stdexcept>
#include <string>
namespace thrust {
template <class A, class R> struct unary_function { using argument_type = A; using result_type = R; };
template <class A, class B, class R> struct binary_function { using first_argument_type = A; using second_argument_type = B; using result_type = R; };
#define FUNCTION_2(name, R, expression)                                                                              \
  template <class T = void> struct name {                                                                            \
    using first_argument_type = T; using second_argument_type = T; using result_type = R;                            \
    constexpr R operator()(const T &a, const T &b) const { return expression; }                                      \
  };                                                                                                                 \
  template <> struct name<void> { template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return expression; } };
#define FUNCTION_1(name, R, expression)                                                                              \
  template <class T = void> struct name {                                                                            \
    using argument_type = T; using result_type = R;                                                                  \
    constexpr R operator()(const T &a) const { return expression; }                                                  \
  };                                                                                                                 \
  template <> struct name<void> { template <class T> constexpr auto operator()(const T &a) const { return expression; } };
FUNCTION_2(plus, T, a + b) FUNCTION_2(minus, T, a - b) FUNCTION_2(multiplies, T, a * b) FUNCTION_2(divides, T, a / b) FUNCTION_2(modulus, T, a % b)
FUNCTION_2(maximum, T, a < b ? b : a) FUNCTION_2(minimum, T, b < a ? b : a) FUNCTION_2(bit_and, T, a & b) FUNCTION_2(bit_or, T, a | b)
FUNCTION_2(bit_xor, T, a ^ b) FUNCTION_2(project1st, T, (void(b), a)) FUNCTION_2(project2nd, T, (void(a), b))
FUNCTION_2(equal_to, bool, a == b) FUNCTION_2(not_equal_to, bool, a != b) FUNCTION_2(less, bool, a < b) FUNCTION_2(less_equal, bool, a <= b)
FUNCTION_2(greater, bool, a > b) FUNCTION_2(greater_equal, bool, a >= b) FUNCTION_2(logical_and, bool, a && b) FUNCTION_2(logical_or, bool, a || b)
FUNCTION_1(negate, T, -a) FUNCTION_1(square, T, a * a) FUNCTION_1(logical_not, bool, !a) FUNCTION_1(identity, T, a)
#undef FUNCTION_1
#undef FUNCTION_2
template <class F> struct unary_negate {
  F f;
  explicit unary_negate(F g) : f(g) {}
  template <class T> bool operator()(const T &a) const { return !f(a); }
};
template <class F> unary_negate<F> not1(const F &f) { return unary_negate<F>(f); }
template <class F> struct zip_function {
  F f;
  zip_function(F g) : f(g) {}
  template <class T> auto operator()(T &&t) const { return std::apply(f, std::forward<T>(t)); }
};
template <class F> zip_function<F> make_zip_function(F f) { return f; }
using std::swap;

/** _1 * 2 + _2 is a function of its arguments, built from functions of them. */
namespace placeholders {
template <class F> struct expression {
  F f;
  template <class... A> decltype(auto) operator()(A &&...arguments) const { return f(arguments...); }
};
template <class F> expression(F) -> expression<F>;
template <class T> struct is_expression : std::false_type {};
template <class F> struct is_expression<expression<F>> : std::true_type {};
template <class T, class... A> decltype(auto) evaluate(const T &t, A &...arguments) {
  if constexpr (is_expression<T>::value) return t(arguments...);
  else return t;
}
#define OPERATOR(op)                                                                                                                    \
  template <class A, class B> requires(is_expression<A>::value || is_expression<B>::value) auto operator op(const A &a, const B &b) {   \
    return expression{[a, b](auto &...x) { return evaluate(a, x...) op evaluate(b, x...); }};                                           \
  }
OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/) OPERATOR(%) OPERATOR(<) OPERATOR(>) OPERATOR(<=) OPERATOR(>=) OPERATOR(==) OPERATOR(!=)
OPERATOR(&&) OPERATOR(||) OPERATOR(&) OPERATOR(|) OPERATOR(^)
#undef OPERATOR
#define ASSIGNMENT(op)                                                                                                                  \
  template <class F, class B> auto operator op(const expression<F> &a, const B &b) {                                                    \
    return expression{[a, b](auto &...x) -> decltype(auto) { return a(x...) op evaluate(b, x...); }};                                   \
  }
ASSIGNMENT(+=) ASSIGNMENT(-=) ASSIGNMENT(*=) ASSIGNMENT(/=)
#undef ASSIGNMENT
template <class F> auto operator-(const expression<F> &a) { return expression{[a](auto &...x) { return -a(x...); }}; }
template <class F> auto operator!(const expression<F> &a) { return expression{[a](auto &...x) { return !a(x...); }}; }
template <std::size_t I> inline constexpr auto argument = expression{[](auto &...x) -> auto & { return std::get<I>(std::tie(x...)); }};
inline constexpr auto _1 = argument<0>;
inline constexpr auto _2 = argument<1>;
inline constexpr auto _3 = argument<2>;
inline constexpr auto _4 = argument<3>;
inline constexpr auto _5 = argument<4>;
}  // namespace placeholders
}  // namespace thrust
