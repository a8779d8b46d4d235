// The syntax tree does not name a template that is an argument: the record is found by its other arguments.
#include <cstdio>
namespace lib { template <class T> struct Row { T v[2]; }; template <class T> struct Col { T v[2]; }; }
template <class T, template <class> class L> struct Grid { T h; double w; L<T> cells; };
template <class G> struct Run { G grid; double t; };
template <class T, template <class> class L> double sum(const Grid<T, L> &g) { return g.h * g.cells.v[0] + g.w; }
int main(int argc, char **) {
  Grid<double, lib::Row> a{0.3, argc / 7.0, {{0.1, 0.2}}};
  Run<Grid<double, lib::Col>> r{{argc / 3.0, 0.7, {{0.4, 0.9}}}, 0.77};
  Grid<double, lib::Row> many[2] = {{0.11, 0.13, {}}, {0.17, 0.19, {}}};
  printf("%.17g %.17g %.17g %.17g\n", sum(a), sum(r.grid), r.t, many[1].w + many[0].h);
}
