#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void rounded(double *x, float *f)
{
  x[0] = __dadd_rn(x[1], __dmul_rn(x[2], x[3]));
  x[4] = __ddiv_rn(x[0], __dsub_rn(x[1], x[2]));
  f[0] = __fmaf_rn(f[1], f[2], __fadd_rz(f[3], f[4]));
  f[5] = __fdividef(f[1], f[2]);
}

__global__ void halves(__half *h, __half2 *pair)
{
  __half sum = __hadd(h[0], __hmul(h[1], h[2]));
  if (__hgt(sum, h[3])) sum = __hneg(sum);
  h[4] = __hdiv(sum, __hsub(h[5], h[6]));
  __half2 total = pair[0];
  for (int i = 1; i < 8; i++) total = __hfma2(pair[i], pair[i], __hadd2(total, pair[i]));
  pair[0] = h2exp(total);
}

__global__ void turned(double *x)
{
  double sine, cosine;
  sincos(x[0], &sine, &cosine);
  x[1] = sine + cosine;
}

int main()
{
  double *x;
  cudaMalloc(&x, 64 * sizeof(double));
  turned<<<1, 1>>>(x);
  return 0;
}
