#include "flow.h"

#include <cmath>

namespace {

__device__ double harmonic(double a, double b) { return 2.0 * a * b / (a + b); }

__global__ void conductances(Box box, Spacing h, Geology g, const double* __restrict__ conductivity,
                             double* __restrict__ tx, double* __restrict__ ty, double* __restrict__ tz)
{
    CELL_OF_THREAD(box);
    const double here = conductivity[p];
    const double areaX = h.dy * h.dz, areaY = h.dx * h.dz, areaZ = h.dx * h.dy;
    tx[p] = i + 1 < box.nx ? harmonic(here, conductivity[p + 1]) * areaX / h.dx : 0.0;
    ty[p] = j + 1 < box.ny ? harmonic(here, conductivity[p + box.strideY()]) * areaY / h.dy : 0.0;
    tz[p] = k + 1 < box.nz ? g.verticalRatio * harmonic(here, conductivity[p + box.strideZ()]) * areaZ / h.dz : 0.0;
}

// Storage of every cell over the time step, and the conductances to the western and eastern borders and the river.
__global__ void outsideCoupling(Box box, Spacing h, Geology g, FlowSettings s,
                                const double* __restrict__ conductivity, double* __restrict__ storage,
                                double* __restrict__ west, double* __restrict__ east, double* __restrict__ river,
                                double* __restrict__ sink)
{
    CELL_OF_THREAD(box);
    const double volume = h.dx * h.dy * h.dz;
    double hold = g.specificStorage * volume / s.dt;
    if (k == box.nz - 1) hold += g.specificYield * h.dx * h.dy / s.dt;
    storage[p] = hold;
    double out = hold;

    const double half = conductivity[p] * h.dy * h.dz / (0.5 * h.dx);
    if (i == 0) {
        west[(size_t)k * box.ny + j] = half;
        out += half;
    }
    if (i == box.nx - 1) {
        east[(size_t)k * box.ny + j] = half;
        out += half;
    }
    if (k == box.nz - 1) {
        // a river meanders from south to north
        const double y = (j + 0.5) / box.ny;
        const double middle = 0.7 + 0.08 * sin(9.0 * y);
        const double off = ((i + 0.5) / box.nx - middle) / 0.02;
        const double leak = s.riverLeakage * h.dx * h.dy * exp(-off * off);
        river[(size_t)j * box.nx + i] = leak;
        out += leak;
    }
    sink[p] = out;
}

__global__ void makeDiagonal(Box box, const double* __restrict__ tx, const double* __restrict__ ty,
                             const double* __restrict__ tz, const double* __restrict__ sink,
                             double* __restrict__ diagonal)
{
    CELL_OF_THREAD(box);
    double d = sink[p] + tx[p] + ty[p] + tz[p];
    if (i > 0) d += tx[p - 1];
    if (j > 0) d += ty[p - box.strideY()];
    if (k > 0) d += tz[p - box.strideZ()];
    diagonal[p] = d;
}

// Faces of a coarse cell: the four fine faces together, over twice the distance.
__global__ void coarsen(Box coarse, Box fine, const double* __restrict__ tx, const double* __restrict__ ty,
                        const double* __restrict__ tz, const double* __restrict__ sink, double* __restrict__ ctx,
                        double* __restrict__ cty, double* __restrict__ ctz, double* __restrict__ csink)
{
    CELL_OF_THREAD(coarse);
    double sx = 0.0, sy = 0.0, sz = 0.0, all = 0.0;
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            sx += tx[fine.at(2 * i + 1, 2 * j + a, 2 * k + b)];
            sy += ty[fine.at(2 * i + a, 2 * j + 1, 2 * k + b)];
            sz += tz[fine.at(2 * i + a, 2 * j + b, 2 * k + 1)];
            all += sink[fine.at(2 * i, 2 * j + a, 2 * k + b)] + sink[fine.at(2 * i + 1, 2 * j + a, 2 * k + b)];
        }
    }
    ctx[p] = 0.5 * sx;
    cty[p] = 0.5 * sy;
    ctz[p] = 0.5 * sz;
    csink[p] = all;
}

