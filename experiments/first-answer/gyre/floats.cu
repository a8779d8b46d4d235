// Floats that drift with the water.

#include <cuda_runtime.h>

#include "check.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

struct Drift {
    double x, y;      // cells per second
    double speed;     // m/s
};

// Bilinear in the layer, linear between layers. (x, y) count cells from the corner of the first one; a component that
// sits on faces is looked up with its own offsets.
__device__ double sample(const Grid& g, const double* __restrict__ field, double x, double y, double z,
                         double offsetX, double offsetY)
{
    const double sx = clampTo(x - offsetX, 0.0, g.nx - 1.001);
    const double sy = clampTo(y - offsetY, 0.0, g.ny - 1.001);
    const double sz = clampTo(z - 0.5, 0.0, g.nz - 1.001);
    const int i = (int)sx;
    const int j = (int)sy;
    const int k = (int)sz;
    const double fx = sx - i;
    const double fy = sy - j;
    const double fz = sz - k;

    const size_t p = g.at(i, j, k);
    const size_t q = p + g.columns();
    const double upperSouth = field[p] + fx * (field[p + 1] - field[p]);
    const double upperNorth = field[p + g.nx] + fx * (field[p + g.nx + 1] - field[p + g.nx]);
    const double lowerSouth = field[q] + fx * (field[q + 1] - field[q]);
    const double lowerNorth = field[q + g.nx] + fx * (field[q + g.nx + 1] - field[q + g.nx]);
    const double upper = upperSouth + fy * (upperNorth - upperSouth);
    const double lower = lowerSouth + fy * (lowerNorth - lowerSouth);
    return upper + fz * (lower - upper);
}

__device__ Drift driftAt(const Grid& g, const double* __restrict__ u, const double* __restrict__ v, double x, double y,
                         double z)
{
    const double zonal = sample(g, u, x, y, z, 1.0, 0.5);
    const double meridional = sample(g, v, x, y, z, 0.5, 1.0);
    const int row = clampTo((int)y, 0, g.ny - 1);
    Drift d;
    d.x = zonal / g.dxT[row];
    d.y = meridional / g.dy;
    d.speed = sqrt(sq(zonal) + sq(meridional));
    return d;
}

__global__ void moveFloats(Grid g, const double* __restrict__ u, const double* __restrict__ v, Floats f)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= f.count) return;
    const double x = f.x[n];
    const double y = f.y[n];
    const double z = f.z[n];
    const double half = 0.5 * g.dt;

    // fourth order Runge-Kutta; the velocity is frozen over the step
    const Drift a = driftAt(g, u, v, x, y, z);
    const Drift b = driftAt(g, u, v, x + half * a.x, y + half * a.y, z);
    const Drift c = driftAt(g, u, v, x + half * b.x, y + half * b.y, z);
    const Drift d = driftAt(g, u, v, x + g.dt * c.x, y + g.dt * c.y, z);
    const double dx = (a.x + 2.0 * (b.x + c.x) + d.x) / 6.0;
    const double dy = (a.y + 2.0 * (b.y + c.y) + d.y) / 6.0;
    const double speed = (a.speed + 2.0 * (b.speed + c.speed) + d.speed) / 6.0;

    f.x[n] = clampTo(x + g.dt * dx, 1.0, g.nx - 1.0);
    f.y[n] = clampTo(y + g.dt * dy, 1.0, g.ny - 1.0);
    f.path[n] += g.dt * speed;
}

}   // namespace

void advanceFloats(const Grid& g, State& s)
{
    moveFloats<<<(s.floats.count + 127) / 128, 128>>>(g, s.velocity.uTransport, s.velocity.vTransport, s.floats);
    GYRE_LAUNCH("moveFloats");
}

}   // namespace gyre
