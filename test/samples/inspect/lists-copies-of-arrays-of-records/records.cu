#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct State { double h, hu, hv; };
struct Cell { double heat; int kind; };

template <class T> T *to_device(const std::vector<T> &v)
{
  T *d = nullptr;
  cudaMalloc(&d, v.size() * sizeof(T));
  cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}

__global__ void step(State *q, const Cell *cells, double *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { q[i].h += 0.1 * q[i].hu; out[i] = q[i].h + q[i].hv * cells[i].heat; }
}

int main()
{
  const int n = 64;
  std::vector<State> q(n);
  std::vector<Cell> cells(n);
  std::vector<double> o(n);
  for (int i = 0; i < n; i++) { q[i] = {1.0 + i, 0.5, 0.25}; cells[i] = {0.5 * i, 1}; }
  State *d_q;
  double *d_o;
  cudaMalloc((void **) &d_q, n * sizeof(State));
  cudaMalloc(&d_o, n * sizeof(double));
  Cell *d_cells = to_device(cells);
  cudaMemcpy(d_q, q.data(), n * sizeof(State), cudaMemcpyHostToDevice);
  step<<<1, 64>>>(d_q, d_cells, d_o, n);
  cudaMemcpy(q.data(), d_q, n * sizeof(State), cudaMemcpyDeviceToHost);
  cudaMemcpy(o.data(), d_o, n * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g %.17g\n", q[i].h, o[i]);
  return 0;
}
