/* The C library's math functions for the twins of math-twins.h. A program may declare them in its own words, or give their names to its own
 * functions and variables: compiler built-ins are called by their built-in name, the others by their symbol. */
#ifndef MANTISSA_INSTRUMENT_LIBRARY_CALLS_H
#define MANTISSA_INSTRUMENT_LIBRARY_CALLS_H

#if MX_BY_NAME
#define MX_LINKED_1(name, narrow) MX_MATH_1(name, name, narrow)
#define MX_LINKED_2(name, narrow) MX_MATH_2(name, name, narrow)
#define MX_POWER_2(name, narrow) MX_MATH_2(name, name, narrow)
#else
#ifdef __cplusplus
#define MX_LIBRARY extern "C"
#else
#define MX_LIBRARY extern
#endif
/* Their names differ from those of runtime/library/library-math.h, which <cmath> calls in constexpr functions. */
#define MX_DECLARED(type, name, parameters) MX_LIBRARY type mx_linked_##name parameters __asm__(#name);
#define MX_LINKED_1(name, narrow)             \
  MX_DECLARED(double, name, (double))         \
  MX_DECLARED(float, narrow, (float))         \
  MX_MATH_1(name, MX_LINKED(name), MX_LINKED(narrow))
#define MX_LINKED_2(name, narrow)             \
  MX_DECLARED(double, name, (double, double)) \
  MX_DECLARED(float, narrow, (float, float))  \
  MX_MATH_2(name, MX_LINKED(name), MX_LINKED(narrow))
MX_DECLARED(double, pow, (double, double))
MX_DECLARED(float, powf, (float, float))
/* As in runtime/library/library-math.h, which programs include. */
static __inline__ __attribute__((unused)) double mx_power(double x, double y)
{
  return y == 2.0 ? x * x : y == -1.0 ? 1.0 / x : MX_LINKED(pow)(x, y);
}
static __inline__ __attribute__((unused)) float mx_powerf(float x, float y)
{
  return y == 2.0f ? x * x : y == -1.0f ? 1.0f / x : MX_LINKED(powf)(x, y);
}
#define MX_POWER_2(name, narrow) MX_MATH_2(name, mx_power, mx_powerf)
MX_DECLARED(void, sincos, (double, double *, double *))
MX_DECLARED(void, sincosf, (float, float *, float *))
MX_DECLARED(double, modf, (double, double *))
MX_DECLARED(float, modff, (float, float *))
#endif
#define MX_COMPILED_1(name, narrow) MX_MATH_1(name, MX_COMPILED(name), MX_COMPILED(narrow))
#define MX_COMPILED_2(name, narrow) MX_MATH_2(name, MX_COMPILED(name), MX_COMPILED(narrow))
#define MX_COMPILED_3(name, narrow) MX_MATH_3(name, MX_COMPILED(name), MX_COMPILED(narrow))

#endif
