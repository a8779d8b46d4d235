// Dot products of one vector with another shifted by 0, 1, 2, ...: their correlation by lag.
//   dot [elements] [lags]      prints the first 32 lags (or fewer)
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define THREADS 256
#define PRODUCTS_PER_THREAD 16
#define MOST_BLOCKS 1024

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

// The sum of one value per thread, for thread 0: a tree in shared memory.
__device__ double sumOverBlock(double value)
{
  __shared__ double sums[THREADS];
  int t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  return sums[0];
}

__global__ void dotByBlock(const double *x, const double *y, double *partial, int n)
{
  double sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    double product = x[i] * y[i];
    sum += product;
  }
  double total = sumOverBlock(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

__global__ void addPartials(const double *partial, int blocks, double *result)
{
  double sum = 0.0;
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) sum += partial[i];
  double total = sumOverBlock(sum);
  if (threadIdx.x == 0) *result = total;
}

// Whole numbers from -2^29 to 2^29 - 1, so that integer arithmetic knows the exact result.
static unsigned int state = 19720601u;
static long long wholeUniform()
{
  state = state * 1664525u + 1013904223u;
  return (long long) (state >> 2) - (1LL << 29);
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
  int n = argc > 1 ? wholeNumber(argv[1], "elements", 1, 1 << 29) : 1 << 20;
  int lags = argc > 2 ? wholeNumber(argv[2], "lags", 1, 100000) : 16;
  int shown = lags < 32 ? lags : 32;
  int blocks = (n - 1) / (THREADS * PRODUCTS_PER_THREAD) + 1;
  if (blocks > MOST_BLOCKS) blocks = MOST_BLOCKS;

  double *x = (double *) malloc(n * sizeof(double));
  double *y = (double *) malloc((n + (size_t) lags) * sizeof(double));
  double *correlation = (double *) malloc(lags * sizeof(double));
  // the exact product with lag 0 is exactHigh * 2^-29 + exactLow * 2^-58
  long long exactHigh = 0, exactLow = 0;
  for (int i = 0; i < n; i++) {
    long long p = wholeUniform(), q = wholeUniform(), product = p * q;
    x[i] = ldexp((double) p, -29);
    y[i] = ldexp((double) q, -29);
    exactHigh += product >> 29;
    exactLow += product & ((1LL << 29) - 1);
  }
  for (int i = 0; i < lags; i++) y[n + (size_t) i] = ldexp((double) wholeUniform(), -29);

  double *d_x, *d_y, *d_partial, *d_correlation;
  CHECK(cudaMalloc(&d_x, n * sizeof(double)));
  CHECK(cudaMalloc(&d_y, (n + (size_t) lags) * sizeof(double)));
  CHECK(cudaMalloc(&d_partial, MOST_BLOCKS * sizeof(double)));
  CHECK(cudaMalloc(&d_correlation, lags * sizeof(double)));
  CHECK(cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y, (n + (size_t) lags) * sizeof(double), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int lag = 0; lag < lags; lag++) {
    dotByBlock<<<blocks, THREADS>>>(d_x, d_y + lag, d_partial, n);
    CHECK(cudaGetLastError());
    addPartials<<<1, THREADS>>>(d_partial, blocks, d_correlation + lag);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  CHECK(cudaMemcpy(correlation, d_correlation, lags * sizeof(double), cudaMemcpyDeviceToHost));

  for (int lag = 0; lag < shown; lag++) printf("correlation %.17g\n", correlation[lag]);
  double exact = ldexp((double) (exactHigh + (exactLow >> 29)), -29) + ldexp((double) (exactLow & ((1LL << 29) - 1)), -58);
  fprintf(stderr, "lag 0 is %.2e of its size from the exact sum\n", fabs((correlation[0] - exact) / exact));
  fprintf(stderr, "%.1f million products per second\n", 1e-3 * n * lags / milliseconds);

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_partial));
  CHECK(cudaFree(d_correlation));
  free(x);
  free(y);
  free(correlation);
  return 0;
}
