#include "transport.h"

#include <cmath>

namespace {

__device__ double vanLeer(double a, double b)
{
    const double product = a * b;
    return product > 0.0 ? 2.0 * product / (a + b) : 0.0;
}

// Concentration at a face, second order where it is smooth. Cells in the order of the stride: far left, left |
// right, far right; at a border the far one repeats its neighbour.
__device__ double atFace(double velocity, double courant, double ll, double l, double r, double rr)
{
    if (velocity >= 0.0) return l + 0.5 * (1.0 - courant) * vanLeer(l - ll, r - l);
    return r - 0.5 * (1.0 - courant) * vanLeer(rr - r, r - l);
}

// Speed of the water in the middle of the cells, and from it the horizontal dispersion.
__global__ void poreSpeed(Box box, Medium m, double molecular, const double* __restrict__ qx,
                          const double* __restrict__ qy, const double* __restrict__ qz, double* __restrict__ speed,
                          double* __restrict__ dispersion)
{
    CELL_OF_THREAD(box);
    const double x = 0.5 * (qx[p] + (i + 1 < box.nx ? qx[p + 1] : qx[p]));
    const double y = 0.5 * (qy[p] + (j + 1 < box.ny ? qy[p + box.strideY()] : 0.0));
    const double z = 0.5 * (qz[p] + (k + 1 < box.nz ? qz[p + box.strideZ()] : 0.0));
    const double s = sqrt(x * x + y * y + z * z) / m.porosity;
    speed[p] = s;
    dispersion[p] = m.alphaLong * s + molecular;
}

// 1 + sorbed over dissolved. Freundlich for the parent, linear for the others.
__global__ void retardation(Box box, Medium m, double coefficient, double exponent, const double* __restrict__ c,
                            double* __restrict__ retard)
{
    CELL_OF_THREAD(box);
    double slope = coefficient;
    if (exponent < 1.0) {
        const double floor = 1.0e-4 * m.solubility;
        const double x = c[p] > floor ? c[p] : floor;
        slope = coefficient * exponent * pow(x / m.solubility, exponent - 1.0);
    }
    retard[p] = 1.0 + m.bulkDensity * slope / m.porosity;
}

// Advection along all axes and dispersion along x and y, explicit, in the form that keeps a constant constant.
__global__ void advectDisperse(Box box, Spacing h, Medium m, double dt, double recharge,
                               const double* __restrict__ qx, const double* __restrict__ qy,
                               const double* __restrict__ qz, const double* __restrict__ dispersion,
                               const double* __restrict__ retard, const double* __restrict__ c,
                               double* __restrict__ next)
{
    CELL_OF_THREAD(box);
    const size_t sy = box.strideY(), sz = box.strideZ();
    const double here = c[p];
    const double perPore = 1.0 / m.porosity;

    double change = 0.0;
    // x
    {
        const double l = i > 0 ? c[p - 1] : 0.0;
        const double ll = i > 1 ? c[p - 2] : l;
        const double r = i + 1 < box.nx ? c[p + 1] : here;
        const double rr = i + 2 < box.nx ? c[p + 2] : r;
        const double vw = qx[p] * perPore;
        const double ve = (i + 1 < box.nx ? qx[p + 1] : qx[p]) * perPore;
        const double fw = vw * atFace(vw, fabs(vw) * dt / h.dx, ll, l, here, r);
        const double fe = ve * atFace(ve, fabs(ve) * dt / h.dx, l, here, r, rr);
        change -= (fe - fw - here * (ve - vw)) / h.dx;
        double spread = 0.0;
        if (i > 0) spread += 0.5 * (dispersion[p] + dispersion[p - 1]) * (l - here);
        if (i + 1 < box.nx) spread += 0.5 * (dispersion[p] + dispersion[p + 1]) * (r - here);
        change += spread / (h.dx * h.dx);
    }
    // y
    {
        const double l = j > 0 ? c[p - sy] : here;
        const double ll = j > 1 ? c[p - 2 * sy] : l;
        const double r = j + 1 < box.ny ? c[p + sy] : here;
        const double rr = j + 2 < box.ny ? c[p + 2 * sy] : r;
        const double vs = qy[p] * perPore;
        const double vn = (j + 1 < box.ny ? qy[p + sy] : 0.0) * perPore;
        const double fs = vs * atFace(vs, fabs(vs) * dt / h.dy, ll, l, here, r);
        const double fn = vn * atFace(vn, fabs(vn) * dt / h.dy, l, here, r, rr);
        change -= (fn - fs - here * (vn - vs)) / h.dy;
        const double ratio = m.alphaTrans / m.alphaLong;
        double spread = 0.0;
        if (j > 0) spread += 0.5 * (dispersion[p] + dispersion[p - sy]) * (l - here);
        if (j + 1 < box.ny) spread += 0.5 * (dispersion[p] + dispersion[p + sy]) * (r - here);
        change += ratio * spread / (h.dy * h.dy);
    }
    // z
    {
        const double l = k > 0 ? c[p - sz] : here;
        const double ll = k > 1 ? c[p - 2 * sz] : l;
        const double r = k + 1 < box.nz ? c[p + sz] : here;
        const double rr = k + 2 < box.nz ? c[p + 2 * sz] : r;
        const double vb = qz[p] * perPore;
        const double vt = (k + 1 < box.nz ? qz[p + sz] : 0.0) * perPore;
        const double fb = vb * atFace(vb, fabs(vb) * dt / h.dz, ll, l, here, r);
        const double ft = vt * atFace(vt, fabs(vt) * dt / h.dz, l, here, r, rr);
        change -= (ft - fb - here * (vt - vb)) / h.dz;
        if (k == box.nz - 1) change -= recharge * perPore * here / h.dz;   // clean rain
    }
    next[p] = here + dt * change / retard[p];
}

// Vertical dispersion, implicit: one column of cells per thread.
__global__ void disperseColumns(Box box, Spacing h, Medium m, double dt, double molecular,
                                const double* __restrict__ speed, const double* __restrict__ retard,
                                double* __restrict__ gamma, double* __restrict__ c)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= box.nx || j >= box.ny) return;
    const size_t sz = box.strideZ();
    const double factor = dt / (h.dz * h.dz);

    size_t p = box.at(i, j, 0);
    double below = 0.0;
    double speedHere = speed[p];
    double previous = 0.0, previousGamma = 0.0;
    for (int k = 0; k < box.nz; ++k, p += sz) {
        const double speedUp = k + 1 < box.nz ? speed[p + sz] : 0.0;
        const double above =
            k + 1 < box.nz ? factor * (m.alphaVertical * 0.5 * (speedHere + speedUp) + molecular) : 0.0;
        const double perR = 1.0 / retard[p];
        const double pivot = 1.0 / (1.0 + perR * (below + above) - perR * below * previousGamma);
        const double value = (c[p] + perR * below * previous) * pivot;
        const double g = perR * above * pivot;
        gamma[p] = g;
        c[p] = value;
        previous = value;
        previousGamma = g;
        below = above;
        speedHere = speedUp;
    }
    p -= sz;
    double up = c[p];
    for (int k = box.nz - 2; k >= 0; --k) {
        p -= sz;
        up = c[p] + gamma[p] * up;
        c[p] = up;
    }
}

