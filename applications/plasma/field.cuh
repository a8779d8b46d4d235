#ifndef PLASMA_FIELD_CUH
#define PLASMA_FIELD_CUH

#include "types.h"

#define TILE_X 16
#define TILE_Y 8

// One colour of a checkerboard at a time; the tile and its rim stand in shared memory.
__global__ void relax_potential(Field phi, Field charge, int colour, real_t omega)
{
  __shared__ real_t tile[TILE_Y + 2][TILE_X + 2];
  const int ix = blockIdx.x * TILE_X + threadIdx.x, iy = blockIdx.y * TILE_Y + threadIdx.y;
  const int nx = phi.nx, ny = phi.ny;
  const int sx = threadIdx.x + 1, sy = threadIdx.y + 1;
  const int x = ix % nx, y = iy % ny;
  tile[sy][sx] = phi.data[y * phi.stride + x];
  if (threadIdx.x == 0) tile[sy][0] = phi.data[y * phi.stride + (x + nx - 1) % nx];
  if (threadIdx.x == TILE_X - 1) tile[sy][TILE_X + 1] = phi.data[y * phi.stride + (x + 1) % nx];
  if (threadIdx.y == 0) tile[0][sx] = phi.data[(y + ny - 1) % ny * phi.stride + x];
  if (threadIdx.y == TILE_Y - 1) tile[TILE_Y + 1][sx] = phi.data[(y + 1) % ny * phi.stride + x];
  __syncthreads();
  if (ix >= nx || iy >= ny || ((ix + iy) & 1) != colour) return;
  const real_t around = tile[sy][sx - 1] + tile[sy][sx + 1] + tile[sy - 1][sx] + tile[sy + 1][sx];
  const real_t wanted = real_t(0.25) * (around + charge.data[iy * charge.stride + ix]);
  phi.data[iy * phi.stride + ix] = tile[sy][sx] + omega * (wanted - tile[sy][sx]);
}

__global__ void electric_field(Field phi, VectorField e)
{
  const int ix = blockIdx.x * blockDim.x + threadIdx.x, iy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ix >= phi.nx || iy >= phi.ny) return;
  const int left = (ix + phi.nx - 1) % phi.nx, right = (ix + 1) % phi.nx;
  const int below = (iy + phi.ny - 1) % phi.ny, above = (iy + 1) % phi.ny;
  FieldPair value;
  value.x = real_t(0.5) * (phi.data[iy * phi.stride + left] - phi.data[iy * phi.stride + right]);
  value.y = real_t(0.5) * (phi.data[below * phi.stride + ix] - phi.data[above * phi.stride + ix]);
  e.data[iy * e.nx + ix] = value;
}

__global__ void field_energy_rows(VectorField e, real_t *rows)
{
  const int iy = blockIdx.x * blockDim.x + threadIdx.x;
  if (iy >= e.ny) return;
  real_t sum = 0.0;
  for (int ix = 0; ix < e.nx; ++ix) {
    const FieldPair value = e.data[iy * e.nx + ix];
    sum += value.x * value.x + value.y * value.y;
  }
  rows[iy] = real_t(0.5) * sum;
}

__global__ void largest_in_rows(Field field, real_t *rows)
{
  const int iy = blockIdx.x * blockDim.x + threadIdx.x;
  if (iy >= field.ny) return;
  real_t most = 0.0;
  for (int ix = 0; ix < field.nx; ++ix) most = fmax(most, fabs(field.data[iy * field.stride + ix]));
  rows[iy] = most;
}

#endif
