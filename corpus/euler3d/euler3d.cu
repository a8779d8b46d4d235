// Compressible flow around a wing: the Euler equations by finite volumes on tetrahedra, marched to the steady state by
// three-stage Runge-Kutta steps, each element with a time step of its own.
//   euler3d [side] [steps] [empty]      6 side^3 tetrahedra, less the wing; `empty` leaves the wing out and starts from gas at
//                                       rest; prints what the box contains and what the wing feels; the rate goes to stderr
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include "mesh.h"

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

#define BLOCK_SIZE 192
#define STAGES 3
#define SAMPLES 6

#define GAMMA 1.4
#define MACH 0.8
#define ANGLE_OF_ATTACK 0.06
#define COURANT 0.8

// state[variable * elements + e]
#define DENSITY 0
#define MOMENTUM_X 1
#define MOMENTUM_Y 2
#define MOMENTUM_Z 3
#define ENERGY 4
#define VARIABLES 5

__constant__ double farField[VARIABLES];

__device__ inline double pressureOf(double density, double mx, double my, double mz, double energy)
{
  return (GAMMA - 1.0) * (energy - 0.5 * (mx * mx + my * my + mz * mz) / density);
}

__device__ inline double soundSpeedOf(double density, double pressure)
{
  return sqrt(GAMMA * pressure / density);
}

// Time step over volume: no wave may cross the element.
__global__ void computeStepFactor(const double *state, const double *normal, double *stepFactor, int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  double density = state[DENSITY * elements + e];
  double mx = state[MOMENTUM_X * elements + e];
  double my = state[MOMENTUM_Y * elements + e];
  double mz = state[MOMENTUM_Z * elements + e];
  double pressure = pressureOf(density, mx, my, mz, state[ENERGY * elements + e]);
  double speed = sqrt(mx * mx + my * my + mz * mz) / density;
  double surface = 0.0;
  for (int face = 0; face < FACES; face++) {
    double nx = normal[(face * 3 + 0) * elements + e];
    double ny = normal[(face * 3 + 1) * elements + e];
    double nz = normal[(face * 3 + 2) * elements + e];
    surface += sqrt(nx * nx + ny * ny + nz * nz);
  }
  stepFactor[e] = COURANT / (0.5 * surface * (speed + soundSpeedOf(density, pressure)));
}

// What flows into every element through its faces: the mean of both sides' fluxes, damped by the fastest wave (Rusanov).
// Only pressure crosses the wing.
__global__ void computeFlux(const double *state, const int *neighbour, const double *normal, double *inflow, int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  double density = state[DENSITY * elements + e];
  double mx = state[MOMENTUM_X * elements + e];
  double my = state[MOMENTUM_Y * elements + e];
  double mz = state[MOMENTUM_Z * elements + e];
  double energy = state[ENERGY * elements + e];
  double pressure = pressureOf(density, mx, my, mz, energy);
  double soundSpeed = soundSpeedOf(density, pressure);

  double massIn = 0.0;
  double mxIn = 0.0;
  double myIn = 0.0;
  double mzIn = 0.0;
  double energyIn = 0.0;
  for (int face = 0; face < FACES; face++) {
    int other = neighbour[face * elements + e];
    double nx = normal[(face * 3 + 0) * elements + e];
    double ny = normal[(face * 3 + 1) * elements + e];
    double nz = normal[(face * 3 + 2) * elements + e];
    if (other == WING) {
      mxIn -= pressure * nx;
      myIn -= pressure * ny;
      mzIn -= pressure * nz;
      continue;
    }
    double otherDensity = other == FAR_FIELD ? farField[DENSITY] : state[DENSITY * elements + other];
    double otherMx = other == FAR_FIELD ? farField[MOMENTUM_X] : state[MOMENTUM_X * elements + other];
    double otherMy = other == FAR_FIELD ? farField[MOMENTUM_Y] : state[MOMENTUM_Y * elements + other];
    double otherMz = other == FAR_FIELD ? farField[MOMENTUM_Z] : state[MOMENTUM_Z * elements + other];
    double otherEnergy = other == FAR_FIELD ? farField[ENERGY] : state[ENERGY * elements + other];
    double otherPressure = pressureOf(otherDensity, otherMx, otherMy, otherMz, otherEnergy);

    double area = sqrt(nx * nx + ny * ny + nz * nz);
    double through = (mx * nx + my * ny + mz * nz) / density;
    double otherThrough = (otherMx * nx + otherMy * ny + otherMz * nz) / otherDensity;
    double fastest = fmax(fabs(through) + soundSpeed * area,
                          fabs(otherThrough) + soundSpeedOf(otherDensity, otherPressure) * area);
    double pressures = pressure + otherPressure;
    massIn += 0.5 * (fastest * (otherDensity - density) - density * through - otherDensity * otherThrough);
    mxIn += 0.5 * (fastest * (otherMx - mx) - mx * through - otherMx * otherThrough - pressures * nx);
    myIn += 0.5 * (fastest * (otherMy - my) - my * through - otherMy * otherThrough - pressures * ny);
    mzIn += 0.5 * (fastest * (otherMz - mz) - mz * through - otherMz * otherThrough - pressures * nz);
    energyIn += 0.5 * (fastest * (otherEnergy - energy) - (energy + pressure) * through -
                       (otherEnergy + otherPressure) * otherThrough);
  }
  inflow[DENSITY * elements + e] = massIn;
  inflow[MOMENTUM_X * elements + e] = mxIn;
  inflow[MOMENTUM_Y * elements + e] = myIn;
  inflow[MOMENTUM_Z * elements + e] = mzIn;
  inflow[ENERGY * elements + e] = energyIn;
}

