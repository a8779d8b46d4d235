// Molecular dynamics of a Lennard-Jones liquid in a periodic cube, in reduced units, with cell lists and velocity Verlet.
//   ljmd [cells] [steps]      4 cells^3 atoms start on a face-centred cubic lattice; prints energies per atom and the
//                             pressure at both ends, and where a few atoms went; atoms per microsecond go to stderr
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include "cell-list.cuh"
#include "check.cuh"

#define BLOCK_SIZE 128
#define SAMPLES 6

const double DENSITY = 0.8442;
const double TEMPERATURE = 0.72;
const double CUTOFF = 2.5;
const double TIME_STEP = 0.004;

// First half of a step: kick by half a step, drift by a whole one, back into the box.
__global__ void kickAndDrift(double *x, double *y, double *z, double *vx, double *vy, double *vz, const double *fx,
                             const double *fy, const double *fz, double dt, double box, int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  vx[i] += 0.5 * dt * fx[i];
  vy[i] += 0.5 * dt * fy[i];
  vz[i] += 0.5 * dt * fz[i];
  double newX = x[i] + dt * vx[i];
  double newY = y[i] + dt * vy[i];
  double newZ = z[i] + dt * vz[i];
  x[i] = newX - box * floor(newX / box);
  y[i] = newY - box * floor(newY / box);
  z[i] = newZ - box * floor(newZ / box);
}

__global__ void kick(double *vx, double *vy, double *vz, const double *fx, const double *fy, const double *fz, double dt,
                     int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  vx[i] += 0.5 * dt * fx[i];
  vy[i] += 0.5 * dt * fy[i];
  vz[i] += 0.5 * dt * fz[i];
}

// One thread per atom, in the order of the cells: neighbouring threads walk the same 27 cells. An image of a cell beyond the
// wall is reached by shifting the atom instead. Every pair is met twice, so an atom takes half of its energy and virial.
__global__ void ljForce(const double *xs, const double *ys, const double *zs, const int *cellStart, const int *order,
                        double *fx, double *fy, double *fz, double *potential, double *virial, double box,
                        double cutoffSquared, double energyAtCutoff, int side, int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  double xi = xs[i];
  double yi = ys[i];
  double zi = zs[i];
  int cx = cellAlong(xi, side, box);
  int cy = cellAlong(yi, side, box);
  int cz = cellAlong(zi, side, box);

  double forceX = 0.0;
  double forceY = 0.0;
  double forceZ = 0.0;
  double energy = 0.0;
  double work = 0.0;
  for (int kz = -1; kz <= 1; kz++) {
    int nz = (cz + kz + side) % side;
    double pz = zi - imageShift(cz + kz, side, box);
    for (int ky = -1; ky <= 1; ky++) {
      int ny = (cy + ky + side) % side;
      double py = yi - imageShift(cy + ky, side, box);
      for (int kx = -1; kx <= 1; kx++) {
        int nx = (cx + kx + side) % side;
        double px = xi - imageShift(cx + kx, side, box);
        int neighbour = (nz * side + ny) * side + nx;
        int last = cellStart[neighbour + 1];
        for (int j = cellStart[neighbour]; j < last; j++) {
          double dx = px - xs[j];
          double dy = py - ys[j];
          double dz = pz - zs[j];
          double r2 = dx * dx + dy * dy + dz * dz;
          if (r2 < cutoffSquared && j != i) {
            double inverse2 = 1.0 / r2;
            double inverse6 = inverse2 * inverse2 * inverse2;
            double pairVirial = 48.0 * inverse6 * (inverse6 - 0.5);
            double overR = pairVirial * inverse2;
            energy += 4.0 * inverse6 * (inverse6 - 1.0) - energyAtCutoff;
            work += pairVirial;
            forceX += overR * dx;
            forceY += overR * dy;
            forceZ += overR * dz;
          }
        }
      }
    }
  }
  int atom = order[i];
  fx[atom] = forceX;
  fy[atom] = forceY;
  fz[atom] = forceZ;
  potential[atom] = 0.5 * energy;
  virial[atom] = 0.5 * work;
}

__global__ void kineticEnergy(const double *vx, const double *vy, const double *vz, double *kinetic, int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < atoms) kinetic[i] = 0.5 * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
}

// One partial sum per block, always added in the same order.
__global__ void sumBlocks(const double *values, double *partial, int n)
{
  __shared__ double part[BLOCK_SIZE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : 0.0;
  __syncthreads();
  for (int half = BLOCK_SIZE / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = part[0];
}

static double sum(const double *d_values, double *d_partial, double *partial, int n)
{
  int blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
  sumBlocks<<<blocks, BLOCK_SIZE>>>(d_values, d_partial, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(partial, d_partial, blocks * sizeof(double), cudaMemcpyDeviceToHost));
  double total = 0.0;
  for (int block = 0; block < blocks; block++) total += partial[block];
  return total;
}

static void placeOnLattice(double *x, double *y, double *z, int cells, double spacing)
{
  const double corner[4][3] = {{0.25, 0.25, 0.25}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}, {0.25, 0.75, 0.75}};
  int atom = 0;
  for (int k = 0; k < cells; k++)
    for (int j = 0; j < cells; j++)
      for (int i = 0; i < cells; i++)
        for (int c = 0; c < 4; c++) {
          x[atom] = (i + corner[c][0]) * spacing;
          y[atom] = (j + corner[c][1]) * spacing;
          z[atom] = (k + corner[c][2]) * spacing;
          atom++;
        }
}

// A generator of our own, so that every C library starts from the same atoms: uniform in [-1, 1).
static unsigned long long state = 20170911ULL;
static double uniform()
{
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double) (state >> 11) / 4503599627370496.0 - 1.0;
}

