// Molecular dynamics with a thermostat: a layer of Lennard-Jones atoms adsorbed on a crystal, with the friction and the random forces of a Langevin
// thermostat. Atoms stay near their places of a triangular lattice, so displacements are stored, and each atom has the 18 nearest places as
// neighbours. The system is periodic.
//   langevin [atoms per side] [steps]      prints the displacements of some atoms
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status = (call);                                                      \
    if (status != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)

// Distance of neighbouring places, and the wave number of the substrate, which has the same period.
#define PLACE 1.09
#define WAVE 5.764390190990446

// Uniform in [-1, 1), the same for an atom and step in every run.
__device__ double noise(unsigned int atom, unsigned int step) {
  unsigned int h = atom * 2654435761u ^ step * 2246822519u;
  h = (h ^ (h >> 15)) * 2246822519u;
  h = (h ^ (h >> 13)) * 3266489917u;
  return (double)(h >> 8) / 8388608.0 - 1.0;
}

// Lattice vectors: (1, 0) and (1/2, sqrt(3)/2) times PLACE.
__global__ void forces(int n, double hold, const double *ux, const double *uy, double *fx, double *fy) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  const int k = j * n + i;
  double sumX = -hold * sin(WAVE * ux[k]), sumY = -hold * sin(WAVE * uy[k]);
  for (int dj = -2; dj <= 2; dj++)
    for (int di = -2; di <= 2; di++) {
      const int distance = di * di + di * dj + dj * dj;
      if (distance == 0 || distance > 4) continue;
      const int other = (j + dj + n) % n * n + (i + di + n) % n;
      const double rx = ux[k] - ux[other] - PLACE * (di + 0.5 * dj);
      const double ry = uy[k] - uy[other] - PLACE * 0.8660254037844386 * dj;
      const double inverse = 1.0 / (rx * rx + ry * ry);
      const double sixth = inverse * inverse * inverse;
      const double force = 24.0 * inverse * sixth * (2.0 * sixth - 1.0);
      sumX += force * rx;
      sumY += force * ry;
    }
  fx[k] = sumX;
  fy[k] = sumY;
}

__global__ void move(int atoms, int step, double dt, double friction, double kick, const double *fx, const double *fy,
                     double *vx, double *vy, double *ux, double *uy) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= atoms) return;
  vx[k] += dt * (fx[k] - friction * vx[k]) + kick * noise(k, 2 * step);
  vy[k] += dt * (fy[k] - friction * vy[k]) + kick * noise(k, 2 * step + 1);
  ux[k] += dt * vx[k];
  uy[k] += dt * vy[k];
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2048, steps = argc > 2 ? atoi(argv[2]) : 2500;
  const double dt = 0.01, friction = 2.0, temperature = 0.02;
  const double kick = sqrt(6.0 * friction * temperature * dt); // uniform numbers have a variance of 1/3
  const int atoms = n * n;
  const size_t bytes = (size_t)atoms * sizeof(double);
  double *x = (double *)malloc(bytes), *y = (double *)malloc(bytes);
  double *ux, *uy, *vx, *vy, *fx, *fy;
  CHECK(cudaMalloc((void **)&ux, bytes));
  CHECK(cudaMalloc((void **)&uy, bytes));
  CHECK(cudaMalloc((void **)&vx, bytes));
  CHECK(cudaMalloc((void **)&vy, bytes));
  CHECK(cudaMalloc((void **)&fx, bytes));
  CHECK(cudaMalloc((void **)&fy, bytes));
  CHECK(cudaMemset(ux, 0, bytes));
  CHECK(cudaMemset(uy, 0, bytes));
  CHECK(cudaMemset(vx, 0, bytes));
  CHECK(cudaMemset(vy, 0, bytes));

  const dim3 block(32, 4), grid((n + 31) / 32, (n + 3) / 4);
  for (int it = 0; it < steps; it++) {
    forces<<<grid, block>>>(n, 3.0, ux, uy, fx, fy);
    move<<<(atoms + 255) / 256, 256>>>(atoms, it, dt, friction, kick, fx, fy, vx, vy, ux, uy);
  }
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(x, ux, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y, uy, bytes, cudaMemcpyDeviceToHost));

  for (int i = 0; i < 32; i++) {
    const size_t k = (size_t)(2 * i + 1) * atoms / 64;
    printf("%.17g %.17g\n", x[k], y[k]);
  }
  CHECK(cudaFree(ux));
  CHECK(cudaFree(uy));
  CHECK(cudaFree(vx));
  CHECK(cudaFree(vy));
  CHECK(cudaFree(fx));
  CHECK(cudaFree(fy));
  free(x);
  free(y);
  return 0;
}
