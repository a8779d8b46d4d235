// Bits, integer products, and the SIMD-in-a-word functions.
#pragma once
#include "host_defines.h"
#ifdef __CUDA__
MANTISSA_DEVICE int __clz(int x);
MANTISSA_DEVICE int __clzll(long long int x);
MANTISSA_DEVICE int __popc(unsigned int x);
MANTISSA_DEVICE int __popcll(unsigned long long int x);
MANTISSA_DEVICE int __ffs(int x);
MANTISSA_DEVICE int __ffsll(long long int x);
MANTISSA_DEVICE unsigned int __brev(unsigned int x);
MANTISSA_DEVICE unsigned long long int __brevll(unsigned long long int x);
MANTISSA_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector);
MANTISSA_DEVICE unsigned int __fns(unsigned int mask, unsigned int base, int offset);
MANTISSA_DEVICE int __hadd(int a, int b);
MANTISSA_DEVICE int __rhadd(int a, int b);
MANTISSA_DEVICE unsigned int __uhadd(unsigned int a, unsigned int b);
MANTISSA_DEVICE unsigned int __urhadd(unsigned int a, unsigned int b);
MANTISSA_DEVICE int __mul24(int a, int b);
MANTISSA_DEVICE unsigned int __umul24(unsigned int a, unsigned int b);
MANTISSA_DEVICE int __mulhi(int a, int b);
MANTISSA_DEVICE unsigned int __umulhi(unsigned int a, unsigned int b);
MANTISSA_DEVICE long long int __mul64hi(long long int a, long long int b);
MANTISSA_DEVICE unsigned long long int __umul64hi(unsigned long long int a, unsigned long long int b);
MANTISSA_DEVICE unsigned int __sad(int a, int b, unsigned int c);
MANTISSA_DEVICE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c);
MANTISSA_DEVICE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift);
MANTISSA_DEVICE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift);
MANTISSA_DEVICE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift);
MANTISSA_DEVICE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift);
MANTISSA_DEVICE int __dp4a(int a, int b, int c);
MANTISSA_DEVICE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c);
MANTISSA_DEVICE int __dp4a(char4 a, char4 b, int c);
MANTISSA_DEVICE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c);
MANTISSA_DEVICE int __dp2a_lo(int a, int b, int c);
MANTISSA_DEVICE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c);
MANTISSA_DEVICE int __dp2a_hi(int a, int b, int c);
MANTISSA_DEVICE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c);
// three-way and fused minima and maxima, some with a lower bound of zero (_relu)
#define EXTREMUM_3(T, name) MANTISSA_HOST_DEVICE T name(const T a, const T b, const T c);
#define EXTREMUM_2(T, name) MANTISSA_HOST_DEVICE T name(const T a, const T b);
#define EXTREMA(m) \
  EXTREMUM_3(int, __vi##m##3_s32) EXTREMUM_3(unsigned int, __vi##m##3_u32) EXTREMUM_3(unsigned int, __vi##m##3_s16x2) EXTREMUM_3(unsigned int, __vi##m##3_u16x2) \
  EXTREMUM_3(int, __vi##m##3_s32_relu) EXTREMUM_3(unsigned int, __vi##m##3_s16x2_relu) EXTREMUM_2(int, __vi##m##_s32_relu) EXTREMUM_2(unsigned int, __vi##m##_s16x2_relu) \
  EXTREMUM_3(int, __viadd##m##_s32) EXTREMUM_3(unsigned int, __viadd##m##_u32) EXTREMUM_3(unsigned int, __viadd##m##_s16x2) EXTREMUM_3(unsigned int, __viadd##m##_u16x2) \
  EXTREMUM_3(int, __viadd##m##_s32_relu) EXTREMUM_3(unsigned int, __viadd##m##_s16x2_relu) \
  MANTISSA_HOST_DEVICE int __vib##m##_s32(const int a, const int b, bool *first); MANTISSA_HOST_DEVICE unsigned int __vib##m##_u32(const unsigned int a, const unsigned int b, bool *first);
EXTREMA(max)
EXTREMA(min)
#undef EXTREMA
#undef EXTREMUM_2
#undef EXTREMUM_3

#define WORD_1(name) MANTISSA_DEVICE unsigned int name##2(unsigned int a); MANTISSA_DEVICE unsigned int name##4(unsigned int a);
#define WORD_2(name) MANTISSA_DEVICE unsigned int name##2(unsigned int a, unsigned int b); MANTISSA_DEVICE unsigned int name##4(unsigned int a, unsigned int b);
WORD_1(__vabs) WORD_1(__vabsss) WORD_1(__vneg) WORD_1(__vnegss)
WORD_2(__vadd) WORD_2(__vaddss) WORD_2(__vaddus) WORD_2(__vsub) WORD_2(__vsubss) WORD_2(__vsubus)
WORD_2(__vavgs) WORD_2(__vavgu) WORD_2(__vhaddu) WORD_2(__vabsdiffs) WORD_2(__vabsdiffu) WORD_2(__vsads) WORD_2(__vsadu)
WORD_2(__vmaxs) WORD_2(__vmaxu) WORD_2(__vmins) WORD_2(__vminu)
WORD_2(__vcmpeq) WORD_2(__vcmpne) WORD_2(__vcmpges) WORD_2(__vcmpgeu) WORD_2(__vcmpgts) WORD_2(__vcmpgtu)
WORD_2(__vcmples) WORD_2(__vcmpleu) WORD_2(__vcmplts) WORD_2(__vcmpltu)
WORD_2(__vseteq) WORD_2(__vsetne) WORD_2(__vsetges) WORD_2(__vsetgeu) WORD_2(__vsetgts) WORD_2(__vsetgtu)
WORD_2(__vsetles) WORD_2(__vsetleu) WORD_2(__vsetlts) WORD_2(__vsetltu)
#undef WORD_1
#undef WORD_2
#endif
