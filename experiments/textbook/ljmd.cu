// One thread per atom, over the atoms listed in the 27 cells around its own; the cells hold lists of fixed length.
#include "textbook.cuh"
#include <algorithm>
#include <cmath>

#define MOST 64

__global__ void force(const double3 *position, const int *count, const int *list, double3 *result, double2 *energies, double box, int side,
                      double cutoffSquared, int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  double3 here = position[i], sum = make_double3(0, 0, 0);
  double energy = 0, virial = 0;
  int cx = min((int) (here.x / box * side), side - 1), cy = min((int) (here.y / box * side), side - 1), cz = min((int) (here.z / box * side), side - 1);
  for (int k = 0; k < 27; k++) {
    int nx = (cx + k % 3 - 1 + side) % side, ny = (cy + k / 3 % 3 - 1 + side) % side, nz = (cz + k / 9 - 1 + side) % side;
    int cell = (nz * side + ny) * side + nx;
    for (int s = 0; s < count[cell]; s++) {
      int j = list[cell * MOST + s];
      if (j == i) continue;
      double dx = here.x - position[j].x, dy = here.y - position[j].y, dz = here.z - position[j].z;
      dx -= box * rint(dx / box);
      dy -= box * rint(dy / box);
      dz -= box * rint(dz / box);
      double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 >= cutoffSquared) continue;
      double i2 = 1.0 / r2, i6 = i2 * i2 * i2, pair = 48.0 * i6 * (i6 - 0.5);
      energy += 4.0 * i6 * (i6 - 1.0);
      virial += pair;
      sum.x += pair * i2 * dx;
      sum.y += pair * i2 * dy;
      sum.z += pair * i2 * dz;
    }
  }
  result[i] = sum;
  energies[i] = make_double2(0.5 * energy, 0.5 * virial);
}

int main(int argc, char **argv)
{
  int cubes = argument(argc, argv, 1, 64), atoms = 4 * cubes * cubes * cubes;
  double spacing = cbrt(4.0 / 0.8442), box = cubes * spacing;
  int side = (int) (box / 2.5);
  const double corner[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
  std::vector<double3> positions;
  for (int cube = 0; cube < cubes * cubes * cubes; cube++)
    for (auto &at : corner)
      positions.push_back(make_double3((cube % cubes + at[0] + 0.1 * uniform()) * spacing, (cube / cubes % cubes + at[1] + 0.1 * uniform()) * spacing,
                                       (cube / (cubes * cubes) + at[2] + 0.1 * uniform()) * spacing));
  std::vector<int> counts(side * side * side), lists((size_t) side * side * side * MOST);
  for (int i = 0; i < atoms; i++) {
    auto along = [&](double x) { return std::min((int) (x / box * side), side - 1); };
    int cell = (along(positions[i].z) * side + along(positions[i].y)) * side + along(positions[i].x);
    if (counts[cell] == MOST) return fprintf(stderr, "cell %d is full\n", cell), 1;
    lists[(size_t) cell * MOST + counts[cell]++] = i;
  }
  double3 *position = onDevice(positions), *result = onDevice(positions);
  int *count = onDevice(counts), *list = onDevice(lists);
  auto *energies = (double2 *) randomOnDevice((size_t) 2 * atoms);
  report("launch", 20, [&] { force<<<(atoms + 127) / 128, 128>>>(position, count, list, result, energies, box, side, 6.25, atoms); });
}
