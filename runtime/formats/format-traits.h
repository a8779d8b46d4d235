// mx_runtime::format_traits<T>: the format table for generic code (design, "Words"; src/numerics/format.ts holds the same figures).
//
// significand_bits p counts the implicit bit; a normal number is ±m·2^e, 1 ≤ m < 2, exponent_min ≤ e ≤ exponent_max.
// Two formats meet in the one of higher rank; fp16 and bf16, of equal rank, meet in fp32; an integer adapts to the other.
// MX_WIDE_ONLY leaves out fp16, bf16 and the composites: scripts/write-formats-header.mjs makes the header of patches so.
#pragma once

#include <type_traits>

#include "error-free-transforms.h"

#ifndef MX_WIDE_ONLY
#include "bf16.h"
#include "fp16.h"
#endif  // MX_WIDE_ONLY

namespace mx_runtime {

template <class T> struct double_word;
#ifndef MX_WIDE_ONLY
template <class T> struct composite;
#endif  // MX_WIDE_ONLY
struct fp64x4;
using fp32 = float;
using fp64 = double;
using fp32x2 = double_word<float>;
using fp64x2 = double_word<double>;
#ifndef MX_WIDE_ONLY
using cmp32x2 = composite<float>;
using cmp64x2 = composite<double>;
#endif  // MX_WIDE_ONLY

template <class T> struct format_traits {
  static constexpr bool is_format = false;
};

#define MX_FORMAT(type, text, bits, minimum, maximum, order, next, part_type, count) \
  template <> struct format_traits<type> {                                           \
    static constexpr bool is_format = true;                                          \
    static constexpr const char *name() { return text; }                             \
    static constexpr int significand_bits = bits;                                    \
    static constexpr int exponent_min = minimum;                                     \
    static constexpr int exponent_max = maximum;                                     \
    static constexpr int rank = order;                                               \
    static constexpr int parts = count;                                              \
    using wider = next;                                                              \
    using part = part_type;                                                          \
  }
#ifndef MX_WIDE_ONLY
MX_FORMAT(fp16, "fp16", 11, -14, 15, 0, fp32, fp16, 1);
MX_FORMAT(bf16, "bf16", 8, -126, 127, 0, fp32, bf16, 1);
#endif  // MX_WIDE_ONLY
MX_FORMAT(fp32, "fp32", 24, -126, 127, 1, fp64, fp32, 1);
#ifndef MX_WIDE_ONLY
MX_FORMAT(cmp32x2, "cmp32x2", 24, -126, 127, 2, fp64, fp32, 2);
#endif  // MX_WIDE_ONLY
MX_FORMAT(fp32x2, "fp32x2", 48, -126, 127, 3, fp64, fp32, 2);
MX_FORMAT(fp64, "fp64", 53, -1022, 1023, 4, fp64x2, fp64, 1);
#ifndef MX_WIDE_ONLY
MX_FORMAT(cmp64x2, "cmp64x2", 53, -1022, 1023, 5, fp64x2, fp64, 2);
#endif  // MX_WIDE_ONLY
MX_FORMAT(fp64x2, "fp64x2", 106, -1022, 1023, 6, fp64x4, fp64, 2);
MX_FORMAT(fp64x4, "fp64x4", 212, -1022, 1023, 7, fp64x4, fp64, 4);
#undef MX_FORMAT

/** A format or an integer: what an operator of this library takes. */
template <class T> constexpr bool is_format = format_traits<T>::is_format;
template <class T> constexpr bool is_operand = is_format<T> || std::is_integral<T>::value;
/** A class of this library, as opposed to float, double, and CUDA's fp16 and bf16. */
template <class T> constexpr bool is_multi_part = false;
template <class T> constexpr bool is_multi_part<double_word<T>> = true;
#ifndef MX_WIDE_ONLY
template <class T> constexpr bool is_multi_part<composite<T>> = true;
#endif  // MX_WIDE_ONLY
template <> inline constexpr bool is_multi_part<fp64x4> = true;
template <class T> constexpr bool is_narrow = false;
#ifndef MX_WIDE_ONLY
template <> inline constexpr bool is_narrow<fp16> = true;
template <> inline constexpr bool is_narrow<bf16> = true;
#endif  // MX_WIDE_ONLY

namespace detail {

template <class T, bool = is_format<T>> struct rank_of { static constexpr int value = format_traits<T>::rank; };
template <class T> struct rank_of<T, false> { static constexpr int value = -1; };

template <class A, class B> struct meeting {
  static constexpr int a = rank_of<A>::value, b = rank_of<B>::value;
  static constexpr bool equal_rank = a == b && !std::is_same<A, B>::value;
  using type = typename std::conditional<equal_rank, fp32, typename std::conditional<(a >= b), A, B>::type>::type;
};

}  // namespace detail

template <class A, class B> using meet_t = typename detail::meeting<A, B>::type;

/** Implicit conversions to a multi-word format: from lower formats, from integers, and, as between C++'s own types, from double. */
template <class From, class To> constexpr bool converts_implicitly =
    is_operand<From> && !std::is_same<From, To>::value &&
    (detail::rank_of<From>::value < detail::rank_of<To>::value || std::is_floating_point<From>::value);
template <class From, class To> constexpr bool converts_explicitly =
    is_format<From> && !std::is_same<From, To>::value && !converts_implicitly<From, To>;

/** Any operand to any format, and a format to an integer (towards zero): see conversion.h. */
template <class To, class From> MX_HD constexpr To convert(const From &x);

/** __half and __nv_bfloat16 of any header: two bytes, constructed from a double and read as a float. */
template <class T> constexpr bool is_half_class = std::is_class<T>::value && sizeof(T) == 2 && !is_narrow<T> &&
                                                  std::is_constructible<T, double>::value && std::is_convertible<T, float>::value;
template <class T, class From> MX_HD T convert_to_half(const From &x);

}  // namespace mx_runtime
