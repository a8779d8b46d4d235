#include <cstdio>
#define REAL(x) x
#define HALF(x) x * 0.5
#define TWICE(x) 2.0 * x
#define AFTER(x, y) y - x
#define ALSO(x) last = x, x

int main() {
  double alpha = 0.3, beta = 0.7, last = 0;
  double coefficients[3] = {REAL(1.0) - REAL(4.0) * alpha, alpha * REAL(beta), REAL(alpha + beta) + alpha};
  double halves[4] = {HALF(alpha) + beta, beta + TWICE(alpha), AFTER(alpha, beta) * alpha, alpha + REAL(beta * 3) * alpha};
  double one = beta - AFTER(alpha, beta), two = (ALSO(alpha) * beta) + beta;
  for (double x : coefficients) std::printf("%.17g\n", (double) x);
  for (double x : halves) std::printf("%.17g\n", (double) x);
  std::printf("%.17g %.17g %.17g\n", (double) one, (double) two, (double) last);
}
