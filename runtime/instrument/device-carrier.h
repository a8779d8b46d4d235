// atomicAdd and atomicExch of a kernel whose numbers are carried by several doubles (wide.h): no instruction swaps so many bits, so that one of
// 1024 locks is held, chosen by the address (threads of a warp may hold different ones: independent scheduling, sm_70 and later). Storage
// that is no carrier is swapped as it is. nvcc only.
#pragma once

static __device__ unsigned mx_carrier_locks[1024];

template <class Change> static __device__ mx_real mx_change_locked(mx_real *target, Change change) {
  unsigned *const lock = &mx_carrier_locks[(reinterpret_cast<unsigned long long>(target) >> 3) % 1024];
  volatile mx_real *const place = target;
  mx_real before;
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0u, 1u) != 0u) continue;
    __threadfence();
    MX_UNROLL
    for (int i = 0; i < MX_PARTS; i++) before.part[i] = place->part[i];
    before.format = place->format;
    const mx_real after = change(before);
    MX_UNROLL
    for (int i = 0; i < MX_PARTS; i++) place->part[i] = after.part[i];
    place->format = after.format;
    __threadfence();
    atomicExch(lock, 0u);
    done = true;
  }
  return before;
}

template <class Target, class Change> static __device__ mx_real mx_change_swapped(Target *target, Change change) {
  typedef std::conditional_t<sizeof(Target) == 4, unsigned, unsigned long long> bits;
  static_assert(sizeof(Target) == sizeof(bits), "memory of 4 or 8 bytes");
  bits *const place = reinterpret_cast<bits *>(target);
  bits seen = *const_cast<volatile bits *>(place), expected;
  Target before;
  do {
    expected = seen;
    memcpy(&before, &expected, sizeof before);
    const Target after = (Target) change(mx_real(before));
    bits wanted;
    memcpy(&wanted, &after, sizeof wanted);
    seen = atomicCAS(place, expected, wanted);
  } while (seen != expected);
  return mx_real(before);
}

template <class Target, class Change> static __device__ mx_real mx_change(Target *target, Change change) {
  if constexpr (std::is_same_v<Target, mx_real>) return mx_change_locked(target, change);
  else return mx_change_swapped(target, change);
}

template <class Target> static __device__ mx_real mx_atomicAdd(int number, int, Target *target, const mx_real &value) {
  return mx_change(target, [&](const mx_real &before) { return mx_add(number, before, mx_as(number, value)); });
}
template <class Target> static __device__ mx_real mx_atomicExch(int number, int, Target *target, const mx_real &value) {
  return mx_change(target, [&](const mx_real &) { return mx_as(number, value); });
}
