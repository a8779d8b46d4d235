// What a type parameter is deduced from: numbers by value and by reference, arrays, what templates hand on, default arguments.
#include <cstdio>
#include <cmath>
template <class T> T square(T x) { T y = x * x; return y + T(0.1) * x; }
template <class T> void fill(T *a, int n, T first, T step) { for (int i = 0; i < n; i++) a[i] = first + step * i; }
template <class T> T sum(const T *a, int n) { if (n == 0) return T(); return a[0] + sum(a + 1, n - 1); }
template <class T> T mean(T *a, int n) { return sum(a, n) / n; }
template <class T, int N> T product(T (&a)[N]) { T p = 1; for (int i = 0; i < N; i++) p *= a[i]; return p; }
template <class T> void swap2(T &a, T &b) { T t = a; a = b; b = t; }
template <class T> T clampTo(const T &v, const T &lo, const T &hi) { return v < lo ? lo : v > hi ? hi : v; }
template <class T> T twoOf(T a, T b = T(0.5)) { return a * b; }
template void fill<double>(double *, int, double, double);
template <class A, class B> A mixed(A a, B b) { A r = a * b; return r; }
struct Acc { double t = 0; template <class T> void add(T v) { t += v * T(1.1); } };
static double base = square(0.3);
int main() {
  double a[6], b = 0.7, c = 0.2;
  double d = 0.9;
  fill(a, 6, 0.1, 0.3);
  swap2(b, c);
  Acc acc; acc.add(b); acc.add(0.3);
  printf("%.17g %.17g %.17g\n", square(b), square(b * c), square(0.3));
  printf("%.17g %.17g %.17g\n", mean(a, 6), product(a), clampTo(b * 3, 0.1, c));
  printf("%.17g %.17g %.17g %.17g\n", twoOf(b), mixed(d, b), mixed(b, d), acc.t);
  printf("%.17g\n", base);
}
