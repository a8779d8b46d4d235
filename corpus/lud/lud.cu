// LU decomposition in place, by tiles, without pivoting: below the diagonal L (whose own diagonal is 1), above it U.
//   lud [order] [tile: 8, 16 or 32] [all]
// prints the logarithm of |det A|, the sums of |L| and |U|, and 16 elements of U's diagonal (or all of L and U)
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

// Factors the tile on the diagonal; a thread keeps a row. `corner` is the tile's first element.
template <int TILE>
__global__ void factorDiagonal(double *corner, int n)
{
  __shared__ double tile[TILE][TILE + 1];
  int t = threadIdx.x;
  for (int i = 0; i < TILE; i++) tile[i][t] = corner[(size_t) i * n + t];
  for (int k = 0; k < TILE - 1; k++) {
    __syncthreads();
    if (t > k) {
      tile[t][k] /= tile[k][k];
      for (int j = k + 1; j < TILE; j++) tile[t][j] -= tile[t][k] * tile[k][j];
    }
  }
  __syncthreads();
  for (int i = 0; i < TILE; i++) corner[(size_t) i * n + t] = tile[i][t];
}

// One tile right of the diagonal tile becomes U's, one below it L's. The first TILE threads each solve a column of the one by
// forward substitution, the others a row of the other.
template <int TILE>
__global__ void solvePerimeter(double *corner, int n)
{
  __shared__ double diagonal[TILE][TILE + 1], right[TILE][TILE + 1], below[TILE][TILE + 1];
  int t = threadIdx.x % TILE;
  size_t distance = (size_t) (blockIdx.x + 1) * TILE;
  double *toRight = corner + distance, *toBelow = corner + distance * n;
  bool solvesColumn = threadIdx.x < TILE;

  for (int i = 0; i < TILE; i++) {
    if (solvesColumn) {
      diagonal[i][t] = corner[(size_t) i * n + t];
      right[i][t] = toRight[(size_t) i * n + t];
    } else {
      below[i][t] = toBelow[(size_t) i * n + t];
    }
  }
  __syncthreads();

  for (int i = 0; i < TILE; i++) {
    if (solvesColumn) {
      double value = right[i][t];
      for (int k = 0; k < i; k++) value -= diagonal[i][k] * right[k][t];
      right[i][t] = value;
    } else {
      double value = below[t][i];
      for (int k = 0; k < i; k++) value -= below[t][k] * diagonal[k][i];
      below[t][i] = value / diagonal[i][i];
    }
  }
  __syncthreads();

  for (int i = 0; i < TILE; i++) {
    if (solvesColumn) toRight[(size_t) i * n + t] = right[i][t];
    else toBelow[(size_t) i * n + t] = below[i][t];
  }
}

// A tile of what remains loses the product of the tile of L in its row and the tile of U in its column.
template <int TILE>
__global__ void updateInternal(double *corner, int n)
{
  __shared__ double lower[TILE][TILE], upper[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  size_t row = (size_t) (blockIdx.y + 1) * TILE + ty;
  size_t column = (size_t) (blockIdx.x + 1) * TILE + tx;
  lower[ty][tx] = corner[row * n + tx];
  upper[ty][tx] = corner[(size_t) ty * n + column];
  __syncthreads();

  double sum = 0.0;
  for (int k = 0; k < TILE; k++) sum += lower[ty][k] * upper[k][tx];
  corner[row * n + column] -= sum;
}

template <int TILE>
static void decompose(double *d_a, int n)
{
  for (int done = 0; done < n; done += TILE) {
    double *corner = d_a + (size_t) done * n + done;
    int tiles = (n - done) / TILE - 1;
    factorDiagonal<TILE><<<1, TILE>>>(corner, n);
    CHECK(cudaGetLastError());
    if (tiles == 0) break;
    solvePerimeter<TILE><<<tiles, 2 * TILE>>>(corner, n);
    CHECK(cudaGetLastError());
    updateInternal<TILE><<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(corner, n);
    CHECK(cudaGetLastError());
  }
}

static unsigned int state = 19480101u;
static double uniform() // in [-1, 1)
{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 8388608.0 - 1.0;
}

static int wholeNumber(const char *text, const char *what, int least, int most)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > most) {
    fprintf(stderr, "%s must be a whole number from %d to %d, not '%s'\n", what, least, most, text);
    exit(2);
  }
  return (int) value;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? wholeNumber(argv[1], "order", 8, 40000) : 1024;
  int tile = argc > 2 ? wholeNumber(argv[2], "tile", 8, 32) : 16;
  bool all = argc > 3 && strcmp(argv[3], "all") == 0;
  if ((tile != 8 && tile != 16 && tile != 32) || n % tile != 0) {
    fprintf(stderr, "tile must be 8, 16 or 32 and divide the order, not %d of %d\n", tile, n);
    return 2;
  }

  // a random matrix whose diagonal outweighs a typical row, so that no pivoting is needed
  size_t elements = (size_t) n * n;
  double *a = (double *) malloc(elements * sizeof(double));
  for (size_t i = 0; i < elements; i++) a[i] = uniform();
  for (int i = 0; i < n; i++) a[(size_t) i * (n + 1)] += 2.0 * sqrt((double) n);

  double *d_a;
  CHECK(cudaMalloc(&d_a, elements * sizeof(double)));
  CHECK(cudaMemcpy(d_a, a, elements * sizeof(double), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  switch (tile) {
    case 8: decompose<8>(d_a, n); break;
    case 16: decompose<16>(d_a, n); break;
    case 32: decompose<32>(d_a, n); break;
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  CHECK(cudaMemcpy(a, d_a, elements * sizeof(double), cudaMemcpyDeviceToHost));

  double logDeterminant = 0, sumLower = 0, sumUpper = 0;
  for (int i = 0; i < n; i++) {
    logDeterminant += log(fabs(a[(size_t) i * (n + 1)]));
    for (int j = 0; j < n; j++) {
      if (j < i) sumLower += fabs(a[(size_t) i * n + j]);
      else sumUpper += fabs(a[(size_t) i * n + j]);
    }
  }
  printf("logdet %.17g\nlower %.17g\nupper %.17g\n", logDeterminant, sumLower, sumUpper);
  if (all) {
    for (size_t i = 0; i < elements; i++) printf("element %.17g\n", a[i]);
  } else {
    int shown = n < 16 ? n : 16;
    for (int i = 1; i <= shown; i++) {
      size_t place = (size_t) n * i / shown - 1;
      printf("diagonal %.17g\n", a[place * (n + 1)]);
    }
  }
  fprintf(stderr, "%.2f Gflop/s\n", 2e-6 / 3 * n * n * n / milliseconds);

  CHECK(cudaFree(d_a));
  free(a);
  return 0;
}
