#include <cuda_runtime.h>

#include "state.h"

#include <vector>

#include "check.h"
#include "constants.h"
#include "numerics.h"
#include "seawater.h"

namespace gyre {

const char* tracerName(int tracer)
{
    static const char* const names[kTracers] = {"temperature", "salinity", "nitrate",    "phytoplankton", "zooplankton",
                                                "detritus",    "oxygen",   "carbon",     "alkalinity",    "age"};
    return names[tracer];
}

namespace {

std::vector<double*> owned;

double* keep(size_t count)
{
    double* p = deviceArray(count);
    owned.push_back(p);
    return p;
}

// Temperature and salinity fall from their values at the surface to those of the deep with a depth scale that
// depends on latitude; a warm bulge in the west makes a gyre from the beginning.
struct Profile {
    double surfaceT, surfaceS;
    double scale;   // m
    double wave;    // degrees

    __device__ Profile(double x, double y)
    {
        surfaceT = 25.5 - 20.0 * y - 3.5 * y * y;
        surfaceS = 36.4 - 2.3 * y + 0.35 * sin(kPi * y);
        const double bulge = 0.35 * exp(-sq((x - 0.25) / 0.22) - sq((y - 0.38) / 0.22));
        const double dip = 0.25 * exp(-sq((x - 0.35) / 0.25) - sq((y - 0.78) / 0.16));
        scale = 420.0 + 700.0 * bulge - 500.0 * dip + 260.0 * sin(kPi * y);
        wave = 0.25 * sin(14.0 * x + 3.0 * y) * cos(11.0 * y);
    }
    __device__ double temperature(double depth) const
    {
        const double deep = 2.4 - 0.00025 * depth;
        return deep + (surfaceT - deep) * exp(-depth / scale) + wave * exp(-depth / 250.0);
    }
    __device__ double salinity(double depth) const
    {
        const double deep = 34.85 + 0.00002 * depth;
        return deep + (surfaceS - deep) * exp(-depth / scale);
    }
};

__global__ void initHydrography(Grid g, double* __restrict__ temperature, double* __restrict__ salinity)
{
    GYRE_CELL(g);
    const Profile profile((i + 0.5) / g.nx, (j + 0.5) / g.ny);
    temperature[p] = g.maskT[p] * profile.temperature(g.zt[k]);
    salinity[p] = g.maskT[p] * profile.salinity(g.zt[k]);
}

// The sea level that leaves little pressure gradient in the deep, so that the basin starts without a great wave.
__global__ void initSeaLevel(Grid g, double quietDepth, double* __restrict__ eta)
{
    GYRE_COLUMN(g);
    const Profile here((i + 0.5) / g.nx, (j + 0.5) / g.ny);
    const Profile middle(0.5, 0.5);
    double lighter = 0.0;
    for (int k = 0; k < g.nz && g.zt[k] < quietDepth; ++k) {
        const double depth = g.zt[k];
        const double mine = EquationOfState::anomaly(here.temperature(depth), here.salinity(depth), depth);
        const double reference = EquationOfState::anomaly(middle.temperature(depth), middle.salinity(depth), depth);
        lighter += g.dz[k] * (reference - mine);
    }
    eta[c] = g.maskT[c] * lighter / kRho0;
}

__global__ void initBiogeochemistry(Grid g, const double* __restrict__ temperature,
                                    const double* __restrict__ salinity, double* __restrict__ nitrate,
                                    double* __restrict__ phyto, double* __restrict__ zoo,
                                    double* __restrict__ detritus, double* __restrict__ oxygen,
                                    double* __restrict__ carbon, double* __restrict__ alkalinity,
                                    double* __restrict__ age)
{
    GYRE_CELL(g);
    const double m = g.maskT[p];
    const double depth = g.zt[k];
    const double t = temperature[p];
    const double s = salinity[p];

    // nitrate follows temperature; the rest is derived from it
    const double n = clampTo(24.0 - 1.25 * t, 0.3, 23.0);
    const double lit = exp(-depth / 60.0);
    nitrate[p] = m * n;
    phyto[p] = m * (0.02 + 0.35 * lit * (0.4 + 0.6 * n / (n + 2.0)));
    zoo[p] = m * (0.01 + 0.12 * lit);
    detritus[p] = m * (0.005 + 0.08 * exp(-depth / 120.0));
    const double saturated = 446.0 - 9.2 * t + 0.095 * t * t - 1.1 * s;
    oxygen[p] = m * clampTo(saturated - 6.0 * n * (1.0 - lit), 90.0, 380.0);
    alkalinity[p] = m * (66.5 * s + 1.2 * n);
    carbon[p] = m * (57.6 * s + 6.0 * n - 2.0 * (t - 10.0));
    age[p] = m * 40.0 * (1.0 - exp(-depth / 800.0));
}

__global__ void initTurbulence(Grid g, double floorTke, double floorLength, double* tke, double* length)
{
    GYRE_CELL(g);
    tke[p] = floorTke * (1.0 + 50.0 * exp(-g.zw[k] / 30.0));
    length[p] = floorLength;
}

__global__ void initIce(Grid g, double* cover, double* thickness, double* snow, double* surface)
{
    GYRE_COLUMN(g);
    const double wet = g.maskT[c];
    const double degrees = g.latitude[j] / kDegree;
    const double x = (i + 0.5) / g.nx;
    // more ice in the west than in the east
    const double edge = 57.0 + 4.0 * x;
    const double a = 0.9 * smoothRamp((degrees - edge) / 2.5);
    cover[c] = wet * a;
    thickness[c] = wet * a * 0.8;
    snow[c] = wet * a * 0.12;
    surface[c] = -6.0;
}

__global__ void initColumns(Grid g, double* hydrogen)
{
    GYRE_COLUMN(g);
    hydrogen[c] = 8.0e-9;
}

// Spreads the floats evenly over the middle of the basin, with the golden ratio along x.
__global__ void seedFloats(Grid g, Floats f)
{
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= f.count) return;
    const double along = (n + 0.5) / f.count;
    const double golden = 0.6180339887498949 * n;
    const double across = golden - floor(golden);
    const double x = (0.2 + 0.6 * across) * g.nx;
    const double y = (0.15 + 0.7 * along) * g.ny;
    f.x[n] = x;
    f.y[n] = y;
    f.z[n] = 1.5 + 4.0 * (n % 7) / 7.0;
    f.x0[n] = x;
    f.y0[n] = y;
    f.path[n] = 0.0;
}

}   // namespace

