// Charged particles in boxes: every particle feels those of its own box and of the boxes around it, within a cut-off, by a force that
// falls off like a Gaussian, and gives way to it.
//   boxmd [side] [steps]      side^3 boxes of 128 particles; prints energies, force and a few particles; the rate goes to stderr
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

#define PER_BOX 128  // one thread each
#define SAMPLES 6

// A box is as wide as the cut-off: 1.
#define CUTOFF_SQUARED 1.0
#define DECAY 8.0
#define MOBILITY 1e-4

// A block takes one box and passes the boxes around it through shared memory.
__global__ void interact(const double *x, const double *y, const double *z, const double *charge, double *potential,
                         double *forceX, double *forceY, double *forceZ, int side)
{
  __shared__ double sharedX[PER_BOX], sharedY[PER_BOX], sharedZ[PER_BOX], sharedCharge[PER_BOX];
  int home = blockIdx.x;
  int i = home * PER_BOX + threadIdx.x;
  int bx = home % side, by = home / side % side, bz = home / (side * side);
  double xi = x[i];
  double yi = y[i];
  double zi = z[i];
  double chargeI = charge[i];
  double sum = -chargeI;  // a particle will meet itself once
  double fx = 0.0;
  double fy = 0.0;
  double fz = 0.0;
  for (int nz = max(bz - 1, 0); nz <= min(bz + 1, side - 1); nz++)
    for (int ny = max(by - 1, 0); ny <= min(by + 1, side - 1); ny++)
      for (int nx = max(bx - 1, 0); nx <= min(bx + 1, side - 1); nx++) {
        int other = ((nz * side + ny) * side + nx) * PER_BOX + threadIdx.x;
        __syncthreads();
        sharedX[threadIdx.x] = x[other];
        sharedY[threadIdx.x] = y[other];
        sharedZ[threadIdx.x] = z[other];
        sharedCharge[threadIdx.x] = charge[other];
        __syncthreads();
        for (int j = 0; j < PER_BOX; j++) {
          double dx = xi - sharedX[j];
          double dy = yi - sharedY[j];
          double dz = zi - sharedZ[j];
          double r2 = dx * dx + dy * dy + dz * dz;
          if (r2 < CUTOFF_SQUARED) {
            double near = sharedCharge[j] * exp(-DECAY * r2);
            sum += near;
            fx += near * dx;
            fy += near * dy;
            fz += near * dz;
          }
        }
      }
  double strength = 2.0 * DECAY * chargeI;
  potential[i] = sum;
  forceX[i] = strength * fx;
  forceY[i] = strength * fy;
  forceZ[i] = strength * fz;
}

// Moves a particle along its force, as friction lets it; the walls of its box hold it.
__global__ void relocate(double *x, double *y, double *z, const double *forceX, const double *forceY, const double *forceZ,
                         int side)
{
  int home = blockIdx.x;
  int i = home * PER_BOX + threadIdx.x;
  int bx = home % side, by = home / side % side, bz = home / (side * side);
  x[i] = fmin(fmax(x[i] + MOBILITY * forceX[i], (double) bx), (double) (bx + 1));
  y[i] = fmin(fmax(y[i] + MOBILITY * forceY[i], (double) by), (double) (by + 1));
  z[i] = fmin(fmax(z[i] + MOBILITY * forceZ[i], (double) bz), (double) (bz + 1));
}

// A generator of our own, so that every C library starts from the same particles: uniform in [0, 1).
static unsigned long long state = 20130524ULL;
static double uniform()
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double) (state >> 11) / 9007199254740992.0;
}

