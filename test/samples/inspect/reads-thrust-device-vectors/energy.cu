// Energies of oscillators: a kernel over the storage of a device_vector, the total by thrust.
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/functional.h>

__global__ void energies(const double *position, const double *momentum, double *energy, double stiffness, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double kinetic = 0.5 * momentum[i] * momentum[i];
  double potential = 0.5 * stiffness * position[i] * position[i];
  energy[i] = kinetic + potential;
}

int main()
{
  const int n = 10000;
  thrust::host_vector<double> start(n);
  for (int i = 0; i < n; ++i) start[i] = 0.001 * i;

  thrust::device_vector<double> position = start;
  thrust::device_vector<double> momentum(n, 0.25);
  thrust::device_vector<double> energy(n);
  thrust::device_vector<float> unused(n);

  double *raw = thrust::raw_pointer_cast(position.data());
  energies<<<(n + 255) / 256, 256>>>(raw, thrust::raw_pointer_cast(momentum.data()), thrust::raw_pointer_cast(&energy[0]), 2.0, n);
  if (cudaDeviceSynchronize() != cudaSuccess) {
    std::fprintf(stderr, "kernel failed\n");
    return 1;
  }

  double total = thrust::reduce(energy.begin(), energy.end(), 0.0, thrust::plus<double>());
  std::printf("%.12f in %zu\n", total, unused.size());
  return 0;
}
