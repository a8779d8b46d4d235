/* Shadow runs on a GPU: each thread adds up the relative errors of each operation by itself, in a frame that its function declares,
 * which the compiler keeps in registers as far as they reach and in the thread's own memory beyond. When the function ends, a warp
 * puts its threads' sums together (one exchange per operation: in each of five steps every lane gives half of its operations away
 * and takes the other lanes' part of those it keeps) and adds one number per operation to the table in device memory,
 * total_error[row][operation]. Warps share rows, so that the table is bounded (64 MiB at most); the host adds the rows up.
 *
 * e = |v64 - v32| * (1 / |v64|), where the reciprocal is the device's approximation: right to some 20 bits of the quotient, which only
 * orders sets. Whatever is not then in [0, 1] (a zero, an overflow, a NaN, a subnormal) is computed again as it is defined,
 * in mx_relative_difference. nvcc only; C++14. */
#ifndef MANTISSA_INSTRUMENT_DEVICE_SHADOW_H
#define MANTISSA_INSTRUMENT_DEVICE_SHADOW_H

/* Not one of a frame's own operations: one of a default argument, or of a function that has no frame. */
struct mx_no_frame {
  template <int Number> MX_BOTH void add(double exact, double shadow) { MX_DIFFERENCE(Number, exact, shadow); }
};
MX_BOTH inline mx_no_frame mx_frame() { return mx_no_frame(); }

template <bool Holds> struct mx_when {};
template <> struct mx_when<true> { typedef void type; };

/* Where each operation stands in a frame. */
template <int... Numbers> struct mx_places;
template <> struct mx_places<> {
  MX_BOTH static constexpr int of(int) { return 0; }
  MX_BOTH static constexpr int number(int) { return 0; }
};
template <int First, int... Rest> struct mx_places<First, Rest...> {
  MX_BOTH static constexpr int of(int number) { return number == First ? 0 : 1 + mx_places<Rest...>::of(number); }
  MX_BOTH static constexpr int number(int place) { return place == 0 ? First : mx_places<Rest...>::number(place - 1); }
};

#if MX_ON_GPU
static __device__ inline double mx_gpu_error(int number, double exact, double shadow)
{
  double reciprocal;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(reciprocal) : "d"(exact));
  const double e = fabs(__dmul_rn(__dsub_rn(exact, shadow), reciprocal));
  return e <= 1 ? e : mx_gpu_unusual_error(number, exact, shadow);
}

