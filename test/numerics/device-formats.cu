// Every operation of every format in device code, for the compile checks of test/numerics/nvcc.test.ts; without the elementary
// functions, which take nvcc's optimiser most of its time, where ARITHMETIC_ONLY is defined.
#include "formats.h"

template <class F> __device__ F exercise(F a, F b, F *sum) {
  F z = a + b - a * b / (a + F(1.0f));
  z += mx::sqrt(mx::abs(a));
  z = mx::fma(z, a, b);
#ifndef ARITHMETIC_ONLY
  z = z + mx::exp(a) + mx::log(b) + mx::sin(a) + mx::cos(b) + mx::pow(mx::abs(a), b);
#endif
  z = z + mx::floor(a) + mx::ceil(b) + mx::trunc(a) + mx::min(a, b) + mx::max(a, b);
  if (a < b || a == b || a >= b) z = -z + mx::limits<F>::epsilon() + mx::limits<F>::max();
  return mx::atomic_add(sum, z);
}

template <class F> __device__ double through(double x) { return mx::convert<double>(mx::convert<F>(x)); }

template <class F> __global__ void kernel(F *x, F *sum, double *out, int *whole) {
  const int i = threadIdx.x;
  const F z = exercise(x[i], x[i + 1], sum);
  out[i] = mx::convert<double>(z) + through<F>(out[i]) + mx::round_to<F>(out[i]);
  whole[i] = mx::convert<int>(z);
}

#define KERNEL(F) template __global__ void kernel(F *, F *, double *, int *);
KERNEL(mx::fp16)
KERNEL(mx::bf16)
KERNEL(mx::fp32)
KERNEL(mx::fp64)
KERNEL(mx::fp32x2)
KERNEL(mx::fp64x2)
KERNEL(mx::fp64x4)
KERNEL(mx::cmp32x2)
KERNEL(mx::cmp64x2)

__global__ void mixed(mx::fp16 *h, mx::bf16 *b, mx::fp64x2 *x, mx::fp64x4 *y) {
  __shared__ mx::fp64x2 tile[32];
  tile[threadIdx.x] = h[0] * b[0] + x[1] * 2 + h[1] * 0.5f;
  x[0] = tile[0];
  x[0] *= 2;
  y[0] = x[0] + y[1] / 3;
  h[2] = mx::fp16(x[0]);
}
