// Upwind advection of a tracer; everything the kernel needs to know arrives in one struct.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

struct Grid {
  int nx, ny;
  double dx, dy;
};

struct Wind {
  double u, v;
};

struct Setup {
  Grid grid;
  Wind wind;
  double dt;
  float threshold;
  double weights[3];
};

__device__ double courant(const Setup &s)
{
  return s.dt * (s.wind.u / s.grid.dx + s.wind.v / s.grid.dy);
}

__global__ void advect(Setup s, const double *in, double *out)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= s.grid.nx || j >= s.grid.ny) return;
  Grid g = s.grid;
  int west = (i + g.nx - 1) % g.nx;
  int south = (j + g.ny - 1) % g.ny;
  double c = in[j * g.nx + i];
  double fx = s.wind.u * (c - in[j * g.nx + west]) / g.dx;
  double fy = s.wind.v * (c - in[south * g.nx + i]) / g.dy;
  double next = c - s.dt * (fx + fy);
  if (courant(s) > 1.0) next = s.weights[0] * c + s.weights[1] * next + s.weights[2];
  out[j * g.nx + i] = next < s.threshold ? 0.0 : next;
}

int main()
{
  Setup setup = {{128, 64, 1.0 / 128, 1.0 / 64}, {1.0, 0.5}, 2e-3, 1e-12f, {0.5, 0.5, 0.0}};
  const int cells = setup.grid.nx * setup.grid.ny;
  std::vector<double> tracer(cells, 0.0);
  for (int j = 20; j < 40; ++j)
    for (int i = 30; i < 50; ++i) tracer[j * setup.grid.nx + i] = 1.0;

  double *a = nullptr, *b = nullptr;
  if (cudaMalloc(&a, cells * sizeof(double)) != cudaSuccess || cudaMalloc(&b, cells * sizeof(double)) != cudaSuccess) {
    std::fprintf(stderr, "no device memory\n");
    return 1;
  }
  cudaMemcpy(a, tracer.data(), cells * sizeof(double), cudaMemcpyHostToDevice);
  dim3 block(32, 8);
  dim3 grid(setup.grid.nx / block.x, setup.grid.ny / block.y);
  for (int step = 0; step < 200; ++step) {
    advect<<<grid, block>>>(setup, a, b);
    std::swap(a, b);
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(tracer.data(), a, cells * sizeof(double), cudaMemcpyDeviceToHost);

  double mass = 0.0;
  for (double value : tracer) mass += value * setup.grid.dx * setup.grid.dy;
  std::printf("mass %.15f\n", mass);
  cudaFree(a);
  cudaFree(b);
  return 0;
}
