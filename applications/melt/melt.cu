// melt: molecular dynamics of a melt of short chains. Lennard-Jones between all beads, springs and bending within a chain.
#include <cstring>
#include <sys/time.h>
#include "cells.cuh"
#include "gpu.h"
#include "system.h"

__constant__ PairTable pair_table;
__constant__ BondParameters bond_parameters;

// ---------------------------------------------------------------------------------------------------------------- forces

struct PairResult {
  real over_r;   // force divided by the distance
  real energy;
};

__device__ inline PairResult lennard_jones(real r2, int a, int b)
{
  PairResult result;
  const real inverse2 = pair_table.sigma2[a][b] / r2;
  const real inverse6 = inverse2 * inverse2 * inverse2;
  const real epsilon = pair_table.epsilon[a][b];
  result.over_r = real(24.0) * epsilon * inverse6 * (real(2.0) * inverse6 - real(1.0)) / r2;
  result.energy = real(4.0) * epsilon * inverse6 * (inverse6 - real(1.0)) - pair_table.shift[a][b];
  return result;
}

template <bool WITH_ENERGY>
__global__ void pair_forces(Beads beads, NeighbourList neighbours, Box box)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= beads.count) return;
  const vec3 mine = beads.position[i];
  const int type = beads.type[i];
  const int before = beads.bonded[MAX_BONDS * i], after = beads.bonded[MAX_BONDS * i + 1];
  vec3 force = make_vec3(0.0, 0.0, 0.0);
  real energy = 0.0, virial = 0.0;
  const int many = neighbours.count[i];
  for (int k = 0; k < many; k++) {
    const int j = neighbours.list[k * beads.count + i];
    if (j == before || j == after) continue;
    const vec3 d = box.between(mine, beads.position[j]);
    const real r2 = dot(d, d);
    if (r2 >= pair_table.cutoff2) continue;
    const PairResult pair = lennard_jones(r2, type, beads.type[j]);
    force += pair.over_r * d;
    if (WITH_ENERGY) {
      energy += real(0.5) * pair.energy;
      virial += real(0.5) * pair.over_r * r2;
    }
  }
  beads.force[i] = force;
  if (WITH_ENERGY) {
    beads.pair_energy[i] = energy;
    beads.virial[i] = virial;
  }
}

// The force on the first of two beads that a spring joins.
__device__ inline vec3 spring(const Box &box, const vec3 &a, const vec3 &b, real *energy, real *virial)
{
  const vec3 d = box.between(a, b);
  const real r = sqrt(dot(d, d));
  const real stretch = r - bond_parameters.length;
  const real over_r = -bond_parameters.stiffness * stretch / r;
  *energy += real(0.25) * bond_parameters.stiffness * stretch * stretch;
  *virial += real(0.5) * over_r * r * r;
  return over_r * d;
}

// What the angle at `middle` does to one of its ends: energy k (1 + cos theta), theta between the two arms.
__device__ inline vec3 bend_end(const Box &box, const vec3 &end, const vec3 &middle, const vec3 &other)
{
  const vec3 a = box.between(end, middle), b = box.between(other, middle);
  const real la = rsqrt(dot(a, a)), lb = rsqrt(dot(b, b));
  const real cosine = dot(a, b) * la * lb;
  return (-bond_parameters.bending * la) * ((lb * b) - (cosine * la) * a);
}

__global__ void bond_forces(Beads beads, Box box)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= beads.count) return;
  const vec3 mine = beads.position[i];
  real energy = 0, virial = 0;
  vec3 force = beads.force[i];
  for (int k = 0; k < MAX_BONDS; k++) {
    const int j = beads.bonded[MAX_BONDS * i + k];
    if (j < 0) continue;
    const vec3 next = beads.position[j];
    force += spring(box, mine, next, &energy, &virial);
    const int further = beads.bonded[MAX_BONDS * j + k];
    if (further >= 0) force += bend_end(box, mine, next, beads.position[further]);
  }
  const int before = beads.bonded[MAX_BONDS * i], after = beads.bonded[MAX_BONDS * i + 1];
  if (before >= 0 && after >= 0) {
    const vec3 low = beads.position[before], high = beads.position[after];
    force -= bend_end(box, low, mine, high) + bend_end(box, high, mine, low);
    const vec3 a = box.between(low, mine), b = box.between(high, mine);
    energy += bond_parameters.bending * (real(1.0) + dot(a, b) * rsqrt(dot(a, a) * dot(b, b)));
  }
  beads.force[i] = force;
  beads.bond_energy[i] = energy;
  beads.virial[i] += virial;
}

// ----------------------------------------------------------------------------------------------------------- integration

__global__ void kick_and_drift(Beads beads, Box box, real dt)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= beads.count) return;
  vec3 v = beads.velocity[i];
  v += (real(0.5) * dt / beads.mass[i]) * beads.force[i];
  beads.velocity[i] = v;
  beads.position[i] += dt * v;
}

