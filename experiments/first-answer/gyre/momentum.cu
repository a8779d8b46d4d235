#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

// Absolute vorticity at corners and kinetic energy in the middle of the cells.
__global__ void vorticityKernel(Grid g, const double* __restrict__ u, const double* __restrict__ v,
                                double* __restrict__ vorticity, double* __restrict__ kinetic)
{
    GYRE_CELL(g);
    if (i == 0 || j == 0 || i == g.nx - 1 || j == g.ny - 1) {
        vorticity[p] = g.fCorner[j];
        kinetic[p] = 0.0;
        return;
    }
    const double dvdx = (v[p + 1] - v[p]) / g.dxV[j];
    const double dudy = (u[p + g.nx] - u[p]) / g.dy;
    vorticity[p] = g.fCorner[j] + g.maskC[p] * (dvdx - dudy);
    const double uu = sq(u[p]) + sq(u[p - 1]);
    const double vv = sq(v[p]) + sq(v[p - g.nx]);
    kinetic[p] = 0.25 * g.maskT[p] * (uu + vv);
}

// Horizontal viscosity after Smagorinsky.
__global__ void viscosityKernel(Grid g, double least, double coefficient, const double* __restrict__ u,
                                const double* __restrict__ v, double* __restrict__ viscosity)
{
    GYRE_CELL(g);
    if (i == 0 || j == 0 || i == g.nx - 1 || j == g.ny - 1 || g.maskT[p] == 0.0) {
        viscosity[p] = least;
        return;
    }
    const double dx = g.dxT[j];
    const double stretch = (u[p] - u[p - 1]) / dx - (v[p] - v[p - g.nx]) / g.dy;

    const double dvdx = 0.25 * (v[p + 1] + v[p + 1 - g.nx] - v[p - 1] - v[p - 1 - g.nx]) / dx;
    const double dudy = 0.25 * (u[p + g.nx] + u[p - 1 + g.nx] - u[p - g.nx] - u[p - 1 - g.nx]) / g.dy;
    const double shear = dvdx + dudy;

    const double size = dx * g.dy;
    const double eddy = sq(coefficient) * size * sqrt(sq(stretch) + sq(shear));
    const double most = 0.06 * size / g.dt;
    viscosity[p] = smaller(least + eddy, most);
}

__global__ void tendencyU(Grid g, const double* __restrict__ u, const double* __restrict__ v,
                          const double* __restrict__ w, const double* __restrict__ vorticity,
                          const double* __restrict__ kinetic, const double* __restrict__ pressure,
                          const double* __restrict__ viscosity, double* __restrict__ gu)
{
    GYRE_CELL(g);
    if (g.maskU[p] == 0.0) {
        gu[p] = 0.0;
        return;
    }
    const double dx = g.dxT[j];
    const double here = u[p];

    const double rotation = 0.5 * (vorticity[p] + vorticity[p - g.nx]);
    const double across = 0.25 * (v[p] + v[p + 1] + v[p - g.nx] + v[p + 1 - g.nx]);
    const double head = (kinetic[p + 1] + pressure[p + 1]) - (kinetic[p] + pressure[p]);

    // friction: no stress along the coasts
    const double east = viscosity[p + 1] * (u[p + 1] - here);
    const double west = viscosity[p] * (here - u[p - 1]);
    const double nuNorth = 0.25 * (viscosity[p] + viscosity[p + 1] + viscosity[p + g.nx] + viscosity[p + 1 + g.nx]);
    const double nuSouth = 0.25 * (viscosity[p] + viscosity[p + 1] + viscosity[p - g.nx] + viscosity[p + 1 - g.nx]);
    const double north = nuNorth * g.maskC[p] * (u[p + g.nx] - here);
    const double south = nuSouth * g.maskC[p - g.nx] * (here - u[p - g.nx]);
    const double friction = (east - west) / sq(dx) + (north - south) / sq(g.dy);

    // vertical advection
    const size_t layer = g.columns();
    double lift = 0.0;
    if (k > 0) {
        const double wTop = 0.5 * (w[p] + w[p + 1]);
        lift += 0.5 * wTop * (u[p - layer] - here) / g.dzw[k];
    }
    if (k + 1 < g.nz && g.maskU[p + layer] != 0.0) {
        const double wBottom = 0.5 * (w[p + layer] + w[p + layer + 1]);
        lift += 0.5 * wBottom * (here - u[p + layer]) / g.dzw[k + 1];
    }
    gu[p] = rotation * across - head / dx + friction - lift;
}