static double energyOf(const double *charge, const double *potential, int particles)
{
  double energy = 0.0;
  for (int i = 0; i < particles; i++) energy += 0.5 * charge[i] * potential[i];
  return energy;
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

#if __has_include(<mantissa.h>)
#include <mantissa.h>
#else
#define MANTISSA_INPUT(name, pointer, count)
#endif

int main(int argc, char **argv)
{
  int side = argument(argc, argv, 1, 8, 1, 128);
  int steps = argument(argc, argv, 2, 10, 0, 1000000);
  int boxes = side * side * side;
  int particles = boxes * PER_BOX;
  double *x = (double *) malloc(particles * sizeof(double));
  double *y = (double *) malloc(particles * sizeof(double));
  double *z = (double *) malloc(particles * sizeof(double));
  double *charge = (double *) malloc(particles * sizeof(double));
  double *potential = (double *) malloc(particles * sizeof(double));
  double *forceX = (double *) malloc(particles * sizeof(double));
  double *forceY = (double *) malloc(particles * sizeof(double));
  double *forceZ = (double *) malloc(particles * sizeof(double));
  for (int i = 0; i < particles; i++) {
    int box = i / PER_BOX;
    x[i] = box % side + uniform();
    y[i] = box / side % side + uniform();
    z[i] = box / (side * side) + uniform();
    charge[i] = 0.1 + 0.9 * uniform();
  }
  MANTISSA_INPUT("x", x, particles);
  MANTISSA_INPUT("y", y, particles);
  MANTISSA_INPUT("z", z, particles);
  MANTISSA_INPUT("charge", charge, particles);

  double *d_x, *d_y, *d_z, *d_charge, *d_potential, *d_forceX, *d_forceY, *d_forceZ;
  CHECK(cudaMalloc(&d_x, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_y, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_z, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_charge, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_potential, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_forceX, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_forceY, particles * sizeof(double)));
  CHECK(cudaMalloc(&d_forceZ, particles * sizeof(double)));
  CHECK(cudaMemcpy(d_x, x, particles * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y, particles * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_z, z, particles * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_charge, charge, particles * sizeof(double), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int step = 0; step <= steps; step++) {
    if (step > 0) {
      relocate<<<boxes, PER_BOX>>>(d_x, d_y, d_z, d_forceX, d_forceY, d_forceZ, side);
      CHECK(cudaGetLastError());
    }
    interact<<<boxes, PER_BOX>>>(d_x, d_y, d_z, d_charge, d_potential, d_forceX, d_forceY, d_forceZ, side);
    CHECK(cudaGetLastError());
    if (step == 0 || step == steps) {
      CHECK(cudaMemcpy(potential, d_potential, particles * sizeof(double), cudaMemcpyDeviceToHost));
      printf("energy %.17g\n", energyOf(charge, potential, particles));
    }
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  CHECK(cudaMemcpy(x, d_x, particles * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y, d_y, particles * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(z, d_z, particles * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(forceX, d_forceX, particles * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(forceY, d_forceY, particles * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(forceZ, d_forceZ, particles * sizeof(double), cudaMemcpyDeviceToHost));
  double square = 0.0;
  for (int i = 0; i < particles; i++) square += forceX[i] * forceX[i] + forceY[i] * forceY[i] + forceZ[i] * forceZ[i];
  printf("force %.17g\n", sqrt(square / particles));
  for (int s = 0; s < SAMPLES; s++) {
    int i = (int) ((2LL * s + 1) * particles / (2 * SAMPLES));
    printf("position %.17g %.17g %.17g\n", x[i], y[i], z[i]);
    printf("potential %.17g\n", potential[i]);
  }
  fprintf(stderr, "%.2f million particles per second\n", 1e-3 * particles * (steps + 1) / milliseconds);

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_z));
  CHECK(cudaFree(d_charge));
  CHECK(cudaFree(d_potential));
  CHECK(cudaFree(d_forceX));
  CHECK(cudaFree(d_forceY));
  CHECK(cudaFree(d_forceZ));
  free(x);
  free(y);
  free(z);
  free(charge);
  free(potential);
  free(forceX);
  free(forceY);
  free(forceZ);
  return 0;
}