// The chain of decays in every cell, and dissolution in the source zone. Implicit, one species after the other.
__global__ void react(Box box, Medium m, Chemistry chem, double dt, double* __restrict__ parent,
                      double* __restrict__ daughter, double* __restrict__ last)
{
    CELL_OF_THREAD(box);
    const double x = ((i + 0.5) / box.nx - 0.18) / 0.05;
    const double y = ((j + 0.5) / box.ny - 0.5) / 0.10;
    const double z = ((k + 0.5) / box.nz - 0.75) / 0.15;
    const double zone = exp(-(x * x + y * y + z * z));

    double a = parent[p], b = daughter[p], d = last[p];
    const double rate = m.dissolution * zone;
    a = (a + dt * rate * m.solubility) / (1.0 + dt * (rate + chem.decay[0]));
    const double slowed = chem.decay[1] / (1.0 + a / chem.inhibition);
    const double made = dt * chem.yield[1] * chem.decay[0] * a;
    b = (b + made) / (1.0 + dt * slowed);
    d = (d + dt * chem.yield[2] * slowed * b) / (1.0 + dt * chem.decay[2]);
    parent[p] = a;
    daughter[p] = b;
    last[p] = d;
}

struct Dissolved {
    const double* c;
    double factor;
    __device__ double operator()(size_t p) const { return factor * c[p]; }
};

