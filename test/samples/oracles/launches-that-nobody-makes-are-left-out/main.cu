#include <cstdio>
#include <utility>
template <typename T> __global__ void other(T *p, int n) { __shared__ T s[8]; s[threadIdx.x] = p[threadIdx.x]; __syncthreads(); p[threadIdx.x] = __shfl_xor_sync(~0u, s[0], 1) + atomicAdd(p, T(1)); }
__global__ void scale(double *p, int n) { if (threadIdx.x < n) p[threadIdx.x] *= 1.1; }
template <typename Kernel, typename... Args> void launch(Kernel kernel, int n, Args &&...args)
{
  kernel<<<(n + 63) / 64, 64>>>(n, std::forward<Args>(args)...);
}
template <typename T, bool Fast> void run(T *p, int n)
{
  if constexpr (Fast) other<T> <<<1, dim3(8, 1)>>>(p, n);
  else scale<<<1, 8>>>(p, n);
}
int main()
{
  double h[8], *d;
  for (int i = 0; i < 8; i++) h[i] = i / 7.0;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  run<double, false>(d, 8);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (double x : h) printf("%.17g\n", x);
}
