// cuda::atomic_ref is a view of one number in its own format; complex numbers of cuda::std are computed with as std's are.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <time.h>
__global__ void waves(double *x, double *sum, cuda::std::array<double, 3> weights, int n) {
  cuda::atomic_ref<double, cuda::thread_scope_device> total(*sum);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cuda::std::complex<double> z(x[i], 0.25);
  z = z * z + 0.1;
  x[i] = z.real() + z.imag() * weights[i % 3] + cuda::std::sqrt(x[i]);
  total.fetch_add(x[i], cuda::std::memory_order_relaxed);
}
int main() {
  const int n = 40;
  double host[n], sum = 0, *x, *s;
  const int clocks[] = {CLOCK_MONOTONIC_RAW, CLOCK_PROCESS_CPUTIME_ID};
  struct timespec t;
  for (int i = 0; i < n; i++) host[i] = 0.1 * (i + 1);
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&s, sizeof sum);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(s, &sum, sizeof sum, cudaMemcpyHostToDevice);
  waves<<<2, 32>>>(x, s, {0.5, 0.25, 0.125}, n);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, s, sizeof sum, cudaMemcpyDeviceToHost);
  if (clock_gettime(CLOCK_MONOTONIC, &t) != 0 || clocks[0] == clocks[1]) return 1;
  for (int i = 0; i < n; i += 7) printf("%.17g\n", host[i]);
  printf("%.17g\n", sum);
}
