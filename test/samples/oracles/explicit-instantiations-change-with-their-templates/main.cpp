// Explicit instantiations say the types of their templates once more, and change with them.
#include <cstdio>

template <int N> double power(double x, double w)
{
  double s = w;
  for (int i = 0; i < N; i++) s *= x;
  return s;
}
extern template double power<2>(double, double);
template double power<2>(double x, double w);

template <int N> void fill(const double *in, double *out, double w)
{
  for (int i = 0; i < N; i++) out[i] = in[i] * w;
}
#define FILL(n) template void fill<n>(const double *, double *, double)
FILL(2);
template void fill<3>(const double *const in, double *out, /* weight */ const double w);

template <class T> T third(T x) { return x / 3; }
template double third<double>(double);

template <class T> T *last(T *a, int n) { return a + n - 1; }
template float *last<float>(float *, int);

template <int D> struct Grid {
  double h;
  explicit Grid(double step) : h(step) {}
  double volume(double s) const;
};
template <int D> double Grid<D>::volume(double s) const { return D > 2 ? s * h * h * h : s * h; }
template double Grid<3>::volume(double) const;
template struct Grid<2>;

int main()
{
  double a[3] = {.1, .2, .3}, b[3];
  float f[2] = {0.1f, 0.2f};
  fill<3>(a, b, 0.7);
  std::printf("%.17g %.17g %.17g\n", third(0.7), power<2>(0.3, 0.7) + power<3>(0.9, 0.1), b[2]);
  std::printf("%.17g %.17g %.9g\n", Grid<3>(0.3).volume(0.7), Grid<2>(0.1).volume(0.9), *last(f, 2));
  return 0;
}
