#include <cstdio>
#include <functional>

template <class Method> struct Solver {
  double advance(double h)
  {
    double s = 0.1;
    auto slope = self().rate(h / 3, s);
    s += slope * 0.7;
    self().correct(s, &s, h);
    return s + self().weight() * h;
  }
  Method &self() { return *static_cast<Method *>(this); }
};
struct Explicit : Solver<Explicit> {
  double first = 0.3;
  double rate(double h, double s) { return h * s / 7; }
  void correct(double &s, double *same, const double h) { s += h * *same; }
  double &weight() { return first; }
};
struct Implicit : Solver<Implicit> {
  double second = 0.7;
  double rate(double step, const double &state)
  {
    step *= state;
    return step / 3;
  }
  void correct(double &s, double *same, double h)
  {
    *same *= 3;
    s -= h;
  }
  double &weight() { return second; }
};

struct Cubic {
  double b;
  explicit Cubic(double c) : b(c / 3) {}
  double operator()(double x) const { return x * x * x + b; }
};
struct Linear {
  double b;
  Linear(double d) : b(d / 7) {}
  double operator()(double y) const { return y - b; }
};
template <class F> double made(double x)
{
  F f(x), g = F(x / 3);
  return f(x) + g(x) + F{x * 0.7}.b;
}
template <class F> double twice(F f, double x) { return f(x / 3) * 2 + f(x); }
static double third(double x) { return x / 3; }
template <class F> double known(const F &f, double x) { return f(x / 9) * 0.3; }

struct Point {
  double x, y;
  Point operator*(double k) const { return {x * k, y * k}; }
};
struct Pixel {
  double x, y;
};
static Pixel operator*(const Pixel &p, double k) { return {p.x * k / 3, p.y * k}; }
template <class P> double scaled(double x, double k)
{
  P p{x / 3, 0.1}, q = p * (k / 3);
  q.y += 0.1;
  return q.x * p.x + q.y;
}

struct Loose {
  static double limit;
  static double of(double a) { return a * limit; }
};
struct Tight {
  static double limit;
  static double of(double b) { return b / limit; }
};
double Loose::limit = 0.3, Tight::limit = 0.7;
template <class T> double tolerance(double x) { return T::of(x / 3) + T::limit * x; }

int main()
{
  double k = 0.7;
  Explicit one;
  Implicit two;
  std::printf("%.17g %.17g\n", one.advance(k), two.advance(k));
  std::printf("%.17g %.17g\n", made<Cubic>(k), made<Linear>(k));
  std::printf("%.17g %.17g\n", twice(Cubic(k), k), twice([k](double z) { return z * k; }, k));
  std::printf("%.17g %.17g %.17g\n", known(third, k), known([](double z) { return z / 11; }, k), known(std::negate<double>(), k));
  std::printf("%.17g %.17g\n", scaled<Point>(k, 0.3), scaled<Pixel>(k, 0.3));
  std::printf("%.17g %.17g\n", tolerance<Loose>(k), tolerance<Tight>(k));
  auto any = [](auto f, double x) { return f(x / 3) * 7; };
  std::printf("%.17g %.17g\n", any(Linear(k), k), any([](double y) { return y / 13; }, k));
}
