// Exchange of oxygen and carbon dioxide with the air.

#include <cuda_runtime.h>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"

namespace gyre {

namespace {

struct CarbonateConstants {
    double k0;       // solubility, mol/(kg atm)
    double k1, k2;   // dissociation of carbonic acid, mol/kg
    double kb;       // of boric acid
    double kw;       // of water
};

__device__ CarbonateConstants carbonateConstants(double t, double s)
{
    CarbonateConstants c;
    const double tk = t + kZeroCelsius;
    const double hundredth = tk / 100.0;
    const double logT = log(tk);
    const double rootS = sqrt(s);
    const double ten = 2.302585092994046;

    const double lnK0 = -60.2409 + 93.4517 / hundredth + 23.3585 * log(hundredth) +
                        s * (0.023517 - 0.023656 * hundredth + 0.0047036 * hundredth * hundredth);
    c.k0 = exp(lnK0);

    const double pK1 = 3633.86 / tk - 61.2172 + 9.67770 * logT - 0.011555 * s + 0.0001152 * s * s;
    const double pK2 = 471.78 / tk + 25.9290 - 3.16967 * logT - 0.01781 * s + 0.0001122 * s * s;
    c.k1 = exp(-ten * pK1);
    c.k2 = exp(-ten * pK2);

    const double lnKb = (-8966.90 - 2890.53 * rootS - 77.942 * s + 1.728 * s * rootS - 0.0996 * s * s) / tk +
                        (148.0248 + 137.1942 * rootS + 1.62142 * s) -
                        (24.4344 + 25.085 * rootS + 0.2474 * s) * logT + 0.053105 * rootS * tk;
    c.kb = exp(lnKb);

    const double lnKw = -13847.26 / tk + 148.9652 - 23.6521 * logT +
                        (118.67 / tk - 5.977 + 1.0495 * logT) * rootS - 0.01615 * s;
    c.kw = exp(lnKw);
    return c;
}

__device__ double schmidtCarbon(double t)
{
    return 2116.8 + t * (-136.25 + t * (4.7353 + t * (-0.092307 + t * 0.0007555)));
}

__device__ double schmidtOxygen(double t)
{
    return 1920.4 + t * (-135.6 + t * (5.2122 + t * (-0.10939 + t * 0.00093777)));
}

// Oxygen in balance with the air, mmol/m^3 (Garcia and Gordon 1992).
__device__ double oxygenSaturation(double t, double s)
{
    const double ts = log((298.15 - t) / (kZeroCelsius + t));
    const double a = 5.80871 + ts * (3.20291 + ts * (4.17887 + ts * (5.10006 + ts * (-9.86643e-2 + ts * 3.80369))));
    const double b = -7.01577e-3 + ts * (-7.70028e-3 + ts * (-1.13864e-2 + ts * -9.51519e-3));
    const double content = exp(a + s * b - 2.75915e-7 * s * s);   // micromol/kg
    return content * kRho0 * 1.0e-3;
}

__global__ void gasKernel(Grid g, CarbonParams par, const double* __restrict__ temperature,
                          const double* __restrict__ salinity, const double* __restrict__ oxygen,
                          const double* __restrict__ carbon, const double* __restrict__ alkalinity,
                          const double* __restrict__ wind, const double* __restrict__ ice,
                          double* __restrict__ hydrogen, double* __restrict__ pco2, double* __restrict__ gasOxygen,
                          double* __restrict__ gasCarbon)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) {
        pco2[c] = 0.0;
        gasOxygen[c] = 0.0;
        gasCarbon[c] = 0.0;
        return;
    }
    const double t = clampTo(temperature[c], -1.9, 35.0);
    const double s = clampTo(salinity[c], 5.0, 45.0);
    const CarbonateConstants k = carbonateConstants(t, s);

    const double perMass = 1.0e-3 / kRho0;   // mmol/m^3 to mol/kg
    const double dic = carbon[c] * perMass;
    const double alk = alkalinity[c] * perMass;
    const double boron = par.borateRatio * s;

    // fixed point for the hydrogen ions, from the value of the step before
    double h = hydrogen[c];
    for (int n = 0; n < par.iterations; ++n) {
        const double borate = boron * k.kb / (k.kb + h);
        const double water = k.kw / h - h;
        const double carbonate = alk - borate - water;
        const double ratio = dic / carbonate;
        const double one = 1.0 - ratio;
        const double discriminant = sq(one * k.k1) - 4.0 * k.k1 * k.k2 * (1.0 - 2.0 * ratio);
        h = 0.5 * (-one * k.k1 + sqrt(discriminant));
    }
    hydrogen[c] = h;
    const double free = dic * sq(h) / (sq(h) + k.k1 * h + k.k1 * k.k2);   // mol/kg
    const double partial = free / k.k0 * 1.0e6;
    pco2[c] = partial;

    const double perHour = par.gasFactor * sq(wind[c]) * (1.0 - ice[c]);
    const double toMetres = 0.01 / 3600.0;
    const double pistonCarbon = perHour * toMetres / sqrt(schmidtCarbon(t) / 660.0);
    const double pistonOxygen = perHour * toMetres / sqrt(schmidtOxygen(t) / 660.0);

    const double inBalance = par.airPco2 * 1.0e-6 * k.k0;
    gasCarbon[c] = pistonCarbon * (inBalance - free) / perMass;
    gasOxygen[c] = pistonOxygen * (oxygenSaturation(t, s) - oxygen[c]);
}

}   // namespace

void gasExchange(const Grid& g, const Params& p, State& s)
{
    gasKernel<<<columnBlocks(g), columnThreads()>>>(g, p.carbon, s.tracer[kTemperature], s.tracer[kSalinity],
                                                    s.tracer[kOxygen], s.tracer[kCarbon], s.tracer[kAlkalinity],
                                                    s.flux.windSpeed, s.ice.cover, s.bio.hydrogen, s.bio.pco2,
                                                    s.bio.gasOxygen, s.bio.gasCarbon);
    GYRE_LAUNCH("gasKernel");
}

}   // namespace gyre
