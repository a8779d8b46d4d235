// The melt before the first step: chains wound through a cubic lattice, velocities of a given temperature.
#include <cmath>
#include "gpu.h"
#include "system.h"

static unsigned int random_state = 12345u;

static real uniform()
{
  random_state = 1664525u * random_state + 1013904223u;
  return (real)(random_state >> 8) / (real)16777216.0;
}

static real gaussian()
{
  real sum = 0.0;
  for (int k = 0; k < 12; k++) sum += uniform();
  return sum - real(6.0);
}

// Lattice sites in an order in which each is beside the one before.
static vec3 lattice_site(int index, int side, real spacing)
{
  int layer = index / (side * side), rest = index % (side * side);
  if (layer % 2) rest = side * side - 1 - rest;
  int row = rest / side, column = rest % side;
  if (row % 2) column = side - 1 - column;
  return make_vec3((column + real(0.5)) * spacing, (row + real(0.5)) * spacing, (layer + real(0.5)) * spacing);
}

static void fill_table(Melt &melt)
{
  const real epsilon[TYPES] = {1.0, 0.8};
  const real sigma[TYPES] = {1.0, 0.95};
  melt.table.cutoff2 = melt.options.cutoff * melt.options.cutoff;
  for (int a = 0; a < TYPES; a++) {
    for (int b = 0; b < TYPES; b++) {
      real e = std::sqrt(epsilon[a] * epsilon[b]);
      real s = real(0.5) * (sigma[a] + sigma[b]);
      real ratio = s / melt.options.cutoff;
      real r6 = std::pow(ratio, real(6));
      melt.table.epsilon[a][b] = e;
      melt.table.sigma2[a][b] = s * s;
      melt.table.shift[a][b] = real(4.0) * e * (r6 * r6 - r6);
    }
  }
}

void build_melt(Melt &melt, const Options &options)
{
  melt.options = options;
  int n = options.side * options.side * options.side;
  real spacing = std::cbrt(real(1.0) / options.density);
  melt.box.length = options.side * spacing;
  melt.box.inverse = real(1.0) / melt.box.length;
  melt.bonds.stiffness = 400.0;
  melt.bonds.length = 0.97;
  melt.bonds.bending = 1.5;
  fill_table(melt);

  melt.start_position.resize(n);
  melt.start_velocity.resize(n);
  melt.start_type.resize(n);
  melt.start_bonded.assign(MAX_BONDS * n, -1);
  vec3 drift = make_vec3(0, 0, 0);
  for (int i = 0; i < n; i++) {
    melt.start_position[i] = lattice_site(i, options.side, spacing);
    melt.start_type[i] = (i / options.chain) % TYPES;
    vec3 v = make_vec3(gaussian(), gaussian(), gaussian());
    melt.start_velocity[i] = v;
    drift += v;
    int place = i % options.chain;
    if (place > 0) melt.start_bonded[MAX_BONDS * i] = i - 1;
    if (place < options.chain - 1 && i + 1 < n) melt.start_bonded[MAX_BONDS * i + 1] = i + 1;
  }
  real share = real(1.0) / n;
  real kinetic = 0.0;
  for (vec3 &v : melt.start_velocity) {
    v -= share * drift;
    kinetic += real(0.5) * dot(v, v);
  }
  real scale = std::sqrt(real(1.5) * n * options.temperature / kinetic);
  for (auto &v : melt.start_velocity) v = scale * v;
}

void upload_melt(Melt &melt)
{
  int n = (int)melt.start_position.size();
  Beads &beads = melt.beads;
  beads.count = n;
  beads.position = gpu_alloc<vec3>(n);
  beads.velocity = gpu_alloc<vec3>(n);
  beads.force = gpu_alloc<vec3>(n);
  beads.reference = gpu_alloc<vec3>(n);
  beads.mass = gpu_alloc<real>(n);
  beads.pair_energy = gpu_alloc<real>(n);
  beads.bond_energy = gpu_alloc<real>(n);
  beads.virial = gpu_alloc<real>(n);
  beads.type = gpu_alloc<int>(n);
  beads.bonded = gpu_alloc<int>(MAX_BONDS * n);

  std::vector<real> mass(n);
  for (int i = 0; i < n; i++) mass[i] = melt.start_type[i] == 0 ? real(1.0) : real(0.9);
  to_gpu(beads.position, melt.start_position.data(), n);
  to_gpu(beads.velocity, melt.start_velocity.data(), n);
  to_gpu(beads.mass, mass.data(), n);
  to_gpu(beads.type, melt.start_type.data(), n);
  to_gpu(beads.bonded, melt.start_bonded.data(), MAX_BONDS * n);

  CellGrid &grid = melt.grid;
  real reach = melt.options.cutoff + melt.options.skin;
  grid.side = (int)(melt.box.length / reach);
  if (grid.side < 3) {
    fprintf(stderr, "the box of %g is too small for a cutoff of %g\n", (double)melt.box.length, (double)reach);
    exit(1);
  }
  grid.total = grid.side * grid.side * grid.side;
  grid.inverse_width = grid.side / melt.box.length;
  grid.count = gpu_alloc<int>(grid.total);
  grid.start = gpu_alloc<int>(grid.total + 1);
  grid.fill = gpu_alloc<int>(grid.total);
  grid.order = gpu_alloc<int>(n);
  grid.cell_of = gpu_alloc<int>(n);

  melt.neighbours.capacity = (int)(4.19 * reach * reach * reach * melt.options.density * 2.4) + 8;
  melt.neighbours.count = gpu_alloc<int>(n);
  melt.neighbours.list = gpu_alloc<int>(melt.neighbours.capacity * n);
  melt.neighbours.overflow = gpu_alloc<int>(1);
  melt.block_sums = gpu_alloc<real>(4 * GRID(n));
  melt.block_maxima = gpu_alloc<real>(GRID(n));
  melt.rebuilds = 0;
}

void free_melt(Melt &melt)
{
  void *all[] = {melt.beads.position, melt.beads.velocity, melt.beads.force, melt.beads.reference, melt.beads.mass,
                 melt.beads.pair_energy, melt.beads.bond_energy, melt.beads.virial, melt.beads.type, melt.beads.bonded,
                 melt.grid.count, melt.grid.start, melt.grid.fill, melt.grid.order, melt.grid.cell_of,
                 melt.neighbours.count, melt.neighbours.list, melt.neighbours.overflow, melt.block_sums,
                 melt.block_maxima};
  for (void *memory : all) CUDA_CALL(cudaFree(memory));
}
