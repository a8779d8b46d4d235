// bf16: the upper half of an fp32, as CUDA's __nv_bfloat16. 1 sign bit, 8 exponent bits, 7 fraction bits: p = 8,
// exponents −126…127.
#pragma once

#include "narrow-number.h"

#if defined(__NVCC__) || defined(__CUDA_BF16_H__)
#include <cuda_bf16.h>
#define MX_SOFTWARE_BF16 0
#else
#define MX_SOFTWARE_BF16 1

struct __nv_bfloat16 : mx_runtime::narrow_number<__nv_bfloat16> {
  __nv_bfloat16() = default;
  __nv_bfloat16(float x) : __nv_bfloat16(round(double(x))) {}
  __nv_bfloat16(double x) : __nv_bfloat16(round(x)) {}
  template <class I, class = typename std::enable_if<std::is_integral<I>::value>::type>
  __nv_bfloat16(I x) {
    const mx_runtime::pair_of<double> exact = mx_runtime::pair_of_integer(x);
    *this = round(mx_runtime::round_to_odd(exact.head, exact.tail));
  }

  operator float() const {
    const uint32_t wide = uint32_t(pattern) << 16;
    float x;
    memcpy(&x, &wide, sizeof x);
    return x;
  }

  static __nv_bfloat16 round(double x) {
    if (x != x) return mx_runtime::narrow_number<__nv_bfloat16>::one_nan();
    const float rounded = float(mx_runtime::round_to_bits<8, -126, 127>(x));  // exact: bf16's numbers are fp32's
    uint32_t wide;
    memcpy(&wide, &rounded, sizeof wide);
    return from_bits(static_cast<unsigned short>(wide >> 16));
  }

  static __nv_bfloat16 from_bits(unsigned short bits) {
    __nv_bfloat16 b;
    b.pattern = bits;
    return b;
  }
  unsigned short bits() const { return pattern; }

 private:
  unsigned short pattern;
};
#endif

namespace mx_runtime {

using bf16 = ::__nv_bfloat16;

MX_HD unsigned short bits_of(bf16 x) {
#if MX_SOFTWARE_BF16
  return x.bits();
#else
  return __bfloat16_as_ushort(x);
#endif
}

MX_HD bf16 bf16_from_bits(unsigned short bits) {
#if MX_SOFTWARE_BF16
  return __nv_bfloat16::from_bits(bits);
#else
  return __ushort_as_bfloat16(bits);
#endif
}

/** One rounding from the 53 bits. */
MX_HD bf16 round_to_bf16(double x) {
#if MX_SOFTWARE_BF16
  return __nv_bfloat16::round(x);
#else
  // a double already rounded to 8 bits passes through float unchanged
  return __float2bfloat16_rn(float(round_to_bits<8, -126, 127>(x)));
#endif
}

/** a·b + c rounded once; in software where a device has no such instruction. */
MX_HD bf16 fma(bf16 a, bf16 b, bf16 c) {
#if MX_ON_DEVICE && __CUDA_ARCH__ >= 800
  return __hfma(a, b, c);
#else
  const pair_of<double> sum = two_sum(double(float(a)) * double(float(b)), double(float(c)));
  return round_to_bf16(round_to_odd(sum.head, sum.tail));
#endif
}

}  // namespace mx_runtime