// Random velocities of the wanted temperature, the whole liquid at rest.
static void drawVelocities(double *vx, double *vy, double *vz, int atoms)
{
  double meanX = 0.0, meanY = 0.0, meanZ = 0.0;
  for (int i = 0; i < atoms; i++) {
    meanX += vx[i] = uniform();
    meanY += vy[i] = uniform();
    meanZ += vz[i] = uniform();
  }
  double square = 0.0;
  for (int i = 0; i < atoms; i++) {
    vx[i] -= meanX / atoms;
    vy[i] -= meanY / atoms;
    vz[i] -= meanZ / atoms;
    square += vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i];
  }
  double scale = sqrt(3.0 * TEMPERATURE * atoms / square);
  for (int i = 0; i < atoms; i++) {
    vx[i] *= scale;
    vy[i] *= scale;
    vz[i] *= scale;
  }
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
  int cells = argument(argc, argv, 1, 20, 5, 200);
  int steps = argument(argc, argv, 2, 100, 0, 1000000);
  int atoms = 4 * cells * cells * cells;
  double spacing = cbrt(4.0 / DENSITY);
  double box = cells * spacing;
  double inverseCutoff6 = pow(CUTOFF, -6.0);
  double energyAtCutoff = 4.0 * inverseCutoff6 * (inverseCutoff6 - 1.0);
  int blocks = (atoms + BLOCK_SIZE - 1) / BLOCK_SIZE;

  double *x = (double *) malloc(atoms * sizeof(double));
  double *y = (double *) malloc(atoms * sizeof(double));
  double *z = (double *) malloc(atoms * sizeof(double));
  double *vx = (double *) malloc(atoms * sizeof(double));
  double *vy = (double *) malloc(atoms * sizeof(double));
  double *vz = (double *) malloc(atoms * sizeof(double));
  double *partial = (double *) malloc(blocks * sizeof(double));
  placeOnLattice(x, y, z, cells, spacing);
  drawVelocities(vx, vy, vz, atoms);

  double *d_x, *d_y, *d_z, *d_vx, *d_vy, *d_vz, *d_fx, *d_fy, *d_fz, *d_potential, *d_virial, *d_kinetic, *d_partial;
  CHECK(cudaMalloc(&d_x, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_y, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_z, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_vx, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_vy, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_vz, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_fx, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_fy, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_fz, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_potential, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_virial, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_kinetic, atoms * sizeof(double)));
  CHECK(cudaMalloc(&d_partial, blocks * sizeof(double)));
  CHECK(cudaMemcpy(d_x, x, atoms * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_y, y, atoms * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_z, z, atoms * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_vx, vx, atoms * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_vy, vy, atoms * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_vz, vz, atoms * sizeof(double), cudaMemcpyHostToDevice));
  CellList list = createCellList(atoms, (int) (box / CUTOFF), box);

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int step = 0; step <= steps; step++) {
    if (step > 0) {
      kickAndDrift<<<blocks, BLOCK_SIZE>>>(d_x, d_y, d_z, d_vx, d_vy, d_vz, d_fx, d_fy, d_fz, TIME_STEP, box, atoms);
      CHECK(cudaGetLastError());
    }
    fillCellList(list, d_x, d_y, d_z);
    ljForce<<<blocks, BLOCK_SIZE>>>(list.x, list.y, list.z, list.start, list.order, d_fx, d_fy, d_fz, d_potential, d_virial,
                                    box, CUTOFF * CUTOFF, energyAtCutoff, list.side, atoms);
    CHECK(cudaGetLastError());
    if (step > 0) {
      kick<<<blocks, BLOCK_SIZE>>>(d_vx, d_vy, d_vz, d_fx, d_fy, d_fz, TIME_STEP, atoms);
      CHECK(cudaGetLastError());
    }
    if (step == 0 || step == steps) {
      kineticEnergy<<<blocks, BLOCK_SIZE>>>(d_vx, d_vy, d_vz, d_kinetic, atoms);
      CHECK(cudaGetLastError());
      double kinetic = sum(d_kinetic, d_partial, partial, atoms);
      double potential = sum(d_potential, d_partial, partial, atoms);
      double virial = sum(d_virial, d_partial, partial, atoms);
      printf("kinetic %.17g\n", kinetic / atoms);
      printf("potential %.17g\n", potential / atoms);
      printf("total %.17g\n", (kinetic + potential) / atoms);
      printf("pressure %.17g\n", (2.0 * kinetic + virial) / (3.0 * box * box * box));
    }
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  CHECK(cudaMemcpy(x, d_x, atoms * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(y, d_y, atoms * sizeof(double), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(z, d_z, atoms * sizeof(double), cudaMemcpyDeviceToHost));
  for (int s = 0; s < SAMPLES; s++) {
    int i = (int) ((2LL * s + 1) * atoms / (2 * SAMPLES));
    printf("position %.17g %.17g %.17g\n", x[i], y[i], z[i]);
  }
  fprintf(stderr, "%.2f atoms per microsecond\n", 1e-3 * atoms * (steps + 1) / milliseconds);

  destroyCellList(list);
  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_y));
  CHECK(cudaFree(d_z));
  CHECK(cudaFree(d_vx));
  CHECK(cudaFree(d_vy));
  CHECK(cudaFree(d_vz));
  CHECK(cudaFree(d_fx));
  CHECK(cudaFree(d_fy));
  CHECK(cudaFree(d_fz));
  CHECK(cudaFree(d_potential));
  CHECK(cudaFree(d_virial));
  CHECK(cudaFree(d_kinetic));
  CHECK(cudaFree(d_partial));
  free(x);
  free(y);
  free(z);
  free(vx);
  free(vy);
  free(vz);
  free(partial);
  return 0;
}
