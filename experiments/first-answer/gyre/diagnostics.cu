#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

#include "check.h"
#include "constants.h"
#include "modules.h"
#include "numerics.h"
#include "reduce.h"

namespace gyre {

namespace {

// Depth at which the water is 0.03 kg/m^3 denser than near the surface, between two layers.
__global__ void mixedLayerKernel(Grid g, const double* __restrict__ alpha, const double* __restrict__ beta,
                                 const double* __restrict__ temperature, const double* __restrict__ salinity,
                                 double* __restrict__ depth)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) {
        depth[c] = 0.0;
        return;
    }
    const double threshold = 0.03;
    const size_t layer = g.columns();
    const int bottom = g.kBottom[c];
    double denser = 0.0;
    double found = g.zt[bottom - 1];
    size_t p = c;
    for (int k = 1; k < bottom; ++k) {
        p += layer;
        const double a = 0.5 * (alpha[p] + alpha[p - layer]);
        const double b = 0.5 * (beta[p] + beta[p - layer]);
        const double step = a * (temperature[p - layer] - temperature[p]) - b * (salinity[p - layer] - salinity[p]);
        if (denser + step > threshold) {
            found = g.zt[k - 1] + (g.zt[k] - g.zt[k - 1]) * (threshold - denser) / step;
            break;
        }
        denser += step;
    }
    depth[c] = found;
}

__global__ void meansKernel(Grid g, const double* __restrict__ u, const double* __restrict__ v,
                            const double* __restrict__ sst, const double* __restrict__ mixed,
                            const double* __restrict__ eta, const double* __restrict__ production, Means m)
{
    GYRE_COLUMN(g);
    if (g.maskT[c] == 0.0) return;
    const double uu = 0.5 * (u[c] + u[c - 1]);
    const double vv = 0.5 * (v[c] + v[c - g.nx]);
    m.speed[c] += sqrt(sq(uu) + sq(vv));
    m.surfaceTemperature[c] += sst[c];
    m.mixedLayer[c] += mixed[c];
    m.sealevel[c] += eta[c];
    double made = 0.0;
    size_t p = c;
    const int bottom = g.kBottom[c];
    for (int k = 0; k < bottom && g.zw[k] < 200.0; ++k, p += g.columns()) made += g.dz[k] * production[p];
    m.production[c] += made;
}

// Transport between the western wall and a column, from the depth means: one row per thread.
__global__ void streamfunctionKernel(Grid g, const double* __restrict__ v, double* __restrict__ psi)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= g.ny) return;
    double sum = 0.0;
    for (int i = 0; i < g.nx; ++i) {
        const size_t c = g.at(i, j);
        sum += v[c] * g.depthV[c] * g.dxV[j];
        psi[c] = sum * 1.0e-6;   // Sv
    }
}

// Northward transport above a depth, over all longitudes, without the depth mean: one row per block.
__global__ void overturningKernel(Grid g, const double* __restrict__ v, const double* __restrict__ depthMean,
                                  const double* __restrict__ temperature, double* __restrict__ overturning,
                                  double* __restrict__ heat)
{
    __shared__ double volume[128];
    __shared__ double warmth[128];
    const int j = blockIdx.x;
    double above = 0.0;
    double carried = 0.0;
    for (int k = 0; k < g.nz; ++k) {
        double sum = 0.0, sumHeat = 0.0;
        for (int i = threadIdx.x; i < g.nx; i += blockDim.x) {
            const size_t p = g.at(i, j, k);
            const double flow = g.maskV[p] * (v[p] - depthMean[g.at(i, j)]);
            sum += flow;
            if (j + 1 < g.ny) sumHeat += flow * 0.5 * (temperature[p] + temperature[p + g.nx]);
        }
        volume[threadIdx.x] = sum;
        warmth[threadIdx.x] = sumHeat;
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            if (threadIdx.x < half) {
                volume[threadIdx.x] += volume[threadIdx.x + half];
                warmth[threadIdx.x] += warmth[threadIdx.x + half];
            }
            __syncthreads();
        }
        const double face = g.dxV[j] * g.dz[k];
        above += volume[0] * face * 1.0e-6;
        carried += warmth[0] * face;
        if (threadIdx.x == 0) overturning[(size_t)k * g.ny + j] = above;
        __syncthreads();
    }
    if (threadIdx.x == 0) heat[j] = carried * kRho0 * kHeatCapacity * 1.0e-15;   // PW
}

// Functors for reductions.

struct Volume {
    Grid g;
    __device__ double operator()(size_t n) const
    {
        const int k = (int)(n / g.columns());
        const int j = (int)(n % g.columns()) / g.nx;
        return g.maskT[n] * g.area[j] * g.dz[k] * 1.0e-9;   // km^3
    }
};