__global__ void kick(Beads beads, real dt)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < beads.count) beads.velocity[i] += (real(0.5) * dt / beads.mass[i]) * beads.force[i];
}

__global__ void scale_velocities(vec3 *velocity, real factor, int count)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) velocity[i] = factor * velocity[i];
}

// ------------------------------------------------------------------------------------------------------------ reductions

__device__ inline void reduce_block(real *values)
{
  __syncthreads();
  for (int width = THREADS / 2; width > 0; width /= 2) {
    if (threadIdx.x < width) values[threadIdx.x] += values[threadIdx.x + width];
    __syncthreads();
  }
}

__global__ void sum_energies(Beads beads, real *sums, int blocks)
{
  __shared__ real pair[THREADS], bond[THREADS], virial[THREADS], kinetic[THREADS];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  const bool inside = i < beads.count;
  pair[t] = inside ? beads.pair_energy[i] : real(0);
  bond[t] = inside ? beads.bond_energy[i] : real(0);
  virial[t] = inside ? beads.virial[i] : real(0);
  kinetic[t] = inside ? real(0.5) * beads.mass[i] * dot(beads.velocity[i], beads.velocity[i]) : real(0);
  reduce_block(pair);
  reduce_block(bond);
  reduce_block(virial);
  reduce_block(kinetic);
  if (t == 0) {
    sums[blockIdx.x] = pair[0];
    sums[blocks + blockIdx.x] = bond[0];
    sums[2 * blocks + blockIdx.x] = virial[0];
    sums[3 * blocks + blockIdx.x] = kinetic[0];
  }
}

__global__ void farthest_moved(Beads beads, real *maxima)
{
  __shared__ real moved[THREADS];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  moved[threadIdx.x] = 0;
  if (i < beads.count) {
    const vec3 d = beads.position[i] - beads.reference[i];
    moved[threadIdx.x] = dot(d, d);
  }
  __syncthreads();
  for (int width = THREADS / 2; width > 0; width /= 2) {
    if (threadIdx.x < width) moved[threadIdx.x] = fmax(moved[threadIdx.x], moved[threadIdx.x + width]);
    __syncthreads();
  }
  if (threadIdx.x == 0) maxima[blockIdx.x] = moved[0];
}

// ------------------------------------------------------------------------------------------------------------------ host

static void compute_forces(Melt &melt, bool with_energy)
{
  const int blocks = GRID(melt.beads.count);
  if (with_energy)
    pair_forces<true><<<blocks, THREADS>>>(melt.beads, melt.neighbours, melt.box);
  else
    pair_forces<false><<<blocks, THREADS>>>(melt.beads, melt.neighbours, melt.box);
  bond_forces<<<blocks, THREADS>>>(melt.beads, melt.box);
  CUDA_CALL(cudaGetLastError());
}

static bool list_is_stale(Melt &melt)
{
  const int blocks = GRID(melt.beads.count);
  farthest_moved<<<blocks, THREADS>>>(melt.beads, melt.block_maxima);
  std::vector<real> maxima(blocks);
  from_gpu(maxima.data(), melt.block_maxima, blocks);
  real most = 0;
  for (int b = 0; b < blocks; b++) most = maxima[b] > most ? maxima[b] : most;
  return 4 * most > melt.options.skin * melt.options.skin;
}

static Thermo measure(Melt &melt)
{
  const int n = melt.beads.count, blocks = GRID(n);
  sum_energies<<<blocks, THREADS>>>(melt.beads, melt.block_sums, blocks);
  CUDA_CALL(cudaGetLastError());
  std::vector<real> sums(4 * blocks);
  from_gpu(sums.data(), melt.block_sums, 4 * blocks);
  real total[4] = {0, 0, 0, 0};
  for (int which = 0; which < 4; which++)
    for (int b = 0; b < blocks; b++) total[which] += sums[which * blocks + b];
  Thermo thermo;
  thermo.pair = total[0] / n;
  thermo.bond = total[1] / n;
  thermo.kinetic = total[3] / n;
  thermo.temperature = real(2.0) * total[3] / (real(3.0) * n);
  const real volume = melt.box.length * melt.box.length * melt.box.length;
  thermo.pressure = (real(2.0) * total[3] + total[2]) / (real(3.0) * volume);
  return thermo;
}

static void print_thermo(int step, const Thermo &thermo)
{
  printf("%6d %.15g %.15g %.15g %.15g %.15g %.15g\n", step, (double)thermo.temperature, (double)thermo.pair,
         (double)thermo.bond, (double)thermo.kinetic, (double)(thermo.pair + thermo.bond + thermo.kinetic),
         (double)thermo.pressure);
}

