#include <cuda_runtime.h>

#include <cmath>

#include "check.h"
#include "modules.h"
#include "seawater.h"

namespace gyre {

namespace {

// What only the time decides.
struct Calendar {
    double season;       // cosine of the season, 1 in late July
    double declination;  // of the sun, radians
    double hourAngle;    // radians
    double stormPhase;   // radians
};

Calendar calendarAt(double seconds, const AirParams& air)
{
    Calendar c;
    const double day = seconds / kSecondsPerDay;
    const double year = 2.0 * kPi * day / 365.0;
    c.season = std::cos(year - 2.0 * kPi * 205.0 / 365.0);
    c.declination = -23.44 * kDegree * std::cos(year + 2.0 * kPi * 10.0 / 365.0);
    c.hourAngle = 2.0 * kPi * (day - std::floor(day)) - kPi;
    c.stormPhase = 2.0 * kPi * day / air.stormPeriod;
    return c;
}

__global__ void atmosphereKernel(Grid g, AirParams air, Calendar cal, double* __restrict__ temperature,
                                 double* __restrict__ humidity, double* __restrict__ windX,
                                 double* __restrict__ windY, double* __restrict__ cloud, double* __restrict__ rain,
                                 double* __restrict__ sun)
{
    GYRE_COLUMN(g);
    const double x = (i + 0.5) / g.nx;
    const double y = (j + 0.5) / g.ny;
    const double lat = g.latitude[j];

    // storms travel eastwards in the middle of the basin
    const double envelope = sq(sin(kPi * y));
    const double storm = envelope * sin(4.0 * kPi * x - cal.stormPhase);
    const double stormTurned = envelope * cos(4.0 * kPi * x - cal.stormPhase);

    // cold air from the land in the west, more so in winter
    const double coast = exp(-x / 0.15) * (0.5 - 0.5 * cal.season);
    const double ta = air.tropical + (air.polar - air.tropical) * y * (0.75 + 0.25 * y) +
                      air.seasonal * (0.3 + 0.7 * y) * cal.season - 4.5 * coast * y + 1.2 * stormTurned;
    const double wx = -air.windStrength * cos(2.0 * kPi * y) * (1.0 - 0.25 * cal.season) + air.stormStrength * storm;
    const double wy = 0.25 * air.windStrength * sin(2.0 * kPi * y) + air.stormStrength * stormTurned;
    const double cover = clampTo(air.cloud + 0.2 * storm + 0.1 * cos(3.0 * kPi * y), 0.0, 1.0);

    temperature[c] = ta;
    humidity[c] = air.humidity * saturatedOverWater(ta) / 0.98;
    windX[c] = wx;
    windY[c] = wy;
    cloud[c] = cover;
    rain[c] = air.rain * (0.55 + 0.6 * cover * smoothRamp(1.5 * y)) * (1.0 + 0.5 * stormTurned);

    // sun over the horizon; the hour depends on longitude
    const double local = cal.hourAngle + 0.9 * (x - 0.5);
    const double height = sin(lat) * sin(cal.declination) + cos(lat) * cos(cal.declination) * cos(local);
    const double up = larger(height, 0.0);
    const double vapour = humidity[c] * 1013.25 / 0.622;   // hPa
    const double clear = kSolarConstant * up * up / ((up + 2.7) * 1.0e-3 * vapour + 1.085 * up + 0.10);
    sun[c] = clear * (1.0 - 0.62 * cover);
}

// Transfer coefficients of drag, heat and moisture for wind speed and the difference of air and sea.
__device__ void transferCoefficients(double wind, double warmerAir, double& drag, double& heat, double& moisture)
{
    const double neutral = 1.0e-3 * (2.70 / wind + 0.142 + wind / 13.09);
    const double root = sqrt(neutral);
    // stability, from a bulk Richardson number over 10 m
    const double richardson = kGravity * 10.0 * warmerAir / (290.0 * wind * wind);
    const double limited = clampTo(richardson, -1.0, 0.25);
    double factor;
    if (limited >= 0.0) {
        factor = 1.0 / sq(1.0 + 5.0 * limited);
    } else {
        factor = 1.0 + 9.0 * -limited / (1.0 + 12.0 * sqrt(-limited) * root);
    }
    drag = neutral * factor;
    heat = 1.0e-3 * 30.0 * root * factor;
    moisture = 1.0e-3 * 34.6 * root * factor;
}

__global__ void bulkFluxKernel(Grid g, AirParams air, OpticsParams optics, const double* __restrict__ sst,
                               const double* __restrict__ sss, const double* __restrict__ u,
                               const double* __restrict__ v, Atmosphere a, const double* __restrict__ iceCover,
                               SurfaceFlux f)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) {
        f.tauX[c] = f.tauY[c] = f.shortwave[c] = f.heat[c] = f.fresh[c] = f.salt[c] = f.friction[c] = 0.0;
        f.windSpeed[c] = 0.0;
        return;
    }
    const double t = sst[c];
    const double us = 0.5 * (u[c] + u[c - 1]);
    const double vs = 0.5 * (v[c] + v[c - g.nx]);
    const double rx = a.windX[c] - us;
    const double ry = a.windY[c] - vs;
    const double wind = sqrt(rx * rx + ry * ry + 1.0);

