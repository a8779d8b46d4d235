#include <cstddef>
#include <cstdio>
#include <vector>
struct Copied { double x, y, z; };
struct Appended { double x, y, z; };
struct Viewed { double x, y, z; };
struct Inner { double a, b; };
struct Outer { Inner i; double c; };
struct Apart { double x, y; };
template <class E> struct view { E *first; std::size_t n; E &operator[](std::size_t i) const { return first[i]; } };
int main()
{
  Copied c{0.1, 0.3, 0.5};
  std::vector<double> copy(&c.x, &c.x + 3);
  Appended a{0.1, 0.3, 0.5};
  std::vector<double> all;
  all.insert(all.end(), &a.x, &a.x + 3);
  Viewed v{0.1, 0.3, 0.5};
  view<double> seen{&v.x, 3};
  Outer o{{0.1, 0.3}, 0.5};
  const double *from = &o.i.a, *to = &o.c + 1;
  std::vector<double> parts{from, to};
  Apart apart{0.5, 0.6};
  double *each[] = {&apart.x};
  std::printf("%.17g %.17g %.17g %.17g\n", copy[1] + copy[2], all[1] + all[2], seen[1] + seen[2], parts[1] + parts[2]);
  std::printf("%.17g\n", *each[0] + apart.y);
}
