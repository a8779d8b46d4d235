// A steady compressible flow by alternating directions: every implicit step solves scalar pentadiagonal systems along the lines of a
// grid, in x, in y and in z, each in the waves of its direction.
//   sp [size] [iterations]      size^3 points; prints norms of the residual and of the error, and samples; the rate goes to stderr
//
// Homentropic gas dynamics in symmetric form, with a passive scalar s, a diffusion and a forcing f:
//   q_t + u.grad q + c div u  = nu lap q + f      q = 2 c / (gamma - 1), c the speed of sound
//   u_t + u.grad u + c grad q = nu lap u + f      and v, w alike
//   s_t + u.grad s            = nu lap s + f
// Along x the waves q + u and q - u travel with u + c and u - c; v, w and s with u. The forcing is what makes a known solution
// steady on the grid, so that the error goes to zero with the residual.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include "kernels.cuh"

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

#define COURANT 3.0
#define SAMPLES 4

// Root mean square of each variable: the blocks' sums are added up here.
static void printNorms(const char *name, const double *d_field, double *d_partial, double *partial, int points)
{
  int blocks = (points + NORM_BLOCK - 1) / NORM_BLOCK;
  sumSquares<<<dim3(blocks, VARIABLES), NORM_BLOCK>>>(d_field, d_partial, points);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(partial, d_partial, VARIABLES * blocks * sizeof(double), cudaMemcpyDeviceToHost));
  printf("%s", name);
  for (int m = 0; m < VARIABLES; m++) {
    double sum = 0.0;
    for (int block = 0; block < blocks; block++) sum += partial[m * blocks + block];
    printf(" %.17g", sqrt(sum / points));
  }
  printf("\n");
}

static int argument(int argc, char **argv, int index, int fallback, int least, int most)
{
  if (index >= argc) return fallback;
  char *end;
  long value = strtol(argv[index], &end, 10);
  if (*argv[index] != '\0' && *end == '\0' && value >= least && value <= most) return (int) value;
  fprintf(stderr, "argument %d is %s when it should be a number from %d to %d\n", index, argv[index], least, most);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
  int size = argument(argc, argv, 1, 64, 5, 300);
  int iterations = argument(argc, argv, 2, 100, 0, 1000000);
  int points = size * size * size;
  double width = 1.0 / (size - 1);
  double dt = COURANT * width / 1.5;  // the fastest wave, u + c, travels at about 1.5
  dim3 pointBlock(32, 4), pointGrid((size + 31) / 32, (size + 3) / 4, size);
  dim3 tileBlock(TILE, TILE), tileGrid((size + TILE - 1) / TILE, (size + TILE - 1) / TILE, size);
  int lineGrid = (VARIABLES * size * size + LINE_BLOCK - 1) / LINE_BLOCK;
  int normBlocks = (points + NORM_BLOCK - 1) / NORM_BLOCK;

  double *d_field, *d_solution, *d_forcing, *d_residual, *d_turned, *d_waves, *d_upper, *d_upper2, *d_partial;
  CHECK(cudaMalloc(&d_field, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_solution, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_forcing, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_residual, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_turned, 2 * points * sizeof(double)));
  CHECK(cudaMalloc(&d_waves, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_upper, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_upper2, VARIABLES * points * sizeof(double)));
  CHECK(cudaMalloc(&d_partial, VARIABLES * normBlocks * sizeof(double)));
  double *partial = (double *) malloc(VARIABLES * normBlocks * sizeof(double));
  double *field = (double *) malloc(VARIABLES * points * sizeof(double));

  setSolution<<<pointGrid, pointBlock>>>(d_solution, 0.0, size);
  CHECK(cudaGetLastError());
  setSolution<<<pointGrid, pointBlock>>>(d_field, 0.1, size);
  CHECK(cudaGetLastError());
  CHECK(cudaMemset(d_forcing, 0, VARIABLES * points * sizeof(double)));
  convectAndDiffuse<<<pointGrid, pointBlock>>>(d_solution, d_forcing, d_residual, width, size);
  CHECK(cudaGetLastError());
  dissipate<<<pointGrid, pointBlock>>>(d_solution, d_residual, width, size);
  CHECK(cudaGetLastError());
  setForcing<<<pointGrid, pointBlock>>>(d_residual, d_forcing, size);
  CHECK(cudaGetLastError());

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int iteration = 0; iteration <= iterations; iteration++) {
    convectAndDiffuse<<<pointGrid, pointBlock>>>(d_field, d_forcing, d_residual, width, size);
    CHECK(cudaGetLastError());
    dissipate<<<pointGrid, pointBlock>>>(d_field, d_residual, width, size);
    CHECK(cudaGetLastError());
    if (iteration == 0 || iteration == iterations) printNorms("residual", d_residual, d_partial, partial, points);
    if (iteration == iterations) break;
    turnSpeeds<<<tileGrid, tileBlock>>>(d_field, d_turned, size);
    CHECK(cudaGetLastError());
    toWavesOfX<<<tileGrid, tileBlock>>>(d_residual, d_waves, dt, size);
    CHECK(cudaGetLastError());
    solveX<<<lineGrid, LINE_BLOCK>>>(d_turned, d_waves, d_upper, d_upper2, dt, width, size);
    CHECK(cudaGetLastError());
    fromWavesOfXToY<<<tileGrid, tileBlock>>>(d_waves, d_residual, size);
    CHECK(cudaGetLastError());
    solveY<<<lineGrid, LINE_BLOCK>>>(d_field, d_residual, d_upper, d_upper2, dt, width, size);
    CHECK(cudaGetLastError());
    fromWavesOfYToZ<<<pointGrid, pointBlock>>>(d_residual, size);
    CHECK(cudaGetLastError());
    solveZ<<<lineGrid, LINE_BLOCK>>>(d_field, d_residual, d_upper, d_upper2, dt, width, size);
    CHECK(cudaGetLastError());
    addCorrection<<<pointGrid, pointBlock>>>(d_residual, d_field, size);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  subtract<<<pointGrid, pointBlock>>>(d_field, d_solution, d_residual, size);
  CHECK(cudaGetLastError());
  printNorms("error", d_residual, d_partial, partial, points);
  CHECK(cudaMemcpy(field, d_field, VARIABLES * points * sizeof(double), cudaMemcpyDeviceToHost));
  for (int s = 1; s <= SAMPLES; s++) {
    int at = s * (size - 1) / (SAMPLES + 1) * (size * size + size + 1);  // along the diagonal of the cube
    printf("sample");
    for (int m = 0; m < VARIABLES; m++) printf(" %.17g", field[m * points + at]);
    printf("\n");
  }
  fprintf(stderr, "%.2f million points per second\n", 1e-3 * points * iterations / milliseconds);

  CHECK(cudaFree(d_field));
  CHECK(cudaFree(d_solution));
  CHECK(cudaFree(d_forcing));
  CHECK(cudaFree(d_residual));
  CHECK(cudaFree(d_turned));
  CHECK(cudaFree(d_waves));
  CHECK(cudaFree(d_upper));
  CHECK(cudaFree(d_upper2));
  CHECK(cudaFree(d_partial));
  free(partial);
  free(field);
  return 0;
}