__global__ void timeStep(const double *start, const double *inflow, const double *stepFactor, double *state, double fraction,
                         int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  double factor = fraction * stepFactor[e];
  for (int v = 0; v < VARIABLES; v++) state[v * elements + e] = start[v * elements + e] + factor * inflow[v * elements + e];
}

static void setFreeStream(double freeStream[VARIABLES])
{
  freeStream[DENSITY] = GAMMA;  // with a pressure of 1 the speed of sound is 1 too
  freeStream[MOMENTUM_X] = GAMMA * MACH * cos(ANGLE_OF_ATTACK);
  freeStream[MOMENTUM_Y] = 0.0;
  freeStream[MOMENTUM_Z] = GAMMA * MACH * sin(ANGLE_OF_ATTACK);
  freeStream[ENERGY] = 1.0 / (GAMMA - 1.0) + 0.5 * GAMMA * MACH * MACH;
}

static void printContents(const double *state, const double *volume, const double freeStream[VARIABLES], int elements)
{
  double content[VARIABLES] = {0.0};
  double totalVolume = 0.0, deviation = 0.0;
  for (int e = 0; e < elements; e++) {
    totalVolume += volume[e];
    for (int v = 0; v < VARIABLES; v++) {
      double difference = state[v * elements + e] - freeStream[v];
      content[v] += volume[e] * state[v * elements + e];
      deviation += volume[e] * difference * difference;
    }
  }
  printf("mass %.17g\n", content[DENSITY]);
  printf("momentum %.17g %.17g\n", content[MOMENTUM_X], content[MOMENTUM_Z]);
  printf("energy %.17g\n", content[ENERGY]);
  printf("deviation %.17g\n", sqrt(deviation / totalVolume));
  for (int s = 0; s < SAMPLES; s++) {
    int e = (int) ((2LL * s + 1) * elements / (2 * SAMPLES));
    printf("sample %.17g %.17g %.17g\n", state[DENSITY * elements + e], state[MOMENTUM_X * elements + e],
           state[ENERGY * elements + e]);
  }
}

