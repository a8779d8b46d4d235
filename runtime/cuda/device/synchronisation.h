// Barriers, fences, clocks, votes, shuffles.
#pragma once
#include "host_defines.h"
#include "device_launch_parameters.h"
#ifdef __CUDA__
// clang knows this one as a builtin, which has external linkage
extern "C" __device__ void __syncthreads();
MANTISSA_DEVICE int __syncthreads_count(int predicate);
MANTISSA_DEVICE int __syncthreads_and(int predicate);
MANTISSA_DEVICE int __syncthreads_or(int predicate);
MANTISSA_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu);
MANTISSA_DEVICE void __barrier_sync(unsigned int id);
MANTISSA_DEVICE void __barrier_sync_count(unsigned int id, unsigned int count);
MANTISSA_DEVICE void __threadfence();
MANTISSA_DEVICE void __threadfence_block();
MANTISSA_DEVICE void __threadfence_system();
MANTISSA_DEVICE void __prof_trigger(int number);
MANTISSA_DEVICE void __trap();
MANTISSA_DEVICE void __brkpt(int number = 0);
MANTISSA_DEVICE void __nanosleep(unsigned int nanoseconds);
MANTISSA_DEVICE long long int clock64();

MANTISSA_DEVICE unsigned int __activemask();
MANTISSA_DEVICE int __all_sync(unsigned int mask, int predicate);
MANTISSA_DEVICE int __any_sync(unsigned int mask, int predicate);
MANTISSA_DEVICE int __uni_sync(unsigned int mask, int predicate);
MANTISSA_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate);
// without a mask: until compute capability 7.0
MANTISSA_DEVICE int __all(int predicate);
MANTISSA_DEVICE int __any(int predicate);
MANTISSA_DEVICE unsigned int __ballot(int predicate);

#define SHUFFLE(T) \
  MANTISSA_DEVICE T __shfl_sync(unsigned int mask, T value, int lane, int width = 32); \
  MANTISSA_DEVICE T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
  MANTISSA_DEVICE T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32); \
  MANTISSA_DEVICE T __shfl_xor_sync(unsigned int mask, T value, int laneMask, int width = 32); \
  MANTISSA_DEVICE T __shfl(T value, int lane, int width = 32); \
  MANTISSA_DEVICE T __shfl_up(T value, unsigned int delta, int width = 32); \
  MANTISSA_DEVICE T __shfl_down(T value, unsigned int delta, int width = 32); \
  MANTISSA_DEVICE T __shfl_xor(T value, int laneMask, int width = 32);
#define MATCH(T) \
  MANTISSA_DEVICE unsigned int __match_any_sync(unsigned int mask, T value); \
  MANTISSA_DEVICE unsigned int __match_all_sync(unsigned int mask, T value, int *predicate);
SHUFFLE(int) SHUFFLE(unsigned int) SHUFFLE(long int) SHUFFLE(unsigned long int)
SHUFFLE(long long int) SHUFFLE(unsigned long long int) SHUFFLE(float) SHUFFLE(double)
MATCH(int) MATCH(unsigned int) MATCH(long int) MATCH(unsigned long int)
MATCH(long long int) MATCH(unsigned long long int) MATCH(float) MATCH(double)
#undef SHUFFLE
#undef MATCH

#define REDUCE(T) \
  MANTISSA_DEVICE T __reduce_add_sync(unsigned int mask, T value); \
  MANTISSA_DEVICE T __reduce_min_sync(unsigned int mask, T value); \
  MANTISSA_DEVICE T __reduce_max_sync(unsigned int mask, T value);
REDUCE(int) REDUCE(unsigned int)
#undef REDUCE
MANTISSA_DEVICE unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
MANTISSA_DEVICE unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
MANTISSA_DEVICE unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);
#endif
