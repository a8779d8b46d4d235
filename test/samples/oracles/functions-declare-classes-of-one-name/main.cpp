#include <cstdio>
#include <cstdlib>
#include <initializer_list>

// Classes of one name: in functions, in a template, and outside of them all.
struct Step {
  double size;
  float last;
};

static double first(double x)
{
  struct Step { double by; double of(double y) const { return y * by; } } step = {0.3};
  struct Range { double from, to; } range{x * 0.1, x * 0.7};
  return step.of(x) + range.to / range.from;
}

static double second(double x)
{
  struct Range {
    float to;
    double from;
    Range(double a, double b) : to(a), from(b) {}
  };
  struct Step { float factor; double by; };
  Range ranges[2] = {Range(x * 0.7, x * 0.1), {x / 3, 0.9}};
  Step step = {0.3, 0.3};
  double sum = 0;
  for (const Range &range : ranges) sum += range.to / range.from * step.factor + step.by;
  return sum;
}

template <typename T> static T third(T x)
{
  struct Range { T from, to; };
  Range range = {x / 3, x / 7};
  Range *more = (Range *) malloc(2 * sizeof(Range));
  more[0] = range;
  more[1].from = more[1].to = x * T(0.1);
  T sum = more[0].to + more[1].from;
  free(more);
  return sum;
}

extern "C" double plain_c(double x);

int main(int argc, char **)
{
  Step step = {0.7 / argc, 0.1f};
  printf("%.17g %.17g %.17g %.17g %.17g\n", first(step.size), second(step.size), third(step.size), third(step.last), plain_c(step.size));
}
