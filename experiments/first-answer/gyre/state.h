#ifndef GYRE_STATE_H
#define GYRE_STATE_H

#include "grid.h"
#include "params.h"

namespace gyre {

enum TracerName {
    kTemperature,
    kSalinity,
    kNitrate,
    kPhytoplankton,
    kZooplankton,
    kDetritus,
    kOxygen,
    kCarbon,
    kAlkalinity,
    kAge,
    kTracers
};

const char* tracerName(int tracer);

struct Velocity {
    double *u, *v, *w;               // m/s
    double *uTransport, *vTransport; // with the barotropic mean of the substeps; carry the tracers
    double *gu, *gv;                 // tendencies, m/s^2
    double *guOld, *gvOld;
    double *kinetic;                 // m^2/s^2
    double *vorticity;               // 1/s, absolute
    double *viscosity;               // m^2/s, horizontal
};

struct FreeSurface {
    double *eta;                     // m
    double *u, *v;                   // depth means, m/s
    double *uMean, *vMean;           // means over the substeps
    double *forceU, *forceV;         // m/s^2
    double *uSlow, *vSlow;           // depth means before the substeps
    double *divergence;              // m/s
};

struct Stratification {
    double *density;                 // kg/m^3, anomaly
    double *pressure;                // m^2/s^2, anomaly over rho0
    double *buoyancy;                // 1/s^2, N squared on upper faces
    double *alpha, *beta;            // expansion by heat, contraction by salt
};

struct Turbulence {
    double *tke;                     // m^2/s^2, on upper faces
    double *length;                  // m
    double *km, *kh;                 // m^2/s
    double *shear;                   // 1/s^2
};

struct Atmosphere {
    double *temperature;             // degrees C
    double *humidity;                // kg/kg
    double *windX, *windY;           // m/s
    double *cloud;
    double *rain;                    // kg/(m^2 s)
    double *sun;                     // W/m^2
};

struct SurfaceFlux {
    double *tauX, *tauY;             // N/m^2, at cell centres
    double *shortwave;               // W/m^2 into the water
    double *heat;                    // W/m^2, without the shortwave
    double *fresh;                   // kg/(m^2 s)
    double *salt;                    // psu m/s
    double *friction;                // m/s, friction velocity
    double *windSpeed;               // m/s
};

struct Ice {
    double *cover;                   // 0 to 1
    double *thickness;               // m, mean over the cell
    double *snow;                    // m, likewise
    double *surface;                 // degrees C
    double *work1, *work2, *work3;
};

struct Biology {
    double *light;                   // W/m^2, mean of the layer
    double *production;              // mmol N/(m^3 s)
    double *exportFlux;              // mmol N/(m^2 s) through 100 m
    double *hydrogen;                // mol/kg, kept from step to step
    double *pco2;                    // micro atm
    double *gasOxygen, *gasCarbon;   // mmol/(m^2 s), into the water
};

struct Means {
    double *speed;                   // time means of the upper layer and the surface
    double *surfaceTemperature;
    double *mixedLayer;
    double *sealevel;
    double *production;
};

struct Floats {
    int count;
    double *x, *y, *z;               // in cells, cells and layers
    double *x0, *y0;
    double *path;                    // m
};

struct State {
    Velocity velocity;
    FreeSurface surface;
    Stratification strat;
    Turbulence turb;
    Atmosphere air;
    SurfaceFlux flux;
    Ice ice;
    Biology bio;
    Means means;
    Floats floats;
    double* tracer[kTracers];
    double* tracerNext;
    double* heatSource;              // K/s, of the sun
    double* mixedLayer;              // m
    double* solveWork;               // for the tridiagonal systems
};

State allocateState(const Grid& grid, int floats);
void freeState(State& state);
void initialiseState(const Grid& grid, const Params& params, State& state);

}   // namespace gyre

#endif
