// Atomic functions: one thread of the machine runs the grid, so each is a read, a change and a write. They return the old value.
// One name covers every type: the address decides it, and the other arguments convert to it.
#pragma once
#include "../host_defines.h"

#define ATOMIC(name, after)                                                                                                    \
  template <class T> T name(T *address, std::type_identity_t<T> value) { const T old = *address; *address = T(after); return old; } \
  template <class T> T name##_block(T *address, std::type_identity_t<T> value) { return name(address, value); }                \
  template <class T> T name##_system(T *address, std::type_identity_t<T> value) { return name(address, value); }
ATOMIC(atomicAdd, old + value)
ATOMIC(atomicSub, old - value)
ATOMIC(atomicExch, value)
ATOMIC(atomicMin, value < old ? value : old)
ATOMIC(atomicMax, old < value ? value : old)
ATOMIC(atomicInc, old >= value ? 0 : old + 1)
ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
ATOMIC(atomicAnd, old & value)
ATOMIC(atomicOr, old | value)
ATOMIC(atomicXor, old ^ value)
#undef ATOMIC

/** Compares bits, as the hardware does: a NaN equals itself and −0 does not equal 0. */
template <class T> T atomicCAS(T *address, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
  const T old = *address;
  if (std::memcmp(&old, &compare, sizeof(T)) == 0) *address = value;
  return old;
}
template <class T> T atomicCAS_block(T *address, std::type_identity_t<T> compare, std::type_identity_t<T> value) { return atomicCAS(address, compare, value); }
template <class T> T atomicCAS_system(T *address, std::type_identity_t<T> compare, std::type_identity_t<T> value) { return atomicCAS(address, compare, value); }

// nvcc's own: with one thread of the machine every order and scope is the strictest
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
#define VALUE std::remove_volatile_t<T>
#define NV_ATOMIC(name, after)                                                                                                 \
  template <class T> VALUE __nv_atomic_fetch_##name(T *address, std::type_identity_t<VALUE> value, int, int = 0) {             \
    const VALUE old = *address;                                                                                                \
    *address = VALUE(after);                                                                                                   \
    return old;                                                                                                                \
  }                                                                                                                            \
  template <class T> void __nv_atomic_##name(T *address, std::type_identity_t<VALUE> value, int order, int = 0) { __nv_atomic_fetch_##name(address, value, order); }
NV_ATOMIC(add, old + value)
NV_ATOMIC(sub, old - value)
NV_ATOMIC(and, old & value)
NV_ATOMIC(or, old | value)
NV_ATOMIC(xor, old ^ value)
NV_ATOMIC(min, value < old ? value : old)
NV_ATOMIC(max, old < value ? value : old)
#undef NV_ATOMIC
template <class T> VALUE __nv_atomic_load_n(T *address, int, int = 0) { return *address; }
template <class T> void __nv_atomic_load(T *address, std::type_identity_t<VALUE> *result, int, int = 0) { *result = *address; }
template <class T> void __nv_atomic_store_n(T *address, std::type_identity_t<VALUE> value, int, int = 0) { *address = value; }
template <class T> void __nv_atomic_store(T *address, std::type_identity_t<VALUE> *value, int, int = 0) { *address = *value; }
template <class T> VALUE __nv_atomic_exchange_n(T *address, std::type_identity_t<VALUE> value, int, int = 0) {
  const VALUE old = *address;
  *address = value;
  return old;
}
template <class T> void __nv_atomic_exchange(T *address, std::type_identity_t<VALUE> *value, std::type_identity_t<VALUE> *result, int order, int = 0) {
  *result = __nv_atomic_exchange_n(address, *value, order);
}
/** Compares bits; if they differ, writes the stored value to `expected`. */
template <class T> bool __nv_atomic_compare_exchange_n(T *address, std::type_identity_t<VALUE> *expected, std::type_identity_t<VALUE> desired, bool, int, int, int = 0) {
  const VALUE old = *address;
  const bool same = std::memcmp(&old, expected, sizeof old) == 0;
  if (same) *address = desired;
  else *expected = old;
  return same;
}
template <class T> bool __nv_atomic_compare_exchange(T *address, std::type_identity_t<VALUE> *expected, std::type_identity_t<VALUE> *desired, bool weak, int success, int failure, int = 0) {
  return __nv_atomic_compare_exchange_n(address, expected, *desired, weak, success, failure);
}
inline void __nv_atomic_thread_fence(int, int = 0) {}
#undef VALUE

// vectors are added component by component
inline float2 atomicAdd(float2 *address, float2 v) { return {atomicAdd(&address->x, v.x), atomicAdd(&address->y, v.y)}; }
inline float4 atomicAdd(float4 *address, float4 v) {
  return {atomicAdd(&address->x, v.x), atomicAdd(&address->y, v.y), atomicAdd(&address->z, v.z), atomicAdd(&address->w, v.w)};
}
