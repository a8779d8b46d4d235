// Atoms sorted by the cell they are in. Cells are at least a cut-off wide, so that all partners of an atom are in its own
// cell and the 26 around it. Within a cell the atoms stand in the order of their numbers, whichever thread came first.
#pragma once

#include "check.cuh"

#define SORT_BLOCK 128
#define SCAN_BLOCK 1024

struct CellList {
  int atoms;
  int side;  // cells along an edge
  double box;
  int *start;  // first place of each cell in the sorted order, and one past the last
  int *next;   // next free place of each cell while it is filled
  int *order;  // atom at each place
  double *x, *y, *z;  // positions in that order
};

// Cell along one axis; a coordinate that rounding left on the far wall belongs to the last cell.
__device__ inline int cellAlong(double coordinate, int side, double box)
{
  int cell = (int) (coordinate * side / box);
  return cell < side ? cell : side - 1;
}

// How far the image of a cell lies from the cell itself.
__device__ inline double imageShift(int cell, int side, double box)
{
  if (cell < 0) return -box;
  return cell < side ? 0.0 : box;
}

__global__ void countAtoms(const double *x, const double *y, const double *z, int *count, int side, double box, int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  int cell = (cellAlong(z[i], side, box) * side + cellAlong(y[i], side, box)) * side + cellAlong(x[i], side, box);
  atomicAdd(&count[cell], 1);
}

// Exclusive prefix sum by one block, from the counts in `next` to the first place of every cell: each thread adds up a
// stretch of its own, the block scans the stretches.
__global__ void scanCounts(int *next, int *start, int cells)
{
  __shared__ int total[SCAN_BLOCK];
  int stretch = (cells + SCAN_BLOCK - 1) / SCAN_BLOCK;
  int first = min((int) threadIdx.x * stretch, cells);
  int last = min(first + stretch, cells);
  int own = 0;
  for (int cell = first; cell < last; cell++) own += next[cell];
  total[threadIdx.x] = own;
  __syncthreads();
  for (int reach = 1; reach < SCAN_BLOCK; reach *= 2) {
    int before = threadIdx.x >= reach ? total[threadIdx.x - reach] : 0;
    __syncthreads();
    total[threadIdx.x] += before;
    __syncthreads();
  }
  int place = total[threadIdx.x] - own;
  for (int cell = first; cell < last; cell++) {
    int count = next[cell];
    start[cell] = place;
    next[cell] = place;
    place += count;
  }
  if (threadIdx.x == SCAN_BLOCK - 1) start[cells] = place;
}

__global__ void placeAtoms(const double *x, const double *y, const double *z, int *next, int *order, int side, double box,
                           int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  int cell = (cellAlong(z[i], side, box) * side + cellAlong(y[i], side, box)) * side + cellAlong(x[i], side, box);
  order[atomicAdd(&next[cell], 1)] = i;
}

// A cell holds a dozen or two atoms: insertion sort by one thread.
__global__ void sortCells(const int *start, int *order, int cells)
{
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells) return;
  for (int i = start[cell] + 1; i < start[cell + 1]; i++) {
    int atom = order[i];
    int place = i;
    for (; place > start[cell] && order[place - 1] > atom; place--) order[place] = order[place - 1];
    order[place] = atom;
  }
}

__global__ void gatherPositions(const double *x, const double *y, const double *z, const int *order, double *sortedX,
                                double *sortedY, double *sortedZ, int atoms)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= atoms) return;
  int atom = order[i];
  sortedX[i] = x[atom];
  sortedY[i] = y[atom];
  sortedZ[i] = z[atom];
}

CellList createCellList(int atoms, int side, double box)
{
  CellList list;
  list.atoms = atoms;
  list.side = side;
  list.box = box;
  int cells = side * side * side;
  CHECK(cudaMalloc(&list.start, (cells + 1) * sizeof(int)));
  CHECK(cudaMalloc(&list.next, cells * sizeof(int)));
  CHECK(cudaMalloc(&list.order, atoms * sizeof(int)));
  CHECK(cudaMalloc(&list.x, atoms * sizeof(double)));
  CHECK(cudaMalloc(&list.y, atoms * sizeof(double)));
  CHECK(cudaMalloc(&list.z, atoms * sizeof(double)));
  return list;
}

void destroyCellList(CellList list)
{
  CHECK(cudaFree(list.start));
  CHECK(cudaFree(list.next));
  CHECK(cudaFree(list.order));
  CHECK(cudaFree(list.x));
  CHECK(cudaFree(list.y));
  CHECK(cudaFree(list.z));
}

void fillCellList(CellList list, const double *x, const double *y, const double *z)
{
  int cells = list.side * list.side * list.side;
  int atomBlocks = (list.atoms + SORT_BLOCK - 1) / SORT_BLOCK;
  int cellBlocks = (cells + SORT_BLOCK - 1) / SORT_BLOCK;
  CHECK(cudaMemset(list.next, 0, cells * sizeof(int)));
  countAtoms<<<atomBlocks, SORT_BLOCK>>>(x, y, z, list.next, list.side, list.box, list.atoms);
  CHECK(cudaGetLastError());
  scanCounts<<<1, SCAN_BLOCK>>>(list.next, list.start, cells);
  CHECK(cudaGetLastError());
  placeAtoms<<<atomBlocks, SORT_BLOCK>>>(x, y, z, list.next, list.order, list.side, list.box, list.atoms);
  CHECK(cudaGetLastError());
  sortCells<<<cellBlocks, SORT_BLOCK>>>(list.start, list.order, cells);
  CHECK(cudaGetLastError());
  gatherPositions<<<atomBlocks, SORT_BLOCK>>>(x, y, z, list.order, list.x, list.y, list.z, list.atoms);
  CHECK(cudaGetLastError());
}
