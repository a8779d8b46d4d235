#include <cstdio>
#include <cuComplex.h>
#include <cuda_fp16.h>

typedef cuDoubleComplex complex_number;

__device__ half2 pair(float2 v) { return __float22half2_rn(v); }

__device__ float2 twice(float2 v)
{
  float2 w;
  w.x = v.x * 2.1f;
  w.y = v.y + v.x;
  return w;
}

__global__ void third(float *p, const float2 *q)
{
  float2 own = make_float2(1.0f / 3, 2.0f);
  float t = 1.0f / 3;
  own = twice(own);
  p[threadIdx.x] = t + __low2float(pair(own)) + __high2float(__float22half2_rn(q[threadIdx.x])) +
                   __low2float(__float22half2_rn(twice(own)));
}

// vectors by another name, with functions of a library's: they keep their types
__global__ void power(const complex_number *a, cuFloatComplex *b, double *size)
{
  int i = threadIdx.x;
  complex_number z = a[i];
  cuFloatComplex y = b[i];
  double s = 0.1;
  for (int k = 0; k < 3; k++) z = cuCadd(cuCmul(z, z), a[i]);
  b[i] = cuCmulf(y, cuComplexDoubleToFloat(z));
  size[i] = s * cuCabs(z);
}

int main()
{
  float h[2], *d;
  float2 k[2] = {{0.1f, 0.7f}, {0.3f, 0.9f}}, *q;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&q, sizeof k);
  cudaMemcpy(q, k, sizeof k, cudaMemcpyHostToDevice);
  third<<<1, 2>>>(d, q);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  complex_number z[2] = {{0.1, 0.2}, {0.3, 0.4}}, *a;
  cuFloatComplex y[2] = {{1, 2}, {3, 4}}, *b;
  double r[2], *s;
  cudaMalloc(&a, sizeof z);
  cudaMalloc(&b, sizeof y);
  cudaMalloc(&s, sizeof r);
  cudaMemcpy(a, z, sizeof z, cudaMemcpyHostToDevice);
  cudaMemcpy(b, y, sizeof y, cudaMemcpyHostToDevice);
  power<<<1, 2>>>(a, b, s);
  cudaMemcpy(y, b, sizeof y, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, s, sizeof r, cudaMemcpyDeviceToHost);
  printf("%.9g %.9g %.9g %.17g\n", h[1], y[0].x, y[1].y, r[1]);
}
