// The loops of two-copies.h as kernels, for their instructions.
#include "two-copies.h"

#define KERNEL(name, High, Low, high, low) \
  extern "C" __global__ void name##_##high##_##low(const High *a, const Low *b, double *out, int n) { *out = name<High, Low>(a, b, n); }
#define BOTH(name) KERNEL(name, double, float, fp64, fp32) KERNEL(name, fp64x2, double, fp64x2, fp64)
BOTH(changes_converted) BOTH(changes_copies) BOTH(lowered_converted) BOTH(lowered_copies)
BOTH(constant_converted) BOTH(constant_copies) BOTH(memory_converted) BOTH(memory_copies)
