#ifndef GYRE_GRID_H
#define GYRE_GRID_H

#include <cstddef>

#include "params.h"

namespace gyre {

// Arakawa C grid. Tracers sit in the middle of cell (i, j, k), u on its eastern face, v on its northern face, w on its
// upper face, vorticity on its north-eastern corner. i runs fastest; k = 0 is the uppermost layer.
struct Grid {
    int nx, ny, nz;
    double dt;

    // by row
    double* dxT;      // m, width of cells
    double* dxV;      // m, at their northern faces
    double* area;     // m^2
    double* fCorner;  // 1/s, Coriolis parameter at corners
    double* latitude; // radians, at cell centres
    double dy;        // m

    // by layer
    double* dz;       // m, thickness
    double* zt;       // m, depth of the middle, positive
    double* zw;       // m, depth of the upper face
    double* dzw;      // m, distance of the middle from that of the layer above (for k = 0 half a layer)

    // by column
    double* depthT;   // m
    double* depthU;
    double* depthV;
    double* rough;    // 0 to 1, roughness of the bottom
    int* kBottom;     // number of wet layers

    // by cell: 1 for water, 0 for land
    double* maskT;
    double* maskU;
    double* maskV;
    double* maskC;    // corners

    __host__ __device__ size_t columns() const { return (size_t)nx * ny; }
    __host__ __device__ size_t cells() const { return (size_t)nx * ny * nz; }
    __host__ __device__ size_t at(int i, int j) const { return (size_t)j * nx + i; }
    __host__ __device__ size_t at(int i, int j, int k) const { return ((size_t)k * ny + j) * nx + i; }
};

Grid makeGrid(const Params& params);
void freeGrid(Grid& grid);

// Shapes of launches.
inline dim3 columnThreads() { return dim3(32, 4, 1); }
inline dim3 columnBlocks(const Grid& g) { return dim3((g.nx + 31) / 32, (g.ny + 3) / 4, 1); }
inline dim3 cellThreads() { return dim3(32, 8, 1); }
inline dim3 cellBlocks(const Grid& g) { return dim3((g.nx + 31) / 32, (g.ny + 7) / 8, g.nz); }

double* deviceArray(size_t count);

}   // namespace gyre

// Opens a kernel over columns or over cells.
#define GYRE_COLUMN(g)                                   \
    const int i = blockIdx.x * blockDim.x + threadIdx.x; \
    const int j = blockIdx.y * blockDim.y + threadIdx.y; \
    if (i >= (g).nx || j >= (g).ny) return;              \
    const size_t c = (g).at(i, j)

#define GYRE_CELL(g)                                     \
    const int i = blockIdx.x * blockDim.x + threadIdx.x; \
    const int j = blockIdx.y * blockDim.y + threadIdx.y; \
    const int k = blockIdx.z;                            \
    if (i >= (g).nx || j >= (g).ny) return;              \
    const size_t p = (g).at(i, j, k)

#endif