struct Content {
    Grid g;
    const double* field;
    double offset;
    __device__ double operator()(size_t n) const
    {
        const int k = (int)(n / g.columns());
        const int j = (int)(n % g.columns()) / g.nx;
        return g.maskT[n] * (field[n] - offset) * g.area[j] * g.dz[k] * 1.0e-9;
    }
};

struct SquaredContent {
    Grid g;
    const double* field;
    double offset;
    __device__ double operator()(size_t n) const
    {
        const int k = (int)(n / g.columns());
        const int j = (int)(n % g.columns()) / g.nx;
        const double d = field[n] - offset;
        return g.maskT[n] * d * d * g.area[j] * g.dz[k] * 1.0e-9;
    }
};

struct MaskedValue {
    const double* mask;
    const double* field;
    double otherwise;
    __device__ double operator()(size_t n) const { return mask[n] != 0.0 ? field[n] : otherwise; }
};

struct Magnitude {
    const double* field;
    __device__ double operator()(size_t n) const { return fabs(field[n]); }
};

struct Area {
    Grid g;
    __device__ double operator()(size_t n) const { return g.maskT[n] * g.area[n / g.nx] * 1.0e-6; }
};

struct SurfaceContent {
    Grid g;
    const double* field;
    __device__ double operator()(size_t n) const { return g.maskT[n] * field[n] * g.area[n / g.nx] * 1.0e-6; }
};

struct SurfaceSquare {
    Grid g;
    const double* field;
    __device__ double operator()(size_t n) const
    {
        return g.maskT[n] * field[n] * field[n] * g.area[n / g.nx] * 1.0e-6;
    }
};

struct FloatDistance {
    Floats f;
    __device__ double operator()(size_t n) const { return sqrt(sq(f.x[n] - f.x0[n]) + sq(f.y[n] - f.y0[n])); }
};

struct Plain {
    const double* field;
    __device__ double operator()(size_t n) const { return field[n]; }
};

double fetch(const double* device, size_t n)
{
    double value = 0.0;
    GYRE_CUDA(cudaMemcpy(&value, device + n, sizeof(double), cudaMemcpyDeviceToHost));
    return value;
}

}   // namespace

void mixedLayerDepth(const Grid& g, State& s)
{
    mixedLayerKernel<<<columnBlocks(g), columnThreads()>>>(g, s.strat.alpha, s.strat.beta, s.tracer[kTemperature],
                                                           s.tracer[kSalinity], s.mixedLayer);
    GYRE_LAUNCH("mixedLayerKernel");
}

void accumulateMeans(const Grid& g, State& s)
{
    meansKernel<<<columnBlocks(g), columnThreads()>>>(g, s.velocity.u, s.velocity.v, s.tracer[kTemperature],
                                                      s.mixedLayer, s.surface.eta, s.bio.production, s.means);
    GYRE_LAUNCH("meansKernel");
}

