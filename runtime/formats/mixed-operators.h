// Operators between different formats, and with integers: both operands are converted to the format they meet in
// (format-traits.h), and a compound assignment converts the result back.
//
// For CUDA's fp16 and bf16, which live in the global namespace, the operators with another format do too; CUDA itself leaves
// those expressions ambiguous. Compound assignment to them stays CUDA's (the right operand is converted first).
#pragma once

#include "conversion.h"

namespace mx_runtime {

template <class A, class B> constexpr bool is_multi_part_mix =
    is_operand<A> && is_operand<B> && !std::is_same<A, B>::value && (is_multi_part<A> || is_multi_part<B>);
template <class A, class B> constexpr bool is_narrow_mix = is_operand<A> && is_operand<B> && !std::is_same<A, B>::value &&
    (is_narrow<A> || is_narrow<B>) && !is_multi_part<A> && !is_multi_part<B>;
template <class A, class B> constexpr bool is_compound =
    is_format<A> && is_operand<B> && (is_multi_part<A> || is_multi_part<B>);

#define MX_ARITHMETIC(op, mix)                                                                                          \
  template <class A, class B, std::enable_if_t<mix<A, B>, int> = 0>                                                     \
  MX_HD mx_runtime::meet_t<A, B> operator op(const A &a, const B &b) {                                                          \
    return mx_runtime::convert<mx_runtime::meet_t<A, B>>(a) op mx_runtime::convert<mx_runtime::meet_t<A, B>>(b);                                        \
  }
#define MX_COMPARISON(op, mix)                                                                                          \
  template <class A, class B, std::enable_if_t<mix<A, B>, int> = 0> MX_HD bool operator op(const A &a, const B &b) {    \
    return mx_runtime::convert<mx_runtime::meet_t<A, B>>(a) op mx_runtime::convert<mx_runtime::meet_t<A, B>>(b);                                        \
  }
#define MX_COMPOUND(op)                                                                                                 \
  template <class A, class B, std::enable_if_t<is_compound<A, B>, int> = 0> MX_HD A &operator op##=(A &a, const B &b) { \
    return a = convert<A>(a op b);                                                                                      \
  }
#define MX_MIXED(mix) \
  MX_ARITHMETIC(+, mix)   \
  MX_ARITHMETIC(-, mix)   \
  MX_ARITHMETIC(*, mix)   \
  MX_ARITHMETIC(/, mix)   \
  MX_COMPARISON(==, mix)  \
  MX_COMPARISON(!=, mix)  \
  MX_COMPARISON(<, mix)   \
  MX_COMPARISON(<=, mix)  \
  MX_COMPARISON(>, mix)   \
  MX_COMPARISON(>=, mix)

MX_MIXED(is_multi_part_mix)
MX_COMPOUND(+)
MX_COMPOUND(-)
MX_COMPOUND(*)
MX_COMPOUND(/)

template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MX_HD A &operator++(A &a) { return a += 1; }
template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MX_HD A &operator--(A &a) { return a -= 1; }
template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MX_HD A operator++(A &a, int) { A before = a; a += 1; return before; }
template <class A, std::enable_if_t<is_multi_part<A>, int> = 0> MX_HD A operator--(A &a, int) { A before = a; a -= 1; return before; }

}  // namespace mx_runtime

#ifndef MX_WIDE_ONLY
MX_MIXED(mx_runtime::is_narrow_mix)
#endif  // MX_WIDE_ONLY

#undef MX_ARITHMETIC
#undef MX_COMPARISON
#undef MX_COMPOUND
#undef MX_MIXED
