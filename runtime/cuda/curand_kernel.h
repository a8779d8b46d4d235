// cuRAND, device side: states and what one draws from them.
#ifndef MANTISSA_CURAND_KERNEL_H
#define MANTISSA_CURAND_KERNEL_H
#include "cuda_runtime.h"
#include "curand.h"
#ifdef __CUDA__
struct curandStateXORWOW { unsigned int d, v[5]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStateMRG32k3a { unsigned int s1[3], s2[3]; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStatePhilox4_32_10 { uint4 ctr, output; uint2 key; unsigned int STATE; int boxmuller_flag, boxmuller_flag_double; float boxmuller_extra; double boxmuller_extra_double; };
struct curandStateSobol32 { unsigned int i, x, c, direction_vectors[32]; };
struct curandStateScrambledSobol32 { unsigned int i, x, c, direction_vectors[32]; };
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
struct curandStateMtgp32 { unsigned int s[1024]; int offset, pIdx; void *k; };
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateMtgp32 curandStateMtgp32_t;

#define SEQUENCE(S) \
  MANTISSA_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, S *state); \
  MANTISSA_DEVICE void skipahead(unsigned long long n, S *state); \
  MANTISSA_DEVICE void skipahead_sequence(unsigned long long n, S *state);
#define DRAW(S) \
  MANTISSA_DEVICE unsigned int curand(S *state); \
  MANTISSA_DEVICE float curand_uniform(S *state); \
  MANTISSA_DEVICE double curand_uniform_double(S *state); \
  MANTISSA_DEVICE float curand_normal(S *state); \
  MANTISSA_DEVICE double curand_normal_double(S *state); \
  MANTISSA_DEVICE float2 curand_normal2(S *state); \
  MANTISSA_DEVICE double2 curand_normal2_double(S *state); \
  MANTISSA_DEVICE float curand_log_normal(S *state, float mean, float deviation); \
  MANTISSA_DEVICE double curand_log_normal_double(S *state, double mean, double deviation); \
  MANTISSA_DEVICE unsigned int curand_poisson(S *state, double lambda);
SEQUENCE(curandStateXORWOW) SEQUENCE(curandStateMRG32k3a) SEQUENCE(curandStatePhilox4_32_10)
DRAW(curandStateXORWOW) DRAW(curandStateMRG32k3a) DRAW(curandStatePhilox4_32_10) DRAW(curandStateSobol32) DRAW(curandStateScrambledSobol32) DRAW(curandStateMtgp32) DRAW(curandStateSobol64)
#undef SEQUENCE
#undef DRAW
MANTISSA_DEVICE void curand_init(unsigned int *directions, unsigned int offset, curandStateSobol32 *state);
MANTISSA_DEVICE void curand_init(unsigned int *directions, unsigned int scramble, unsigned int offset, curandStateScrambledSobol32 *state);
MANTISSA_DEVICE uint4 curand4(curandStatePhilox4_32_10 *state);
MANTISSA_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10 *state);
MANTISSA_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10 *state);
MANTISSA_DEVICE float4 curand_normal4(curandStatePhilox4_32_10 *state);
#endif
#endif
