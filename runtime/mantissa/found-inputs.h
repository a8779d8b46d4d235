// What a program starts from, where nobody has said it: memory of the host that is copied to the device, as mantissa verify marks it in a
// copy of the text. Each number x becomes x (1 + v N(0, 1)), the first time its memory is copied. Where nothing is recorded this is nothing.
#pragma once

#ifdef MANTISSA_RECORDS
#include <cstddef>
#include "perturb.h"

// Memory that was copied before, to the device or from it; beyond the 4096th all of it was.
inline bool mantissa_is_first(const volatile void *pointer, bool marks_alone = false)
{
  static const volatile void *seen[4096];
  static int known = 0;
  for (int at = 0; at < known; at++)
    if (seen[at] == pointer) return false;
  if (known == 4096) return false;
  seen[known++] = pointer;
  return !marks_alone;
}

template <class Number> inline void mantissa_move(const Number &number, mantissa_noise &noise, long long at)
{
  if (noise.spread > 0) const_cast<Number &>(number) = Number((double) number * (1.0 + noise.spread * mantissa_normal(&noise, at)));
  mantissa_see(&noise, (double) number);
}

inline long long mantissa_numbers(std::size_t bytes, std::size_t each) { return (long long) (bytes / each); }

#define MANTISSA_FIRST(pointer) mantissa_is_first(pointer)
#define MANTISSA_RESULT(pointer) ((void) mantissa_is_first(pointer, true))
#define MANTISSA_MOVE(name, number, bytes, each)                                                       \
  do {                                                                                                 \
    long long mantissa_count = mantissa_numbers(bytes, each);                                          \
    mantissa_noise mantissa_of = mantissa_noise_of(name, mantissa_count);                              \
    for (long long mantissa_at = 0; mantissa_of.asked && mantissa_at < mantissa_count; mantissa_at++)  \
      mantissa_move(number, mantissa_of, mantissa_at);                                                 \
    mantissa_say(&mantissa_of, name, mantissa_count);                                                  \
  } while (0)
#else
#define MANTISSA_FIRST(pointer) 0
#define MANTISSA_RESULT(pointer) ((void) 0)
#define MANTISSA_MOVE(name, number, bytes, each) ((void) 0)
#endif