static void checksum(const Melt &melt)
{
  const int n = melt.beads.count;
  std::vector<vec3> position(n), velocity(n);
  from_gpu(position.data(), melt.beads.position, n);
  from_gpu(velocity.data(), melt.beads.velocity, n);
  real moved = 0, momentum = 0, ends = 0;
  for (int i = 0; i < n; i++) {
    const vec3 d = position[i] - melt.start_position[i];
    moved += dot(d, d);
    momentum += velocity[i].x + velocity[i].y + velocity[i].z;
  }
  int chains = 0;
  for (int first = 0; first + melt.options.chain <= n; first += melt.options.chain, chains++) {
    const vec3 d = position[first + melt.options.chain - 1] - position[first];
    ends += dot(d, d);
  }
  printf("mean square displacement %.15g\n", (double)(moved / n));
  printf("mean square end-to-end %.15g\n", (double)(ends / chains));
  fprintf(stderr, "momentum left over %.3g\n", (double)momentum);
}

static double seconds_now()
{
  struct timeval now;
  gettimeofday(&now, NULL);
  return now.tv_sec + 1e-6 * now.tv_usec;
}

static void usage()
{
  fprintf(stderr,
          "melt: molecular dynamics of chains\n"
          "  --side N          beads along an edge (default 8: 512 beads)\n"
          "  --steps N         time steps (default 50)\n"
          "  --chain N         beads a chain (default 16)\n"
          "  --report N        print every so many steps (default 10)\n"
          "  --density X       beads in a unit of volume (default 0.8)\n"
          "  --temperature X   at the start (default 1.0)\n"
          "  --dt X            time step (default 0.004)\n"
          "  --thermostat      keep the temperature\n");
  exit(1);
}

static Options read_options(int argc, char **argv)
{
  Options options = {8, 50, 16, 10, 0.8, 1.0, 0.004, 2.5, 0.3, false};
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i];
    if (!strcmp(name, "--thermostat")) {
      options.thermostat = true;
      continue;
    }
    if (i + 1 == argc) usage();
    const char *value = argv[++i];
    if (!strcmp(name, "--side")) options.side = atoi(value);
    else if (!strcmp(name, "--steps")) options.steps = atoi(value);
    else if (!strcmp(name, "--chain")) options.chain = atoi(value);
    else if (!strcmp(name, "--report")) options.report = atoi(value);
    else if (!strcmp(name, "--density")) options.density = atof(value);
    else if (!strcmp(name, "--temperature")) options.temperature = atof(value);
    else if (!strcmp(name, "--dt")) options.timestep = atof(value);
    else usage();
  }
  if (options.side < 2 || options.steps < 1 || options.chain < 2 || options.report < 1) usage();
  return options;
}

int main(int argc, char **argv)
{
  Melt melt;
  build_melt(melt, read_options(argc, argv));
  upload_melt(melt);
  CUDA_CALL(cudaMemcpyToSymbol(pair_table, &melt.table, sizeof(PairTable)));
  CUDA_CALL(cudaMemcpyToSymbol(bond_parameters, &melt.bonds, sizeof(BondParameters)));
  const Options &options = melt.options;
  const int n = melt.beads.count, blocks = GRID(n);
  fprintf(stderr, "%d beads in a box of %.6g, %d cells, real is %d bytes\n", n, (double)melt.box.length,
          melt.grid.total, (int)sizeof(real));

  rebuild_neighbours(melt);
  compute_forces(melt, true);
#ifdef VERIFY
  if (!verify_forces(melt)) return 2;
#endif
  printf("  step temperature pair bond kinetic total pressure\n");
  print_thermo(0, measure(melt));

  CUDA_CALL(cudaDeviceSynchronize());
  const double begin = seconds_now();
  for (int step = 1; step <= options.steps; step++) {
    const bool report = step % options.report == 0 || step == options.steps;
    kick_and_drift<<<blocks, THREADS>>>(melt.beads, melt.box, options.timestep);
    if (list_is_stale(melt)) rebuild_neighbours(melt);
    compute_forces(melt, report);
    kick<<<blocks, THREADS>>>(melt.beads, options.timestep);
    if (!report) continue;
    const Thermo thermo = measure(melt);
    print_thermo(step, thermo);
    if (options.thermostat)
      scale_velocities<<<blocks, THREADS>>>(melt.beads.velocity, sqrt(options.temperature / thermo.temperature), n);
  }
  CUDA_CALL(cudaDeviceSynchronize());
  const double elapsed = seconds_now() - begin;

  checksum(melt);
  fprintf(stderr, "neighbour lists were made %d times\n", melt.rebuilds);
  fprintf(stderr, "%.3f s, %.4g bead updates per second\n", elapsed, (double)n * options.steps / elapsed);
  free_melt(melt);
  return 0;
}
