#include <cstdio>
#include <cstdlib>

namespace ode {
using rhs = double (*)(double, double *);
typedef double curve(double);

class Solver {
 public:
  using callback = void (*)(const double &time, double);
  Solver(rhs f, callback seen) : f_(f), seen_(seen) {}
  double advance(double t, double *y) const {
    double k = f_(t, y);
    y[0] += 0.1 * k;
    seen_(t, y[0] / 3);
    return k;
  }

 private:
  rhs f_;
  callback seen_;
};
}  // namespace ode

static double last = 0.1;

static double decay(double t, double *y) { return -0.3 * y[0] + t / 7; }
static double growth(double t, double *y) { return 0.7 * y[1] - t * 0.1; }
static void seen(const double &time, double y) { last += time * y / 3; }
static double bump(double x) { return x * (1 - x) / 3; }
static double *row(double *rows, int at) { return rows + at; }

static ode::rhs chosen(const char *name) { return name[0] == 'd' ? decay : &growth; }

struct Table {
  double (*value)(double);
  double *(*place)(double *rows, int at);
  ode::curve *again[2];
};

static double apply(ode::curve &f, double x) { return f(x) * 0.1; }

int main() {
  double y[2] = {0.9, 0.3};
  const char *names[] = {"decay", "growth"};
  for (auto name : names) {
    ode::Solver solver(chosen(name), seen);
    auto f = chosen(name);
    double k = solver.advance(0.1, y) + f(0.3, y) / 7;
    std::printf("%s %.17g %.17g\n", name, k, y[0]);
  }
  Table table = {bump, row, {bump, nullptr}};
  table.place(y, 1)[0] /= 3;
  if (table.again[1] == nullptr) table.again[1] = table.value;
  auto same = table.again[1];
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", table.value(y[1] / 3), table.again[0](0.1), same(0.7), apply(bump, 0.3), last);
  return 0;
}