__device__ double neighbours(const Box& box, int i, int j, int k, size_t p, const double* tx, const double* ty,
                             const double* tz, const double* x)
{
    const size_t sy = box.strideY(), sz = box.strideZ();
    double sum = 0.0;
    if (i > 0) sum += tx[p - 1] * x[p - 1];
    if (i + 1 < box.nx) sum += tx[p] * x[p + 1];
    if (j > 0) sum += ty[p - sy] * x[p - sy];
    if (j + 1 < box.ny) sum += ty[p] * x[p + sy];
    if (k > 0) sum += tz[p - sz] * x[p - sz];
    if (k + 1 < box.nz) sum += tz[p] * x[p + sz];
    return sum;
}

// Gauss-Seidel over the cells of one colour.
__global__ void relaxColour(Box box, int colour, const double* __restrict__ tx, const double* __restrict__ ty,
                            const double* __restrict__ tz, const double* __restrict__ diagonal,
                            const double* __restrict__ rhs, double* x)
{
    const int half = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    const int k = blockIdx.z * blockDim.z + threadIdx.z;
    const int i = 2 * half + ((j + k + colour) & 1);
    if (i >= box.nx || j >= box.ny || k >= box.nz) return;
    const size_t p = box.at(i, j, k);
    x[p] = (rhs[p] + neighbours(box, i, j, k, p, tx, ty, tz, x)) / diagonal[p];
}

__global__ void residualKernel(Box box, const double* __restrict__ tx, const double* __restrict__ ty,
                               const double* __restrict__ tz, const double* __restrict__ diagonal,
                               const double* __restrict__ rhs, const double* __restrict__ x,
                               double* __restrict__ residual)
{
    CELL_OF_THREAD(box);
    residual[p] = rhs[p] + neighbours(box, i, j, k, p, tx, ty, tz, x) - diagonal[p] * x[p];
}

__global__ void restrictResidual(Box coarse, Box fine, const double* __restrict__ residual,
                                 double* __restrict__ rhs, double* __restrict__ x)
{
    CELL_OF_THREAD(coarse);
    double sum = 0.0;
    for (int c = 0; c < 2; ++c)
        for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a) sum += residual[fine.at(2 * i + a, 2 * j + b, 2 * k + c)];
    rhs[p] = sum;
    x[p] = 0.0;
}

// Trilinear interpolation of the correction, constant beyond the outermost cell centres.
__global__ void prolongate(Box fine, Box coarse, const double* __restrict__ correction, double* __restrict__ x)
{
    CELL_OF_THREAD(fine);
    const int ci = i / 2, cj = j / 2, ck = k / 2;
    const int oi = min(max(ci + (i % 2 ? 1 : -1), 0), coarse.nx - 1);
    const int oj = min(max(cj + (j % 2 ? 1 : -1), 0), coarse.ny - 1);
    const int ok = min(max(ck + (k % 2 ? 1 : -1), 0), coarse.nz - 1);
    const double near = 0.75, far = 0.25;
    const double low = near * (near * correction[coarse.at(ci, cj, ck)] + far * correction[coarse.at(oi, cj, ck)]) +
                       far * (near * correction[coarse.at(ci, oj, ck)] + far * correction[coarse.at(oi, oj, ck)]);
    const double high = near * (near * correction[coarse.at(ci, cj, ok)] + far * correction[coarse.at(oi, cj, ok)]) +
                        far * (near * correction[coarse.at(ci, oj, ok)] + far * correction[coarse.at(oi, oj, ok)]);
    x[p] += near * low + far * high;
}

__global__ void assembleRhs(Box box, Spacing h, FlowSettings s, double recharge, const double* __restrict__ storage,
                            const double* __restrict__ west, const double* __restrict__ east,
                            const double* __restrict__ river, const double* __restrict__ head,
                            double* __restrict__ rhs)
{
    CELL_OF_THREAD(box);
    double b = storage[p] * head[p];
    if (i == 0) b += west[(size_t)k * box.ny + j] * s.headWest;
    if (i == box.nx - 1) b += east[(size_t)k * box.ny + j] * s.headEast;
    if (k == box.nz - 1) {
        const double y = (j + 0.5) / box.ny;
        const double rain = recharge * (1.0 + 0.3 * cos(5.0 * y));
        b += river[(size_t)j * box.nx + i] * s.riverStage + rain * h.dx * h.dy;
    }
    rhs[p] = b;
}

