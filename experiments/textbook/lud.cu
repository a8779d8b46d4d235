// The update of what lies right of and below a finished tile: the usual product of two matrices by tiles in shared memory, subtracted.
#include "textbook.cuh"

#define TILE 32

__global__ void subtractProduct(const double *lower, const double *upper, double *rest, int n)
{
  __shared__ double a[TILE][TILE], b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  a[threadIdx.y][threadIdx.x] = lower[(size_t) row * n + threadIdx.x];
  b[threadIdx.y][threadIdx.x] = upper[(size_t) threadIdx.y * n + column];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < TILE; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  rest[(size_t) row * n + column] -= sum;
}

int main(int argc, char **argv)
{
  int n = argument(argc, argv, 1, 16384);
  double *matrix = randomOnDevice((size_t) n * n, 0, 1e-6);
  report("run", 1, [&] {
    for (int done = 0; done + TILE < n; done += TILE) {
      double *corner = matrix + (size_t) done * n + done;
      int tiles = (n - done) / TILE - 1;
      subtractProduct<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(corner + (size_t) TILE * n, corner + TILE, corner + (size_t) TILE * n + TILE, n);
    }
  });
}
