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

// nvcc's own atomic functions, which name an order and a scope
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
template <class T> struct MantissaAtomicValue { typedef T type; };
template <class T> struct MantissaAtomicValue<volatile T> { typedef T type; };
#define VALUE typename MantissaAtomicValue<T>::type
#define SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM
#define NV_ATOMIC(name) \
  template <class T> MANTISSA_DEVICE VALUE __nv_atomic_fetch_##name(T *address, VALUE value, int order, SCOPE); \
  template <class T> MANTISSA_DEVICE void __nv_atomic_##name(T *address, VALUE value, int order, SCOPE);
NV_ATOMIC(add) NV_ATOMIC(sub) NV_ATOMIC(and) NV_ATOMIC(or) NV_ATOMIC(xor) NV_ATOMIC(min) NV_ATOMIC(max)
template <class T> MANTISSA_DEVICE void __nv_atomic_load(T *address, VALUE *result, int order, SCOPE);
template <class T> MANTISSA_DEVICE VALUE __nv_atomic_load_n(T *address, int order, SCOPE);
template <class T> MANTISSA_DEVICE void __nv_atomic_store(T *address, VALUE *value, int order, SCOPE);
template <class T> MANTISSA_DEVICE void __nv_atomic_store_n(T *address, VALUE value, int order, SCOPE);
template <class T> MANTISSA_DEVICE void __nv_atomic_exchange(T *address, VALUE *value, VALUE *result, int order, SCOPE);
template <class T> MANTISSA_DEVICE VALUE __nv_atomic_exchange_n(T *address, VALUE value, int order, SCOPE);
template <class T> MANTISSA_DEVICE bool __nv_atomic_compare_exchange(T *address, VALUE *expected, VALUE *desired, bool weak, int success, int failure, SCOPE);
template <class T> MANTISSA_DEVICE bool __nv_atomic_compare_exchange_n(T *address, VALUE *expected, VALUE desired, bool weak, int success, int failure, SCOPE);
MANTISSA_DEVICE void __nv_atomic_thread_fence(int order, SCOPE);
#undef NV_ATOMIC
#undef VALUE
#undef SCOPE
#endif