// Drag and lift: the pressure on the wing's faces, along the axes.
static void printForces(const double *state, const int *neighbour, const double *normal, int elements)
{
  double drag = 0.0, lift = 0.0;
  for (int face = 0; face < FACES; face++)
    for (int e = 0; e < elements; e++) {
      if (neighbour[face * elements + e] != WING) continue;
      double square = 0.0;
      for (int v = MOMENTUM_X; v <= MOMENTUM_Z; v++) square += state[v * elements + e] * state[v * elements + e];
      double pressure = (GAMMA - 1.0) * (state[ENERGY * elements + e] - 0.5 * square / state[DENSITY * elements + e]);
      drag += pressure * normal[(face * 3 + 0) * elements + e];
      lift += pressure * normal[(face * 3 + 2) * elements + e];
    }
  printf("drag %.17g\n", drag);
  printf("lift %.17g\n", lift);
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
  int side = argument(argc, argv, 1, 32, 5, 200);
  int steps = argument(argc, argv, 2, 100, 0, 1000000);
  bool isEmpty = argc > 3 && strcmp(argv[3], "empty") == 0;
  if (argc > 3 && !isEmpty) {
    fprintf(stderr, "argument 3 is %s when it should be empty\n", argv[3]);
    return EXIT_FAILURE;
  }
  int elements = countElements(side, !isEmpty);
  int *neighbour = (int *) malloc(FACES * elements * sizeof(int));
  double *normal = (double *) malloc(3 * FACES * elements * sizeof(double));
  double *volume = (double *) malloc(elements * sizeof(double));
  buildMesh(side, !isEmpty, neighbour, normal, volume);
  double freeStream[VARIABLES];
  setFreeStream(freeStream);
  double *state = (double *) malloc(VARIABLES * elements * sizeof(double));
  for (int v = 0; v < VARIABLES; v++)
    for (int e = 0; e < elements; e++) state[v * elements + e] = freeStream[v];
  for (int e = 0; isEmpty && e < elements; e++) {
    state[MOMENTUM_X * elements + e] = 0.0;
    state[MOMENTUM_Z * elements + e] = 0.0;
    state[ENERGY * elements + e] = 1.0 / (GAMMA - 1.0);
  }

  int *d_neighbour;
  double *d_normal, *d_state, *d_start, *d_inflow, *d_stepFactor;
  CHECK(cudaMalloc(&d_neighbour, FACES * elements * sizeof(int)));
  CHECK(cudaMalloc(&d_normal, 3 * FACES * elements * sizeof(double)));
  CHECK(cudaMalloc(&d_state, VARIABLES * elements * sizeof(double)));
  CHECK(cudaMalloc(&d_start, VARIABLES * elements * sizeof(double)));
  CHECK(cudaMalloc(&d_inflow, VARIABLES * elements * sizeof(double)));
  CHECK(cudaMalloc(&d_stepFactor, elements * sizeof(double)));
  CHECK(cudaMemcpyToSymbol(farField, freeStream, VARIABLES * sizeof(double)));
  CHECK(cudaMemcpy(d_neighbour, neighbour, FACES * elements * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_normal, normal, 3 * FACES * elements * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_state, state, VARIABLES * elements * sizeof(double), cudaMemcpyHostToDevice));

  int blocks = (elements + BLOCK_SIZE - 1) / BLOCK_SIZE;
  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int step = 0; step < steps; step++) {
    CHECK(cudaMemcpy(d_start, d_state, VARIABLES * elements * sizeof(double), cudaMemcpyDeviceToDevice));
    computeStepFactor<<<blocks, BLOCK_SIZE>>>(d_state, d_normal, d_stepFactor, elements);
    CHECK(cudaGetLastError());
    for (int stage = 0; stage < STAGES; stage++) {
      computeFlux<<<blocks, BLOCK_SIZE>>>(d_state, d_neighbour, d_normal, d_inflow, elements);
      CHECK(cudaGetLastError());
      timeStep<<<blocks, BLOCK_SIZE>>>(d_start, d_inflow, d_stepFactor, d_state, 1.0 / (STAGES - stage), elements);
      CHECK(cudaGetLastError());
    }
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  CHECK(cudaMemcpy(state, d_state, VARIABLES * elements * sizeof(double), cudaMemcpyDeviceToHost));
  printContents(state, volume, freeStream, elements);
  if (!isEmpty) printForces(state, neighbour, normal, elements);
  fprintf(stderr, "%.4g seconds, %.2f million elements per second\n", 1e-3 * milliseconds,
          1e-3 * elements * steps / milliseconds);

  CHECK(cudaFree(d_neighbour));
  CHECK(cudaFree(d_normal));
  CHECK(cudaFree(d_state));
  CHECK(cudaFree(d_start));
  CHECK(cudaFree(d_inflow));
  CHECK(cudaFree(d_stepFactor));
  free(neighbour);
  free(normal);
  free(volume);
  free(state);
  return 0;
}
