#include <cuda_runtime.h>

#include "check.h"
#include "modules.h"
#include "seawater.h"

namespace gyre {

namespace {

__global__ void densityKernel(Grid g, const double* __restrict__ temperature, const double* __restrict__ salinity,
                              double* __restrict__ density, double* __restrict__ alpha, double* __restrict__ beta)
{
    GYRE_CELL(g);
    const double mask = g.maskT[p];
    const double t = temperature[p];
    const double s = salinity[p];
    const double depth = g.zt[k];
    density[p] = mask * EquationOfState::anomaly(t, s, depth);
    alpha[p] = mask * EquationOfState::expansion(t, s, depth);
    beta[p] = mask * EquationOfState::contraction(t, s, depth);
}

// N squared on upper faces, from the differences of temperature and salinity.
__global__ void buoyancyKernel(Grid g, const double* __restrict__ temperature, const double* __restrict__ salinity,
                               const double* __restrict__ alpha, const double* __restrict__ beta,
                               double* __restrict__ buoyancy)
{
    GYRE_CELL(g);
    if (k == 0) {
        buoyancy[p] = 0.0;
        return;
    }
    const size_t up = p - g.columns();
    const double mask = g.maskT[p];
    const double a = 0.5 * (alpha[p] + alpha[up]);
    const double b = 0.5 * (beta[p] + beta[up]);
    const double warmer = temperature[up] - temperature[p];
    const double saltier = salinity[up] - salinity[p];
    buoyancy[p] = mask * (kGravity / kRho0) * (a * warmer - b * saltier) / g.dzw[k];
}

__global__ void pressureKernel(Grid g, const double* __restrict__ density, double* __restrict__ pressure)
{
    GYRE_COLUMN(g);
    const double factor = kGravity / kRho0;
    size_t p = c;
    double above = density[p];
    double sum = factor * g.dzw[0] * above;
    pressure[p] = sum;
    const int bottom = g.kBottom[c];
    for (int k = 1; k < g.nz; ++k) {
        p += g.columns();
        if (k >= bottom) {
            pressure[p] = sum;
            continue;
        }
        const double here = density[p];
        sum += factor * g.dzw[k] * 0.5 * (above + here);
        pressure[p] = sum;
        above = here;
    }
}

}   // namespace

void computeStratification(const Grid& g, State& s)
{
    densityKernel<<<cellBlocks(g), cellThreads()>>>(g, s.tracer[kTemperature], s.tracer[kSalinity], s.strat.density,
                                                    s.strat.alpha, s.strat.beta);
    GYRE_LAUNCH("densityKernel");
    buoyancyKernel<<<cellBlocks(g), cellThreads()>>>(g, s.tracer[kTemperature], s.tracer[kSalinity], s.strat.alpha,
                                                     s.strat.beta, s.strat.buoyancy);
    GYRE_LAUNCH("buoyancyKernel");
    pressureKernel<<<columnBlocks(g), columnThreads()>>>(g, s.strat.density, s.strat.pressure);
    GYRE_LAUNCH("pressureKernel");
}

}   // namespace gyre
