/* atomicAdd and atomicExch of an instrumented kernel. Native where they compute in the storage's own format; otherwise a
 * compare-and-swap loop around the emulated operation. nvcc only. */
#ifndef MANTISSA_INSTRUMENT_DEVICE_ATOMICS_H
#define MANTISSA_INSTRUMENT_DEVICE_ATOMICS_H

template <int Size> struct mx_word;
template <> struct mx_word<4> { typedef unsigned type; };
template <> struct mx_word<8> { typedef unsigned long long type; };

template <class Target> static __device__ double mx_swap_sum(int number, Target *target, double value)
{
  typedef typename mx_word<sizeof(Target)>::type bits;
  const char format = mx_computed_in(number);
  bits *place = (bits *) target;
  bits seen = *(volatile bits *) place, expected;
  Target before;
  do {
    expected = seen;
    memcpy(&before, &expected, sizeof before);
    const Target after = (Target) mx_sum_in(format, (double) before, mx_as(number, value));
    bits wanted;
    memcpy(&wanted, &after, sizeof wanted);
    seen = atomicCAS(place, expected, wanted);
  } while (seen != expected);
  return (double) before;
}

template <class Target> static __device__ double mx_atomicAdd(int number, int site, Target *target, double value)
{
  const char format = mx_computed_in(number);
  value = mx_disturbed(site, value);
#if MX_MODE == 0
  if (sizeof(Target) != 8 || format != 'd') return mx_swap_sum(number, target, value);
  return (double) atomicAdd(target, (Target) value);
#else
  /* storage that is no carrier computes in its own format itself */
  const double before = sizeof(Target) == 8 && format != 'd' ? mx_swap_sum(number, target, value) : (double) atomicAdd(target, (Target) value);
  mx_noticed(site, mx_add(number, before, mx_as(number, value))); /* counted once, whatever the memory had to repeat */
  return before;
#endif
}

template <class Target> static __device__ double mx_atomicExch(int number, int site, Target *target, double value)
{
  typedef typename mx_word<sizeof(Target)>::type bits;
  const Target rounded = (Target) mx_noticed(site, mx_round(mx_computed_in(number), mx_disturbed(site, value)));
  bits wanted;
  memcpy(&wanted, &rounded, sizeof wanted);
  const bits seen = atomicExch((bits *) target, wanted);
  Target before;
  memcpy(&before, &seen, sizeof before);
  return (double) before;
}

#endif
