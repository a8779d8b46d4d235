// Vertical mixing: an equation for the turbulent kinetic energy with a diagnostic length, and the implicit solution
// along the columns for momentum and tracers.

#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

// Square of the vertical shear on upper faces, mean of the four neighbouring velocity points.
__global__ void shearKernel(Grid g, const double* __restrict__ u, const double* __restrict__ v,
                            double* __restrict__ shear)
{
    GYRE_CELL(g);
    if (k == 0 || i == 0 || j == 0 || g.maskT[p] == 0.0) {
        shear[p] = 0.0;
        return;
    }
    const size_t up = p - g.columns();
    const double east = g.maskU[p] * (u[up] - u[p]);
    const double west = g.maskU[p - 1] * (u[up - 1] - u[p - 1]);
    const double north = g.maskV[p] * (v[up] - v[p]);
    const double south = g.maskV[p - g.nx] * (v[up - g.nx] - v[p - g.nx]);
    shear[p] = 0.5 * (sq(east) + sq(west) + sq(north) + sq(south)) / sq(g.dzw[k]);
}

// One implicit step of the turbulent kinetic energy on the faces inside the water; sinks are linear in the new value.
__global__ void tkeKernel(Grid g, MixingParams par, const double* __restrict__ shear,
                          const double* __restrict__ buoyancy, const double* __restrict__ km,
                          const double* __restrict__ kh, const double* __restrict__ length,
                          const double* __restrict__ friction, const double* __restrict__ iceCover,
                          double* __restrict__ work, double* __restrict__ tke)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) return;
    const int bottom = g.kBottom[c];
    const size_t layer = g.columns();

    // at the surface: breaking waves, fewer under ice
    const double waves = par.surfaceFactor * sq(friction[c]) * (1.0 - 0.7 * iceCover[c]);
    const double surface = larger(waves, 1.0e-4);
    tke[c] = surface;

    double previous = surface;
    double previousFactor = 0.0;
    work[c] = 0.0;
    size_t p = c + layer;
    for (int k = 1; k < bottom; ++k, p += layer) {
        const double e = tke[p];
        const double upDiffusivity = par.diffusionRatio * 0.5 * (km[p - layer] + km[p]);
        const double above = g.dt * upDiffusivity / (g.dz[k - 1] * g.dzw[k]);
        double below = 0.0;
        if (k + 1 < bottom) {
            const double downDiffusivity = par.diffusionRatio * 0.5 * (km[p] + km[p + layer]);
            below = g.dt * downDiffusivity / (g.dz[k] * g.dzw[k]);
        }
        const double production = km[p] * shear[p];
        const double work_ = -kh[p] * buoyancy[p];
        const double gain = production + larger(work_, 0.0);
        const double loss = par.cEpsilon * sqrt(e) / length[p] + larger(-work_, 0.0) / e;

        const double diagonal = 1.0 + above + below + g.dt * loss;
        const double rhs = e + g.dt * gain;
        const double pivot = 1.0 / (diagonal - above * previousFactor);
        const double value = (rhs + above * previous) * pivot;
        previousFactor = below * pivot;
        work[p] = previousFactor;
        tke[p] = value;
        previous = value;
    }
    // upwards
    double lower = 0.0;
    for (int k = bottom - 1; k >= 1; --k) {
        p -= layer;
        const double value = tke[p] + work[p] * lower;
        lower = value;
        tke[p] = larger(value, par.floorTke);
    }
}

// The length cannot grow faster than the distance to surface and bottom; from it the coefficients.
__global__ void coefficientsKernel(Grid g, MixingParams par, const double* __restrict__ tke,
                                   const double* __restrict__ shear, const double* __restrict__ buoyancy,
                                   double* __restrict__ length, double* __restrict__ km, double* __restrict__ kh)
{
    GYRE_COLUMN(g);
    const int bottom = g.kBottom[c];
    const size_t layer = g.columns();
    if (g.maskT[c] == 0.0) return;

    const double surfaceLength = larger(par.floorLength, 0.3 * g.dz[0]);
    length[c] = surfaceLength;
    double down = surfaceLength;
    size_t p = c + layer;
    for (int k = 1; k < bottom; ++k, p += layer) {
        const double n2 = larger(buoyancy[p], 1.0e-9);
        const double stable = sqrt(2.0 * tke[p] / n2);
        down = smaller(down + g.dz[k - 1], larger(stable, par.floorLength));
        length[p] = down;
    }
    double up = par.floorLength;
    const double ground = g.zw[bottom - 1] + g.dz[bottom - 1];
    for (int k = bottom - 1; k >= 1; --k) {
        p -= layer;
        up = smaller(up + g.dz[k], length[p]);
        const double l = larger(up, par.floorLength);
        length[p] = l;

        const double n2 = buoyancy[p];
        const double free = par.ck * l * sqrt(tke[p]);
        const double richardson = larger(n2, 0.0) / (shear[p] + 1.0e-10);
        const double prandtl = clampTo(par.prandtlSlope * richardson, 1.0, par.prandtlMax);

        // plumes where the water is unstable; breaking internal tides above rough ground
        const double unstable = smoothRamp(-n2 / par.convectiveScale);
        const double plumes = par.convective * unstable;
        const double tides = par.tidal * g.rough[c] * exp(-(ground - g.zw[k]) / par.tidalHeight);

        km[p] = larger(free, par.backgroundViscosity) + plumes + tides;
        kh[p] = larger(free / prandtl, par.backgroundDiffusivity) + plumes + tides;
    }
    km[c] = km[c + layer];
    kh[c] = kh[c + layer];
}