// Each well's rate is spread evenly over its screen.
__global__ void pump(Box box, int wells, const int* __restrict__ range, const double* __restrict__ rate, double* rhs)
{
    const int w = blockIdx.x;
    if (w >= wells) return;
    const int i = range[4 * w], j = range[4 * w + 1], low = range[4 * w + 2], high = range[4 * w + 3];
    const double share = rate[w] / (high - low + 1);
    for (int k = low + threadIdx.x; k <= high; k += blockDim.x) rhs[box.at(i, j, k)] -= share;
}

// Fluxes through the western, southern and lower face of every cell.
__global__ void darcy(Box box, Spacing h, FlowSettings s, const double* __restrict__ tx,
                      const double* __restrict__ ty, const double* __restrict__ tz, const double* __restrict__ west,
                      const double* __restrict__ head, double* __restrict__ qx, double* __restrict__ qy,
                      double* __restrict__ qz)
{
    CELL_OF_THREAD(box);
    const double here = head[p];
    const double perX = 1.0 / (h.dy * h.dz), perY = 1.0 / (h.dx * h.dz), perZ = 1.0 / (h.dx * h.dy);
    qx[p] = i > 0 ? tx[p - 1] * (head[p - 1] - here) * perX
                  : west[(size_t)k * box.ny + j] * (s.headWest - here) * perX;
    qy[p] = j > 0 ? ty[p - box.strideY()] * (head[p - box.strideY()] - here) * perY : 0.0;
    qz[p] = k > 0 ? tz[p - box.strideZ()] * (head[p - box.strideZ()] - here) * perZ : 0.0;
}

struct Squared {
    const double* a;
    __device__ double operator()(size_t p) const { return a[p] * a[p]; }
};

void allocateLevel(Level& level, const Box& box)
{
    level.box = box;
    const size_t n = box.cells();
    for (Buffer<double>* b : {&level.tx, &level.ty, &level.tz, &level.sink, &level.diagonal, &level.x, &level.rhs,
                              &level.residual})
        b->allocate(n);
}

}   // namespace

Flow::Flow(const Box& box, const Spacing& spacing, const Geology& geology, const FlowSettings& settings,
           const Buffer<double>& conductivity, const std::vector<Well>& wells)
    : spacing_(spacing), settings_(settings), wells_(wells), storage_(box.cells()),
      westT_((size_t)box.ny * box.nz), eastT_((size_t)box.ny * box.nz), riverT_((size_t)box.nx * box.ny),
      wellRate_(wells.size()), wellRange_(4 * wells.size()), qx_(box.cells()), qy_(box.cells()), qz_(box.cells()),
      scratch_(kReduceBlocks)
{
    levels_.emplace_back();
    allocateLevel(levels_[0], box);
    Level& finest = levels_[0];
    conductances<<<blocks(box), threads()>>>(box, spacing_, geology, conductivity.get(), finest.tx.get(),
                                             finest.ty.get(), finest.tz.get());
    LAUNCHED();
    outsideCoupling<<<blocks(box), threads()>>>(box, spacing_, geology, settings_, conductivity.get(),
                                                storage_.get(), westT_.get(), eastT_.get(), riverT_.get(),
                                                finest.sink.get());
    LAUNCHED();

    for (;;) {
        const Box fine = levels_.back().box;
        if (fine.nx % 2 || fine.ny % 2 || fine.nz % 2 || fine.nx < 8 || fine.ny < 8 || fine.nz < 4) break;
        const Box coarse = {fine.nx / 2, fine.ny / 2, fine.nz / 2};
        Level next;
        allocateLevel(next, coarse);
        const Level& f = levels_.back();
        coarsen<<<blocks(coarse), threads()>>>(coarse, fine, f.tx.get(), f.ty.get(), f.tz.get(), f.sink.get(),
                                               next.tx.get(), next.ty.get(), next.tz.get(), next.sink.get());
        LAUNCHED();
        levels_.push_back(std::move(next));
    }
    for (Level& l : levels_) {
        makeDiagonal<<<blocks(l.box), threads()>>>(l.box, l.tx.get(), l.ty.get(), l.tz.get(), l.sink.get(),
                                                   l.diagonal.get());
        LAUNCHED();
    }

    std::vector<int> range;
    for (const Well& w : wells_) range.insert(range.end(), {w.i, w.j, w.kLow, w.kHigh});
    wellRange_.set(range);

    // the first guess: a slope between the borders
    std::vector<double> head(box.cells());
    for (int k = 0; k < box.nz; ++k)
        for (int j = 0; j < box.ny; ++j)
            for (int i = 0; i < box.nx; ++i)
                head[box.at(i, j, k)] =
                    settings.headWest + (settings.headEast - settings.headWest) * (i + 0.5) / box.nx;
    finest.x.set(head);
}

