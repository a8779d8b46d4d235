#include <cmath>
#include <cstdio>

static unsigned state = 12345;
static double total = 0.25;
static double next()
{
  state = state * 1103515245u + 12345u;
  total += 0.125;
  return (state >> 8) / 16777216.0;
}
static int place() { return (state = state * 69069u + 1u) >> 30; }

struct Generator {
  double seed;
  double operator()() { return seed = std::fmod(seed * 16807.0, 1000.5); }
};
struct Span {
  double from, to;
  Span(double a, double b) : from(a), to(b) {}
};
static double spread(double a, double b) { return a - b * 0.3; }

extern "C" void in_c(void);

int main()
{
  Generator draw{7.25};
  double v[4] = {next() - next() * 0.3, next() / next(), 0.1, draw() * draw() - draw()};
  double near = 0.1;
  auto step = [&] { return near += 0.3; };
  for (int i = 0; i < 4; i++) {
    double value = next() - next() * 0.25;
    v[place()] += next() * next();
    v[place()] = next();
    v[place()] = next() + total;
    Span span(next() + total, total * next());
    double turned = -next() + draw() * next() + (near - -step()) * (near + step());
    double late = total + next() * total;
    bool less = total < next() || next() * 3 > total;
    int count = 2;
    count += next() * 10 + next();
    std::printf("%.17g %.17g %.17g %.17g %d %d\n", value, turned, late, spread(next(), next()), less, count);
    std::printf("%.17g %.17g %.17g\n", span.from, span.to, std::fmax(next() - total, next()));
  }
  std::printf("%.17g %.17g %.17g %.17g\n", v[0], v[1], v[2], v[3]);
  in_c();
}
