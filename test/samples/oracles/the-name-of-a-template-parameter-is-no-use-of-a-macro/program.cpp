// `#define T double` for a part of the file, and templates whose parameter is called T: a patch may give the macro a second name, `T32`, but the
// field of the template is not spelt with it.
#include <cstdio>

template <class T> struct Row {
  T first;
  T second;
};

template <class T, template <class> class L> struct Grid {
  T h;
  double w;
  L<T> cells;
  T at(int i) const { return i == 0 ? cells.first / 3 : cells.second / 7; }
};

template <class T> T scaled(T x) { return x / 3; }

#define T double
static T mean(T a, T b) { T sum = a + b; return sum / 3; }
static T third(T a) { T part = a / 3; return part; }
#undef T

int main(int argc, char **)
{
  Grid<double, Row> grid{argc / 3.0, argc / 7.0, {argc / 11.0, argc / 13.0}};
  grid.h = grid.h * grid.w;
  printf("%.17g %.17g %.17g\n", grid.h, grid.at(0), grid.at(1));
  printf("%.17g %.17g %.17g\n", mean(argc, grid.h), third(grid.w), scaled(grid.h));
  return 0;
}
