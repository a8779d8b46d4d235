#include <cstdio>
#include <cmath>
#include <vector>
template <typename T, int N> __device__ T norm(const T *v) { T s = T(0); for (int i = 0; i < N; i++) s += v[i] * v[i]; return sqrt(s); }
template <typename T> __global__ void axpy(T *x, T *y, T a, int n) {
  int i = threadIdx.x;
  __shared__ T tile[8];
  tile[i] = x[i] * (T)0.7;
  __syncthreads();
  if (i < n) y[i] = a * tile[n - 1 - i] + y[i] * T(0.3) + norm<T, 2>(x) / 7;
}
template <typename T> __global__ void shift(T *x, T by, int n) { int i = threadIdx.x; if (i < n) x[i] += by; }
template <class T> T total(const std::vector<T> &v) { T s = 0; for (auto x : v) s += x; return s; }
template <class T> T relative(T a, const T &b) { return std::fabs(a - b) / (std::fabs(b) + T(1e-9)); }
template <class T> T *make(int n) { T *p; cudaMalloc(&p, n * sizeof(T)); return p; }
template <class T> void run(int n) {
  std::vector<T> h(n), g(n);
  for (int i = 0; i < n; i++) { h[i] = T(0.1) * i; g[i] = 1 / (i + T(3)); }
  T *x = make<T>(n), *y = make<T>(n);
  cudaMemcpy(x, h.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(y, g.data(), n * sizeof(T), cudaMemcpyHostToDevice);
  axpy<<<1, n>>>(x, y, T(0.37), n);
  shift<T><<<1, n>>>(y, 0.05, n);
  cudaMemcpy(g.data(), y, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", (double)g[i]);
  printf("%.17g %.17g\n", (double)total(g), (double)relative(total(g), total(h) * 1.1));
}
int main() { run<double>(8); return 0; }