__global__ void tendencyV(Grid g, const double* __restrict__ u, const double* __restrict__ v,
                          const double* __restrict__ w, const double* __restrict__ vorticity,
                          const double* __restrict__ kinetic, const double* __restrict__ pressure,
                          const double* __restrict__ viscosity, double* __restrict__ gv)
{
    GYRE_CELL(g);
    if (g.maskV[p] == 0.0) {
        gv[p] = 0.0;
        return;
    }
    const double dx = g.dxV[j];
    const double here = v[p];

    const double rotation = 0.5 * (vorticity[p] + vorticity[p - 1]);
    const double across = 0.25 * (u[p] + u[p - 1] + u[p + g.nx] + u[p - 1 + g.nx]);
    const double head = (kinetic[p + g.nx] + pressure[p + g.nx]) - (kinetic[p] + pressure[p]);

    const double north = viscosity[p + g.nx] * (v[p + g.nx] - here);
    const double south = viscosity[p] * (here - v[p - g.nx]);
    const double nuEast = 0.25 * (viscosity[p] + viscosity[p + 1] + viscosity[p + g.nx] + viscosity[p + 1 + g.nx]);
    const double nuWest = 0.25 * (viscosity[p] + viscosity[p - 1] + viscosity[p + g.nx] + viscosity[p - 1 + g.nx]);
    const double east = nuEast * g.maskC[p] * (v[p + 1] - here);
    const double west = nuWest * g.maskC[p - 1] * (here - v[p - 1]);
    const double friction = (east - west) / sq(dx) + (north - south) / sq(g.dy);

    const size_t layer = g.columns();
    double lift = 0.0;
    if (k > 0) {
        const double wTop = 0.5 * (w[p] + w[p + g.nx]);
        lift += 0.5 * wTop * (v[p - layer] - here) / g.dzw[k];
    }
    if (k + 1 < g.nz && g.maskV[p + layer] != 0.0) {
        const double wBottom = 0.5 * (w[p + layer] + w[p + layer + g.nx]);
        lift += 0.5 * wBottom * (here - v[p + layer]) / g.dzw[k + 1];
    }
    gv[p] = -rotation * across - head / g.dy + friction - lift;
}

__global__ void adamsBashforth(Grid g, double now, double before, const double* __restrict__ mask,
                               const double* __restrict__ tendency, const double* __restrict__ old,
                               double* __restrict__ velocity)
{
    GYRE_CELL(g);
    velocity[p] += g.dt * mask[p] * (now * tendency[p] - before * old[p]);
}

// From the bottom upwards, so that every cell keeps its volume.
__global__ void continuityKernel(Grid g, const double* __restrict__ u, const double* __restrict__ v,
                                 double* __restrict__ w)
{
    GYRE_COLUMN(g);
    const int bottom = g.kBottom[c];
    if (i == 0 || j == 0 || i == g.nx - 1 || j == g.ny - 1) return;
    double below = 0.0;
    for (int k = g.nz - 1; k >= 0; --k) {
        const size_t p = g.at(i, j, k);
        if (k >= bottom) {
            w[p] = 0.0;
            continue;
        }
        const double zonal = (u[p] - u[p - 1]) * g.dy;
        const double meridional = v[p] * g.dxV[j] - v[p - g.nx] * g.dxV[j - 1];
        below -= g.dz[k] * (zonal + meridional) / g.area[j];
        w[p] = below;
    }
}

}   // namespace

void momentumTendencies(const Grid& g, const Params& p, State& s)
{
    Velocity& v = s.velocity;
    vorticityKernel<<<cellBlocks(g), cellThreads()>>>(g, v.u, v.v, v.vorticity, v.kinetic);
    GYRE_LAUNCH("vorticityKernel");
    viscosityKernel<<<cellBlocks(g), cellThreads()>>>(g, p.momentum.viscosity, p.momentum.smagorinsky, v.u, v.v,
                                                      v.viscosity);
    GYRE_LAUNCH("viscosityKernel");
    tendencyU<<<cellBlocks(g), cellThreads()>>>(g, v.u, v.v, v.w, v.vorticity, v.kinetic, s.strat.pressure,
                                                v.viscosity, v.gu);
    GYRE_LAUNCH("tendencyU");
    tendencyV<<<cellBlocks(g), cellThreads()>>>(g, v.u, v.v, v.w, v.vorticity, v.kinetic, s.strat.pressure,
                                                v.viscosity, v.gv);
    GYRE_LAUNCH("tendencyV");
}

void advanceMomentum(const Grid& g, const Params& p, bool first, State& s)
{
    Velocity& v = s.velocity;
    const double now = first ? 1.0 : 1.5 + p.momentum.abOffset;
    const double before = first ? 0.0 : 0.5 + p.momentum.abOffset;
    adamsBashforth<<<cellBlocks(g), cellThreads()>>>(g, now, before, g.maskU, v.gu, v.guOld, v.u);
    GYRE_LAUNCH("adamsBashforth");
    adamsBashforth<<<cellBlocks(g), cellThreads()>>>(g, now, before, g.maskV, v.gv, v.gvOld, v.v);
    GYRE_LAUNCH("adamsBashforth");
    double* swap = v.gu;
    v.gu = v.guOld;
    v.guOld = swap;
    swap = v.gv;
    v.gv = v.gvOld;
    v.gvOld = swap;
}

void verticalVelocity(const Grid& g, State& s)
{
    continuityKernel<<<columnBlocks(g), columnThreads()>>>(g, s.velocity.uTransport, s.velocity.vTransport,
                                                           s.velocity.w);
    GYRE_LAUNCH("continuityKernel");
}

}   // namespace gyre
