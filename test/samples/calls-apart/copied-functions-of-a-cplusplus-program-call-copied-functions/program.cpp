#include <cmath>
#include <cstdio>
#include <vector>

namespace quadrature {

struct Interval {
    double from, to;
};

// a smooth function
inline double density(double x, double width = 0.25)
{
    return std::exp(-x * x / width) / (1 + x * x);
}

double simpson(const Interval &on, int parts)
{
    const double h = (on.to - on.from) / parts;
    double sum = density(on.from) + density(on.to);
    for (int i = 1; i < parts; i++)
        sum += (i % 2 ? 4 : 2) * density(on.from + i * h, 0.5);
    return sum * h / 3;
}

} // namespace quadrature

static double relative(double a, double b) { return (a - b) / b; }

int main()
{
    const quadrature::Interval whole{-2.0, 2.0};
    double coarse = quadrature::simpson(whole, 32);
    double fine = quadrature::simpson(whole, 256);
    std::vector<double> off{relative(coarse, fine), relative(fine, 0.8)};
    std::printf("%.17g %.17g\n", coarse, fine);
    for (double one : off)
        std::printf("%.17g\n", one);
    return 0;
}
