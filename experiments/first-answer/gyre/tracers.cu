#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

// Value of a tracer at a face between l and r, upwind with a limited correction that is second order in time and space.
template <typename Limiter>
__device__ double faceValue(double velocity, double courant, double ll, double l, double r, double rr, double maskL,
                            double maskR)
{
    const double across = r - l;
    if (velocity >= 0.0) {
        const double behind = maskL * (l - ll);
        return l + 0.5 * (1.0 - courant) * Limiter::slope(behind, across);
    }
    const double behind = maskR * (rr - r);
    return r - 0.5 * (1.0 - courant) * Limiter::slope(behind, across);
}

// Everything but vertical diffusion: limited advection along the three axes, horizontal diffusion, a source.
template <typename Limiter>
__global__ void transportTracer(Grid g, TracerParams par, const double* __restrict__ u, const double* __restrict__ v,
                                const double* __restrict__ w, const double* __restrict__ viscosity,
                                const double* __restrict__ source, const double* __restrict__ tracer,
                                double* __restrict__ next)
{
    GYRE_CELL(g);
    if (g.maskT[p] == 0.0) {
        next[p] = tracer[p];
        return;
    }
    const double here = tracer[p];
    const double dt = g.dt;
    const double dx = g.dxT[j];
    const double perArea = 1.0 / g.area[j];
    const size_t nx = g.nx;
    const size_t layer = g.columns();
    double tendency = 0.0;

    // along x
    {
        const double w1 = tracer[p - 1], e1 = tracer[p + 1];
        const double w2 = i >= 2 ? tracer[p - 2] : w1;
        const double e2 = i + 2 < g.nx ? tracer[p + 2] : e1;
        const double ue = u[p], uw = u[p - 1];
        const double maskWW = i >= 2 ? g.maskU[p - 2] : 0.0;
        const double east =
            ue * faceValue<Limiter>(ue, fabs(ue) * dt / dx, w1, here, e1, e2, g.maskU[p - 1], g.maskU[p + 1]);
        const double west = uw * faceValue<Limiter>(uw, fabs(uw) * dt / dx, w2, w1, here, e1, maskWW, g.maskU[p]);
        tendency -= ((east - west) - here * (ue - uw)) * g.dy * perArea;

        const double kEast = par.diffusivity + par.shearFactor * 0.5 * (viscosity[p] + viscosity[p + 1]);
        const double kWest = par.diffusivity + par.shearFactor * 0.5 * (viscosity[p] + viscosity[p - 1]);
        tendency += (kEast * g.maskU[p] * (e1 - here) - kWest * g.maskU[p - 1] * (here - w1)) / sq(dx);
    }
    // along y
    {
        const double s1 = tracer[p - nx], n1 = tracer[p + nx];
        const double s2 = j >= 2 ? tracer[p - 2 * nx] : s1;
        const double n2 = j + 2 < g.ny ? tracer[p + 2 * nx] : n1;
        const double vn = v[p], vs = v[p - nx];
        const double maskSS = j >= 2 ? g.maskV[p - 2 * nx] : 0.0;
        const double north =
            vn * faceValue<Limiter>(vn, fabs(vn) * dt / g.dy, s1, here, n1, n2, g.maskV[p - nx], g.maskV[p + nx]);
        const double south =
            vs * faceValue<Limiter>(vs, fabs(vs) * dt / g.dy, s2, s1, here, n1, maskSS, g.maskV[p]);
        const double widthN = g.dxV[j], widthS = g.dxV[j - 1];
        tendency -= ((north * widthN - south * widthS) - here * (vn * widthN - vs * widthS)) * perArea;

        const double kNorth = par.diffusivity + par.shearFactor * 0.5 * (viscosity[p] + viscosity[p + nx]);
        const double kSouth = par.diffusivity + par.shearFactor * 0.5 * (viscosity[p] + viscosity[p - nx]);
        const double fluxN = kNorth * g.maskV[p] * (n1 - here) * widthN;
        const double fluxS = kSouth * g.maskV[p - nx] * (here - s1) * widthS;
        tendency += (fluxN - fluxS) * perArea / g.dy;
    }
    // along z; positive velocity is upwards, "left" is below
    {
        const bool hasBelow = k + 1 < g.kBottom[g.at(i, j)];
        const double above = k > 0 ? tracer[p - layer] : here;
        const double above2 = k > 1 ? tracer[p - 2 * layer] : above;
        const double below = hasBelow ? tracer[p + layer] : here;
        const bool hasBelow2 = k + 2 < g.kBottom[g.at(i, j)];
        const double below2 = hasBelow2 ? tracer[p + 2 * layer] : below;
        const double wTop = w[p];
        const double wBottom = hasBelow ? w[p + layer] : 0.0;
        double top = wTop * here;
        if (k > 0) {
            const double courant = fabs(wTop) * dt / g.dzw[k];
            top = wTop * faceValue<Limiter>(wTop, courant, below, here, above, above2, hasBelow ? 1.0 : 0.0,
                                            k > 1 ? 1.0 : 0.0);
        }
        double bottom = 0.0;
        if (hasBelow) {
            const double courant = fabs(wBottom) * dt / g.dzw[k + 1];
            bottom = wBottom * faceValue<Limiter>(wBottom, courant, below2, below, here, above,
                                                  hasBelow2 ? 1.0 : 0.0, k > 0 ? 1.0 : 0.0);
        }
        tendency -= ((top - bottom) - here * (wTop - wBottom)) / g.dz[k];
    }
    if (source != nullptr) tendency += source[p];
    next[p] = here + dt * tendency;
}

