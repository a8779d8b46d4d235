// The standard library for device code.
#include <cstdio>
#include <cuda/std/complex>
#include <cuda/std/array>
#include <cuda/std/span>
#include <cuda/std/cmath>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/type_traits>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/atomic>
#include <cuda/functional>
#include <cuda/cmath>
__global__ void k(double *x, int n, cuda::std::array<double, 3> w, double *sum, int *count) {
  cuda::atomic_ref<double, cuda::thread_scope_device> total(*sum);
  cuda::std::span<double> all(x, n);
  int i = threadIdx.x;
  if (i < n) {
    cuda::std::complex<double> z(all[i], 0.5), c = cuda::std::conj(z);
    z = cuda::std::exp(z * 0.1) + c / 3.0 + 1.0;
    all[i] = cuda::std::abs(z) + cuda::std::norm(z) * w[i % 3] + cuda::std::arg(z) + cuda::std::sqrt(all[i]) + cuda::std::fmin(w[0], w[1]);
    cuda::std::tuple<double, int> t(all[i], i);
    total.fetch_add(cuda::std::get<0>(t), cuda::std::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device>(*count)++;
    cuda::std::int32_t q = cuda::std::max(1, 2);
    if (cuda::std::is_same_v<double, float>) all[i] = cuda::std::numeric_limits<double>::max() * q;
  }
}
int main() {
  const int n = 5;
  double h[n] = {0.1, 0.2, 0.3, 0.4, 0.5}, *d, *s, sum = 0; int *c, count = 0;
  cudaMalloc(&d, sizeof h); cudaMalloc(&s, sizeof sum); cudaMalloc(&c, sizeof count);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); cudaMemcpy(s, &sum, sizeof sum, cudaMemcpyHostToDevice); cudaMemcpy(c, &count, sizeof count, cudaMemcpyHostToDevice);
  cuda::std::array<double, 3> w = {0.5, 0.25, 0.125};
  k<<<1, cuda::ceil_div(n, 4) * 4>>>(d, n, w, s, c);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); cudaMemcpy(&sum, s, sizeof sum, cudaMemcpyDeviceToHost); cudaMemcpy(&count, c, sizeof count, cudaMemcpyDeviceToHost);
  for (double v : h) printf("%.12g\n", v);
  printf("%.12g %d %g\n", sum, count, cuda::maximum<double>()(0.5, 1.5));
}