void printResults(const Grid& g, const Params& p, const State& s)
{
    const size_t n3 = g.cells(), n2 = g.columns();
    const double volume = reduceOver<Plus>(n3, Volume{g});
    const double area = reduceOver<Plus>(n2, Area{g});
    std::printf("gyre %d x %d x %d, %d steps of %g s\n", g.nx, g.ny, g.nz, p.run.steps, p.run.dt);
    std::printf("volume            %.12g km3\n", volume);

    for (int t = 0; t < kTracers; ++t) {
        const double mean = reduceOver<Plus>(n3, Content{g, s.tracer[t], 0.0}) / volume;
        const double variance = reduceOver<Plus>(n3, SquaredContent{g, s.tracer[t], mean}) / volume;
        const double most = reduceOver<Maximum>(n3, MaskedValue{g.maskT, s.tracer[t], -1.0e30});
        std::printf("%-15s   mean %.12g deviation %.12g largest %.12g\n", tracerName(t), mean, std::sqrt(variance),
                    most);
    }

    const double kinetic = reduceOver<Plus>(n3, Content{g, s.velocity.kinetic, 0.0}) / volume;
    const double fastest = std::fmax(reduceOver<Maximum>(n3, Magnitude{s.velocity.u}),
                                     reduceOver<Maximum>(n3, Magnitude{s.velocity.v}));
    const double upward = reduceOver<Plus>(n3, SquaredContent{g, s.velocity.w, 0.0}) / volume;
    const double tke = reduceOver<Plus>(n3, Content{g, s.turb.tke, 0.0}) / volume;
    const double stable = reduceOver<Plus>(n3, Content{g, s.strat.buoyancy, 0.0}) / volume;
    std::printf("kinetic energy    %.12g\n", kinetic);
    std::printf("largest speed     %.12g\n", fastest);
    std::printf("rms upwelling     %.12g\n", std::sqrt(upward));
    std::printf("turbulent energy  %.12g\n", tke);
    std::printf("stratification    %.12g\n", stable);

    const double perSteps = 1.0 / p.run.steps;
    std::printf("rms sea level     %.12g\n", std::sqrt(reduceOver<Plus>(n2, SurfaceSquare{g, s.surface.eta}) / area));
    std::printf("mean mixed layer  %.12g\n", perSteps * reduceOver<Plus>(n2, SurfaceContent{g, s.means.mixedLayer}) / area);
    std::printf("mean speed        %.12g\n", perSteps * reduceOver<Plus>(n2, SurfaceContent{g, s.means.speed}) / area);
    std::printf("mean surface temp %.12g\n",
                perSteps * reduceOver<Plus>(n2, SurfaceContent{g, s.means.surfaceTemperature}) / area);
    std::printf("rms mean level    %.12g\n",
                perSteps * std::sqrt(reduceOver<Plus>(n2, SurfaceSquare{g, s.means.sealevel}) / area));
    std::printf("production        %.12g\n",
                perSteps * kSecondsPerDay * reduceOver<Plus>(n2, SurfaceContent{g, s.means.production}) / area);
    std::printf("export            %.12g\n",
                kSecondsPerDay * reduceOver<Plus>(n2, SurfaceContent{g, s.bio.exportFlux}) / area);
    std::printf("rms heat flux     %.12g\n", std::sqrt(reduceOver<Plus>(n2, SurfaceSquare{g, s.flux.heat}) / area));
    std::printf("mean pCO2         %.12g\n", reduceOver<Plus>(n2, SurfaceContent{g, s.bio.pco2}) / area);
    std::printf("rms carbon flux   %.12g\n",
                kSecondsPerDay * std::sqrt(reduceOver<Plus>(n2, SurfaceSquare{g, s.bio.gasCarbon}) / area));
    std::printf("ice cover         %.12g km2\n", reduceOver<Plus>(n2, SurfaceContent{g, s.ice.cover}));
    std::printf("ice volume        %.12g km3\n", 1.0e-3 * reduceOver<Plus>(n2, SurfaceContent{g, s.ice.thickness}));
    std::printf("snow volume       %.12g km3\n", 1.0e-3 * reduceOver<Plus>(n2, SurfaceContent{g, s.ice.snow}));

    // transports
    double* psi = deviceArray(n2);
    double* overturning = deviceArray((size_t)g.ny * g.nz);
    double* heat = deviceArray(g.ny);
    streamfunctionKernel<<<(g.ny + 63) / 64, 64>>>(g, s.surface.v, psi);
    GYRE_LAUNCH("streamfunctionKernel");
    overturningKernel<<<g.ny, 128>>>(g, s.velocity.v, s.surface.v, s.tracer[kTemperature], overturning,
                                       heat);
    GYRE_LAUNCH("overturningKernel");
    std::printf("gyre transport    %.12g Sv\n", reduceOver<Maximum>(n2, Magnitude{psi}));
    std::printf("overturning       %.12g Sv\n", reduceOver<Maximum>((size_t)g.ny * g.nz, Magnitude{overturning}));
    std::printf("heat transport    %.12g PW\n", reduceOver<Maximum>(g.ny, Magnitude{heat}));
    GYRE_CUDA(cudaFree(psi));
    GYRE_CUDA(cudaFree(overturning));
    GYRE_CUDA(cudaFree(heat));

    const size_t floats = (size_t)s.floats.count;
    std::printf("floats            displaced %.12g cells, path %.12g m\n",
                reduceOver<Plus>(floats, FloatDistance{s.floats}) / floats,
                reduceOver<Plus>(floats, Plain{s.floats.path}) / floats);

    for (int n = 0; n < 5; ++n) {
        const int i = (int)((0.25 + 0.11 * n) * g.nx);
        const int j = (int)((0.2 + 0.14 * n) * g.ny);
        const size_t c = g.at(i, j);
        const size_t mid = g.at(i, j, g.nz / 4);
        std::printf("station %d         %.12g %.12g %.12g %.12g %.12g\n", n, fetch(s.tracer[kTemperature], c),
                    fetch(s.tracer[kSalinity], mid), fetch(s.tracer[kNitrate], mid), fetch(s.tracer[kPhytoplankton], c),
                    fetch(s.bio.pco2, c));
    }
}

}   // namespace gyre