void Flow::relax(Level& level, int sweeps)
{
    const Box& b = level.box;
    const dim3 half((b.nx / 2 + 32) / 32, (b.ny + 3) / 4, (b.nz + 1) / 2);
    for (int s = 0; s < sweeps; ++s) {
        for (int colour = 0; colour < 2; ++colour) {
            relaxColour<<<half, threads()>>>(b, colour, level.tx.get(), level.ty.get(), level.tz.get(),
                                             level.diagonal.get(), level.rhs.get(), level.x.get());
            LAUNCHED();
        }
    }
}

void Flow::computeResidual(Level& level)
{
    residualKernel<<<blocks(level.box), threads()>>>(level.box, level.tx.get(), level.ty.get(), level.tz.get(),
                                                     level.diagonal.get(), level.rhs.get(), level.x.get(),
                                                     level.residual.get());
    LAUNCHED();
}

void Flow::cycle(size_t l)
{
    Level& fine = levels_[l];
    if (l + 1 == levels_.size()) {
        relax(fine, 16);
        return;
    }
    relax(fine, settings_.smoothings);
    computeResidual(fine);
    Level& coarse = levels_[l + 1];
    restrictResidual<<<blocks(coarse.box), threads()>>>(coarse.box, fine.box, fine.residual.get(), coarse.rhs.get(),
                                                        coarse.x.get());
    LAUNCHED();
    cycle(l + 1);
    prolongate<<<blocks(fine.box), threads()>>>(fine.box, coarse.box, coarse.x.get(), fine.x.get());
    LAUNCHED();
    relax(fine, settings_.smoothings);
}

void Flow::step(double recharge, double time, int cycles)
{
    Level& l = levels_[0];
    assembleRhs<<<blocks(l.box), threads()>>>(l.box, spacing_, settings_, recharge, storage_.get(), westT_.get(),
                                              eastT_.get(), riverT_.get(), l.x.get(), l.rhs.get());
    LAUNCHED();
    const double year = 365.25 * 86400.0;
    std::vector<double> rate;
    for (const Well& w : wells_)
        rate.push_back(w.rate * (1.0 + 0.4 * std::sin(2.0 * M_PI * (time / year + w.phase))));
    wellRate_.set(rate);
    pump<<<(unsigned)wells_.size(), 32>>>(l.box, (int)wells_.size(), wellRange_.get(), wellRate_.get(), l.rhs.get());
    LAUNCHED();
    for (int c = 0; c < cycles; ++c) cycle(0);
    darcy<<<blocks(l.box), threads()>>>(l.box, spacing_, settings_, l.tx.get(), l.ty.get(), l.tz.get(), westT_.get(),
                                        l.x.get(), qx_.get(), qy_.get(), qz_.get());
    LAUNCHED();
}

double Flow::residualNorm()
{
    Level& l = levels_[0];
    computeResidual(l);
    return std::sqrt(reduce<Sum>(l.box.cells(), Squared{l.residual.get()}, scratch_) / l.box.cells());
}
