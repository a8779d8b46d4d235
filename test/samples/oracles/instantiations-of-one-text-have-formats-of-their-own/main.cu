#include <cstdio>
#include <cmath>
#include <vector>
template <typename T, int N> __device__ T norm(const T *v, T by);
template <typename T> __global__ void axpy(T *x, const T *y, T a, int n) {
  int i = threadIdx.x;
  __shared__ T tile[8];
  tile[i] = x[i] * (T)0.7;
  __syncthreads();
  if (i < n) x[i] = a * tile[n - 1 - i] + y[i] * T(0.3) + norm<T, 2>(y, T(0.5)) / 7 + 0.1;
}
template <typename T, int N> __device__ T norm(const T *v, T by) { T s = T(0); for (int i = 0; i < N; i++) s += v[i] * v[i]; return sqrt(s) * by + exp(-s); }
template <class T> T total(const T *v, int n) { T s = 0; for (int i = 0; i < n; i++) s += 2 * v[i]; return std::sqrt(s); }
template <class T> T *make(int n) { T *p; cudaMalloc(&p, n * sizeof(T)); return p; }
template <class T> void compare(const T *a, const T *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs((double)a[i] - (double)b[i]));
  printf("worst %.17g\n", worst);
}
template <class T> void run(int n) {
  T h[8], g[8];
  for (int i = 0; i < n; i++) { h[i] = T(0.1) * i; g[i] = T(1) / (i + 3); }
  T *x = make<T>(n), *y = make<T>(n);
  cudaMemcpy(x, h, n * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(y, g, n * sizeof(T), cudaMemcpyHostToDevice);
  axpy<<<1, n>>>(x, y, T(0.37), n);
  cudaMemcpy(g, x, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", (double)g[i]);
  compare(g, h, n);
  printf("%.17g\n", (double)total(g, n));
}
int main() { run<double>(8); run<float>(8); return 0; }
