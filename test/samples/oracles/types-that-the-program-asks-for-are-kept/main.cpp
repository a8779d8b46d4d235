#include <cstdio>
#include <limits>
#include <type_traits>
#include <typeinfo>

template <class T> struct Name {
  static const char *of() { return "other"; }
};
template <> struct Name<double> {
  static const char *of() { return "double"; }
};
struct Sample {
  double field;
};

extern "C" int generic(void);
void floats();

int main()
{
  double a = 0.3, b = 0.7, c = 0.1, d = 0.9, e = 0.2, f = 0.6, free = 0.11;
  Sample s{0.3};
  decltype(free) copy = free / 3;
  std::printf("%d %d\n", typeid(a) == typeid(double), std::is_same_v<decltype(b), double>);
  std::printf("%g %s %s\n", std::numeric_limits<decltype(c * 2)>::epsilon(), Name<decltype(d)>::of(),
              Name<decltype(s.field)>::of());
  std::printf("%d %.17g %.17g %d\n", std::is_convertible_v<decltype(&e), double *>, copy,
              static_cast<decltype(f)>(copy) * 3, generic());
  floats();
}