// What the surface takes in, as a flux of temperature and of salinity.
__global__ void surfaceSources(Grid g, const double* __restrict__ heat, const double* __restrict__ salt,
                               double* __restrict__ heatFlux, double* __restrict__ saltFlux)
{
    GYRE_COLUMN(g);
    heatFlux[c] = heat[c] / (kRho0 * kHeatCapacity);
    saltFlux[c] = salt[c];
}

// Time since the water was last at the surface, in days.
__global__ void ageKernel(Grid g, double* age)
{
    GYRE_CELL(g);
    const double grown = age[p] + g.dt / kSecondsPerDay;
    age[p] = g.maskT[p] * (k == 0 ? 0.0 : grown);
}

template <typename Limiter>
void transport(const Grid& g, const Params& p, const double* source, State& s, int tracer)
{
    transportTracer<Limiter><<<cellBlocks(g), cellThreads()>>>(g, p.tracer, s.velocity.uTransport,
                                                               s.velocity.vTransport, s.velocity.w,
                                                               s.velocity.viscosity, source, s.tracer[tracer],
                                                               s.tracerNext);
    GYRE_LAUNCH("transportTracer");
    double* swap = s.tracer[tracer];
    s.tracer[tracer] = s.tracerNext;
    s.tracerNext = swap;
}

}   // namespace

void stepTracers(const Grid& g, const Params& p, State& s)
{
    // the ice's work arrays are free at this point of the step
    double* heatFlux = s.ice.work1;
    double* saltFlux = s.ice.work2;
    surfaceSources<<<columnBlocks(g), columnThreads()>>>(g, s.flux.heat, s.flux.salt, heatFlux, saltFlux);
    GYRE_LAUNCH("surfaceSources");

    for (int tracer = 0; tracer < kTracers; ++tracer) {
        const double* source = nullptr;
        const double* surface = nullptr;
        switch (tracer) {
        case kTemperature:
            source = s.heatSource;
            surface = heatFlux;
            break;
        case kSalinity:
            surface = saltFlux;
            break;
        case kOxygen:
            surface = s.bio.gasOxygen;
            break;
        case kCarbon:
            surface = s.bio.gasCarbon;
            break;
        default:
            break;
        }
        if (tracer == kTemperature || tracer == kSalinity)
            transport<Superbee>(g, p, source, s, tracer);
        else if (tracer == kAge)
            transport<MinMod>(g, p, source, s, tracer);
        else
            transport<VanLeer>(g, p, source, s, tracer);
        implicitDiffusion(g, s.turb.kh, surface, s.solveWork, s.tracer[tracer]);
    }
    ageKernel<<<cellBlocks(g), cellThreads()>>>(g, s.tracer[kAge]);
    GYRE_LAUNCH("ageKernel");
}

}   // namespace gyre
