#include <cstdio>
extern const double table[] = {0.1, 0.7};
static double level = 0.3;
double values[2] = {0.2, 0.4};
struct P { double x, y; };
struct H { static double held; };
double H::held = 0.9;
static double curved(double v) { return v * v * v / 3; }
template <int N, const double (&c)[N]> static double weigh(double x) { double sum = 0; for (int i = 0; i < N; ++i) sum += c[i] * x; return sum; }
template <const double *C> struct Scale { double by(double x) const { return x * *C; } };
template <double &L> static void lower() { L /= 7; }
template <double (*F)(double)> static double apply(double x) { return F(x) * 1.1; }
template <double P::*M> static double member(const P &p) { return p.*M * 2.1; }
template <const auto &A> static double first() { return A[0]; }
int main() {
  P p{0.1, 0.2};
  lower<level>();
  std::printf("%.17g %.17g %.17g\n", weigh<2, table>(0.3), Scale<values>{}.by(0.1) + Scale<&level>{}.by(3), level);
  std::printf("%.17g %.17g %.17g\n", apply<curved>(0.3), member<&P::y>(p), first<values>() + Scale<&H::held>{}.by(0.1));
}
