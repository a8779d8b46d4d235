#include <cuda_runtime.h>

#include "check.h"
#include "modules.h"
#include "seawater.h"

namespace gyre {

namespace {

struct SurfaceBalance {
    double flux;   // W/m^2, downward
    double slope;  // its derivative by the temperature of the surface
};

// Heat that reaches a surface of ice or snow at ts degrees, with the conduction from below.
__device__ SurfaceBalance iceBalance(double ts, double absorbed, double airT, double humidity, double cloud,
                                     double wind, double emissivity, double conductance, double bottomT)
{
    const double transfer = 1.4e-3;
    const double tk = ts + kZeroCelsius;
    const double ak = airT + kZeroCelsius;
    const double down = kStefanBoltzmann * sq(sq(ak)) * (0.70 + 0.26 * cloud);
    const double up = kStefanBoltzmann * sq(sq(tk));
    const double sensible = kAirDensity * kAirHeatCapacity * transfer * wind * (airT - ts);
    const double saturated = saturatedOverIce(ts);
    const double latent =
        kAirDensity * (kEvaporationHeat + kFusionHeat) * transfer * wind * (humidity - saturated);

    SurfaceBalance b;
    b.flux = absorbed + emissivity * (down - up) + sensible + latent + conductance * (bottomT - ts);
    b.slope = -4.0 * emissivity * up / tk - kAirDensity * kAirHeatCapacity * transfer * wind -
              kAirDensity * (kEvaporationHeat + kFusionHeat) * transfer * wind * saturated * 5897.8 / (tk * tk) -
              conductance;
    return b;
}

// Growth and melt of a slab without heat capacity, snow on it, and what both leave to the water.
__global__ void iceThermodynamics(Grid g, IceParams par, Atmosphere a, const double* __restrict__ sst,
                                  const double* __restrict__ sss, Ice ice, SurfaceFlux f)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) return;

    double cover = ice.cover[c];
    double volume = ice.thickness[c];
    double snow = ice.snow[c];
    const double t = sst[c];
    const double s = sss[c];
    const double freezing = freezingPoint(s);
    const double perLatent = 1.0 / (kIceDensity * kFusionHeat);

    double heatToWater = 0.0;   // W/m^2 of the cell
    double growth = 0.0;        // m/s of ice, of the cell

    if (volume > 1.0e-4 && cover > 1.0e-3) {
        const double h = larger(volume / cover, par.leastThickness);
        const double hs = snow / cover;
        const double conductance =
            kIceConductivity * kSnowConductivity / (kSnowConductivity * h + kIceConductivity * hs);

        const double snowy = hs / (hs + 0.02);
        const double cold = smoothRamp(-ice.surface[c]);
        const double dryAlbedo = snowy * par.snowAlbedo + (1.0 - snowy) * par.albedo;
        const double albedo = cold * dryAlbedo + (1.0 - cold) * par.meltAlbedo;
        const double absorbed = (1.0 - albedo) * a.sun[c];
        const double wind = sqrt(sq(a.windX[c]) + sq(a.windY[c]) + 1.0);

        double ts = ice.surface[c];
        for (int n = 0; n < 3; ++n) {
            const SurfaceBalance b = iceBalance(ts, absorbed, a.temperature[c], a.humidity[c], a.cloud[c], wind,
                                                par.emissivity, conductance, freezing);
            ts -= b.flux / b.slope;
            ts = clampTo(ts, -60.0, 20.0);
        }
        double meltHeat = 0.0;
        if (ts > 0.0) {
            ts = 0.0;
            const SurfaceBalance b = iceBalance(ts, absorbed, a.temperature[c], a.humidity[c], a.cloud[c], wind,
                                                par.emissivity, conductance, freezing);
            meltHeat = larger(b.flux, 0.0);
        }
        ice.surface[c] = ts;

        // snow melts before ice
        const double snowMelt = smaller(cover * meltHeat * g.dt / (kSnowDensity * kFusionHeat), snow);
        const double left = cover * meltHeat - snowMelt * kSnowDensity * kFusionHeat / g.dt;
        snow -= snowMelt;
        const double topMelt = left * perLatent;

        const double conducted = conductance * (freezing - ts);
        const double fromWater = kRho0 * kHeatCapacity * par.transfer * f.friction[c] * (t - freezing);
        const double basal = cover * (conducted - fromWater) * perLatent;

        growth = basal - topMelt;
        heatToWater -= cover * fromWater;
        f.fresh[c] += snowMelt * kSnowDensity / g.dt;

        // open water spreads when ice melts
        const double loss = larger(-growth, 0.0) * g.dt;
        cover -= cover * smaller(loss / (2.0 * volume), 0.5);
        snow += cover * a.rain[c] * g.dt / kSnowDensity * (1.0 - smoothRamp(0.5 * (a.temperature[c] + 1.0)));
    }

