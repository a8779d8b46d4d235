// Every operation of every format in device code, for the compile checks of test/numerics/nvcc.test.ts; without the elementary
// functions, which take nvcc's optimiser most of its time, where ARITHMETIC_ONLY is defined.
#include "formats.h"

template <class F> __device__ F exercise(F a, F b, F *sum) {
  F z = a + b - a * b / (a + F(1.0f));
  z += mx_runtime::sqrt(mx_runtime::abs(a));
  z = mx_runtime::fma(z, a, b);
#ifndef ARITHMETIC_ONLY
  z = z + mx_runtime::exp(a) + mx_runtime::log(b) + mx_runtime::sin(a) + mx_runtime::cos(b) + mx_runtime::pow(mx_runtime::abs(a), b);
#endif
  z = z + mx_runtime::floor(a) + mx_runtime::ceil(b) + mx_runtime::trunc(a) + mx_runtime::min(a, b) + mx_runtime::max(a, b);
  if (a < b || a == b || a >= b) z = -z + mx_runtime::limits<F>::epsilon() + mx_runtime::limits<F>::max();
  return mx_runtime::atomic_add(sum, z);
}

template <class F> __device__ double through(double x) { return mx_runtime::convert<double>(mx_runtime::convert<F>(x)); }

template <class F> __global__ void kernel(F *x, F *sum, double *out, int *whole) {
  const int i = threadIdx.x;
  const F z = exercise(x[i], x[i + 1], sum);
  out[i] = mx_runtime::convert<double>(z) + through<F>(out[i]) + mx_runtime::round_to<F>(out[i]);
  whole[i] = mx_runtime::convert<int>(z);
}

#define KERNEL(F) template __global__ void kernel(F *, F *, double *, int *);
KERNEL(mx_runtime::fp16)
KERNEL(mx_runtime::bf16)
KERNEL(mx_runtime::fp32)
KERNEL(mx_runtime::fp64)
KERNEL(mx_runtime::fp32x2)
KERNEL(mx_runtime::fp64x2)
KERNEL(mx_runtime::fp64x4)
KERNEL(mx_runtime::cmp32x2)
KERNEL(mx_runtime::cmp64x2)

__constant__ mx_runtime::fp32x2 pairs[2][2] = {{1, -1}, {2u, 1.0 / 3}};
__constant__ mx_runtime::fp64x2 doubles[] = {1, -1, 0.5, 2u};
__constant__ mx_runtime::fp64x4 quads[] = {1, -mx_runtime::fp64x4(1.0 / 3), 0.5, 2u};

__global__ void mixed(mx_runtime::fp16 *h, mx_runtime::bf16 *b, mx_runtime::fp64x2 *x, mx_runtime::fp64x4 *y) {
  __shared__ mx_runtime::fp64x2 tile[32];
  tile[threadIdx.x] = h[0] * b[0] + x[1] * 2 + h[1] * 0.5f;
  x[0] = tile[0] * pairs[1][h[0] < h[1]] * doubles[threadIdx.x] + mx_runtime::convert<mx_runtime::fp64x2>(quads[threadIdx.x]);
  x[0] *= 2;
  y[0] = x[0] + y[1] / 3;
  h[2] = mx_runtime::fp16(x[0]);
}