struct SecondMoment {
    const double* c;
    Box box;
    double dx, origin;
    __device__ double operator()(size_t p) const
    {
        const double x = ((double)(p % box.nx) + 0.5) * dx - origin;
        return c[p] * x * x;
    }
};

struct Courant {
    const double *qx, *qy, *qz;
    double x, y, z;
    __device__ double operator()(size_t p) const { return fabs(qx[p]) * x + fabs(qy[p]) * y + fabs(qz[p]) * z; }
};

}   // namespace

Transport::Transport(const Box& box, const Spacing& spacing, const Medium& medium, const Chemistry& chemistry)
    : box_(box), spacing_(spacing), medium_(medium), chemistry_(chemistry), next_(box.cells()), speed_(box.cells()),
      dispersion_(box.cells()), gamma_(box.cells()), retard_(box.cells()), scratch_(kReduceBlocks)
{
    for (int s = 0; s < kSpecies; ++s) c_.emplace_back(box.cells());
}

void Transport::step(const Flow& flow, double recharge, double dt, int parts)
{
    const dim3 columnThreads(32, 4);
    const dim3 columnBlocks((box_.nx + 31) / 32, (box_.ny + 3) / 4);
    const double part = dt / parts;
    for (int n = 0; n < parts; ++n) {
        for (int s = 0; s < kSpecies; ++s) {
            poreSpeed<<<blocks(box_), threads()>>>(box_, medium_, chemistry_.diffusion[s], flow.qx().get(),
                                                   flow.qy().get(), flow.qz().get(), speed_.get(),
                                                   dispersion_.get());
            LAUNCHED();
            retardation<<<blocks(box_), threads()>>>(box_, medium_, chemistry_.sorption[s],
                                                     s == 0 ? chemistry_.freundlich : 1.0, c_[s].get(),
                                                     retard_.get());
            LAUNCHED();
            advectDisperse<<<blocks(box_), threads()>>>(box_, spacing_, medium_, part, recharge, flow.qx().get(),
                                                        flow.qy().get(), flow.qz().get(), dispersion_.get(),
                                                        retard_.get(), c_[s].get(), next_.get());
            LAUNCHED();
            disperseColumns<<<columnBlocks, columnThreads>>>(box_, spacing_, medium_, part, chemistry_.diffusion[s],
                                                             speed_.get(), retard_.get(), gamma_.get(), next_.get());
            LAUNCHED();
            c_[s].swap(next_);
        }
        react<<<blocks(box_), threads()>>>(box_, medium_, chemistry_, part, c_[0].get(), c_[1].get(), c_[2].get());
        LAUNCHED();
    }
}

double Transport::mass(int s)
{
    const double volume = spacing_.dx * spacing_.dy * spacing_.dz;
    return reduce<Sum>(box_.cells(), Dissolved{c_[s].get(), medium_.porosity * volume}, scratch_);
}

double Transport::peak(int s) { return reduce<Largest>(box_.cells(), Dissolved{c_[s].get(), 1.0}, scratch_); }

double Transport::spread(int s)
{
    const double origin = 0.18 * box_.nx * spacing_.dx;
    const double all = reduce<Sum>(box_.cells(), Dissolved{c_[s].get(), 1.0}, scratch_);
    const double moment =
        reduce<Sum>(box_.cells(), SecondMoment{c_[s].get(), box_, spacing_.dx, origin}, scratch_);
    return std::sqrt(moment / all);
}

double Transport::largestCourant(const Flow& flow, double dt)
{
    const double factor = dt / medium_.porosity;
    Courant courant = {flow.qx().get(),       flow.qy().get(),       flow.qz().get(),
                       factor / spacing_.dx, factor / spacing_.dy, factor / spacing_.dz};
    return reduce<Largest>(box_.cells(), courant, scratch_);
}
