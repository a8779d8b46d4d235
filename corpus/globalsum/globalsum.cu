// The sum of an array that holds every number and its negative, in no order: exactly zero, if arithmetic were exact.
// Half of the numbers are small, from (10^s, 10^(s+1)), half large, from (10^l, 10^(l+1)).
//   globalsum [elements] [s] [l] [blocks] [repetitions]      prints the sum, and the sums of the first eight blocks
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define THREADS 256

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
  __shared__ double tree[THREADS];
  int t = threadIdx.x;
  tree[t] = value;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (t < half) tree[t] += tree[t + half];
    __syncthreads();
  }
  return tree[0];
}

__global__ void sumByBlock(const double *values, int n, double *sums)
{
  double sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += values[i];
  double total = sumOverBlock(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

__global__ void sumOfBlocks(const double *sums, int blocks, double *result)
{
  double sum = 0.0;
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) sum += sums[i];
  double total = sumOverBlock(sum);
  if (threadIdx.x == 0) *result = total;
}

static unsigned int state = 20100412u;
static unsigned int nextRandom()
{
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

// Uniform in (10^exponent, 10^(exponent+1)).
static double between(int exponent)
{
  double power = 1.0;
  for (int i = 0; i < abs(exponent); i++) power *= 10.0;
  double fraction = (nextRandom() + nextRandom() / 16777216.0 + 0.5) / 16777217.0;
  double value = 1.0 + 9.0 * fraction;
  return exponent < 0 ? value / power : value * power;
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
  int n = argc > 1 ? wholeNumber(argv[1], "elements", 4, 1 << 28) : 1 << 20;
  int small = argc > 2 ? wholeNumber(argv[2], "the small numbers' exponent", -37, 36) : -4;
  int large = argc > 3 ? wholeNumber(argv[3], "the large numbers' exponent", -37, 36) : 3;
  int blocks = argc > 4 ? wholeNumber(argv[4], "blocks", 1, 65535) : 1024;
  int repetitions = argc > 5 ? wholeNumber(argv[5], "repetitions", 1, 1000000) : 1;
  if (n % 4 != 0) {
    fprintf(stderr, "elements must be a multiple of 4, not %d: pairs of small and of large numbers\n", n);
    return 2;
  }

  double *values = (double *) malloc(n * sizeof(double));
  double *sums = (double *) malloc(blocks * sizeof(double));
  for (int i = 0; i < n; i += 4) {
    values[i] = between(small);
    values[i + 1] = -values[i];
    values[i + 2] = between(large);
    values[i + 3] = -values[i + 2];
  }
  for (int i = n - 1; i > 0; i--) {
    int other = (int) (((unsigned long long) nextRandom() << 24 | nextRandom()) % (i + 1));
    double swap = values[i];
    values[i] = values[other];
    values[other] = swap;
  }

  double *d_values, *d_sums, *d_sum;
  CHECK(cudaMalloc(&d_values, n * sizeof(double)));
  CHECK(cudaMalloc(&d_sums, blocks * sizeof(double)));
  CHECK(cudaMalloc(&d_sum, sizeof(double)));
  CHECK(cudaMemcpy(d_values, values, n * sizeof(double), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int i = 0; i < repetitions; i++) {
    sumByBlock<<<blocks, THREADS>>>(d_values, n, d_sums);
    CHECK(cudaGetLastError());
    sumOfBlocks<<<1, THREADS>>>(d_sums, blocks, d_sum);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  double sum;
  CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(sums, d_sums, blocks * sizeof(double), cudaMemcpyDeviceToHost));

  printf("sum %.17g\n", sum);
  for (int i = 0; i < blocks && i < 8; i++) printf("block %.17g\n", sums[i]);
  fprintf(stderr, "%.1f million additions per second\n", 1e-3 * n * repetitions / milliseconds);

  CHECK(cudaFree(d_values));
  CHECK(cudaFree(d_sums));
  CHECK(cudaFree(d_sum));
  free(values);
  free(sums);
  return 0;
}
