// unions of vectors and arrays in kernels, shared memory, __half2 and unsigned
#include <cstdio>
#include <cuda_fp16.h>
union F4 { float4 v; float a[4]; };
union H2 { __half2 h; unsigned u; };
union D2 { double2 v; double a[2]; unsigned long long bits[2]; };
struct Body { double3 at; double m; };
__global__ void k(const float4 *in, double *out, Body *b, unsigned *bits, int n) {
  __shared__ D2 tile[32];
  int i = threadIdx.x;
  if (i >= n) return;
  F4 f; f.v = in[i];
  float s = 0; for (int j = 0; j < 4; j++) s += f.a[j];
  tile[i].a[0] = s; tile[i].v.y = 0.1 * i;
  __syncthreads();
  H2 h; h.h = __floats2half2_rn(s, 0.3f);
  bits[i] = h.u;
  b[i].m *= 0.7; b[i].at.x += 0.1;
  out[i] = tile[i].v.x + tile[i].a[1] + b[i].m * b[i].at.x + (double)(tile[i].bits[1] & 255);
}
int main() {
  const int n = 4; float4 h[n], *d; double r[n], *o, s = 0; Body hb[n], *b; unsigned hu[n], *u;
  for (int i = 0; i < n; i++) { h[i] = make_float4(0.1f * i, 0.2f, 0.3f, 0.4f); hb[i] = {{0.1 * i, 0, 0}, 0.3}; }
  cudaMalloc(&d, sizeof h); cudaMalloc(&o, sizeof r); cudaMalloc(&b, sizeof hb); cudaMalloc(&u, sizeof hu);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(b, hb, sizeof hb, cudaMemcpyHostToDevice);
  k<<<1, n>>>(d, o, b, u, n);
  cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost); cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
  for (double x : r) s += x;
  std::printf("%.17g %x\n", s, hu[3]);
}
