// Heat in a chip: the temperature of every cell of a square die under a map of power, by explicit time steps.
//   hotspot [cells per side] [steps] [steps per launch] [all]
// prints mean, lowest and highest temperature and eight cells of the diagonal (or all cells), in kelvin
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

#define TILE 32

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

// A pyramid: a block loads TILE x TILE cells, advances them `steps` times in shared memory, and writes the ones that are still
// right: each step spoils one more ring of cells at the tile's rim, whose neighbours belong to other blocks.
__global__ void advance(const real *power, const real *before, real *after, int side, int steps,
                        real rate, real lateral, real sink, real ambient)
{
  __shared__ real tile[2][TILE][TILE]; // read one, write the other
  int tx = threadIdx.x, ty = threadIdx.y;
  int kept = TILE - 2 * steps;
  int x = blockIdx.x * kept + tx - steps;
  int y = blockIdx.y * kept + ty - steps;
  bool onDie = x >= 0 && x < side && y >= 0 && y < side;
  size_t cell = (size_t) y * side + x;

  real temperature = 0, heat = 0;
  if (onDie) {
    temperature = before[cell];
    heat = power[cell];
  }
  tile[0][ty][tx] = temperature;

  bool right = onDie;
  for (int step = 1; step <= steps; step++) {
    real (*now)[TILE] = tile[(step - 1) % 2];
    __syncthreads();
    right = onDie && tx >= step && tx < TILE - step && ty >= step && ty < TILE - step;
    if (right) {
      // no heat leaves through the die's edges: a missing neighbour is as warm as the cell itself
      real west = x > 0 ? now[ty][tx - 1] : temperature;
      real east = x < side - 1 ? now[ty][tx + 1] : temperature;
      real north = y > 0 ? now[ty - 1][tx] : temperature;
      real south = y < side - 1 ? now[ty + 1][tx] : temperature;
      real flow = lateral * ((west + east - 2 * temperature) + (north + south - 2 * temperature));
      temperature += rate * (heat + flow + sink * (ambient - temperature));
      tile[step % 2][ty][tx] = temperature;
    }
  }
  if (right) after[cell] = temperature;
}

// W/m2: two cores side by side, a cache below them, and the rest of the die; mirrored about the vertical middle.
static double powerDensity(double x, double y)
{
  double fromMiddle = fabs(x - 0.5);
  if (fromMiddle > 0.125 && fromMiddle < 0.375 && y > 0.125 && y < 0.5) return 1.0e6;
  if (fromMiddle < 0.375 && y > 0.625 && y < 0.875) return 2.5e5;
  return 5.0e4;
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
  int side = argc > 1 ? wholeNumber(argv[1], "cells per side", 8, 32768) : 1024;
  int steps = argc > 2 ? wholeNumber(argv[2], "steps", 1, 10000000) : 100;
  int pyramid = argc > 3 ? wholeNumber(argv[3], "steps per launch", 1, TILE / 2 - 1) : 4;
  bool all = argc > 4 && strcmp(argv[4], "all") == 0;

  // silicon, 16 mm wide and 0.5 mm thick, under a heat sink; per cell: W/K sideways and upwards, J/K
  const double width = 0.016, thickness = 0.0005, conductivity = 100.0, heatCapacity = 1.75e6, sinkTransfer = 1.0e4;
  const double edge = width / side;
  const double lateral = conductivity * thickness;
  const double sink = sinkTransfer * edge * edge;
  const double capacity = heatCapacity * thickness * edge * edge;
  const double dt = capacity / (8 * lateral + sink); // half the largest stable step
  const double ambient = 318.15;

  size_t cells = (size_t) side * side;
  real *power = (real *) malloc(cells * sizeof(real));
  real *temperature = (real *) malloc(cells * sizeof(real));
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++) {
      power[(size_t) y * side + x] = powerDensity((x + 0.5) / side, (y + 0.5) / side) * edge * edge;
      temperature[(size_t) y * side + x] = ambient;
    }

  real *d_power, *d_before, *d_after;
  CHECK(cudaMalloc(&d_power, cells * sizeof(real)));
  CHECK(cudaMalloc(&d_before, cells * sizeof(real)));
  CHECK(cudaMalloc(&d_after, cells * sizeof(real)));
  CHECK(cudaMemcpy(d_power, power, cells * sizeof(real), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_before, temperature, cells * sizeof(real), cudaMemcpyHostToDevice));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int done = 0; done < steps; done += pyramid) {
    int now = steps - done < pyramid ? steps - done : pyramid;
    int kept = TILE - 2 * now;
    dim3 threads(TILE, TILE), blocks((side + kept - 1) / kept, (side + kept - 1) / kept);
    advance<<<blocks, threads>>>(d_power, d_before, d_after, side, now, dt / capacity, lateral, sink, ambient);
    CHECK(cudaGetLastError());
    real *swap = d_before;
    d_before = d_after;
    d_after = swap;
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  CHECK(cudaMemcpy(temperature, d_before, cells * sizeof(real), cudaMemcpyDeviceToHost));

  double sum = 0, lowest = temperature[0], highest = temperature[0];
  for (size_t i = 0; i < cells; i++) {
    sum += temperature[i];
    if (temperature[i] < lowest) lowest = temperature[i];
    if (temperature[i] > highest) highest = temperature[i];
  }
  printf("mean %.17g\nlowest %.17g\nhighest %.17g\n", sum / cells, lowest, highest);
  if (all) {
    for (size_t i = 0; i < cells; i++) printf("cell %.17g\n", (double) temperature[i]);
  } else {
    for (int i = 0; i < 8; i++) printf("cell %.17g\n", (double) temperature[(size_t) (side / 8 * i) * (side + 1)]);
  }
  fprintf(stderr, "%.1f million cell updates per second\n", 1e-3 * cells * steps / milliseconds);

  CHECK(cudaFree(d_power));
  CHECK(cudaFree(d_before));
  CHECK(cudaFree(d_after));
  free(power);
  free(temperature);
  return 0;
}
