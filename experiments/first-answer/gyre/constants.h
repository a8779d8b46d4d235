#ifndef GYRE_CONSTANTS_H
#define GYRE_CONSTANTS_H

namespace gyre {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;

constexpr double kEarthRadius = 6.371e6;        // m
constexpr double kOmega = 7.292115e-5;          // 1/s
constexpr double kGravity = 9.80665;            // m/s^2
constexpr double kRho0 = 1026.0;                // kg/m^3
constexpr double kHeatCapacity = 3991.9;        // J/(kg K)
constexpr double kVonKarman = 0.4;

constexpr double kAirDensity = 1.22;            // kg/m^3
constexpr double kAirHeatCapacity = 1004.6;     // J/(kg K)
constexpr double kEvaporationHeat = 2.5008e6;   // J/kg
constexpr double kStefanBoltzmann = 5.670374e-8;
constexpr double kZeroCelsius = 273.15;
constexpr double kSolarConstant = 1361.0;       // W/m^2

constexpr double kIceDensity = 910.0;
constexpr double kSnowDensity = 330.0;
constexpr double kFusionHeat = 3.34e5;          // J/kg
constexpr double kIceConductivity = 2.1656;     // W/(m K)
constexpr double kSnowConductivity = 0.31;
constexpr double kIceSalinity = 5.0;

constexpr double kSecondsPerDay = 86400.0;
constexpr double kSecondsPerYear = 365.0 * kSecondsPerDay;

}   // namespace gyre

#endif
