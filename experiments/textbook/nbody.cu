// One thread per body, which adds up the pull of all others.
#include "textbook.cuh"

__global__ void accelerate(const double3 *position, double3 *velocity, double dt, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double3 here = position[i], force = make_double3(0, 0, 0);
  for (int j = 0; j < n; j++) {
    double dx = position[j].x - here.x, dy = position[j].y - here.y, dz = position[j].z - here.z;
    double inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-9);
    double inverse3 = inverse * inverse * inverse;
    force.x += dx * inverse3;
    force.y += dy * inverse3;
    force.z += dz * inverse3;
  }
  velocity[i].x += dt * force.x;
  velocity[i].y += dt * force.y;
  velocity[i].z += dt * force.z;
}

int main(int argc, char **argv)
{
  int n = argument(argc, argv, 1, 114688);
  auto *position = (double3 *) randomOnDevice((size_t) 3 * n, -1, 1), *velocity = (double3 *) randomOnDevice((size_t) 3 * n);
  report("launch", 5, [&] { accelerate<<<(n + 127) / 128, 128>>>(position, velocity, 0.01, n); });
}
