/* Shadow runs on a GPU: where an operation is done, its error is added to a table in device memory, total_error[row][operation][lane].
 * A thread's lane of its warp has its own place, and warps that run at the same time have different rows as far as there are any, so
 * the table is bounded and threads seldom meet in it; the host adds everything up. The additions are atomic ones that nobody
 * waits for: a table with a place for every warp and plain additions took longer, as did putting a warp's errors together first, and
 * sums in registers until a function ends took five times as long.
 *
 * e = |v64 - v32| / |v64|, and a GPU does few conversions and reciprocals a clock, so as few as possible are made. v64 - v32 is
 * (r - v32) + (v64 - r), where r is v64 in fp32, which the operations that use v64 need anyway, and v64 - r stands in the low bits of
 * v64. Right to some 20 bits, which only orders sets, and 0 where |v64| is 2^126 or more. Whatever is not below 1 is looked at again, in
 * fp64. No function is called: one call in a kernel, however rare, makes every value around it wait in memory, and doubled the time.
 * nvcc only; C++14. */
#ifndef MANTISSA_INSTRUMENT_DEVICE_SHADOW_H
#define MANTISSA_INSTRUMENT_DEVICE_SHADOW_H

/* Not one of a frame's own operations: one of a default argument, or of a function that has no frame. */
struct mx_no_frame {
  template <int Number> MX_BOTH void add(double exact, float shadow) { MX_DIFFERENCE(Number, exact, (double) shadow); }
};
MX_BOTH inline mx_no_frame mx_frame() { return mx_no_frame(); }

#if MX_ON_GPU
/* As mx_relative_difference says it. Where v64 is tiny in fp32, both are scaled. */
static __device__ inline float mx_gpu_unusual_error(int number, double exact, double shadow)
{
  if (exact == shadow || (exact != exact && shadow != shadow)) return 0;
  if (mx_is_lost(exact, shadow)) atomicAdd(&mx_gpu_lost[number], 1ull);
  const float scaled = (float) (exact * 0x1p100), difference = (float) (__dsub_rn(exact, shadow) * 0x1p100);
  return fminf(fabsf(__fdividef(difference, scaled)), 1.0f); /* the least of a NaN and 1 is 1 */
}

static __device__ inline float mx_gpu_error(int number, double exact, float shadow)
{
  const float near = (float) exact;
  const int low = __double2loint(exact) << 3; /* below 0 where exact was rounded up, perhaps to the next power */
  const float power = __int_as_float((__float_as_int(near) + (low >> 31)) & (int) 0xff800000); /* with exact's sign */
  const float rest = __fmul_rn((float) low, 0x1p-55f); /* exact - near, in power */
  const float difference = __fmaf_rn(rest, power, __fsub_rn(near, shadow));
  float reciprocal;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(near));
  float e = fabsf(difference * reciprocal);
  if (!(e < 1)) e = mx_gpu_unusual_error(number, exact, (double) shadow);
  return e;
}
#endif

/* Declared in each function: the destination of its operations' errors, and their sum, which goes to the thread's block at the end. */
template <int Frame> struct mx_frame_of {
  float *mine, errors;

  MX_BOTH mx_frame_of()
  {
#if MX_ON_GPU
    mine = mx_gpu_errors + (size_t) mx_gpu_row(MX_ROWS) * MX_OPERATIONS * MX_LANES + mx_gpu_lane();
    errors = 0;
#endif
  }
  MX_BOTH ~mx_frame_of()
  {
#if MX_ON_GPU
    mx_gpu_leave_frame(Frame, errors);
#endif
  }
  mx_frame_of(const mx_frame_of &) = delete;

  MX_BOTH mx_frame_of &operator()() { return *this; }

  template <int Number> MX_BOTH void add(double exact, float shadow)
  {
#if MX_ON_GPU
    const float e = mx_gpu_error(Number, exact, shadow);
    if (e != 0) atomicAdd(mine + Number * MX_LANES, e);
    errors += e;
#else
    MX_DIFFERENCE(Number, exact, (double) shadow);
#endif
  }
};

/* The operations of the text, with their frame. Number is a constant everywhere in the text, and Site is -1 where the
 * storage is double: a shadow run has the baseline's formats, so nothing is rounded there. */
#define MX_SHADOW_BINARY(name, op, rn)                                                        \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_##name(Frame &&frame, double a, double b) \
  {                                                                                           \
    const double exact = MX_64(rn, op, a, b);                                                 \
    frame.template add<Number>(exact, MX_32(rn, op, a, b));                          \
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
  frame.template add<Number>(-a, -(float) a);
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
MX_BOTH inline double mx_shadow_atomicAdd(Frame &&frame, int site, Target *target, double value)
{
#if MX_ON_GPU
  (void) site;
  const double before = (double) atomicAdd(target, (Target) value);
  mx_shadow_add<Number>(frame, before, value);
  return before;
#else
  (void) frame;
  return mx_atomicAdd(Number, site, target, value);
#endif
}

#undef MX_MATH_1
#undef MX_MATH_2
#undef MX_MATH_3
#define MX_MATH_1(wide, narrow)                                                               \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_math_##wide(Frame &&frame, double a) \
  {                                                                                           \
    const double exact = wide(a);                                                             \
    frame.template add<Number>(exact, (float) narrow((float) a));                            \
    return exact;                                                                             \
  }
#define MX_MATH_2(wide, narrow)                                                               \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_math_##wide(Frame &&frame, double a, double b) \
  {                                                                                           \
    const double exact = wide(a, b);                                                          \
    frame.template add<Number>(exact, (float) narrow((float) a, (float) b));                 \
    return exact;                                                                             \
  }
#define MX_MATH_3(wide, narrow)                                                               \
  template <int Number, class Frame> MX_BOTH inline double mx_shadow_math_##wide(Frame &&frame, double a, double b, double c) \
  {                                                                                           \
    const double exact = wide(a, b, c);                                                       \
    frame.template add<Number>(exact, (float) narrow((float) a, (float) b, (float) c));      \
    return exact;                                                                             \
  }
#include "twins-by-name.h"
#include "math-twins.h"
#include "shadow-names.h"

/* The order of operands is the call's own here: the operations have to be named in the text. */
#undef mx_left_first
#undef mx_right_first
#undef mx_left_late
#undef mx_value_first
#define mx_left_first(how, number, left, right) how(number, left, right)
#define mx_right_first(how, number, left, right) how(number, left, right)
#define mx_left_late(how, number, site, left, right) how(number, left, right)
#define mx_value_first(how, number, site, target, value) how(number, site, target, value)

#define MX_FRAME(number) mx_frame_of<number> mx_frame;

#endif
