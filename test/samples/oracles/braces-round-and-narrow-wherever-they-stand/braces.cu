#include <cstdio>
#include <cuda_runtime.h>

struct Pair { double x, y; };
struct Made {
  double x, y;
  __host__ __device__ Made(double a, double b) : x(a), y(b) {}
};

__device__ double product(Pair p) { return p.x * p.y; }
__device__ double difference(Made m) { return m.x - m.y; }
__device__ Pair tripled(double t) { return {t, t * 3.0}; }

__global__ void k(const double *in, double *out)
{
  int i = threadIdx.x;
  double t = in[i] * 1.7;
  Pair p;
  p = {t, t * 2.0};
  Pair q[2] = {{t, t + 1.0}, {t - 1.0, t}};
  Made v{t, t * 0.5};
  out[5 * i] = product({t, t + 1.0}) + product(Pair{t, t + 2.0});
  out[5 * i + 1] = tripled(t).y;
  out[5 * i + 2] = Pair{t, t * 0.7}.y + p.x;
  out[5 * i + 3] = Made{t, t * 0.3}.y + difference({t, 2.0 * t}) + Made(t * 0.1, t).x;
  Pair counted[1] = {{0.1 * i, 0.5}};
  p = {0.3 * (i % 5), -0.25};
  out[5 * i + 4] = v.y + q[1].x + counted[0].x + p.x + p.y;
}

int main()
{
  double numbers[8], results[40], *in, *out;
  for (int i = 0; i < 8; i++) numbers[i] = 1.0 / (i + 3);
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof results);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  k<<<1, 8>>>(in, out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 40; i++) printf("%.17g\n", results[i]);
}
