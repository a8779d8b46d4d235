/* Included before an instrumented program: every floating-point operation is a call that carries its number, every store a
 * rounding that carries its site's. The format of each number is read at start-up from MANTISSA_FORMATS, one letter per
 * operation, a bar, one letter per site (d fp64, s fp32, h fp16, b bf16). C11 (GNU) and C++17.
 *
 * MX_MODE chooses what the calls do:
 *   0 emulate  compute in the configured formats
 *   1 count    compute as written, and count executions per operation
 *   2 shadow   compute as written and in fp32 beside it, and add up the relative difference per operation
 *   3 reference  compute everything in fp64x2 (reference.h, C++ only)
 * Counts and differences are written to the file MANTISSA_REPORT at exit, one line per operation that ran. */
#ifndef MANTISSA_INSTRUMENT_H
#define MANTISSA_INSTRUMENT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "rounding.h"

#ifndef MX_MODE
#define MX_MODE 0
#endif

#define MX_RARE __attribute__((noinline, unused))

#if MX_MODE == 3
#include "reference.h"
#else

/* One table for the whole program: several units are linked together. */
#ifdef __cplusplus
extern "C" {
#endif
/* One letter per operation and per site; 0 until the table has been read, on first use. */
extern char mx_operation_formats[];
extern char mx_site_formats[];
void mx_load_formats(void);
void mx_report_count(int operation);
void mx_report_difference(int operation, double exact, double shadow);
#ifdef __cplusplus
}
#endif

static inline char mx_operation(int number)
{
  if (!mx_operation_formats[number]) mx_load_formats();
  return mx_operation_formats[number];
}

/* Neither fp64 nor fp32: a half, or the first use of the table. */
static MX_RARE double mx_store_other(int site, double value)
{
  if (!mx_site_formats[site]) mx_load_formats();
  return mx_round(mx_site_formats[site], value);
}

static inline double mx_store(int site, double value)
{
  const char format = mx_site_formats[site];
  if (format == 'd') return value;
  if (format == 's') return (double) (float) value;
  return mx_store_other(site, value);
}

#if MX_MODE == 0
#define MX_RUN(number, wide, narrow, rounded)                  \
  char mx_format = mx_operation_formats[number];               \
  if (mx_format == 'd') return wide;                           \
  if (mx_format == 's') return (double) (narrow);              \
  if (!mx_format) {                                            \
    mx_format = mx_operation(number);                          \
    if (mx_format == 'd') return wide;                         \
    if (mx_format == 's') return (double) (narrow);            \
  }                                                            \
  return rounded;
#elif MX_MODE == 1
#define MX_RUN(number, wide, narrow, rounded) \
  mx_report_count(number);                    \
  (void) mx_operation;                        \
  return wide;
#else
#define MX_RUN(number, wide, narrow, rounded)                   \
  const double mx_exact = wide;                                 \
  mx_report_difference(number, mx_exact, (double) (narrow));    \
  return mx_exact;
#endif

