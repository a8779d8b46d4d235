// Host arrays that go to a file, and copies that cannot convert, each for another reason; the last one can.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void touch(double *a, double *b, double *c, double2 *d, double *e, double *f)
{
  a[0] += 0.1, b[0] += 0.1, c[0] += 0.1, d[0].x += 0.1, e[0] += 0.1, f[0] += 0.1;
}

template <class T> void upload(T *to, const T *from)
{
  cudaMemcpy(to, from, 8 * sizeof(T), cudaMemcpyHostToDevice);
}

static void copyBytes(void *to, const void *from, size_t bytes)
{
  cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
}

int main(int argc, char **)
{
  double a[8], b[8], c[8], e[8], f[8];
  double2 d[4];
  fwrite(a, sizeof a, 1, stdout);
  fwrite(b, sizeof b, 1, stdout);
  fwrite(c, sizeof c, 1, stdout);
  fwrite(d, sizeof d, 1, stdout);
  fwrite(e, sizeof e, 1, stdout);
  fwrite(f, sizeof f, 1, stdout);
  double *d_a, *d_b, *d_c, *d_e, *d_f;
  double2 *d_d;
  cudaMalloc(&d_a, 8 * sizeof(double));
  cudaMalloc(&d_b, 8 * sizeof(double));
  cudaMalloc(&d_c, 8 * sizeof(double));
  cudaMalloc(&d_d, sizeof d);
  cudaMalloc(&d_e, 8 * sizeof(double));
  cudaMalloc(&d_f, 8 * sizeof(double));
  upload(d_a, a);
  cudaMemcpy(d_b, b, 8 * sizeof(double), cudaMemcpyDefault);
  copyBytes(d_c, c, 8 * sizeof(double));
  cudaMemcpy(d_d, d, sizeof d, cudaMemcpyHostToDevice);
  cudaMemcpy(d_e, e, 64, cudaMemcpyHostToDevice);
  cudaMemcpy(d_f, f, 8 * sizeof(double), cudaMemcpyHostToDevice);
  touch<<<1, 1>>>(d_a, d_b, d_c, d_d, d_e, d_f);
  return 0;
}
