// One step of the five-point stencil per launch, from global memory. The corpus program takes four steps in a launch; so does a call here.
#include "textbook.cuh"

__global__ void step(const double *power, const double *before, double *after, int side, double rate, double lateral, double sink, double ambient)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  size_t cell = (size_t) y * side + x;
  double here = before[cell];
  double west = x > 0 ? before[cell - 1] : here, east = x < side - 1 ? before[cell + 1] : here;
  double north = y > 0 ? before[cell - side] : here, south = y < side - 1 ? before[cell + side] : here;
  after[cell] = here + rate * (power[cell] + lateral * (west + east + north + south - 4 * here) + sink * (ambient - here));
}

int main(int argc, char **argv)
{
  int side = argument(argc, argv, 1, 4096);
  size_t cells = (size_t) side * side;
  double *power = randomOnDevice(cells), *one = randomOnDevice(cells), *two = randomOnDevice(cells);
  dim3 blocks((side + 31) / 32, (side + 7) / 8), threads(32, 8);
  report("launch", 50, [&] {
    for (int k = 0; k < 2; k++) {
      step<<<blocks, threads>>>(power, one, two, side, 0.01, 0.1, 0.01, 0.5);
      step<<<blocks, threads>>>(power, two, one, side, 0.01, 0.1, 0.01, 0.5);
    }
  });
}
