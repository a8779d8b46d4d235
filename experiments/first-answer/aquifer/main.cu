// Groundwater flow and the spreading of a dissolved chain of contaminants in a heterogeneous aquifer.
//
//   aquifer [nx] [ny] [nz] [steps] [dt in days]

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "common.h"
#include "flow.h"
#include "ground.h"
#include "transport.h"

namespace {

const double kDay = 86400.0;
const double kYear = 365.25 * kDay;

int argument(int argc, char** argv, int which, int standard)
{
    if (which >= argc) return standard;
    const int value = std::atoi(argv[which]);
    if (value < 1) {
        std::fprintf(stderr, "usage: aquifer [nx] [ny] [nz] [steps] [dt in days]\n");
        std::exit(2);
    }
    return value;
}

std::vector<Well> placeWells(const Box& box)
{
    // where (parts of the box), screen (parts of the depth), rate for the full thickness, phase
    const double plan[6][5] = {
        {0.35, 0.30, 0.15, 0.45, 0.10}, {0.45, 0.62, 0.20, 0.60, 0.35}, {0.52, 0.48, 0.10, 0.40, 0.60},
        {0.63, 0.75, 0.25, 0.55, 0.20}, {0.80, 0.25, 0.10, 0.50, 0.80}, {0.86, 0.58, 0.30, 0.70, 0.50},
    };
    std::vector<Well> wells;
    for (int w = 0; w < 6; ++w) {
        Well well;
        well.i = (int)(plan[w][0] * box.nx);
        well.j = (int)(plan[w][1] * box.ny);
        well.kLow = (int)(plan[w][2] * box.nz);
        well.kHigh = (int)(plan[w][3] * box.nz);
        well.rate = 2.0e-5 * (1.0 + 0.25 * w) * (well.kHigh - well.kLow + 1);
        well.phase = plan[w][4];
        wells.push_back(well);
    }
    return wells;
}

struct Value {
    const double* a;
    __device__ double operator()(size_t p) const { return a[p]; }
};

struct Power {
    const double *qx, *qy, *qz;
    __device__ double operator()(size_t p) const { return qx[p] * qx[p] + qy[p] * qy[p] + qz[p] * qz[p]; }
};

}   // namespace

int main(int argc, char** argv)
{
    const Box box = {argument(argc, argv, 1, 256), argument(argc, argv, 2, 256), argument(argc, argv, 3, 64)};
    const int steps = argument(argc, argv, 4, 40);
    const double days = argc > 5 ? std::atof(argv[5]) : 2.0;
    if (!(days > 0.0)) {
        std::fprintf(stderr, "aquifer: the time step must be positive\n");
        return 2;
    }

    const Spacing spacing = {5.0, 5.0, 1.5};
    const Geology geology = {std::log(1.5e-4), 0.9, 0.1, std::log(2.0e-6), 1.0e-4, 0.08, 0.28};
    const double drop = 0.004 * box.nx * spacing.dx;
    FlowSettings settings;
    settings.dt = days * kDay;
    settings.headWest = drop;
    settings.headEast = 0.0;
    settings.riverStage = 0.25 * drop;
    settings.riverLeakage = 4.0e-7;
    settings.cycles = 2;
    settings.smoothings = 2;
    const Medium medium = {geology.porosity, 1650.0, 2.0, 0.3, 0.05, 6.0e-7, 0.15};
    const Chemistry chemistry = {{4.0e-8, 2.5e-8, 1.2e-8}, {1.1e-4, 6.0e-5, 3.0e-5}, 0.85,
                                 {0.0, 0.79, 0.74},        {8.0e-10, 9.0e-10, 1.1e-9}, 0.02};

    cudaEvent_t begin, end;
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));

    Buffer<double> conductivity(box.cells()), scratch(kReduceBlocks);
    makeConductivity(box, geology, 20240611u, conductivity);
    const std::vector<Well> wells = placeWells(box);
    Flow flow(box, spacing, geology, settings, conductivity, wells);
    Transport transport(box, spacing, medium, chemistry);

    CUDA(cudaEventRecord(begin));
    const int parts = 5;
    double time = 0.0;
    for (int n = 0; n < steps; ++n) {
        time = n * settings.dt;
        const double recharge = 8.0e-9 * (1.0 + 0.6 * std::cos(2.0 * M_PI * time / kYear));
        flow.step(recharge, time, n == 0 ? 4 : settings.cycles);
        transport.step(flow, recharge, settings.dt, parts);
    }
    CUDA(cudaEventRecord(end));
    CUDA(cudaEventSynchronize(end));
    float elapsed = 0.0f;
    CUDA(cudaEventElapsedTime(&elapsed, begin, end));
    std::fprintf(stderr, "time stepping %.3f ms, residual of the last step %.3g m^3/s\n", elapsed,
                 flow.residualNorm());

    const size_t n = box.cells();
    std::printf("aquifer %d x %d x %d, %d steps of %g days\n", box.nx, box.ny, box.nz, steps, days);
    std::printf("mean conductivity %.12g\n", reduce<Sum>(n, Value{conductivity.get()}, scratch) / n);
    std::printf("mean head         %.12g\n", reduce<Sum>(n, Value{flow.head().get()}, scratch) / n);
    std::printf("largest head      %.12g\n", reduce<Largest>(n, Value{flow.head().get()}, scratch));
    std::printf("rms flux          %.12g\n",
                std::sqrt(reduce<Sum>(n, Power{flow.qx().get(), flow.qy().get(), flow.qz().get()}, scratch) / n));
    std::printf("largest courant   %.12g\n", transport.largestCourant(flow, settings.dt / parts));
    for (int s = 0; s < kSpecies; ++s)
        std::printf("species %d         mass %.12g peak %.12g spread %.12g\n", s, transport.mass(s),
                    transport.peak(s), transport.spread(s));

    const std::vector<double> head = flow.head().host();
    const std::vector<double> parent = transport.concentration(0).host();
    const std::vector<double> daughter = transport.concentration(1).host();
    for (size_t w = 0; w < wells.size(); ++w) {
        const size_t p = box.at(wells[w].i, wells[w].j, (wells[w].kLow + wells[w].kHigh) / 2);
        std::printf("well %zu            head %.12g\n", w, head[p]);
    }
    for (int m = 0; m < 4; ++m) {
        const size_t p = box.at((int)((0.16 + 0.03 * m) * box.nx), box.ny / 2, (int)(0.7 * box.nz));
        std::printf("monitor %d         %.12g %.12g\n", m, parent[p], daughter[p]);
    }
    CUDA(cudaEventDestroy(begin));
    CUDA(cudaEventDestroy(end));
    return 0;
}
