// The fast waves of the free surface: depth means advanced with short forward-backward steps, driven by what the slow
// step did to the depth means.

#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

__global__ void depthMean(Grid g, const double* __restrict__ velocity, const double* __restrict__ mask,
                          const double* __restrict__ depth, const double* __restrict__ fast,
                          double* __restrict__ mean, double* __restrict__ force)
{
    GYRE_COLUMN(g);
    const double h = depth[c];
    if (h == 0.0) {
        mean[c] = 0.0;
        force[c] = 0.0;
        return;
    }
    double sum = 0.0;
    size_t p = c;
    for (int k = 0; k < g.nz; ++k, p += g.columns()) sum += g.dz[k] * mask[p] * velocity[p];
    const double average = sum / h;
    mean[c] = average;
    force[c] = (average - fast[c]) / g.dt;
}

__global__ void clearMeans(Grid g, double* uMean, double* vMean)
{
    GYRE_COLUMN(g);
    uMean[c] = 0.0;
    vMean[c] = 0.0;
}

__global__ void surfaceContinuity(Grid g, double step, const double* __restrict__ u, const double* __restrict__ v,
                                  double* __restrict__ divergence, double* __restrict__ eta)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) {
        divergence[c] = 0.0;
        return;
    }
    const double east = g.depthU[c] * u[c] * g.dy;
    const double west = g.depthU[c - 1] * u[c - 1] * g.dy;
    const double north = g.depthV[c] * v[c] * g.dxV[j];
    const double south = g.depthV[c - g.nx] * v[c - g.nx] * g.dxV[j - 1];
    const double d = (east - west + north - south) / g.area[j];
    divergence[c] = d;
    eta[c] -= step * d;
}

// Both components; the sum for the mean is built with the weight of one substep.
__global__ void surfaceMomentum(Grid g, double step, double damping, double weight, const double* __restrict__ eta,
                                const double* __restrict__ divergence, const double* __restrict__ forceU,
                                const double* __restrict__ forceV, double* __restrict__ u, double* __restrict__ v,
                                double* __restrict__ uMean, double* __restrict__ vMean)
{
    GYRE_COLUMN(g);
    const double here = eta[c];
    const double d = divergence[c];
    if (g.maskU[c] != 0.0) {
        const double dx = g.dxT[j];
        const double slope = kGravity * (eta[c + 1] - here) / dx;
        const double damp = damping * dx * (divergence[c + 1] - d) / g.depthU[c];
        const double next = u[c] + step * (forceU[c] - slope) + damp;
        u[c] = next;
        uMean[c] += weight * next;
    }
    if (g.maskV[c] != 0.0) {
        const double slope = kGravity * (eta[c + g.nx] - here) / g.dy;
        const double damp = damping * g.dy * (divergence[c + g.nx] - d) / g.depthV[c];
        const double next = v[c] + step * (forceV[c] - slope) + damp;
        v[c] = next;
        vMean[c] += weight * next;
    }
}

// Gives the layers the new depth mean, and the transports the mean over the substeps.
__global__ void correctLayers(Grid g, const double* __restrict__ mask, const double* __restrict__ slow,
                              const double* __restrict__ fast, const double* __restrict__ mean,
                              double* __restrict__ velocity, double* __restrict__ transport)
{
    GYRE_CELL(g);
    const size_t c = g.at(i, j);
    const double m = mask[p];
    const double corrected = m * (velocity[p] + (fast[c] - slow[c]));
    velocity[p] = corrected;
    transport[p] = corrected + m * (mean[c] - fast[c]);
}

}   // namespace

void stepBarotropic(const Grid& g, const Params& p, State& s)
{
    FreeSurface& f = s.surface;
    Velocity& v = s.velocity;
    depthMean<<<columnBlocks(g), columnThreads()>>>(g, v.u, g.maskU, g.depthU, f.u, f.uSlow, f.forceU);
    GYRE_LAUNCH("depthMean");
    depthMean<<<columnBlocks(g), columnThreads()>>>(g, v.v, g.maskV, g.depthV, f.v, f.vSlow, f.forceV);
    GYRE_LAUNCH("depthMean");
    clearMeans<<<columnBlocks(g), columnThreads()>>>(g, f.uMean, f.vMean);
    GYRE_LAUNCH("clearMeans");

    const int substeps = p.run.barotropicSteps;
    const double step = g.dt / substeps;
    const double weight = 1.0 / substeps;
    for (int n = 0; n < substeps; ++n) {
        surfaceMomentum<<<columnBlocks(g), columnThreads()>>>(g, step, p.momentum.divergenceDamping, weight, f.eta,
                                                              f.divergence, f.forceU, f.forceV, f.u, f.v, f.uMean,
                                                              f.vMean);
        GYRE_LAUNCH("surfaceMomentum");
        surfaceContinuity<<<columnBlocks(g), columnThreads()>>>(g, step, f.u, f.v, f.divergence, f.eta);
        GYRE_LAUNCH("surfaceContinuity");
    }

    correctLayers<<<cellBlocks(g), cellThreads()>>>(g, g.maskU, f.uSlow, f.u, f.uMean, v.u, v.uTransport);
    GYRE_LAUNCH("correctLayers");
    correctLayers<<<cellBlocks(g), cellThreads()>>>(g, g.maskV, f.vSlow, f.v, f.vMean, v.v, v.vTransport);
    GYRE_LAUNCH("correctLayers");
}

}   // namespace gyre
