/* Shadow runs on a GPU: where an operation is done, its threads' errors are put together within the warp as far as MX_LANES numbers,
 * which are added to the table in device memory, total_error[row][operation][lane]. Many warps share a row, so that the table is
 * bounded; the host adds the rows up. Sums in registers until a function ends were tried: a kernel without loops has hundreds of
 * operations and a few hundred registers, and took five times as long.
 *
 * e = |v64 - v32| / |v64|, the quotient in fp32: right to some 20 bits, which only orders sets, and 0 where |v64| is 2^126 or more.
 * Whatever is not in [0, 1] is 1, as in mx_relative_difference. No function is called: one call in a
 * kernel, however rare, makes every value around it wait in memory, and doubled the time. nvcc only; C++14. */
#ifndef MANTISSA_INSTRUMENT_DEVICE_SHADOW_H
#define MANTISSA_INSTRUMENT_DEVICE_SHADOW_H

/* Not one of a frame's own operations: one of a default argument, or of a function that has no frame. */
struct mx_no_frame {
  template <int Number> MX_BOTH void add(double exact, double shadow) { MX_DIFFERENCE(Number, exact, shadow); }
};
MX_BOTH inline mx_no_frame mx_frame() { return mx_no_frame(); }

#if MX_ON_GPU
static __device__ inline float mx_gpu_error(int number, double exact, double shadow)
{
  const float size = fabsf((float) exact);
  float e = fminf(__fdividef(fabsf((float) __dsub_rn(exact, shadow)), size), 1.0f); /* the least of a NaN and 1 is 1 */
  if (exact == shadow || size != size) e = 0; /* what is no number in fp64 is none in fp32 either */
  if (e >= 1 && mx_is_lost(exact, shadow)) atomicAdd(&mx_gpu_lost[number], 1ull);
  return e;
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
#endif

/* What a function declares: where the errors of its operations go. */
template <int... Numbers> struct mx_frame_of {
  double *mine;

  MX_BOTH mx_frame_of()
  {
#if MX_ON_GPU
    mine = mx_gpu_errors + (size_t) mx_gpu_row() * MX_OPERATIONS * MX_LANES + mx_gpu_lane() % MX_LANES;
#endif
  }
  mx_frame_of(const mx_frame_of &) = delete;

  MX_BOTH mx_frame_of &operator()() { return *this; }

  template <int Number> MX_BOTH void add(double exact, double shadow)
  {
#if MX_ON_GPU
    float e = mx_gpu_error(Number, exact, shadow);
    bool adds = true;
    if (__activemask() == ~0u) {
#pragma unroll
      for (int other = 16; other >= MX_LANES; other /= 2) e += __shfl_xor_sync(~0u, e, other);
      adds = mx_gpu_lane() < MX_LANES;
    }
    if (adds) atomicAdd(mine + Number * MX_LANES, (double) e);
#else
    MX_DIFFERENCE(Number, exact, shadow);
#endif
  }
};

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
