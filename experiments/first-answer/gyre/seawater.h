#ifndef GYRE_SEAWATER_H
#define GYRE_SEAWATER_H

#include "constants.h"
#include "numerics.h"

namespace gyre {

// Simplified equation of state (Roquet and others 2015): anomaly of density from 1026 kg/m^3, quadratic in temperature
// and salinity, with thermobaricity.
struct EquationOfState {
    static constexpr double a0 = 1.6550e-1;
    static constexpr double b0 = 7.6554e-1;
    static constexpr double lambda1 = 5.9520e-2;
    static constexpr double lambda2 = 5.4914e-4;
    static constexpr double mu1 = 1.4970e-4;
    static constexpr double mu2 = 1.1090e-5;
    static constexpr double nu = 2.4341e-3;

    __device__ static double anomaly(double t, double s, double depth)
    {
        const double dt = t - 10.0;
        const double ds = s - 35.0;
        const double heat = -a0 * (1.0 + 0.5 * lambda1 * dt + mu1 * depth) * dt;
        const double salt = b0 * (1.0 - 0.5 * lambda2 * ds - mu2 * depth) * ds;
        return heat + salt - nu * dt * ds;
    }

    // minus the derivative by temperature
    __device__ static double expansion(double t, double s, double depth)
    {
        return a0 * (1.0 + lambda1 * (t - 10.0) + mu1 * depth) + nu * (s - 35.0);
    }

    // the derivative by salinity
    __device__ static double contraction(double t, double s, double depth)
    {
        return b0 * (1.0 - lambda2 * (s - 35.0) - mu2 * depth) - nu * (t - 10.0);
    }
};

__device__ inline double freezingPoint(double s) { return -0.0575 * s + 1.710523e-3 * s * sqrt(s) - 2.154996e-4 * s * s; }

// Specific humidity of saturated air over water at t degrees; over ice with other coefficients.
__device__ inline double saturatedOverWater(double t)
{
    return 0.98 * 640380.0 * exp(-5107.4 / (t + kZeroCelsius)) / kAirDensity;
}

__device__ inline double saturatedOverIce(double t)
{
    return 11637800.0 * exp(-5897.8 / (t + kZeroCelsius)) / kAirDensity;
}

}   // namespace gyre

#endif
