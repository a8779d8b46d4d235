#include <cstdio>
#include <cuda_fp16.h>
__device__ double3 cross(double3 a, double3 b)
{
  double3 r;
  r.x = a.y * b.z - a.z * b.y;
  r.y = a.z * b.x - a.x * b.z;
  r.z = a.x * b.y - a.y * b.x;
  return r;
}
__global__ void turn(double3 *v, float s)
{
  int i = threadIdx.x;
  double3 p = v[i];
  double3 q = make_double3(0.1, p.x * s, 0.7);
  p = cross(p, q);
  v[i] = p;
  v[i].z -= 0.1;
}
/* what a function of the library makes of two numbers is of its own type */
__global__ void pair_up(const __half *h, double *out)
{
  int i = threadIdx.x;
  __half2 p = __halves2half2(h[i], __float2half(0.5f));
  float2 q = __half22float2(__hfma2(p, p, p));
  float3 r = make_float3(0.1, q.x * 0.3f, .7); // in the format it is stored in
  out[i] = q.x * 3 + q.y + r.x * r.y - r.z;
}
int main()
{
  __half *h;
  double *out;
  cudaMallocManaged(&h, 2 * sizeof(__half));
  cudaMallocManaged(&out, 2 * sizeof(double));
  h[0] = __float2half(0.1f);
  h[1] = __float2half(0.7f);
  pair_up<<<1, 2>>>(h, out);
  cudaDeviceSynchronize();
  printf("%.17g %.17g\n", out[0], out[1]);
  double3 v[4], *d_v;
  for (int i = 0; i < 4; i++) v[i] = make_double3(0.1 * i, 0.3, 1.0 / (i + 1));
  cudaMalloc(&d_v, 4 * sizeof(double3));
  cudaMemcpy(d_v, v, 4 * sizeof(double3), cudaMemcpyHostToDevice);
  turn<<<1, 4>>>(d_v, 0.7f);
  cudaMemcpy(v, d_v, 4 * sizeof(double3), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.17g %.17g %.17g\n", v[i].x, v[i].y, v[i].z);
  return 0;
}
