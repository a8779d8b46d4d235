#include <cstdio>
#include <cmath>
template <class T> T square(T x) { T y = x * x; return y + T(0.1) * x; }
template <class T> void fill(T *a, int n, T first, T step) { for (int i = 0; i < n; i++) a[i] = first + step * i / 3; }
template <class T> double mean(const T *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return s / n; }
int main() {
  float a[6]; double b[6]; int c[6];
  fill(a, 6, 0.1f, 0.3f);
  fill(b, 6, 0.1, 0.3);
  fill<int>(c, 6, 1, 3);
  printf("%.17g %.17g %.17g\n", mean(a, 6), mean(b, 6), mean(c, 6));
  printf("%.9g %.17g %d\n", square(a[3]), square(b[3]), square(c[3]));
}
