// Memory seen as records and as vectors, functions that macros rename, numbers read from a stream, templates with a written special case.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <sstream>

#define ROOT sqrt
#define GROW exp
#define FALL LOGARITHM
#define LOGARITHM(x) log(x)

struct Particle {
  double place, speed;
};

template <class T> T joined(T a, T b) { return a + b / 3; }
template <> int joined(int a, int b) { return a - b; }

__device__ void turn(double *pair)
{
  double first = pair[0];
  pair[0] = first * 0.8 - pair[1] * 0.6;
  pair[1] = first * 0.6 + pair[1] * 0.8;
}

// nobody asks for this one, and it is read all the same
template <int n> __device__ void turnAll(double pairs[n][2])
{
  for (int i = 0; i < n; i++) turn(pairs[i]);
}

__global__ void advance(Particle *p, double step, int n)
{
  int i = threadIdx.x;
  double pair[2] = {step, 2.0};
  turn(pair);
  if (i < n) p[i].place += pair[0] * p[i].speed;
}

__global__ void firstOfEight(const __half *a, float *r, float s)
{
  float4 v = *reinterpret_cast<const float4 *>(a + 8 * threadIdx.x);
  float t = s * 3.1f;
  r[threadIdx.x] = __half2float(reinterpret_cast<const __half *>(&v)[0]) + t;
}

int main()
{
  int n = 8, bytes = n * sizeof(Particle);
  double *host = (double *)malloc(bytes), *dev;
  Particle *particles = (Particle *)host;
  for (int i = 0; i < 2 * n; i++) host[i] = 1.0 / (i + 3);
  cudaMalloc(&dev, bytes);
  cudaMemcpy(dev, host, bytes, cudaMemcpyHostToDevice);
  advance<<<1, 32>>>((Particle *)dev, 0.01, n);
  cudaMemcpy(host, dev, bytes, cudaMemcpyDeviceToHost);
  double total = 0.0;
  for (int i = 0; i < n; i++) total += particles[i].place;
  printf("%.17g\n", total);

  __half h[32], *d;
  float *r, out[4];
  for (int i = 0; i < 32; i++) h[i] = __float2half(0.3f * i);
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&r, sizeof out);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  firstOfEight<<<1, 4>>>(d, r, 0.7f);
  cudaMemcpy(out, r, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.9g\n", out[i]);

  double x = 0.75, share = 0.7;
  x = ROOT(GROW(FALL(x) / share));
  printf("%.17g %.17g %d\n", x, joined(0.1, 0.2), joined(3, 2));

  std::istringstream in("0.1 0.2 0.3");
  double given = 0.0, sum = 0.0;
  while (in >> given) sum += given;
  printf("%.17g\n", sum);
  return 0;
}
