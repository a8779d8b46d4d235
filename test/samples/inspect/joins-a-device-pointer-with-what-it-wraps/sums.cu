#include <cstdio>
#include <thrust/device_ptr.h>
#include <thrust/reduce.h>
#include <vector>

struct Work {
  double *sums;
  double *area;
  thrust::device_ptr<double> view;
};

__global__ void add(double *sums, const double *area, int n)
{
  int i = threadIdx.x;
  if (i < n) sums[i] += area[i];
}

int main()
{
  const int n = 64;
  Work work;
  cudaMalloc(&work.sums, n * sizeof(double));
  cudaMalloc(&work.area, n * sizeof(double));
  work.view = thrust::device_ptr<double>(work.sums);
  add<<<1, n>>>(work.sums, work.area, n);
  double total = thrust::reduce(work.view, work.view + n, 0.0);
  double *host = new double[n];
  cudaMemcpy(host, work.area, n * sizeof(double), cudaMemcpyDeviceToHost);
  std::vector<double> kept(host, host + n);
  printf("%g %g\n", total, kept[0]);
  return 0;
}
