// The bodies of nbody.cu, faster: a block passes all bodies through shared memory, a tile at a time, and everything stays on
// the device between the steps. The forces are added up in the same order.
//   tiled [bodies] [steps] [all]      prints the positions of the first four bodies (or of all); the rate goes to stderr
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define TILE 128

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

__global__ void bodyForceTiled(const double *x, const double *y, const double *z, double *vx, double *vy, double *vz,
                               double dt, int n)
{
  __shared__ double tileX[TILE], tileY[TILE], tileZ[TILE];
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  double xi = i < n ? x[i] : 0.0;
  double yi = i < n ? y[i] : 0.0;
  double zi = i < n ? z[i] : 0.0;
  double Fx = 0.0, Fy = 0.0, Fz = 0.0;
  for (int first = 0; first < n; first += TILE) {
    int other = first + threadIdx.x;
    if (other < n) {
      tileX[threadIdx.x] = x[other];
      tileY[threadIdx.x] = y[other];
      tileZ[threadIdx.x] = z[other];
    }
    __syncthreads();
    int count = min(TILE, n - first);
    for (int j = 0; j < count; j++) {
      double dx = tileX[j] - xi;
      double dy = tileY[j] - yi;
      double dz = tileZ[j] - zi;
      double distSqr = dx * dx + dy * dy + dz * dz + 1e-9;
      double invDist = rsqrt(distSqr);
      double invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3;
      Fy += dy * invDist3;
      Fz += dz * invDist3;
    }
    __syncthreads();
  }
  if (i < n) {
    vx[i] += dt * Fx;
    vy[i] += dt * Fy;
    vz[i] += dt * Fz;
  }
}

__global__ void drift(double *x, double *y, double *z, const double *vx, const double *vy, const double *vz, double dt, int n)
{
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  x[i] += vx[i] * dt;
  y[i] += vy[i] * dt;
  z[i] += vz[i] * dt;
}

// The generator of nbody.cu: uniform in [-1, 1).
static unsigned long long state = 20190617ULL;
static double uniform()
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double) (state >> 11) / 4503599627370496.0 - 1.0;
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
  int n = argument(argc, argv, 1, 4096, 1, 1 << 24);
  int steps = argument(argc, argv, 2, 10, 0, 1000000);
  int shown = argc > 3 && strcmp(argv[3], "all") == 0 ? n : (n < 4 ? n : 4);
  const double dt = 0.01;

  double *x = (double *) malloc(n * sizeof(double));
  double *y = (double *) malloc(n * sizeof(double));
  double *z = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    x[i] = uniform();
    y[i] = uniform();
    z[i] = uniform();
  }

  double *d_x, *d_y, *d_z, *d_vx, *d_vy, *d_vz;
  CHECK(cudaMalloc(&d_x, n * sizeof(double)));
  CHECK(cudaMalloc(&d_y, n * sizeof(double)));
  CHECK(cudaMalloc(&d_z, n * sizeof(double)));
  CHECK(cudaMalloc(&d_vx, n * sizeof(double)));
  CHECK(cudaMalloc(&d_vy, n * sizeof(double)));
  CHECK(cudaMalloc(&d_vz, n * sizeof(double)));
  CHECK(cudaMemcpy(d_x, x, n * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y, n * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_z, z, n * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_vx, 0, n * sizeof(double)));
  CHECK(cudaMemset(d_vy, 0, n * sizeof(double)));
  CHECK(cudaMemset(d_vz, 0, n * sizeof(double)));

  int blocks = (n + TILE - 1) / TILE;
  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int step = 0; step < steps; step++) {
    bodyForceTiled<<<blocks, TILE>>>(d_x, d_y, d_z, d_vx, d_vy, d_vz, dt, n);
    CHECK(cudaGetLastError());
    drift<<<blocks, TILE>>>(d_x, d_y, d_z, d_vx, d_vy, d_vz, dt, n);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  CHECK(cudaMemcpy(x, d_x, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y, d_y, n * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(z, d_z, n * sizeof(double), cudaMemcpyDeviceToHost));
  for (int i = 0; i < shown; i++) printf("%.17g %.17g %.17g\n", x[i], y[i], z[i]);
  fprintf(stderr, "%.1f million interactions per second\n", 1e-3 * n * n * steps / milliseconds);

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_z));
  CHECK(cudaFree(d_vx));
  CHECK(cudaFree(d_vy));
  CHECK(cudaFree(d_vz));
  free(x);
  free(y);
  free(z);
  return 0;
}
