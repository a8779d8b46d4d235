#include <cstdio>
__global__ void k(double *a, double *o, int n) {
  int i = threadIdx.x;
  if (2 * i >= n) return;
  double2 v = reinterpret_cast<double2 &>(a[2 * i]);
  v.x *= 0.3; v.y *= 0.7;
  reinterpret_cast<double2 &>(o[2 * i]) = v;
}
int main() {
  const int n = 8; double h[n], r[n], *a, *o, s = 0;
  for (int i = 0; i < n; i++) h[i] = 0.1 * i;
  cudaMalloc(&a, sizeof h); cudaMalloc(&o, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  k<<<1, n / 2>>>(a, o, n);
  cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
  for (double x : r) s += x;
  std::printf("%.17g\n", s);
}