// Axis 0: u, coefficients from the cells on either side in x. Axis 1: v.
template <int Axis>
__global__ void viscosityColumns(Grid g, double drag, double tideSpeed, const double* __restrict__ mask,
                                 const double* __restrict__ km, const double* __restrict__ stress,
                                 const double* __restrict__ other, double* __restrict__ work,
                                 double* __restrict__ velocity)
{
    GYRE_COLUMN(g);
    if (mask[c] == 0.0) return;
    const size_t layer = g.columns();
    const size_t neighbour = Axis == 0 ? 1 : g.nx;
    const size_t sideways = Axis == 0 ? g.nx : 1;
    const int bottom = min(g.kBottom[c], g.kBottom[c + neighbour]);

    double previous = 0.0, previousFactor = 0.0;
    double above = 0.0;
    size_t p = c;
    for (int k = 0; k < bottom; ++k, p += layer) {
        const double perDepth = g.dt / g.dz[k];
        double below = 0.0;
        double friction = 0.0;
        if (k + 1 < bottom) {
            const double coefficient = 0.5 * (km[p + layer] + km[p + layer + neighbour]);
            below = coefficient / g.dzw[k + 1];
        } else {
            const double cross = 0.25 * (other[p] + other[p + neighbour] + other[p - sideways] +
                                         other[p + neighbour - sideways]);
            friction = drag * sqrt(sq(velocity[p]) + sq(cross) + sq(tideSpeed));
        }
        double rhs = velocity[p];
        if (k == 0) {
            const double wind = 0.5 * (stress[c] + stress[c + neighbour]);
            rhs += perDepth * wind / kRho0;
        }
        const double a = perDepth * above;
        const double b = perDepth * below;
        const double pivot = 1.0 / (1.0 + a + b + perDepth * friction - a * previousFactor);
        previous = (rhs + a * previous) * pivot;
        previousFactor = b * pivot;
        velocity[p] = previous;
        work[p] = previousFactor;
        above = below;
    }
    p -= layer;
    double lower = velocity[p];
    for (int k = bottom - 2; k >= 0; --k) {
        p -= layer;
        lower = velocity[p] + work[p] * lower;
        velocity[p] = lower;
    }
}

// surfaceSource: what enters through the surface, in units of the tracer times m/s; may be null.
__global__ void diffusionColumns(Grid g, const double* __restrict__ kh, const double* __restrict__ surfaceSource,
                                 double* __restrict__ work, double* __restrict__ tracer)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) return;
    const size_t layer = g.columns();
    const int bottom = g.kBottom[c];

    double previous = 0.0, previousFactor = 0.0;
    double above = 0.0;
    size_t p = c;
    for (int k = 0; k < bottom; ++k, p += layer) {
        const double perDepth = g.dt / g.dz[k];
        const double below = k + 1 < bottom ? kh[p + layer] / g.dzw[k + 1] : 0.0;
        double rhs = tracer[p];
        if (k == 0 && surfaceSource != nullptr) rhs += perDepth * surfaceSource[c];
        const double a = perDepth * above;
        const double b = perDepth * below;
        const double pivot = 1.0 / (1.0 + a + b - a * previousFactor);
        previous = (rhs + a * previous) * pivot;
        previousFactor = b * pivot;
        tracer[p] = previous;
        work[p] = previousFactor;
        above = below;
    }
    p -= layer;
    double lower = tracer[p];
    for (int k = bottom - 2; k >= 0; --k) {
        p -= layer;
        lower = tracer[p] + work[p] * lower;
        tracer[p] = lower;
    }
}

}   // namespace

void computeMixing(const Grid& g, const Params& p, State& s)
{
    Turbulence& t = s.turb;
    shearKernel<<<cellBlocks(g), cellThreads()>>>(g, s.velocity.u, s.velocity.v, t.shear);
    GYRE_LAUNCH("shearKernel");
    tkeKernel<<<columnBlocks(g), columnThreads()>>>(g, p.mixing, t.shear, s.strat.buoyancy, t.km, t.kh, t.length,
                                                    s.flux.friction, s.ice.cover, s.solveWork, t.tke);
    GYRE_LAUNCH("tkeKernel");
    coefficientsKernel<<<columnBlocks(g), columnThreads()>>>(g, p.mixing, t.tke, t.shear, s.strat.buoyancy, t.length,
                                                             t.km, t.kh);
    GYRE_LAUNCH("coefficientsKernel");
}

void implicitViscosity(const Grid& g, const Params& p, State& s)
{
    Velocity& v = s.velocity;
    viscosityColumns<0><<<columnBlocks(g), columnThreads()>>>(g, p.momentum.bottomDrag, p.momentum.bottomSpeed,
                                                              g.maskU, s.turb.km, s.flux.tauX, v.v, s.solveWork,
                                                              v.u);
    GYRE_LAUNCH("viscosityColumns<0>");
    viscosityColumns<1><<<columnBlocks(g), columnThreads()>>>(g, p.momentum.bottomDrag, p.momentum.bottomSpeed,
                                                              g.maskV, s.turb.km, s.flux.tauY, v.u, s.solveWork,
                                                              v.v);
    GYRE_LAUNCH("viscosityColumns<1>");
}

void implicitDiffusion(const Grid& g, const double* kh, const double* surfaceSource, double* work, double* tracer)
{
    diffusionColumns<<<columnBlocks(g), columnThreads()>>>(g, kh, surfaceSource, work, tracer);
    GYRE_LAUNCH("diffusionColumns");
}

}   // namespace gyre