State allocateState(const Grid& g, int floats)
{
    const size_t n3 = g.cells(), n2 = g.columns();
    State s;
    Velocity& v = s.velocity;
    for (double** p : {&v.u, &v.v, &v.w, &v.uTransport, &v.vTransport, &v.gu, &v.gv, &v.guOld, &v.gvOld, &v.kinetic,
                       &v.vorticity, &v.viscosity})
        *p = keep(n3);
    FreeSurface& f = s.surface;
    for (double** p : {&f.eta, &f.u, &f.v, &f.uMean, &f.vMean, &f.forceU, &f.forceV, &f.uSlow, &f.vSlow,
                       &f.divergence})
        *p = keep(n2);
    Stratification& d = s.strat;
    for (double** p : {&d.density, &d.pressure, &d.buoyancy, &d.alpha, &d.beta}) *p = keep(n3);
    Turbulence& t = s.turb;
    for (double** p : {&t.tke, &t.length, &t.km, &t.kh, &t.shear}) *p = keep(n3);
    Atmosphere& a = s.air;
    for (double** p : {&a.temperature, &a.humidity, &a.windX, &a.windY, &a.cloud, &a.rain, &a.sun}) *p = keep(n2);
    SurfaceFlux& q = s.flux;
    for (double** p : {&q.tauX, &q.tauY, &q.shortwave, &q.heat, &q.fresh, &q.salt, &q.friction, &q.windSpeed})
        *p = keep(n2);
    Ice& ice = s.ice;
    for (double** p : {&ice.cover, &ice.thickness, &ice.snow, &ice.surface, &ice.work1, &ice.work2, &ice.work3})
        *p = keep(n2);
    Biology& b = s.bio;
    for (double** p : {&b.light, &b.production}) *p = keep(n3);
    for (double** p : {&b.exportFlux, &b.hydrogen, &b.pco2, &b.gasOxygen, &b.gasCarbon}) *p = keep(n2);
    Means& m = s.means;
    for (double** p : {&m.speed, &m.surfaceTemperature, &m.mixedLayer, &m.sealevel, &m.production}) *p = keep(n2);
    s.floats.count = floats;
    for (double** p : {&s.floats.x, &s.floats.y, &s.floats.z, &s.floats.x0, &s.floats.y0, &s.floats.path})
        *p = keep(floats);
    for (double*& p : s.tracer) p = keep(n3);
    s.tracerNext = keep(n3);
    s.heatSource = keep(n3);
    s.mixedLayer = keep(n2);
    s.solveWork = keep(n3);
    return s;
}

void freeState(State&)
{
    for (double* p : owned) GYRE_CUDA(cudaFree(p));
    owned.clear();
}

void initialiseState(const Grid& g, const Params& params, State& s)
{
    initHydrography<<<cellBlocks(g), cellThreads()>>>(g, s.tracer[kTemperature], s.tracer[kSalinity]);
    GYRE_LAUNCH("initHydrography");
    initSeaLevel<<<columnBlocks(g), columnThreads()>>>(g, params.basin.quietDepth, s.surface.eta);
    GYRE_LAUNCH("initSeaLevel");
    initBiogeochemistry<<<cellBlocks(g), cellThreads()>>>(
        g, s.tracer[kTemperature], s.tracer[kSalinity], s.tracer[kNitrate], s.tracer[kPhytoplankton],
        s.tracer[kZooplankton], s.tracer[kDetritus], s.tracer[kOxygen], s.tracer[kCarbon], s.tracer[kAlkalinity],
        s.tracer[kAge]);
    GYRE_LAUNCH("initBiogeochemistry");
    initTurbulence<<<cellBlocks(g), cellThreads()>>>(g, params.mixing.floorTke, params.mixing.floorLength, s.turb.tke,
                                                     s.turb.length);
    GYRE_LAUNCH("initTurbulence");
    initIce<<<columnBlocks(g), columnThreads()>>>(g, s.ice.cover, s.ice.thickness, s.ice.snow, s.ice.surface);
    GYRE_LAUNCH("initIce");
    initColumns<<<columnBlocks(g), columnThreads()>>>(g, s.bio.hydrogen);
    GYRE_LAUNCH("initColumns");
    seedFloats<<<(s.floats.count + 127) / 128, 128>>>(g, s.floats);
    GYRE_LAUNCH("seedFloats");
}

}   // namespace gyre