    const double airT = a.temperature[c];
    double drag, heatTransfer, moistureTransfer;
    transferCoefficients(wind, airT - t, drag, heatTransfer, moistureTransfer);

    const double sensible = kAirDensity * kAirHeatCapacity * heatTransfer * wind * (airT - t);
    const double evaporation = kAirDensity * moistureTransfer * wind * (a.humidity[c] - saturatedOverWater(t));
    const double latent = kEvaporationHeat * evaporation;

    // longwave after Berliand
    const double tk = t + kZeroCelsius;
    const double ak = airT + kZeroCelsius;
    const double vapour = a.humidity[c] * 1013.25 / 0.622;
    const double cooling = air.emissivity * kStefanBoltzmann * sq(ak) * ak * ak *
                               (0.39 - 0.05 * sqrt(vapour)) * (1.0 - 0.8 * a.cloud[c]) +
                           4.0 * air.emissivity * kStefanBoltzmann * ak * ak * ak * (tk - ak);

    const double open = 1.0 - iceCover[c];
    const double throughIce = 0.3;   // part of the stress that drifting ice hands on
    const double pass = open + throughIce * iceCover[c];
    const double stress = kAirDensity * drag * wind;
    const double tx = pass * stress * rx;
    const double ty = pass * stress * ry;

    f.tauX[c] = tx;
    f.tauY[c] = ty;
    f.windSpeed[c] = wind;
    f.shortwave[c] = open * 0.94 * a.sun[c];
    f.heat[c] = open * (sensible + latent - cooling);
    f.fresh[c] = a.rain[c] + open * evaporation;
    f.salt[c] = -sss[c] * f.fresh[c] / 1000.0;
    f.friction[c] = sqrt(sqrt(tx * tx + ty * ty) / kRho0);
}

}   // namespace

void computeAtmosphere(const Grid& g, const Params& p, double seconds, State& s)
{
    const Calendar cal = calendarAt(seconds, p.air);
    Atmosphere& a = s.air;
    atmosphereKernel<<<columnBlocks(g), columnThreads()>>>(g, p.air, cal, a.temperature, a.humidity, a.windX, a.windY,
                                                           a.cloud, a.rain, a.sun);
    GYRE_LAUNCH("atmosphereKernel");
}

void computeSurfaceFluxes(const Grid& g, const Params& p, State& s)
{
    bulkFluxKernel<<<columnBlocks(g), columnThreads()>>>(g, p.air, p.optics, s.tracer[kTemperature],
                                                         s.tracer[kSalinity], s.velocity.u, s.velocity.v, s.air,
                                                         s.ice.cover, s.flux);
    GYRE_LAUNCH("bulkFluxKernel");
}

}   // namespace gyre
