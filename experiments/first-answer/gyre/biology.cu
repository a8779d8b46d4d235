// Plankton: nitrate, phytoplankton, zooplankton and detritus in mmol N/m^3, with their oxygen, carbon and alkalinity.

#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

// Light down the column in two bands, the blue one shaded by phytoplankton; the heat that stays in every layer.
__global__ void lightKernel(Grid g, OpticsParams par, const double* __restrict__ shortwave,
                            const double* __restrict__ phyto, double* __restrict__ light,
                            double* __restrict__ heating)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) return;
    const size_t layer = g.columns();
    const int bottom = g.kBottom[c];
    double red = par.redShare * shortwave[c];
    double blue = (1.0 - par.redShare) * shortwave[c];
    const double kRed = 1.0 / par.redLength;
    const double kClear = 1.0 / par.blueLength;
    const double perHeat = 1.0 / (kRho0 * kHeatCapacity);
    size_t p = c;
    for (int k = 0; k < bottom; ++k, p += layer) {
        const double dz = g.dz[k];
        const double kBlue = kClear + par.chlorophyllAbsorption * larger(phyto[p], 0.0);
        const double depthBlue = kBlue * dz;
        const double redBelow = red * exp(-kRed * dz);
        const double blueBelow = blue * exp(-depthBlue);
        light[p] = par.parShare / (1.0 - par.redShare) * (blue - blueBelow) / depthBlue;
        double kept = red - redBelow + blue - blueBelow;
        if (k == bottom - 1) kept += redBelow + blueBelow;
        heating[p] = kept * perHeat / dz;
        red = redBelow;
        blue = blueBelow;
    }
}

__global__ void planktonKernel(Grid g, BioParams par, const double* __restrict__ temperature,
                               const double* __restrict__ light, double* __restrict__ nitrate,
                               double* __restrict__ phyto, double* __restrict__ zoo, double* __restrict__ detritus,
                               double* __restrict__ oxygen, double* __restrict__ carbon,
                               double* __restrict__ alkalinity, double* __restrict__ production)
{
    GYRE_CELL(g);
    if (g.maskT[p] == 0.0) return;
    const double day = g.dt / kSecondsPerDay;

    const double t = temperature[p];
    const double n = larger(nitrate[p], 0.0);
    const double ph = larger(phyto[p], 0.0);
    const double z = larger(zoo[p], 0.0);
    const double d = larger(detritus[p], 0.0);
    const double o = oxygen[p];

    // growth: temperature, light and nitrate
    const double most = par.growth * pow(par.growthBase, t);
    const double slope = par.lightSlope * light[p];
    const double lit = most * slope / sqrt(sq(most) + sq(slope) + 1.0e-12);
    const double food = n / (par.halfNitrate + n);
    const double growth = smaller(lit, most * food) * ph;

    // grazing, of the third type
    const double caught = par.capture * sq(ph);
    const double grazing = par.grazing * caught / (par.grazing + caught) * z;

    const double death = par.phytoMortality * ph + par.phytoQuadratic * sq(ph);
    const double excretion = par.zooExcretion * pow(1.04, t) * z;
    const double zooDeath = par.zooMortality * sq(z);

    const double breathing = smoothRamp((o - par.leastOxygen) / 20.0);
    const double decay = par.remineralisation * pow(par.remineralBase, t) * (0.2 + 0.8 * breathing) * d;

    const double uptake = smaller(growth, 0.5 * n / day);
    const double dn = -uptake + excretion + decay;
    const double dph = uptake - grazing - death;
    const double dz = par.assimilation * grazing - excretion - zooDeath;
    const double dd = (1.0 - par.assimilation) * grazing + death + zooDeath - decay;

    nitrate[p] = n + day * dn;
    phyto[p] = ph + day * dph;
    zoo[p] = z + day * dz;
    detritus[p] = d + day * dd;
    oxygen[p] = o - day * par.oxygenToNitrogen * dn;

    // shells form where plants grow and dissolve slowly on the way down
    const double shells = par.calciteShare * par.carbonToNitrogen;
    const double dissolved = shells * decay * (1.0 - exp(-g.zt[k] / par.calciteDepth)) * 2.0;
    const double calcite = shells * uptake * 0.5 - dissolved;
    carbon[p] += day * (par.carbonToNitrogen * dn - calcite);
    alkalinity[p] += day * (-dn - 2.0 * calcite);
    production[p] = uptake / kSecondsPerDay;
}

// Detritus sinks, faster with depth; what reaches the floor is dissolved in the lowest layer.
__global__ void sinkingKernel(Grid g, BioParams par, double* __restrict__ detritus, double* __restrict__ nitrate,
                              double* __restrict__ exported)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) return;
    const size_t layer = g.columns();
    const int bottom = g.kBottom[c];
    double fromAbove = 0.0;   // mmol/m^2 in this step
    double through100 = 0.0;
    size_t p = c;
    for (int k = 0; k < bottom; ++k, p += layer) {
        const double dz = g.dz[k];
        const double lower = g.zw[k] + dz;
        const double speed = (par.sinking + par.sinkingGain * lower) / kSecondsPerDay;
        // implicit, so that a thin layer can lose no more than it has
        const double ratio = g.dt * speed / dz;
        const double value = (detritus[p] + fromAbove / dz) / (1.0 + ratio);
        const double leaving = value * ratio * dz;
        if (g.zw[k] < 100.0 && lower >= 100.0) through100 = leaving / g.dt;
        detritus[p] = value;
        fromAbove = leaving;
    }
    p -= layer;
    nitrate[p] += fromAbove / g.dz[bottom - 1];
    exported[c] = through100;
}

}   // namespace

void computeLight(const Grid& g, const Params& p, State& s)
{
    lightKernel<<<columnBlocks(g), columnThreads()>>>(g, p.optics, s.flux.shortwave, s.tracer[kPhytoplankton],
                                                      s.bio.light, s.heatSource);
    GYRE_LAUNCH("lightKernel");
}

void stepBiology(const Grid& g, const Params& p, State& s)
{
    planktonKernel<<<cellBlocks(g), cellThreads()>>>(
        g, p.bio, s.tracer[kTemperature], s.bio.light, s.tracer[kNitrate], s.tracer[kPhytoplankton],
        s.tracer[kZooplankton], s.tracer[kDetritus], s.tracer[kOxygen], s.tracer[kCarbon], s.tracer[kAlkalinity],
        s.bio.production);
    GYRE_LAUNCH("planktonKernel");
    sinkingKernel<<<columnBlocks(g), columnThreads()>>>(g, p.bio, s.tracer[kDetritus], s.tracer[kNitrate],
                                                        s.bio.exportFlux);
    GYRE_LAUNCH("sinkingKernel");
}

}   // namespace gyre
