// A template makes two records from one list in braces: their fields keep their formats, though the text does not name them.
#include <cstdio>
struct In { double a, b; };
template <class T> struct Out { T t; In in; };
template <class R> double f(double t) { R r = {t / 3, {t, t / 7}}; return r.t + r.in.b; }
struct Other { double t; struct { double a; float b; } in; };
int main(int argc, char **) {
  printf("%.17g %.17g\n", f<Out<double>>(argc / 11.0), f<Other>(argc / 13.0));
}
