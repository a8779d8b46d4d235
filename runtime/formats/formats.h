// All formats, their operators and functions. Header-only, C++17 and CUDA, namespace mx_runtime; decimal.h (host) is separate.
#pragma once

#include "bf16.h"
#include "cmp32x2.h"
#include "cmp64x2.h"
#include "fp16.h"
#include "fp32x2.h"
#include "fp64x2.h"
#include "fp64x4.h"

namespace mx_runtime {

/** pow of two formats, or of a format and an integer, in the one they meet in. */
template <class A, class B, std::enable_if_t<is_multi_part_mix<A, B> || is_narrow_mix<A, B>, int> = 0>
MX_HD meet_t<A, B> pow(const A &a, const B &b) {
  return pow(convert<meet_t<A, B>>(a), convert<meet_t<A, B>>(b));
}

}  // namespace mx_runtime