#define MX_BINARY(name, op)                                                                              \
  static MX_RARE double name##_half(char format, double a, double b)                                     \
  {                                                                                                      \
    return mx_round(format, mx_round(format, a) op mx_round(format, b));                                 \
  }                                                                                                      \
  static inline double name(int number, double a, double b)                                              \
  {                                                                                                      \
    MX_RUN(number, a op b, (float) a op (float) b, name##_half(mx_format, a, b))                         \
  }
MX_BINARY(mx_add, +)
MX_BINARY(mx_sub, -)
MX_BINARY(mx_mul, *)
MX_BINARY(mx_div, /)

static inline double mx_neg(int number, double a)
{
  MX_RUN(number, -a, -(float) a, -mx_round(mx_format, a))
}

#define MX_COMPARE(name, op)                                                                  \
  static inline int name(int number, double a, double b)                                      \
  {                                                                                           \
    const char format = MX_MODE == 0 ? mx_operation(number) : (MX_MODE == 1 ? (mx_report_count(number), 'd') : 'd'); \
    return mx_round(format, a) op mx_round(format, b);                                        \
  }
MX_COMPARE(mx_lt, <)
MX_COMPARE(mx_gt, >)
MX_COMPARE(mx_le, <=)
MX_COMPARE(mx_ge, >=)
MX_COMPARE(mx_eq, ==)
MX_COMPARE(mx_ne, !=)

/* A math function in fp16 or bf16 is the fp32 one, rounded: no wider intermediate exists on the devices either. */
#define MX_MATH_1(wide, narrow)                                                     \
  static inline double mx_math_##wide(int number, double a)                              \
  {                                                                                 \
    MX_RUN(number, wide(a), narrow((float) a),                                      \
           mx_round(mx_format, (double) narrow((float) mx_round(mx_format, a))))    \
  }
#define MX_MATH_2(wide, narrow)                                                                                         \
  static inline double mx_math_##wide(int number, double a, double b)                                                        \
  {                                                                                                                     \
    MX_RUN(number, wide(a, b), narrow((float) a, (float) b),                                                            \
           mx_round(mx_format, (double) narrow((float) mx_round(mx_format, a), (float) mx_round(mx_format, b))))        \
  }
#define MX_MATH_3(wide, narrow)                                                                                         \
  static inline double mx_math_##wide(int number, double a, double b, double c)                                              \
  {                                                                                                                     \
    MX_RUN(number, wide(a, b, c), narrow((float) a, (float) b, (float) c),                                              \
           mx_round(mx_format, (double) narrow((float) mx_round(mx_format, a), (float) mx_round(mx_format, b), (float) mx_round(mx_format, c)))) \
  }
#include "math-twins.h"

/* std::min and std::max return one of their arguments: no arithmetic, but both are first brought to one format. */
static inline double mx_std_min(int number, double a, double b)
{
  const char format = MX_MODE == 0 ? mx_operation(number) : 'd';
  a = mx_round(format, a);
  b = mx_round(format, b);
  return b < a ? b : a;
}
static inline double mx_std_max(int number, double a, double b)
{
  const char format = MX_MODE == 0 ? mx_operation(number) : 'd';
  a = mx_round(format, a);
  b = mx_round(format, b);
  return a < b ? b : a;
}

/* Compound assignment: the target is evaluated once. */
#ifdef __cplusplus
#define MX_ASSIGN(name)                                                                    \
  template <class Target>                                                                  \
  inline Target &mx_assign_##name(int number, int site, Target &target, double value)      \
  {                                                                                        \
    target = (Target) mx_store(site, mx_##name(number, (double) target, value));           \
    return target;                                                                         \
  }
/* Storage that starts with an unrounded constant, before an update reads it. */
template <class Target>
inline Target &mx_rounded(int site, Target &target)
{
  target = (Target) mx_store(site, (double) target);
  return target;
}
MX_ASSIGN(add)
MX_ASSIGN(sub)
MX_ASSIGN(mul)
MX_ASSIGN(div)
template <class Target>
inline Target mx_postfix(int number, int site, Target &target, double step)
{
  const Target before = target;
  mx_assign_add(number, site, target, step);
  return before;
}
template <class Target>
inline double mx_atomicAdd(int number, Target *target, double value)
{
  const double before = (double) *target;
  *target = (Target) mx_add(number, before, value);
  return before;
}
template <class Target>
inline double mx_atomicExch(int number, Target *target, double value)
{
  const double before = (double) *target;
  *target = (Target) mx_round(mx_operation(number), value);
  return before;
}
#else
#define MX_ASSIGN_GNU(number, site, target, value, how) \
  (*({ __typeof__(target) *mx_target = &(target); const double mx_value = (value); *mx_target = mx_store(site, how(number, *mx_target, mx_value)); mx_target; }))
#define mx_rounded(site, target) (*({ __typeof__(target) *mx_storage = &(target); *mx_storage = mx_store(site, *mx_storage); mx_storage; }))
#define mx_assign_add(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_add)
#define mx_assign_sub(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_sub)
#define mx_assign_mul(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_mul)
#define mx_assign_div(number, site, target, value) MX_ASSIGN_GNU(number, site, target, value, mx_div)
#define mx_postfix(number, site, target, step) \
  ({ __typeof__(target) *mx_target = &(target); const __typeof__(target) mx_before = *mx_target; *mx_target = mx_store(site, mx_add(number, mx_before, step)); mx_before; })
#endif

/* `k += x` for an integer k: computed in the operation's format, cut off again. */
#ifdef __cplusplus
template <class How, class Target>
inline Target &mx_assign_integer(How how, int number, Target &target, double value)
{
  target = (Target) how(number, (double) target, value);
  return target;
}
#else
#define mx_assign_integer(how, number, target, value) \
  (*({ __typeof__(target) *mx_target = &(target); const double mx_value = (value); *mx_target = (__typeof__(target)) how(number, *mx_target, mx_value); mx_target; }))
#endif

/* Vectors are rounded component by component. */
#ifdef MX_WITH_CUDA
static inline double2 mx_store(int site, double2 v) { return make_double2(mx_store(site, v.x), mx_store(site, v.y)); }
static inline double3 mx_store(int site, double3 v) { return make_double3(mx_store(site, v.x), mx_store(site, v.y), mx_store(site, v.z)); }
static inline double4 mx_store(int site, double4 v) { return make_double4(mx_store(site, v.x), mx_store(site, v.y), mx_store(site, v.z), mx_store(site, v.w)); }
#endif

static inline double mx_out(double value) { return value; }
static inline double mx_carry(double value) { return value; }

#endif
#endif
