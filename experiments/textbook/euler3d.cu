// One thread per tetrahedron, which adds up the Rusanov fluxes through its four faces; states gathered from neighbours. The neighbours
// have the distances of the corpus program's mesh (its own cube, and the cubes along x, y and z), without its boundaries.
#include "textbook.cuh"

struct State {
  double mass, mx, my, mz, energy;
};

__device__ State stateOf(const double *state, int e, int n)
{
  return {state[e], state[n + e], state[2 * n + e], state[3 * n + e], state[4 * n + e]};
}

__global__ void flux(const double *state, const int *neighbour, const double *normal, double *inflow, int n)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  State a = stateOf(state, e, n), sum = {0, 0, 0, 0, 0};
  double pa = 0.4 * (a.energy - 0.5 * (a.mx * a.mx + a.my * a.my + a.mz * a.mz) / a.mass), ca = sqrt(1.4 * pa / a.mass);
  for (int face = 0; face < 4; face++) {
    State b = stateOf(state, neighbour[face * n + e], n);
    double nx = normal[(3 * face) * n + e], ny = normal[(3 * face + 1) * n + e], nz = normal[(3 * face + 2) * n + e];
    double pb = 0.4 * (b.energy - 0.5 * (b.mx * b.mx + b.my * b.my + b.mz * b.mz) / b.mass), cb = sqrt(1.4 * pb / b.mass);
    double area = sqrt(nx * nx + ny * ny + nz * nz);
    double ta = (a.mx * nx + a.my * ny + a.mz * nz) / a.mass, tb = (b.mx * nx + b.my * ny + b.mz * nz) / b.mass;
    double fastest = fmax(fabs(ta) + ca * area, fabs(tb) + cb * area);
    sum.mass += 0.5 * (fastest * (b.mass - a.mass) - a.mass * ta - b.mass * tb);
    sum.mx += 0.5 * (fastest * (b.mx - a.mx) - a.mx * ta - b.mx * tb - (pa + pb) * nx);
    sum.my += 0.5 * (fastest * (b.my - a.my) - a.my * ta - b.my * tb - (pa + pb) * ny);
    sum.mz += 0.5 * (fastest * (b.mz - a.mz) - a.mz * ta - b.mz * tb - (pa + pb) * nz);
    sum.energy += 0.5 * (fastest * (b.energy - a.energy) - (a.energy + pa) * ta - (b.energy + pb) * tb);
  }
  inflow[e] = sum.mass;
  inflow[n + e] = sum.mx;
  inflow[2 * n + e] = sum.my;
  inflow[3 * n + e] = sum.mz;
  inflow[4 * n + e] = sum.energy;
}

int main(int argc, char **argv)
{
  int side = argument(argc, argv, 1, 80), n = 6 * side * side * side;
  std::vector<int> neighbours((size_t) 4 * n);
  for (int e = 0; e < n; e++) {
    int cube = e / 6, apart = 6 * (e % 3 == 0 ? 1 : e % 3 == 1 ? side : side * side);
    int others[4] = {6 * cube + (e + 1) % 6, 6 * cube + (e + 5) % 6, e + apart, e - apart};
    for (int face = 0; face < 4; face++) neighbours[(size_t) face * n + e] = (others[face] + n) % n;
  }
  std::vector<double> states((size_t) 5 * n);
  for (size_t k = 0; k < states.size(); k++) states[k] = k < (size_t) n ? 1 : k < (size_t) 4 * n ? 0.1 * uniform() : 2.5;
  int *neighbour = onDevice(neighbours);
  double *state = onDevice(states), *normal = randomOnDevice((size_t) 12 * n, -1e-4, 1e-4), *inflow = randomOnDevice((size_t) 5 * n);
  report("launch", 20, [&] { flux<<<(n + 191) / 192, 192>>>(state, neighbour, normal, inflow, n); });
}
