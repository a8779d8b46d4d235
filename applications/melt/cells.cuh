#pragma once

// Beads are sorted into cells, and from the cells come the lists of neighbours. Within a cell the beads are kept in the order of
// their numbers, whatever the order in which threads arrived, so that forces are summed the same way in every run.
#include "gpu.h"
#include "system.h"

__device__ inline int cell_index(const CellGrid &grid, const Box &box, vec3 p)
{
  p = box.wrap(p);
  int x = min((int)(p.x * grid.inverse_width), grid.side - 1);
  int y = min((int)(p.y * grid.inverse_width), grid.side - 1);
  int z = min((int)(p.z * grid.inverse_width), grid.side - 1);
  return (z * grid.side + y) * grid.side + x;
}

__global__ void count_beads(Beads beads, CellGrid grid, Box box)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= beads.count) return;
  beads.reference[i] = beads.position[i];
  int cell = cell_index(grid, box, beads.position[i]);
  grid.cell_of[i] = cell;
  atomicAdd(&grid.count[cell], 1);
}

__global__ void scan_cells(CellGrid grid)
{
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  int sum = 0;
  for (int c = 0; c < grid.total; c++) {
    grid.start[c] = sum;
    sum += grid.count[c];
  }
  grid.start[grid.total] = sum;
}

__global__ void fill_cells(Beads beads, CellGrid grid)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= beads.count) return;
  int cell = grid.cell_of[i];
  grid.order[grid.start[cell] + atomicAdd(&grid.fill[cell], 1)] = i;
}

__global__ void sort_cells(CellGrid grid)
{
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= grid.total) return;
  int from = grid.start[cell], to = grid.start[cell + 1];
  for (int k = from + 1; k < to; k++) {
    int bead = grid.order[k], j = k;
    for (; j > from && grid.order[j - 1] > bead; j--) grid.order[j] = grid.order[j - 1];
    grid.order[j] = bead;
  }
}

__global__ void list_neighbours(Beads beads, CellGrid grid, NeighbourList neighbours, Box box, real reach2)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= beads.count) return;
  const vec3 mine = beads.position[i];
  const int home = grid.cell_of[i];
  const int hx = home % grid.side, hy = home / grid.side % grid.side, hz = home / (grid.side * grid.side);
  int found = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int x = (hx + dx + grid.side) % grid.side;
        int y = (hy + dy + grid.side) % grid.side;
        int z = (hz + dz + grid.side) % grid.side;
        int cell = (z * grid.side + y) * grid.side + x;
        for (int k = grid.start[cell]; k < grid.start[cell + 1]; k++) {
          int j = grid.order[k];
          if (j == i) continue;
          vec3 d = box.between(mine, beads.position[j]);
          if (dot(d, d) >= reach2) continue;
          if (found < neighbours.capacity) neighbours.list[found * beads.count + i] = j;
          found++;
        }
      }
  neighbours.count[i] = min(found, neighbours.capacity);
  if (found > neighbours.capacity) atomicMax(neighbours.overflow, found);
}

inline void rebuild_neighbours(Melt &melt)
{
  const int n = melt.beads.count;
  CUDA_CALL(cudaMemset(melt.grid.count, 0, melt.grid.total * sizeof(int)));
  CUDA_CALL(cudaMemset(melt.grid.fill, 0, melt.grid.total * sizeof(int)));
  real reach = melt.options.cutoff + melt.options.skin;
  count_beads<<<GRID(n), THREADS>>>(melt.beads, melt.grid, melt.box);
  scan_cells<<<1, 1>>>(melt.grid);
  fill_cells<<<GRID(n), THREADS>>>(melt.beads, melt.grid);
  sort_cells<<<GRID(melt.grid.total), THREADS>>>(melt.grid);
  list_neighbours<<<GRID(n), THREADS>>>(melt.beads, melt.grid, melt.neighbours, melt.box, reach * reach);
  CUDA_CALL(cudaGetLastError());
  int overflow;
  from_gpu(&overflow, melt.neighbours.overflow, 1);
  if (overflow > 0) {
    fprintf(stderr, "a bead has %d neighbours, the list has room for %d\n", overflow, melt.neighbours.capacity);
    exit(1);
  }
  melt.rebuilds++;
}
