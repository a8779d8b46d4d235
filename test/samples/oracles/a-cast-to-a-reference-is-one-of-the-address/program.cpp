#include <cstdio>
#include <cstdint>
struct A { double x, y; };
struct B { double u, v; };
struct C { std::uint64_t lo; double hi; };
int main() {
  double x = 0.1, y = 0.2, z[2] = {0.3, 0.4};
  std::uint64_t &b = reinterpret_cast<std::uint64_t &>(x);
  float lo = (float &)y;
  unsigned char first = reinterpret_cast<unsigned char &>(z[1]);
  struct P { double a, c; } p{0.5, 0.6};
  double &pa = reinterpret_cast<double &>(p);
  double (&arr)[2] = reinterpret_cast<double (&)[2]>(p);
  struct Q { float f, g; } q{0.7f, 0.8f};
  std::uint64_t both = (std::uint64_t &)q;
  A one{0.1, 0.2}, two{0.3, 0.4}, *at = &one;
  B &alike = reinterpret_cast<B &>(*at);
  struct D { double p, q; } other{0.9, 0.7};
  C &differs = reinterpret_cast<C &>(other);
  alike.u *= two.y;
  std::printf("%.17g %.17g %lx %.17g\n", one.x, alike.v, differs.lo, differs.hi);
  std::printf("%lx %.9g %d %.17g %.17g %lx\n", b, lo, first, pa, arr[1], both);
}
