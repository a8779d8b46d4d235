#include "ground.h"

#include <cstdint>

namespace {

__device__ uint64_t scramble(uint64_t z)
{
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// In (0, 1), on a grid of 2^-23: the same number in every format.
__device__ double uniform(uint64_t bits) { return ((bits >> 42) + 0.5) * (1.0 / 4194304.0); }

__global__ void gaussianNoise(Box box, unsigned seed, double* noise)
{
    CELL_OF_THREAD(box);
    const uint64_t first = scramble(((uint64_t)seed << 40) ^ (2 * p));
    const uint64_t second = scramble(((uint64_t)seed << 40) ^ (2 * p + 1));
    const double radius = sqrt(-2.0 * log(uniform(first)));
    noise[p] = radius * cos(6.283185307179586 * uniform(second));
}

// Weighted mean over five cells along one axis, mirrored at the ends.
template <int Axis>
__global__ void smooth(Box box, double centre, double near, double far, const double* __restrict__ in,
                       double* __restrict__ out)
{
    CELL_OF_THREAD(box);
    const int n = Axis == 0 ? box.nx : Axis == 1 ? box.ny : box.nz;
    const int here = Axis == 0 ? i : Axis == 1 ? j : k;
    const size_t stride = Axis == 0 ? 1 : Axis == 1 ? box.strideY() : box.strideZ();
    const size_t base = p - here * stride;
    double sum = centre * in[p];
    for (int d = 1; d <= 2; ++d) {
        const double weight = d == 1 ? near : far;
        const int up = here + d < n ? here + d : 2 * n - 1 - here - d;
        const int down = here - d >= 0 ? here - d : d - here - 1;
        sum += weight * (in[base + up * stride] + in[base + down * stride]);
    }
    out[p] = sum;
}

__global__ void toConductivity(Box box, Geology g, double mean, double perDeviation, double* k_)
{
    CELL_OF_THREAD(box);
    const double x = (i + 0.5) / box.nx - 0.55;
    const double y = (j + 0.5) / box.ny - 0.45;
    const double z = (k + 0.5) / box.nz - 0.6;
    const double inside = (x * x) / 0.03 + (y * y) / 0.05 + (z * z) / 0.006;
    const double clay = 1.0 / (1.0 + exp(6.0 * (inside - 1.0)));
    const double logSand = g.meanLogK + g.sigmaLogK * (k_[p] - mean) * perDeviation;
    k_[p] = exp((1.0 - clay) * logSand + clay * g.clayLogK);
}

struct Plain {
    const double* a;
    __device__ double operator()(size_t p) const { return a[p]; }
};

struct SquaredFrom {
    const double* a;
    double mean;
    __device__ double operator()(size_t p) const
    {
        const double d = a[p] - mean;
        return d * d;
    }
};

}   // namespace

void makeConductivity(const Box& box, const Geology& geology, unsigned seed, Buffer<double>& k)
{
    const size_t n = box.cells();
    Buffer<double> other(n), scratch(kReduceBlocks);
    gaussianNoise<<<blocks(box), threads()>>>(box, seed, k.get());
    LAUNCHED();
    const double centre = 0.36, near = 0.22, far = 0.10;
    for (int pass = 0; pass < 3; ++pass) {
        smooth<0><<<blocks(box), threads()>>>(box, centre, near, far, k.get(), other.get());
        LAUNCHED();
        smooth<1><<<blocks(box), threads()>>>(box, centre, near, far, other.get(), k.get());
        LAUNCHED();
        if (pass == 0) {
            smooth<2><<<blocks(box), threads()>>>(box, centre, near, far, k.get(), other.get());
            LAUNCHED();
            k.swap(other);
        }
    }
    const double mean = reduce<Sum>(n, Plain{k.get()}, scratch) / n;
    const double variance = reduce<Sum>(n, SquaredFrom{k.get(), mean}, scratch) / n;
    toConductivity<<<blocks(box), threads()>>>(box, geology, mean, 1.0 / sqrt(variance), k.get());
    LAUNCHED();
}
