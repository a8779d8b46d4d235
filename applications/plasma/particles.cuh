#ifndef PLASMA_PARTICLES_CUH
#define PLASMA_PARTICLES_CUH

#include "types.h"

#define PARTICLE_THREADS 128
#define SCAN_THREADS 256

// Particles live in an array of records. They are sorted by cell before each deposition, and by number within a cell, so that a
// node adds up its charge in the same order in every run.

__global__ void find_cells(Particle *particles, int count, int nx, int ny, int *histogram)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int cx = (int)particles[i].x, cy = (int)particles[i].y;
  if (cx >= nx) cx = nx - 1;
  if (cy >= ny) cy = ny - 1;
  particles[i].cell = cy * nx + cx;
  atomicAdd(&histogram[particles[i].cell], 1);
}

// One block: each thread adds up a stretch of cells, then the stretches before its own.
__global__ void exclusive_scan(const int *histogram, int *first, int *cursor, int cells)
{
  __shared__ int stretch_sum[SCAN_THREADS];
  const int stretch = (cells + SCAN_THREADS - 1) / SCAN_THREADS;
  const int from = min((int)threadIdx.x * stretch, cells), to = min(from + stretch, cells);
  int sum = 0;
  for (int c = from; c < to; ++c) sum += histogram[c];
  stretch_sum[threadIdx.x] = sum;
  __syncthreads();
  int before = 0;
  for (int t = 0; t < threadIdx.x; ++t) before += stretch_sum[t];
  for (int c = from; c < to; ++c) {
    first[c] = cursor[c] = before;
    before += histogram[c];
  }
  if (threadIdx.x == SCAN_THREADS - 1) first[cells] = before;
}

__global__ void scatter_particles(const Particle *from, Particle *to, int count, int *cursor)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  to[atomicAdd(&cursor[from[i].cell], 1)] = from[i];
}

__global__ void order_within_cells(Particle *particles, const int *first, int cells)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells) return;
  for (int k = first[c] + 1; k < first[c + 1]; ++k) {
    Particle moving = particles[k];
    int j = k;
    for (; j > first[c] && particles[j - 1].id > moving.id; --j) particles[j] = particles[j - 1];
    particles[j] = moving;
  }
}

// How much of a particle belongs to the node at (nx, ny): area weighting, over the periodic sides.
__device__ inline real_t node_share(const Particle &p, int ix, int iy, int nx, int ny)
{
  real_t dx = fabs(p.x - ix), dy = fabs(p.y - iy);
  if (dx > real_t(0.5) * nx) dx = nx - dx;
  if (dy > real_t(0.5) * ny) dy = ny - dy;
  return dx < 1 && dy < 1 ? (1 - dx) * (1 - dy) : real_t(0);
}

__global__ void deposit_charge(const Particle *__restrict__ particles, const int *__restrict__ first, Field charge,
                               real_t background)
{
  int ix = blockIdx.x * blockDim.x + threadIdx.x, iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix >= charge.nx || iy >= charge.ny) return;
  real_t sum = 0;
  for (int dy = -1; dy <= 0; ++dy)
    for (int dx = -1; dx <= 0; ++dx) {
      int cx = (ix + dx + charge.nx) % charge.nx, cy = (iy + dy + charge.ny) % charge.ny;
      int cell = cy * charge.nx + cx;
      for (int k = first[cell]; k < first[cell + 1]; ++k) {
        const Particle p = particles[k];
        sum += p.weight * node_share(p, ix, iy, charge.nx, charge.ny);
      }
    }
  charge.data[iy * charge.stride + ix] = background - sum;
}

__device__ inline FieldPair field_at(VectorField e, real_t x, real_t y)
{
  int ix = min((int)x, e.nx - 1), iy = min((int)y, e.ny - 1);
  int jx = (ix + 1) % e.nx, jy = (iy + 1) % e.ny;
  real_t fx = x - ix, fy = y - iy;
  const FieldPair a = e.data[iy * e.nx + ix], b = e.data[iy * e.nx + jx];
  const FieldPair c = e.data[jy * e.nx + ix], d = e.data[jy * e.nx + jx];
  FieldPair result;
  result.x = (1 - fy) * ((1 - fx) * a.x + fx * b.x) + fy * ((1 - fx) * c.x + fx * d.x);
  result.y = (1 - fy) * ((1 - fx) * a.y + fx * b.y) + fy * ((1 - fx) * c.y + fx * d.y);
  return result;
}

__device__ inline real_t periodic(real_t position, int length)
{
  if (position < 0) position += length;
  if (position >= length) position -= length;
  return position < 0 ? real_t(0) : position;
}

// Half of the push, a rotation around the magnetic field, the other half; then the drift.
__global__ void push_particles(Particle *particles, int count, VectorField e, real_t dt, real_t cyclotron)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Particle p = particles[i];
  const FieldPair field = field_at(e, p.x, p.y);
  const real_t half = real_t(0.5) * dt;
  real_t vx = p.vx - half * field.x, vy = p.vy - half * field.y;
  const real_t t = half * cyclotron;
  const real_t s = 2 * t / (1 + t * t);
  const real_t ux = vx + vy * t, uy = vy - vx * t;
  vx += uy * s;
  vy -= ux * s;
  p.vx = vx - half * field.x;
  p.vy = vy - half * field.y;
  p.x = periodic(p.x + dt * p.vx, e.nx);
  p.y = periodic(p.y + dt * p.vy, e.ny);
  particles[i] = p;
}

__global__ void particle_sums(const Particle *particles, int count, real_t *energy, real_t *px, real_t *py)
{
  __shared__ real_t shared_energy[PARTICLE_THREADS];
  __shared__ real_t shared_px[PARTICLE_THREADS];
  __shared__ real_t shared_py[PARTICLE_THREADS];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  shared_energy[t] = shared_px[t] = shared_py[t] = 0.0;
  if (i < count) {
    const Particle &p = particles[i];
    shared_energy[t] = 0.5 * p.weight * (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz);
    shared_px[t] = p.weight * p.vx;
    shared_py[t] = p.weight * p.vy;
  }
  __syncthreads();
  for (int half = PARTICLE_THREADS / 2; half > 0; half /= 2) {
    if (t < half) {
      shared_energy[t] += shared_energy[t + half];
      shared_px[t] += shared_px[t + half];
      shared_py[t] += shared_py[t + half];
    }
    __syncthreads();
  }
  if (t == 0) {
    energy[blockIdx.x] = shared_energy[0];
    px[blockIdx.x] = shared_px[0];
    py[blockIdx.x] = shared_py[0];
  }
}

#endif
