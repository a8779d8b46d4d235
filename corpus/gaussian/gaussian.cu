// Gaussian elimination without pivoting, a column at a time, and back substitution: solves A x = b.
//   gaussian [order] [threads of fan1] [side of fan2's blocks] [all]
// prints the sum and the norm of x and 16 of its elements (or all of them)
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

// How often the pivot's row is taken from each row below it.
__global__ void fan1(const double *a, double *multiplier, int n, int pivot)
{
  int i = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) multiplier[i] = a[(size_t) i * n + pivot] / a[(size_t) pivot * n + pivot];
}

// Takes it, right of the pivot's column; column n stands for the right-hand side.
__global__ void fan2(double *a, double *b, const double *multiplier, int n, int pivot)
{
  int i = pivot + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int j = pivot + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j > n) return;
  double factor = multiplier[i];
  if (j < n) a[(size_t) i * n + j] -= factor * a[(size_t) pivot * n + j];
  else b[i] -= factor * b[pivot];
}

static void substituteBack(const double *a, const double *b, double *x, int n)
{
  for (int i = n - 1; i >= 0; i--) {
    double rest = b[i];
    for (int j = i + 1; j < n; j++) rest -= a[(size_t) i * n + j] * x[j];
    x[i] = rest / a[(size_t) i * n + i];
  }
}

static unsigned int state = 18101809u;
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
  int n = argc > 1 ? wholeNumber(argv[1], "order", 2, 40000) : 512;
  int threads = argc > 2 ? wholeNumber(argv[2], "threads of fan1", 1, 1024) : 256;
  int side = argc > 3 ? wholeNumber(argv[3], "side of fan2's blocks", 1, 32) : 16;
  bool all = argc > 4 && strcmp(argv[4], "all") == 0;

  // a random matrix whose diagonal outweighs a typical row, so that no pivoting is needed; the solution is 1, 2, ... 8, 1, 2, ...
  size_t elements = (size_t) n * n;
  double *a = (double *) malloc(elements * sizeof(double));
  double *b = (double *) calloc(n, sizeof(double));
  double *x = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    double *row = a + (size_t) i * n;
    for (int j = 0; j < n; j++) row[j] = uniform();
    row[i] += 2.0 * sqrt((double) n);
    for (int j = 0; j < n; j++) b[i] += row[j] * (1 + j % 8);
  }

  double *d_a, *d_b, *d_multiplier;
  CHECK(cudaMalloc(&d_a, elements * sizeof(double)));
  CHECK(cudaMalloc(&d_b, n * sizeof(double)));
  CHECK(cudaMalloc(&d_multiplier, n * sizeof(double)));
  CHECK(cudaMemcpy(d_a, a, elements * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b, n * sizeof(double), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int pivot = 0; pivot < n - 1; pivot++) {
    int rows = n - 1 - pivot, columns = n - pivot;
    fan1<<<(rows + threads - 1) / threads, threads>>>(d_a, d_multiplier, n, pivot);
    CHECK(cudaGetLastError());
    dim3 blocks((columns + side - 1) / side, (rows + side - 1) / side);
    fan2<<<blocks, dim3(side, side)>>>(d_a, d_b, d_multiplier, n, pivot);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  CHECK(cudaMemcpy(a, d_a, elements * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(b, d_b, n * sizeof(double), cudaMemcpyDeviceToHost));
  substituteBack(a, b, x, n);

  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i];
    squares += x[i] * x[i];
  }
  printf("sum %.17g\nnorm %.17g\n", sum, sqrt(squares));
  int shown = all || n < 16 ? n : 16;
  for (int i = 1; i <= shown; i++) printf("x %.17g\n", x[(size_t) n * i / shown - 1]);
  fprintf(stderr, "%.2f Gflop/s\n", 2e-6 / 3 * n * n * n / milliseconds);

  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_multiplier));
  free(a);
  free(b);
  free(x);
  return 0;
}
