#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

struct Cell {
  double value;
};

typedef double (*from_library)(double);
static double half(double x) { return x / 2 + 0.1; }
static from_library pick(int which) { return which ? half : static_cast<from_library>(std::sqrt); }

typedef double (*erased)(double, int);
static double third(double x, int n) { return x / 3 + n; }

typedef void (*stored)(Cell *, double *, int);
static void stores(Cell *cell, double *p, int n) { p[n] = cell->value / 7; }

static double held(double x, float y) { return x * y / 3; }
static double kept(float x, double y) { return x * y / 7; }

template <class F>
static double call(F f, double x) {
  return f(x, 0.1, 0.3);
}
static double given(double x, double y, double z) { return x * y + z / 3; }

union Either {
  double (*numbers)(double *, double);
  void (*nothing)();
};
static double lies(double *p, double x) { return p[0] * x / 3; }

static double (*spelt(int n))(double, long) {
  static double (*const none)(double, long) = nullptr;
  return n ? [](double x, long) { return x / 3; } : none;
}

double aside(double x, short n), (*beside)(double, short) = aside;
double aside(double x, short n) { return x * n / 7; }

static float among(float x, char n) { return x * x / 3 + n; }
static double among(double x, char n) { return x * x / 3 + n; }
static double (*const one)(double, char) = among;

int main() {
  double p[3] = {0.1, 0.7, 0.9};
  Cell cell = {0.3};
  void *address = reinterpret_cast<void *>(third);
  erased back = reinterpret_cast<erased>(address);
  stored functions[1] = {stores};
  unsigned char bytes[sizeof functions];
  std::memcpy(bytes, reinterpret_cast<unsigned char *>(functions), sizeof bytes);
  functions[0](&cell, p, 1);
  std::function<double(double, float)> holder = held;
  std::vector<double (*)(float, double)> all{kept};
  Either either;
  either.numbers = lies;
  std::printf("%.17g %.17g %.17g\n", pick(1)(p[0]), pick(0)(p[1]), back(p[2], 2));
  std::printf("%.17g %.17g %.17g\n", holder(p[1], 0.7f), all[0](0.3f, p[0]), call(given, p[2]));
  std::printf("%.17g %.17g %.17g\n", either.numbers(p, 0.7), spelt(1)(p[1], 3), beside(p[0], 2));
  std::printf("%.17g %.17g\n", one(p[0], 1), among(p[1], 2) + among(0.3f, 3));
  return 0;
}
