// plasma: electrons in two dimensions over a fixed background of ions, electrostatic, with a magnetic field across the plane.
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>
#include "config.h"
#include "cuda_check.h"
#include "field.cuh"
#include "particles.cuh"

static inline int divide_up(int a, int b) { return (a + b - 1) / b; }

// xorshift, so that a run is the same on every machine
class Random {
 public:
  explicit Random(unsigned seed) : state(seed * 2654435761u + 1u) {}
  real_t uniform()
  {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return static_cast<real_t>(state) / static_cast<real_t>(4294967296.0);
  }
  real_t normal()
  {
    const real_t u = real_t(1.0) - uniform(), v = uniform();
    return std::sqrt(real_t(-2.0) * std::log(u)) * std::cos(real_t(2.0 * M_PI) * v);
  }

 private:
  unsigned state;
};

static Field create_field(int nx, int ny)
{
  Field field;
  size_t pitch = 0;
  CUDA_OK(cudaMallocPitch((void **)&field.data, &pitch, nx * sizeof(real_t), ny));
  CUDA_OK(cudaMemset2D(field.data, pitch, 0, nx * sizeof(real_t), ny));
  field.nx = nx;
  field.ny = ny;
  field.stride = (int)(pitch / sizeof(real_t));
  return field;
}

class Simulation {
 public:
  explicit Simulation(const Config &config);
  ~Simulation();

  void step();
  Diagnostics diagnose();
  void dump(const char *path);
#ifdef VERIFY
  bool charge_is_right();
#endif

 private:
  void load_particles();
  void sort_particles();
  void solve_field();
  real_t sum_of(const real_t *device, int count);

  const Config config;
  int count, cells;
  Particle *particles, *sorted;
  int *histogram, *first, *cursor;
  Field charge, phi;
  VectorField e;
  real_t *sums;        // on the device, three rows of them
  real_t *host_sums;   // pinned
  real_t background;
  cudaStream_t stream;
};

Simulation::Simulation(const Config &config)
    : config(config), count(config.nx * config.ny * config.per_cell), cells(config.nx * config.ny), background(1.0)
{
  CUDA_OK(cudaMalloc((void **)&particles, count * sizeof(Particle)));
  CUDA_OK(cudaMalloc((void **)&sorted, count * sizeof(Particle)));
  CUDA_OK(cudaMalloc((void **)&histogram, cells * sizeof(int)));
  CUDA_OK(cudaMalloc((void **)&first, (cells + 1) * sizeof(int)));
  CUDA_OK(cudaMalloc((void **)&cursor, cells * sizeof(int)));
  charge = create_field(config.nx, config.ny);
  phi = create_field(config.nx, config.ny);
  e.nx = config.nx;
  e.ny = config.ny;
  CUDA_OK(cudaMalloc((void **)&e.data, cells * sizeof(FieldPair)));
  const int blocks = divide_up(count, PARTICLE_THREADS);
  const size_t room = 3 * (size_t)(blocks > config.ny ? blocks : config.ny);
  CUDA_OK(cudaMalloc((void **)&sums, room * sizeof(real_t)));
  CUDA_OK(cudaMallocHost((void **)&host_sums, room * sizeof(real_t)));
  CUDA_OK(cudaStreamCreate(&stream));
  load_particles();
  sort_particles();
  solve_field();
}

Simulation::~Simulation()
{
  cudaFree(particles);
  cudaFree(sorted);
  cudaFree(histogram);
  cudaFree(first);
  cudaFree(cursor);
  cudaFree(charge.data);
  cudaFree(phi.data);
  cudaFree(e.data);
  cudaFree(sums);
  cudaFreeHost(host_sums);
  cudaStreamDestroy(stream);
}

