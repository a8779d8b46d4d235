// A host array that a macro declares and that is written somewhere keeps its type, in every text that the program is read from; macros copy it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define ARRAY(name) double name[8]; int name##_count = 8
#define SEND(to, from, n) cudaMemcpy(to, from, (n) * sizeof(double), cudaMemcpyHostToDevice)
__global__ void scale(double *v, const double *w) { v[threadIdx.x] = v[threadIdx.x] * 1.7 + w[threadIdx.x]; }
template <int N> void fetch(double *to, const double *from) { cudaMemcpy(to, from, N * sizeof(double), cudaMemcpyDeviceToHost); }
int main(int argc, char **)
{
  ARRAY(h);
  size_t bytes = 8 * sizeof(double);
  double *w = (double *) malloc(bytes), *d, *d_w;
  for (int i = 0; i < h_count; i++) h[i] = i / 3.0, w[i] = i / 7.0;
  if (argc > 100) fwrite(w, bytes, 1, stdout), fwrite(h, sizeof h, 1, stdout);
  cudaMalloc(&d, bytes);
  cudaMalloc(&d_w, bytes);
  SEND(d, h, h_count);
  SEND(d_w, w, 8);
  scale<<<1, 8>>>(d, d_w);
  cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%.17g\n", h[i]);
}
