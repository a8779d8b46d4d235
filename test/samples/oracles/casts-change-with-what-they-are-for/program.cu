// Casts that say a type in the middle of an expression, as programs with a type for their numbers write them.
#include <cmath>
#include <cstdio>

typedef double Real_t;
#define SQUARE(v) ((Real_t)(v) * (Real_t)(v))
#define ZERO Real_t(0.0)

__device__ inline Real_t limited(Real_t value, float bound)
{
  return value > Real_t(bound) ? Real_t(bound) : static_cast<Real_t>(value);
}

__global__ void update(const Real_t *e, Real_t *p, long long seed, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int half = (int)((Real_t)9 * 0.5);
  Real_t third = Real_t(1.0) / Real_t(3.0), sum = ZERO;
  for (int k = 0; k < half; k++) sum += third * (e[i] + Real_t(k)) / (Real_t)n;
  p[i] = fmax(limited(sum, 0.7f), (Real_t)0.1) + SQUARE(e[i]) + double(seed) * 1e-20 + (float)sum;
}

int main()
{
  const int n = 64;
  Real_t h[n], *e, *p;
  for (int i = 0; i < n; i++) h[i] = Real_t(i + 1) / (Real_t)7;
  cudaMalloc((void **)&e, n * sizeof(Real_t));
  cudaMalloc((void **)&p, n * sizeof(Real_t));
  cudaMemcpy(e, h, n * sizeof(Real_t), cudaMemcpyHostToDevice);
  update<<<1, n>>>(e, p, 2305843284091600897LL, n);
  cudaMemcpy(h, p, n * sizeof(Real_t), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 9) printf("%.17g %.9g\n", h[i], (double)(float)h[i]);
  return 0;
}