// Evenly spread, displaced by a wave, with a Maxwellian of velocities.
void Simulation::load_particles()
{
  std::unique_ptr<Particle[]> host(new Particle[count]);
  Random random(config.seed);
  int i = 0;
  for (int cell = 0; cell < cells; ++cell) {
    for (int k = 0; k < config.per_cell; ++k, ++i) {
      Particle &p = host[i];
      const real_t x = cell % config.nx + random.uniform(), y = cell / config.nx + random.uniform();
      const real_t phase = real_t(2.0 * M_PI) * x / config.nx;
      p.x = x + config.perturbation * config.nx / real_t(2.0 * M_PI) * std::sin(phase);
      if (p.x >= config.nx) p.x -= config.nx;
      if (p.x < 0) p.x += config.nx;
      p.y = y;
      p.vx = config.thermal * random.normal();
      p.vy = config.thermal * random.normal();
      p.vz = config.thermal * random.normal();
      p.weight = real_t(1.0) / config.per_cell;
      p.id = i;
      p.cell = cell;
    }
  }
  CUDA_OK(cudaMemcpy(particles, host.get(), count * sizeof(Particle), cudaMemcpyHostToDevice));
}

void Simulation::sort_particles()
{
  const int blocks = divide_up(count, PARTICLE_THREADS);
  CUDA_OK(cudaMemsetAsync(histogram, 0, cells * sizeof(int), stream));
  find_cells<<<blocks, PARTICLE_THREADS, 0, stream>>>(particles, count, config.nx, config.ny, histogram);
  exclusive_scan<<<1, SCAN_THREADS, 0, stream>>>(histogram, first, cursor, cells);
  scatter_particles<<<blocks, PARTICLE_THREADS, 0, stream>>>(particles, sorted, count, cursor);
  order_within_cells<<<divide_up(cells, PARTICLE_THREADS), PARTICLE_THREADS, 0, stream>>>(sorted, first, cells);
  CUDA_OK(cudaGetLastError());
  Particle *swapped = particles;
  particles = sorted;
  sorted = swapped;
}

void Simulation::solve_field()
{
  const dim3 tile(TILE_X, TILE_Y), grid(divide_up(config.nx, TILE_X), divide_up(config.ny, TILE_Y));
  deposit_charge<<<grid, tile, 0, stream>>>(particles, first, charge, background);
  const real_t omega = real_t(2.0) / (real_t(1.0) + std::sin(real_t(M_PI) / config.nx));
  for (int sweep = 0; sweep < config.sweeps; ++sweep) {
    relax_potential<<<grid, tile, 0, stream>>>(phi, charge, 0, omega);
    relax_potential<<<grid, tile, 0, stream>>>(phi, charge, 1, omega);
  }
  electric_field<<<grid, tile, 0, stream>>>(phi, e);
  CUDA_OK(cudaGetLastError());
}

void Simulation::step()
{
  push_particles<<<divide_up(count, PARTICLE_THREADS), PARTICLE_THREADS, 0, stream>>>(particles, count, e, config.dt,
                                                                                     config.magnetic);
  CUDA_OK(cudaGetLastError());
  sort_particles();
  solve_field();
}

real_t Simulation::sum_of(const real_t *device, int many)
{
  CUDA_OK(cudaMemcpyAsync(host_sums, device, many * sizeof(real_t), cudaMemcpyDeviceToHost, stream));
  CUDA_OK(cudaStreamSynchronize(stream));
  real_t sum = 0.0;
  for (int k = 0; k < many; ++k) sum += host_sums[k];
  return sum;
}

Diagnostics Simulation::diagnose()
{
  Diagnostics result;
  const int blocks = divide_up(count, PARTICLE_THREADS), row_blocks = divide_up(config.ny, 32);
  particle_sums<<<blocks, PARTICLE_THREADS, 0, stream>>>(particles, count, sums, sums + blocks, sums + 2 * blocks);
  result.kinetic_energy = sum_of(sums, blocks);
  result.momentum_x = sum_of(sums + blocks, blocks);
  result.momentum_y = sum_of(sums + 2 * blocks, blocks);
  field_energy_rows<<<row_blocks, 32, 0, stream>>>(e, sums);
  result.field_energy = sum_of(sums, config.ny);
  largest_in_rows<<<row_blocks, 32, 0, stream>>>(charge, sums);
  CUDA_OK(cudaMemcpyAsync(host_sums, sums, config.ny * sizeof(real_t), cudaMemcpyDeviceToHost, stream));
  CUDA_OK(cudaStreamSynchronize(stream));
  result.largest_charge = 0;
  for (int k = 0; k < config.ny; ++k)
    if (host_sums[k] > result.largest_charge) result.largest_charge = host_sums[k];
  return result;
}

