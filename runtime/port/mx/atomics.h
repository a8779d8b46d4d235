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

// vectors are added component by component
inline float2 atomicAdd(float2 *address, float2 v) { return {atomicAdd(&address->x, v.x), atomicAdd(&address->y, v.y)}; }
inline float4 atomicAdd(float4 *address, float4 v) {
  return {atomicAdd(&address->x, v.x), atomicAdd(&address->y, v.y), atomicAdd(&address->z, v.z), atomicAdd(&address->w, v.w)};
}
