#include <cuda_runtime.h>

#include "grid.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "check.h"
#include "constants.h"

namespace gyre {

double* deviceArray(size_t count)
{
    double* p = nullptr;
    GYRE_CUDA(cudaMalloc(&p, count * sizeof(double)));
    GYRE_CUDA(cudaMemset(p, 0, count * sizeof(double)));
    return p;
}

namespace {

double* upload(const std::vector<double>& values)
{
    double* p = deviceArray(values.size());
    GYRE_CUDA(cudaMemcpy(p, values.data(), values.size() * sizeof(double), cudaMemcpyHostToDevice));
    return p;
}

double smoothStep(double x)
{
    const double t = std::min(1.0, std::max(0.0, x));
    return t * t * (3.0 - 2.0 * t);
}

// Depth of the sea floor, from 0 to 1 in both directions: shelves, a slope, a ridge and some hills.
double seaFloor(const BasinParams& basin, double x, double y)
{
    const double west = smoothStep((x - 0.03) / 0.10);
    const double east = smoothStep((0.98 - x) / 0.07);
    const double south = smoothStep((y - 0.01) / 0.05);
    const double north = smoothStep((0.99 - y) / 0.08);
    const double open = west * east * south * north;
    const double crest = 0.55 + 0.06 * std::sin(2.0 * kPi * y);
    const double ridge = basin.ridge * std::exp(-std::pow((x - crest) / 0.07, 2));
    const double hills = 120.0 * std::sin(23.0 * x + 3.0 * y) * std::sin(17.0 * y - 5.0 * x);
    const double deep = basin.depth - ridge - 130.0 + hills;
    return basin.shelf + (deep - basin.shelf) * open;
}

__global__ void buildMasks(Grid g)
{
    GYRE_CELL(g);
    auto wet = [&](int a, int b) {
        if (a <= 0 || b <= 0 || a >= g.nx - 1 || b >= g.ny - 1) return 0.0;
        return k < g.kBottom[g.at(a, b)] ? 1.0 : 0.0;
    };
    const double here = wet(i, j);
    const double east = wet(i + 1, j);
    const double north = wet(i, j + 1);
    const double diagonal = wet(i + 1, j + 1);
    g.maskT[p] = here;
    g.maskU[p] = here * east;
    g.maskV[p] = here * north;
    g.maskC[p] = here * east * north * diagonal;
}

__global__ void buildDepths(Grid g)
{
    GYRE_COLUMN(g);
    double t = 0.0, u = 0.0, v = 0.0;
    for (int k = 0; k < g.nz; ++k) {
        const size_t p = g.at(i, j, k);
        t += g.dz[k] * g.maskT[p];
        u += g.dz[k] * g.maskU[p];
        v += g.dz[k] * g.maskV[p];
    }
    g.depthT[c] = t;
    g.depthU[c] = u;
    g.depthV[c] = v;
}

}   // namespace

Grid makeGrid(const Params& params)
{
    const RunParams& run = params.run;
    const BasinParams& basin = params.basin;
    Grid g;
    g.nx = run.nx;
    g.ny = run.ny;
    g.nz = run.nz;
    g.dt = run.dt;

    // rows
    std::vector<double> dxT(g.ny), dxV(g.ny), area(g.ny), f(g.ny), latitude(g.ny);
    const double step = basin.spacing * kDegree;
    const double middle = (basin.south + 0.5 * basin.spacing * g.ny) * kDegree;
    g.dy = kEarthRadius * step;
    const double widen = (double)g.ny / g.nx;
    for (int j = 0; j < g.ny; ++j) {
        const double centre = basin.south * kDegree + (j + 0.5) * step;
        const double face = basin.south * kDegree + (j + 1.0) * step;
        latitude[j] = centre;
        dxT[j] = kEarthRadius * step * widen * std::cos(centre) / std::cos(middle);
        dxV[j] = kEarthRadius * step * widen * std::cos(face) / std::cos(middle);
        area[j] = dxT[j] * g.dy;
        f[j] = 2.0 * kOmega * std::sin(face);
    }
    g.dxT = upload(dxT);
    g.dxV = upload(dxV);
    g.area = upload(area);
    g.fCorner = upload(f);
    g.latitude = upload(latitude);

    // layers: thickness grows with depth, to the given depth in all
    std::vector<double> dz(g.nz), zt(g.nz), zw(g.nz + 1), dzw(g.nz);
    double all = 0.0;
    for (int k = 0; k < g.nz; ++k) {
        const double s = (k + 0.5) / g.nz;
        dz[k] = 1.0 + 55.0 * s * s * s + 4.0 * s;
        all += dz[k];
    }
    const double rest = (basin.depth - basin.firstLayer * g.nz) / all;
    for (int k = 0; k < g.nz; ++k) dz[k] = basin.firstLayer + rest * dz[k];
    zw[0] = 0.0;
    for (int k = 0; k < g.nz; ++k) {
        zw[k + 1] = zw[k] + dz[k];
        zt[k] = zw[k] + 0.5 * dz[k];
        dzw[k] = k == 0 ? 0.5 * dz[0] : 0.5 * (dz[k - 1] + dz[k]);
    }
    g.dz = upload(dz);
    g.zt = upload(zt);
    g.zw = upload(zw);
    g.dzw = upload(dzw);

    // columns
    std::vector<int> kBottom(g.columns());
    std::vector<double> rough(g.columns());
    for (int j = 0; j < g.ny; ++j) {
        for (int i = 0; i < g.nx; ++i) {
            const double x = (i + 0.5) / g.nx, y = (j + 0.5) / g.ny;
            const double floor = seaFloor(basin, x, y);
            int k = 0;
            while (k < g.nz && zt[k] < floor) ++k;
            kBottom[g.at(i, j)] = std::max(k, 3);
            rough[g.at(i, j)] = std::exp(-std::pow((x - 0.55) / 0.15, 2));
        }
    }
    GYRE_CUDA(cudaMalloc(&g.kBottom, g.columns() * sizeof(int)));
    GYRE_CUDA(cudaMemcpy(g.kBottom, kBottom.data(), g.columns() * sizeof(int), cudaMemcpyHostToDevice));
    g.rough = upload(rough);
    g.depthT = deviceArray(g.columns());
    g.depthU = deviceArray(g.columns());
    g.depthV = deviceArray(g.columns());

    g.maskT = deviceArray(g.cells());
    g.maskU = deviceArray(g.cells());
    g.maskV = deviceArray(g.cells());
    g.maskC = deviceArray(g.cells());
    buildMasks<<<cellBlocks(g), cellThreads()>>>(g);
    GYRE_LAUNCH("buildMasks");
    buildDepths<<<columnBlocks(g), columnThreads()>>>(g);
    GYRE_LAUNCH("buildDepths");
    return g;
}

void freeGrid(Grid& g)
{
    for (double* p : {g.dxT, g.dxV, g.area, g.fCorner, g.latitude, g.dz, g.zt, g.zw, g.dzw, g.depthT, g.depthU,
                      g.depthV, g.rough, g.maskT, g.maskU, g.maskV, g.maskC})
        GYRE_CUDA(cudaFree(p));
    GYRE_CUDA(cudaFree(g.kBottom));
}

}   // namespace gyre
