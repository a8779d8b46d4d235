// Atomic functions, for the whole device, for a block (_block) and for the system (_system).
#pragma once
#include "host_defines.h"
#include "vector_types.h"
#ifdef __CUDA__
typedef unsigned long long int MantissaAtomicWord;
#define ATOMIC(name, T) \
  MANTISSA_DEVICE T name(T *address, T value); \
  MANTISSA_DEVICE T name##_block(T *address, T value); \
  MANTISSA_DEVICE T name##_system(T *address, T value);
#define ATOMIC_CAS(T) \
  MANTISSA_DEVICE T atomicCAS(T *address, T compare, T value); \
  MANTISSA_DEVICE T atomicCAS_block(T *address, T compare, T value); \
  MANTISSA_DEVICE T atomicCAS_system(T *address, T compare, T value);
ATOMIC(atomicAdd, int) ATOMIC(atomicAdd, unsigned int) ATOMIC(atomicAdd, MantissaAtomicWord)
ATOMIC(atomicAdd, float) ATOMIC(atomicAdd, double) ATOMIC(atomicAdd, float2) ATOMIC(atomicAdd, float4)
ATOMIC(atomicSub, int) ATOMIC(atomicSub, unsigned int)
ATOMIC(atomicExch, int) ATOMIC(atomicExch, unsigned int) ATOMIC(atomicExch, MantissaAtomicWord) ATOMIC(atomicExch, float)
ATOMIC(atomicMin, int) ATOMIC(atomicMin, unsigned int) ATOMIC(atomicMin, long long int) ATOMIC(atomicMin, MantissaAtomicWord)
ATOMIC(atomicMax, int) ATOMIC(atomicMax, unsigned int) ATOMIC(atomicMax, long long int) ATOMIC(atomicMax, MantissaAtomicWord)
ATOMIC(atomicInc, unsigned int) ATOMIC(atomicDec, unsigned int)
ATOMIC(atomicAnd, int) ATOMIC(atomicAnd, unsigned int) ATOMIC(atomicAnd, MantissaAtomicWord)
ATOMIC(atomicOr, int) ATOMIC(atomicOr, unsigned int) ATOMIC(atomicOr, MantissaAtomicWord)
ATOMIC(atomicXor, int) ATOMIC(atomicXor, unsigned int) ATOMIC(atomicXor, MantissaAtomicWord)
ATOMIC_CAS(int) ATOMIC_CAS(unsigned int) ATOMIC_CAS(MantissaAtomicWord) ATOMIC_CAS(unsigned short int)
#undef ATOMIC
#undef ATOMIC_CAS
#endif
