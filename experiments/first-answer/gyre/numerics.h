#ifndef GYRE_NUMERICS_H
#define GYRE_NUMERICS_H

namespace gyre {

template <typename T>
__host__ __device__ inline T sq(T x)
{
    return x * x;
}

template <typename T>
__host__ __device__ inline T smaller(T a, T b)
{
    return a < b ? a : b;
}

template <typename T>
__host__ __device__ inline T larger(T a, T b)
{
    return a > b ? a : b;
}

template <typename T>
__host__ __device__ inline T clampTo(T x, T low, T high)
{
    return x < low ? low : (x > high ? high : x);
}

// 0 below 0, 1 above 1, smooth between.
__host__ __device__ inline double smoothRamp(double x)
{
    const double t = clampTo(x, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Slope limiters: a and b are the differences on either side.
struct VanLeer {
    static __device__ double slope(double a, double b)
    {
        const double product = a * b;
        return product > 0.0 ? 2.0 * product / (a + b) : 0.0;
    }
};

struct MinMod {
    static __device__ double slope(double a, double b)
    {
        if (a * b <= 0.0) return 0.0;
        return fabs(a) < fabs(b) ? a : b;
    }
};

struct Superbee {
    static __device__ double slope(double a, double b)
    {
        if (a * b <= 0.0) return 0.0;
        const double sign = a > 0.0 ? 1.0 : -1.0;
        const double one = smaller(2.0 * fabs(a), fabs(b));
        const double two = smaller(fabs(a), 2.0 * fabs(b));
        return sign * larger(one, two);
    }
};

}   // namespace gyre

#endif
