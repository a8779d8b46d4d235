/* Says in a program what its results are: MANTISSA_OUTPUT("positions", x, n) for n numbers in host memory. Where mantissa builds the
 * program (and "output" in mantissa.json is {"recorded": true}) they are what its runs are judged by; anywhere else it does nothing.
 * C99 and C++. */
#ifndef MANTISSA_H
#define MANTISSA_H

#ifdef MANTISSA_RECORDS
#include <stdio.h>
#define MANTISSA_OUTPUT(name, pointer, count)                                                          \
  do {                                                                                                 \
    FILE *mantissa_file = fopen("mantissa-output.txt", "a");                                           \
    long long mantissa_at, mantissa_count = (long long) (count);                                       \
    for (mantissa_at = 0; mantissa_file && mantissa_at < mantissa_count; mantissa_at++)                \
      fprintf(mantissa_file, "%.17g\n", (double) (pointer)[mantissa_at]);                              \
    if (mantissa_file) fclose(mantissa_file);                                                          \
  } while (0)
#else
#define MANTISSA_OUTPUT(name, pointer, count) ((void) 0)
#endif

#endif
