#ifndef GYRE_PARAMS_H
#define GYRE_PARAMS_H

#include <string>

namespace gyre {

struct RunParams {
    int nx = 256, ny = 256, nz = 32;
    int steps = 150;
    int barotropicSteps = 30;
    int floats = 20000;
    double dt = 900.0;          // s
    double startDay = 40.0;     // of the year
};

struct BasinParams {
    double south = 22.0;        // degrees, of the southern wall
    double spacing = 0.20;      // degrees, in latitude; longitude is scaled once, at the middle latitude
    double depth = 4200.0;      // m
    double shelf = 250.0;       // m
    double firstLayer = 8.0;    // m, thickness of the uppermost cells
    double quietDepth = 2000.0; // m, below which the sea starts without pressure gradients
    double ridge = 1300.0;      // m, height of the ridge
};

struct MomentumParams {
    double viscosity = 800.0;        // m^2/s, least horizontal viscosity
    double smagorinsky = 0.12;       // dimensionless
    double abOffset = 0.1;           // Adams-Bashforth
    double bottomDrag = 1.2e-3;      // quadratic
    double bottomSpeed = 0.05;       // m/s, of unresolved tides
    double divergenceDamping = 0.02; // of the barotropic mode
};

struct MixingParams {
    double ck = 0.1;                 // viscosity = ck l sqrt(e)
    double cEpsilon = 0.7;
    double diffusionRatio = 1.0;     // of tke, relative to momentum
    double surfaceFactor = 3.75;     // tke at the surface over friction velocity squared
    double floorTke = 1.0e-6;        // m^2/s^2
    double floorLength = 0.04;       // m
    double backgroundViscosity = 1.0e-4;
    double backgroundDiffusivity = 1.2e-5;
    double convective = 0.8;         // m^2/s
    double convectiveScale = 4.0e-7; // 1/s^2, how unstable for the whole of it
    double tidal = 6.0e-5;           // m^2/s, at the bottom over rough ground
    double tidalHeight = 400.0;      // m, decay above the bottom
    double prandtlSlope = 5.0;
    double prandtlMax = 10.0;
};

struct TracerParams {
    double diffusivity = 350.0;      // m^2/s, horizontal
    double shearFactor = 0.06;       // more of it where the flow is strained
};

struct OpticsParams {
    double redShare = 0.58;
    double redLength = 0.35;         // m
    double blueLength = 23.0;        // m, of clear water
    double chlorophyllAbsorption = 0.03;   // 1/m per mmol N/m^3
    double parShare = 0.43;
};

struct IceParams {
    double albedo = 0.62;
    double snowAlbedo = 0.80;
    double meltAlbedo = 0.50;
    double leadClosing = 0.5;        // m, thickness of new ice
    double transfer = 6.0e-3;        // turbulent exchange with the water below
    double emissivity = 0.97;
    double leastThickness = 0.05;    // m
    double driftRatio = 0.85;
};

struct BioParams {
    double growth = 0.6;             // 1/day at 0 degrees
    double growthBase = 1.066;       // Eppley, per degree
    double lightSlope = 0.025;       // 1/day per W/m^2
    double halfNitrate = 0.5;        // mmol/m^3
    double phytoMortality = 0.03;    // 1/day
    double phytoQuadratic = 0.025;   // 1/day per mmol/m^3
    double grazing = 2.0;            // 1/day
    double capture = 0.9;            // (mmol/m^3)^-2 per day
    double assimilation = 0.75;
    double zooExcretion = 0.03;      // 1/day
    double zooMortality = 0.20;      // 1/day per mmol/m^3
    double remineralisation = 0.048; // 1/day
    double remineralBase = 1.03;     // per degree
    double sinking = 6.0;            // m/day at the surface
    double sinkingGain = 0.02;       // 1/day, increase with depth
    double carbonToNitrogen = 6.625;
    double oxygenToNitrogen = 10.6;
    double leastOxygen = 4.0;        // mmol/m^3
    double calciteShare = 0.035;
    double calciteDepth = 3500.0;    // m
};

struct CarbonParams {
    double airPco2 = 410.0;          // micro atm
    double gasFactor = 0.251;        // cm/h per (m/s)^2
    double borateRatio = 1.19e-5;    // mol/kg per unit salinity
    int iterations = 4;
};

struct AirParams {
    double tropical = 27.5;          // degrees C, of air at the southern wall
    double polar = -9.0;             // at the northern
    double seasonal = 5.5;
    double humidity = 0.79;
    double windStrength = 7.5;       // m/s
    double stormStrength = 3.5;
    double stormPeriod = 5.2;        // days
    double cloud = 0.55;
    double rain = 3.2e-5;            // kg/(m^2 s)
    double emissivity = 0.97;
};

struct Params {
    RunParams run;
    BasinParams basin;
    MomentumParams momentum;
    MixingParams mixing;
    TracerParams tracer;
    OpticsParams optics;
    IceParams ice;
    BioParams bio;
    CarbonParams carbon;
    AirParams air;
};

// Reads the command line; ends the program with a message when it makes no sense.
Params readParams(int argc, char** argv);

}   // namespace gyre

#endif
