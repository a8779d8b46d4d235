// fp16: IEEE 754 binary16, as CUDA's __half. 1 sign bit, 5 exponent bits, 10 fraction bits: p = 11, exponents −14…15.
#pragma once

#include "narrow-number.h"

#if defined(__NVCC__) || defined(__CUDA_FP16_H__)
#include <cuda_fp16.h>
#define MX_SOFTWARE_FP16 0
#else
#define MX_SOFTWARE_FP16 1

struct __half : mx_runtime::narrow_number<__half> {
  __half() = default;
  __half(float x) : __half(round(double(x))) {}
  __half(double x) : __half(round(x)) {}
  template <class I, class = typename std::enable_if<std::is_integral<I>::value>::type>
  __half(I x) {
    const mx_runtime::pair_of<double> exact = mx_runtime::pair_of_integer(x);
    *this = round(mx_runtime::round_to_odd(exact.head, exact.tail));
  }

  operator float() const {
    const uint32_t magnitude = uint32_t(pattern & 0x7fff);
    // the fraction and exponent in fp32's places, rebias by 2^(127−15): exact also for subnormals
    uint32_t wide = magnitude << 13;
    float x;
    if (magnitude >= 0x7c00) {
      wide |= 0x7f800000;  // infinities and NaNs
      memcpy(&x, &wide, sizeof x);
    } else {
      memcpy(&x, &wide, sizeof x);
      x *= 0x1p112f;
    }
    return pattern & 0x8000 ? -x : x;
  }

  static __half round(double x) {
    if (x != x) return mx_runtime::narrow_number<__half>::one_nan();
    const double rounded = mx_runtime::round_to_bits<11, -14, 15>(x);
    const unsigned sign = unsigned(mx_runtime::detail::bits_of_double(rounded) >> 48) & 0x8000u;
    const double magnitude = std::fabs(rounded);
    if (magnitude > 65504.0) return from_bits(static_cast<unsigned short>(sign | 0x7c00u));
    if (magnitude < 0x1p-14) return from_bits(static_cast<unsigned short>(sign | unsigned(magnitude * 0x1p24)));
    const unsigned normal = unsigned(mx_runtime::detail::bits_of_double(magnitude) >> 42) - ((1023u - 15u) << 10);
    return from_bits(static_cast<unsigned short>(sign | normal));
  }

  static __half from_bits(unsigned short bits) {
    __half h;
    h.pattern = bits;
    return h;
  }
  unsigned short bits() const { return pattern; }

 private:
  unsigned short pattern;
};
#endif

namespace mx_runtime {

using fp16 = ::__half;

MX_HD unsigned short bits_of(fp16 x) {
#if MX_SOFTWARE_FP16
  return x.bits();
#else
  return __half_as_ushort(x);
#endif
}

MX_HD fp16 fp16_from_bits(unsigned short bits) {
#if MX_SOFTWARE_FP16
  return __half::from_bits(bits);
#else
  return __ushort_as_half(bits);
#endif
}

/** One rounding from the 53 bits, never through float. */
MX_HD fp16 round_to_fp16(double x) {
#if MX_SOFTWARE_FP16
  return __half::round(x);
#elif MX_ON_DEVICE
  return __double2half(x);  // cvt.rn.f16.f64
#else
  // a double already rounded to 11 bits passes through float unchanged
  return __float2half_rn(float(round_to_bits<11, -14, 15>(x)));
#endif
}

/** a·b + c rounded once; in software where a device has no such instruction. */
MX_HD fp16 fma(fp16 a, fp16 b, fp16 c) {
#if MX_ON_DEVICE && __CUDA_ARCH__ >= 530
  return __hfma(a, b, c);
#else
  const pair_of<double> sum = two_sum(double(float(a)) * double(float(b)), double(float(c)));
  return round_to_fp16(round_to_odd(sum.head, sum.tail));
#endif
}

}  // namespace mx_runtime