#ifdef VERIFY
// Deposits once more on the host, in the plainest way.
bool Simulation::charge_is_right()
{
  std::vector<Particle> host(count);
  std::vector<real_t> expected(cells, background), found(cells);
  CUDA_OK(cudaMemcpy(host.data(), particles, count * sizeof(Particle), cudaMemcpyDeviceToHost));
  CUDA_OK(cudaMemcpy2D(found.data(), config.nx * sizeof(real_t), charge.data, charge.stride * sizeof(real_t),
                       config.nx * sizeof(real_t), config.ny, cudaMemcpyDeviceToHost));
  for (const Particle &p : host) {
    const int ix = std::min((int)p.x, config.nx - 1), iy = std::min((int)p.y, config.ny - 1);
    const int jx = (ix + 1) % config.nx, jy = (iy + 1) % config.ny;
    const double fx = p.x - ix, fy = p.y - iy;
    expected[iy * config.nx + ix] -= p.weight * (1 - fx) * (1 - fy);
    expected[iy * config.nx + jx] -= p.weight * fx * (1 - fy);
    expected[jy * config.nx + ix] -= p.weight * (1 - fx) * fy;
    expected[jy * config.nx + jx] -= p.weight * fx * fy;
  }
  double worst = 0, total = 0;
  for (int c = 0; c < cells; ++c) {
    worst = std::max(worst, (double)std::fabs(expected[c] - found[c]));
    total += found[c];
  }
  printf("verification: charge %s, total %s\n", worst < 1e-4 ? "agrees" : "DIFFERS",
         std::fabs(total) < 1e-2 ? "vanishes" : "DOES NOT VANISH");
  return worst < 1e-4;
}
#endif

void Simulation::dump(const char *path)
{
  std::vector<real_t> potential(cells);
  CUDA_OK(cudaMemcpy2D(potential.data(), config.nx * sizeof(real_t), phi.data, phi.stride * sizeof(real_t),
                       config.nx * sizeof(real_t), config.ny, cudaMemcpyDeviceToHost));
  FILE *file = fopen(path, "w");
  if (file == nullptr) {
    perror(path);
    exit(1);
  }
  for (int iy = 0; iy < config.ny; ++iy)
    for (int ix = 0; ix < config.nx; ++ix)
      fprintf(file, "%d %d %.12g\n", ix, iy, (double)potential[iy * config.nx + ix]);
  fclose(file);
}

static void print_line(int step, const Diagnostics &d)
{
  printf("%5d %.15e %.15e %.15e %.15e\n", step, (double)d.field_energy, (double)d.kinetic_energy,
         (double)(d.field_energy + d.kinetic_energy), (double)d.largest_charge);
}

int main(int argc, char **argv)
{
  const Config config = parse_config(argc, argv);
  print_config(config);
  Simulation simulation(config);
#ifdef VERIFY
  if (!simulation.charge_is_right()) return 2;
#endif
  printf("# step field kinetic total charge\n");
  print_line(0, simulation.diagnose());

  auto begin = std::chrono::high_resolution_clock::now();
  for (int step = 1; step <= config.steps; ++step) {
    simulation.step();
    if (step % config.every == 0) print_line(step, simulation.diagnose());
  }
  CUDA_OK(cudaDeviceSynchronize());
  std::chrono::duration<double> elapsed = std::chrono::high_resolution_clock::now() - begin;

#ifdef VERIFY
  if (!simulation.charge_is_right()) return 2;
#endif
  const Diagnostics last = simulation.diagnose();
  printf("momentum %.15e %.15e\n", (double)last.momentum_x, (double)last.momentum_y);
  if (config.dump) simulation.dump(config.dump);
  fprintf(stderr, "%.3f s, %.3f million particles pushed a second\n", elapsed.count(),
          1e-6 * config.nx * config.ny * config.per_cell * (double)config.steps / elapsed.count());
  return 0;
}
