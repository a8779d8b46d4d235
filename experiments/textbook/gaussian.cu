// Elimination of one column after the other, one thread per element below and right of the pivot; only the update is timed.
#include "textbook.cuh"

__global__ void eliminate(double *a, double *b, const double *multiplier, int n, int pivot)
{
  int j = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int i = pivot + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  a[(size_t) i * n + j] -= multiplier[i] * a[(size_t) pivot * n + j];
  if (j == pivot + 1) b[i] -= multiplier[i] * b[pivot];
}

int main(int argc, char **argv)
{
  int n = argument(argc, argv, 1, 6144);
  double *a = randomOnDevice((size_t) n * n), *b = randomOnDevice(n), *multiplier = randomOnDevice(n, -1e-9, 1e-9);
  report("run", 1, [&] {
    for (int pivot = 0; pivot < n - 1; pivot++) {
      int left = n - pivot - 1;
      eliminate<<<dim3((left + 31) / 32, (left + 7) / 8), dim3(32, 8)>>>(a, b, multiplier, n, pivot);
    }
  });
}
