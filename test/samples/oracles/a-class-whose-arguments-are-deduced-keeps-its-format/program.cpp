// Box b(x) makes a Box of whatever x is: x, and what takes it, keep their formats. A name inside of the class is no such deduction.
#include <cstdio>
template <class T> struct Box { T v; Box(T x) : v(x) {} T get() const { return v; } };
template <class T> struct Own { T v; Own(T x) : v(x) {} Own twice() const { Own r(v * 2); return r; } };
int main(int argc, char **) {
  double x = argc / 3.0;
  Box<double> a(x);
  Box b(x * 2);
  Box c{x / 7};
  Own<double> own(argc / 11.0);
  auto d = Box(x / 9);
  printf("%.17g %.17g %.17g %.17g %.17g\n", own.twice().v, a.get(), b.get(), c.v, d.v);
}
