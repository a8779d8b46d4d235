#include <cstdio>
template <class T> struct View { T *p; int n; T first() const { return p[0]; } };
template <class T> struct Table { const T *const rows[2]; View<const T> v; };
static double sum(View<const double> v) { double s = 0; for (int i = 0; i < v.n; i++) s += v.p[i]; return s; }
static void scale(const View<double> &v, double f) { for (int i = 0; i < v.n; i++) v.p[i] *= f; }
double host() {
  double a[3] = {0.1, 0.2, 0.3}, b[2] = {0.7, 0.9};
  const double *q = b;
  View<double> v{a, 3}; View<const double> w{a, 3}, c{q, 2};
  volatile int n = 2; View<int> iv{const_cast<int *>(&n), 1};
  Table<double> t{{a, q}, {b, 2}};
  scale(v, 0.3);
  return sum(w) + sum(c) + v.first() + t.rows[1][0] + t.rows[0][2] + t.v.p[1] + iv.first();
}
