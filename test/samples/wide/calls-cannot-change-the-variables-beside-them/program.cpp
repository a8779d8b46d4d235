#include <cmath>
#include <cstdio>

static unsigned state = 7;
static double drawn = 0.5;

static double uniform() {
  state = state * 1103515245u + 12345u;
  drawn = (state >> 8) / 16777216.0;
  return drawn;
}

static double density(double x, double y) { return 0.1 + x * x / 3.0 + std::sqrt(y + 0.2); }

int main(int argc, char **) {
  const int side = 4 + argc;
  const double edge = 0.016 / side;
  double power[8], sum = 0;
  for (int i = 0; i < 8; i++) {
    double offset = i / 7.0;
    power[i] = density((i + 0.5) / side, offset) * edge * edge;
    power[i] += i % side + uniform() * 0.3;
    power[i] -= (offset + edge) / uniform();
    sum += power[i];
  }
  for (int i = 0; i < 8; i++) std::printf("%.17g\n", power[i]);
  std::printf("%.17g %.17g\n", sum, drawn);
  return 0;
}
