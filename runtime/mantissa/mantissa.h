/* Marks the results and the inputs of a program.
 * MANTISSA_OUTPUT("positions", x, n): n result numbers in host memory. If mantissa builds the program, and "output" in mantissa.json is
 *   {"recorded": true}, runs are judged by these numbers.
 * MANTISSA_INPUT("temperature", t, n): n input numbers in host memory, after they were read or generated. If mantissa verify runs the
 *   program on perturbed inputs, a normally distributed number is added to each.
 * In all other builds both macros do nothing. C99 and C++. */
#ifndef MANTISSA_H
#define MANTISSA_H

#ifdef MANTISSA_RECORDS
#include <stdio.h>
#include "perturb.h"
#ifdef __cplusplus
/* Multi-part numbers have an overload with `int` in mantissa_formats.h, which writes all their digits and is preferred for the argument 0. */
template <class Number> inline void mantissa_record(FILE *file, const Number &value, long) { fprintf(file, "%.17g\n", (double) value); }
#define MANTISSA_RECORD(file, value) mantissa_record(file, value, 0)
#else
#define MANTISSA_RECORD(file, value) fprintf(file, "%.17g\n", (double) (value))
#endif
#define MANTISSA_OUTPUT(name, pointer, count)                                                          \
  do {                                                                                                 \
    FILE *mantissa_file = fopen("mantissa-output.txt", "a");                                           \
    long long mantissa_at, mantissa_count = (long long) (count);                                       \
    for (mantissa_at = 0; mantissa_file && mantissa_at < mantissa_count; mantissa_at++)                \
      MANTISSA_RECORD(mantissa_file, (pointer)[mantissa_at]);                                          \
    if (mantissa_file) fclose(mantissa_file);                                                          \
  } while (0)
/* The sum is computed in double and rounded by the assignment. The cast is for 8-bit formats, which no other type can be assigned to. */
#define MANTISSA_INPUT(name, pointer, count)                                                           \
  do {                                                                                                 \
    long long mantissa_at, mantissa_count = (long long) (count);                                       \
    mantissa_noise mantissa_of = mantissa_noise_of(name, mantissa_count);                              \
    for (mantissa_at = 0; mantissa_of.asked && mantissa_at < mantissa_count; mantissa_at++) {          \
      if (mantissa_of.spread > 0)                                                                      \
        (pointer)[mantissa_at] = (__typeof__((pointer)[0])) (                                          \
            (double) (pointer)[mantissa_at] + mantissa_of.spread * mantissa_normal(&mantissa_of, mantissa_at)); \
      mantissa_see(&mantissa_of, (double) (pointer)[mantissa_at]);                                     \
    }                                                                                                  \
    mantissa_say(&mantissa_of, name, mantissa_count);                                                  \
  } while (0)
#else
#define MANTISSA_OUTPUT(name, pointer, count) ((void) 0)
#define MANTISSA_INPUT(name, pointer, count) ((void) 0)
#endif

#endif
