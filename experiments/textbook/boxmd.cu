// One thread per particle, which reads the particles of the 27 boxes around from global memory.
#include "textbook.cuh"

#define PER_BOX 128

struct Particle {
  double x, y, z, charge;
};

__global__ void interact(const Particle *particle, Particle *result, int side)
{
  int home = blockIdx.x;
  Particle here = particle[home * PER_BOX + threadIdx.x];
  int bx = home % side, by = home / side % side, bz = home / (side * side);
  double potential = 0, fx = 0, fy = 0, fz = 0;
  for (int nz = max(bz - 1, 0); nz <= min(bz + 1, side - 1); nz++)
    for (int ny = max(by - 1, 0); ny <= min(by + 1, side - 1); ny++)
      for (int nx = max(bx - 1, 0); nx <= min(bx + 1, side - 1); nx++) {
        const Particle *others = particle + ((nz * side + ny) * side + nx) * PER_BOX;
        for (int j = 0; j < PER_BOX; j++) {
          double dx = here.x - others[j].x, dy = here.y - others[j].y, dz = here.z - others[j].z;
          double r2 = dx * dx + dy * dy + dz * dz;
          if (r2 >= 1.0) continue;
          double near = others[j].charge * exp(-8.0 * r2);
          potential += near;
          fx += near * dx;
          fy += near * dy;
          fz += near * dz;
        }
      }
  result[home * PER_BOX + threadIdx.x] = {fx, fy, fz, potential};
}

int main(int argc, char **argv)
{
  int side = argument(argc, argv, 1, 16), boxes = side * side * side;
  std::vector<Particle> particles;
  for (int box = 0; box < boxes; box++)
    for (int p = 0; p < PER_BOX; p++)
      particles.push_back({box % side + uniform(), box / side % side + uniform(), box / (side * side) + uniform(), uniform() - 0.5});
  Particle *particle = onDevice(particles), *result = onDevice(particles);
  report("launch", 20, [&] { interact<<<boxes, PER_BOX>>>(particle, result, side); });
}