    // new ice where the water is colder than its freezing point
    const double deficit = larger(freezing - t, 0.0);
    const double newIce = 0.5 * deficit * kRho0 * kHeatCapacity * g.dz[0] * perLatent;   // m in this step
    heatToWater += newIce * kIceDensity * kFusionHeat / g.dt;
    cover += (1.0 - cover) * smaller(newIce / par.leadClosing, 1.0);

    const double before = volume;
    volume = larger(volume + growth * g.dt + newIce, 0.0);
    const double frozen = (volume - before) / g.dt;   // m/s

    if (volume < 1.0e-4) {
        cover = 0.0;
        f.fresh[c] += snow * kSnowDensity / g.dt;
        snow = 0.0;
        ice.surface[c] = freezing;
    }
    ice.cover[c] = clampTo(cover, 0.0, 0.98);
    ice.thickness[c] = volume;
    ice.snow[c] = snow;

    f.heat[c] += heatToWater;
    f.salt[c] += (s - kIceSalinity) * frozen * kIceDensity / 1000.0;
    f.fresh[c] -= frozen * kIceDensity;
}

// Upwind transport of one quantity with the drift of the ice.
__global__ void iceDrift(Grid g, double ratio, const double* __restrict__ u, const double* __restrict__ v,
                         const double* __restrict__ from, double* __restrict__ to)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) {
        to[c] = 0.0;
        return;
    }
    const size_t west = c - 1, east = c + 1, south = c - g.nx, north = c + g.nx;
    const double here = from[c];
    const double ue = ratio * u[c], uw = ratio * u[west];
    const double vn = ratio * v[c], vs = ratio * v[south];
    const double fe = ue * (ue > 0.0 ? here : from[east]) * g.dy;
    const double fw = uw * (uw > 0.0 ? from[west] : here) * g.dy;
    const double fn = vn * (vn > 0.0 ? here : from[north]) * g.dxV[j];
    const double fs = vs * (vs > 0.0 ? from[south] : here) * g.dxV[j - 1];
    to[c] = here - g.dt * (fe - fw + fn - fs) / g.area[j];
}

__global__ void iceLimit(Grid g, double* __restrict__ cover, const double* __restrict__ thickness)
{
    GYRE_COLUMN(g);
    const double most = thickness[c] > 0.0 ? 0.98 : 0.0;
    cover[c] = clampTo(cover[c], 0.0, most);
}

}   // namespace

void stepIce(const Grid& g, const Params& p, State& s)
{
    iceThermodynamics<<<columnBlocks(g), columnThreads()>>>(g, p.ice, s.air, s.tracer[kTemperature],
                                                            s.tracer[kSalinity], s.ice, s.flux);
    GYRE_LAUNCH("iceThermodynamics");

    double** const fields[3] = {&s.ice.cover, &s.ice.thickness, &s.ice.snow};
    double** const work[3] = {&s.ice.work1, &s.ice.work2, &s.ice.work3};
    for (int n = 0; n < 3; ++n) {
        iceDrift<<<columnBlocks(g), columnThreads()>>>(g, p.ice.driftRatio, s.velocity.u, s.velocity.v, *fields[n],
                                                       *work[n]);
        GYRE_LAUNCH("iceDrift");
        double* swap = *fields[n];
        *fields[n] = *work[n];
        *work[n] = swap;
    }
    iceLimit<<<columnBlocks(g), columnThreads()>>>(g, s.ice.cover, s.ice.thickness);
    GYRE_LAUNCH("iceLimit");
}

}   // namespace gyre
