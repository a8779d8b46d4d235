// Loops that read a variable in two formats: converted at each read, as patches do, and with two copies kept in step, as Gu's tuner does. `changes`
// computes the variable in the high format in each iteration, `lowered` in the low one; `constant` does not change it; `memory` reads an array.
// The two members of each pair compute the same.
#pragma once
#include "mantissa_formats.h"

#if defined(__CUDACC__)
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

template <class High, class Low> struct Sums {
  High high = High(0.0);
  Low low = Low(0.0);
  // several reads in the low format, one in the high one
  ON_BOTH void add(High h, Low l)
  {
    low = low + l * l + Low(0.5) * l;
    high = high + h * High(0.25);
  }
};

template <class High, class Low> ON_BOTH double changes_converted(const High *, const Low *, int n)
{
  Sums<High, Low> sums;
  High x = High(1.0);
  for (int i = 0; i < n; i++) {
    x = x * High(0.999999) + High(1e-7);
    sums.add(x, (Low) x);
  }
  return (double) sums.high + (double) sums.low;
}
template <class High, class Low> ON_BOTH double changes_copies(const High *, const Low *, int n)
{
  Sums<High, Low> sums;
  High x = High(1.0);
  Low copy = Low(1.0);
  for (int i = 0; i < n; i++) {
    x = x * High(0.999999) + High(1e-7);
    copy = (Low) x;
    sums.add(x, copy);
  }
  return (double) sums.high + (double) sums.low;
}

template <class High, class Low> ON_BOTH double lowered_converted(const High *, const Low *, int n)
{
  Sums<High, Low> sums;
  High x = High(1.0);
  for (int i = 0; i < n; i++) {
    x = High((Low) x * Low(0.999999) + Low(1e-7));
    sums.add(x, (Low) x);
  }
  return (double) sums.high + (double) sums.low;
}
template <class High, class Low> ON_BOTH double lowered_copies(const High *, const Low *, int n)
{
  Sums<High, Low> sums;
  High x = High(1.0);
  Low copy = Low(1.0);
  for (int i = 0; i < n; i++) {
    copy = copy * Low(0.999999) + Low(1e-7);
    x = High(copy);
    sums.add(x, copy);
  }
  return (double) sums.high + (double) sums.low;
}

template <class High, class Low> ON_BOTH double constant_converted(const High *a, const Low *, int n)
{
  Sums<High, Low> sums;
  const High x = a[n - 1];
  for (int i = 0; i < n; i++) sums.add(x, (Low) x);
  return (double) sums.high + (double) sums.low;
}
template <class High, class Low> ON_BOTH double constant_copies(const High *a, const Low *b, int n)
{
  Sums<High, Low> sums;
  const High x = a[n - 1];
  const Low copy = b[n - 1];
  for (int i = 0; i < n; i++) sums.add(x, copy);
  return (double) sums.high + (double) sums.low;
}

template <class High, class Low> ON_BOTH double memory_converted(const High *a, const Low *, int n)
{
  Sums<High, Low> sums;
  for (int i = 0; i < n; i++) sums.add(a[i], (Low) a[i]);
  return (double) sums.high + (double) sums.low;
}
template <class High, class Low> ON_BOTH double memory_copies(const High *a, const Low *b, int n)
{
  Sums<High, Low> sums;
  for (int i = 0; i < n; i++) sums.add(a[i], b[i]);
  return (double) sums.high + (double) sums.low;
}
