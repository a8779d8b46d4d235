#include <cstdio>

template <typename R, int N> struct State {
  R v[N];
};

template <typename R, int N> State<R, N> step(R t, const State<R, N> &y, R h) {
  State<R, N> z = y;
  for (int i = 0; i < N; i++) z.v[i] += h * (t - y.v[i]);
  return z;
}

static double run(double h, int steps) {
  State<double, 2> y = {{0.1, 0.7}};
  double t = 0;
  for (int i = 0; i < steps; i++, t += h) y = step(t, y, h);
  return y.v[0] + y.v[1];
}

int main() { std::printf("%.17g\n", run(0.01, 20)); }