static __device__ inline unsigned mx_gpu_lane()
{
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

/* Which row: any will do, and neighbours in time should have different ones. */
static __device__ inline unsigned mx_gpu_row()
{
  unsigned multiprocessor, warp;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
  return (multiprocessor * 64 + warp) % MX_ROWS;
}

/* One step: of 2 * Half operations each lane keeps those of its side. */
template <int Half> struct mx_exchange {
  template <class Sums> static __device__ inline void run(Sums &sums, unsigned lane)
  {
    const bool upper = lane & Half;
#pragma unroll
    for (int k = 0; k < Half; k++) {
      const double given = upper ? sums[k] : sums[k + Half];
      const double kept = upper ? sums[k + Half] : sums[k];
      sums[k] = kept + __shfl_xor_sync(~0u, given, Half);
    }
    mx_exchange<Half / 2>::run(sums, lane);
  }
};
template <> struct mx_exchange<0> {
  template <class Sums> static __device__ inline void run(Sums &, unsigned) {}
};
#endif

#ifdef MX_SHADOW_REDUCE
#if MX_ON_GPU
static __device__ inline float mx_gpu_quick_error(int number, double exact, double shadow)
{
  const double difference = __dsub_rn(exact, shadow);
  const float e = difference == 0 ? 0.0f : __fdividef(fabsf((float) difference), fabsf((float) exact));
  return e <= 1 ? e : (float) mx_gpu_unusual_error(number, exact, shadow);
}
#endif
template <int... Numbers> struct mx_frame_of {
  double *mine;
  MX_BOTH mx_frame_of()
  {
#if MX_ON_GPU
    mine = mx_gpu_errors + (size_t) mx_gpu_row() * MX_OPERATIONS * MX_LANES + (mx_gpu_lane() % MX_LANES);
#endif
  }
  mx_frame_of(const mx_frame_of &) = delete;
  MX_BOTH mx_frame_of &operator()() { return *this; }
  template <int Number> MX_BOTH void add(double exact, double shadow)
  {
#if MX_ON_GPU
    float e = mx_gpu_quick_error(Number, exact, shadow);
    if (__activemask() == ~0u) {
#pragma unroll
      for (int other = 16; other >= MX_LANES; other /= 2) e += __shfl_xor_sync(~0u, e, other);
      if (mx_gpu_lane() < MX_LANES) atomicAdd(mine + Number * MX_LANES, (double) e);
    } else atomicAdd(mine + Number * MX_LANES, (double) e);
#else
    MX_DIFFERENCE(Number, exact, shadow);
#endif
  }
};
#else
template <int... Numbers> struct mx_frame_of {
  static constexpr int count = sizeof...(Numbers);
  double sums[count ? count : 1];

  MX_BOTH mx_frame_of()
  {
#if MX_ON_GPU
#pragma unroll
    for (int k = 0; k < count; k++) sums[k] = 0;
#endif
  }
  mx_frame_of(const mx_frame_of &) = delete;

  MX_BOTH mx_frame_of &operator()() { return *this; }

  template <int Number> MX_BOTH void add(double exact, double shadow)
  {
#if MX_ON_GPU
    constexpr int place = mx_places<Numbers...>::of(Number);
    if (place < count) sums[place < count ? place : 0] += mx_gpu_error(Number, exact, shadow);
    else MX_DIFFERENCE(Number, exact, shadow);
#else
    MX_DIFFERENCE(Number, exact, shadow);
#endif
  }

  MX_BOTH ~mx_frame_of()
  {
#if MX_ON_GPU
    if (__activemask() == ~0u) hand_over<0>();
    else {
      const unsigned row = (mx_gpu_row() * 32 + mx_gpu_lane()) % MX_ROWS;
#pragma unroll
      for (int k = 0; k < count; k++)
        if (sums[k] != 0) atomicAdd(&mx_gpu_errors[row * MX_OPERATIONS + mx_places<Numbers...>::number(k)], sums[k]);
    }
#endif
  }

#if MX_ON_GPU
  /* The operations from Begin on, 32 at a time. */
  template <int Begin> __device__ inline typename mx_when<(Begin < count)>::type hand_over()
  {
    constexpr int here = count - Begin < 32 ? count - Begin : 32;
    constexpr int width = here > 16 ? 32 : here > 8 ? 16 : here > 4 ? 8 : here > 2 ? 4 : here > 1 ? 2 : 1;
    double some[width];
#pragma unroll
    for (int k = 0; k < width; k++) some[k] = k < here ? sums[k < here ? Begin + k : 0] : 0;
    const unsigned lane = mx_gpu_lane();
    mx_exchange<width / 2>::run(some, lane);
#pragma unroll
    for (int other = width; other < 32; other *= 2) some[0] += __shfl_xor_sync(~0u, some[0], other);
    int number = 0;
#pragma unroll
    for (int k = 0; k < here; k++)
      if (lane == k) number = mx_places<Numbers...>::number(Begin + k);
    if (lane < here && some[0] != 0) atomicAdd(&mx_gpu_errors[mx_gpu_row() * MX_OPERATIONS + number], some[0]);
    hand_over<Begin + 32>();
  }
  template <int Begin> __device__ inline typename mx_when<(Begin >= count)>::type hand_over() {}
#endif
};

#endif

/* The operations of the text, told which frame they stand in. Number is a constant everywhere in the text, and Site is -1 where the
 * storage is double: a shadow run has the baseline's formats, so nothing is rounded there. */
#define MX_SHADOW_BINARY(name, op, rn)                                                        \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_##name(Frame &&frame, double a, double b) \
  {                                                                                           \
    const double exact = MX_64(rn, op, a, b);                                                 \
    frame.template add<Number>(exact, (double) MX_32(rn, op, a, b));                          \
    return exact;                                                                             \
  }                                                                                           \
  template <int Number, int Site, class Frame, class Target>                                  \
  MX_BOTH inline Target &mx_shadow_assign_##name(Frame &&frame, Target &target, double value) \
  {                                                                                           \
    const double result = mx_shadow_##name<Number>(frame, (double) target, value);           \
    target = (Target) (Site < 0 ? result : mx_store(Site < 0 ? 0 : Site, result));            \
    return target;                                                                            \
  }
MX_SHADOW_BINARY(add, +, add)
MX_SHADOW_BINARY(sub, -, sub)
MX_SHADOW_BINARY(mul, *, mul)
MX_SHADOW_BINARY(div, /, div)

template <int Number, class Frame> MX_BOTH inline double mx_shadow_neg(Frame &&frame, double a)
{
  frame.template add<Number>(-a, (double) -(float) a);
  return -a;
}
template <int Number, int Site, class Frame, class Target>
MX_BOTH inline Target mx_shadow_postfix(Frame &&frame, Target &target, double step)
{
  const Target before = target;
  mx_shadow_assign_add<Number, Site>(frame, target, step);
  return before;
}
template <int Number, class Frame, class Target>
MX_BOTH inline double mx_shadow_atomicAdd(Frame &&frame, Target *target, double value)
{
#if MX_ON_GPU
  const double before = (double) atomicAdd(target, (Target) value);
  mx_shadow_add<Number>(frame, before, value);
  return before;
#else
  (void) frame;
  return mx_atomicAdd(Number, target, value);
#endif
}

#undef MX_MATH_1
#undef MX_MATH_2
#undef MX_MATH_3
#define MX_MATH_1(wide, narrow)                                                               \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_math_##wide(Frame &&frame, double a) \
  {                                                                                           \
    const double exact = wide(a);                                                             \
    frame.template add<Number>(exact, (double) narrow((float) a));                            \
    return exact;                                                                             \
  }
#define MX_MATH_2(wide, narrow)                                                               \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_math_##wide(Frame &&frame, double a, double b) \
  {                                                                                           \
    const double exact = wide(a, b);                                                          \
    frame.template add<Number>(exact, (double) narrow((float) a, (float) b));                 \
    return exact;                                                                             \
  }
#define MX_MATH_3(wide, narrow)                                                               \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_math_##wide(Frame &&frame, double a, double b, double c) \
  {                                                                                           \
    const double exact = wide(a, b, c);                                                       \
    frame.template add<Number>(exact, (double) narrow((float) a, (float) b, (float) c));      \
    return exact;                                                                             \
  }
#include "math-twins.h"
#include "shadow-names.h"

#define MX_FRAME(...) mx_frame_of<__VA_ARGS__> mx_frame;

#endif
