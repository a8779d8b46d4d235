// Kernels whose arrays are halves and whose arithmetic is in float, wholly or in part: as a patch of mantissa tune leaves them.
#include <cuda_fp16.h>

__global__ void fade(int n, float amount, const __half *__restrict__ x, __half *__restrict__ y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = __half2float(x[i]);
  y[i] = __float2half(v + amount * (v * v - v));
}

// brightness in halves, what is added up in float
__global__ void luma(int n, const __half *__restrict__ red, const __half *__restrict__ green, const __half *__restrict__ blue, __half *__restrict__ out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float light = 0.2126f * (float)red[i] + 0.7152f * (float)green[i] + 0.0722f * (float)blue[i];
  __half lifted = (__half)light * (__half)0.9f + (__half)0.1f;
  out[i] = lifted;
}

// halves in, floats out
__global__ void accumulate(int n, const __half *__restrict__ x, float *__restrict__ total)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) total[i] = total[i] + __half2float(x[i]);
}
