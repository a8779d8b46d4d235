#include <cstdio>
#include <cstring>
struct Sample { double place, weight; };
struct Pair { double first, second; double at(int i) const { return (&first)[i]; } };
struct Vec { double x, y, z; double &operator[](int i) { return *(&x + i); } };
struct Half { float a, b; float total() const { float sum = 0; for (const float *p = &a; p != &b + 1; p++) sum += *p; return sum; } };
struct Corner { double x; };
struct Box { Corner low, high; };
struct Mixed { double x; int kind; double y; };
struct Apart { double x, y; };
static double sum(const double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static void set(double *to, double value) { *to = value; }
int main()
{
  Sample s[2] = {{0.1, 0.2}, {0.3, 0.4}};
  Pair p{0.9, 0.2};
  Vec v{0.1, 0.2, 0.3};
  v[1] += 0.7;
  Half h{0.1f, 0.6f};
  Box box{{0.1}, {0.2}};
  double out[2];
  memcpy(out, &box.low.x, 2 * sizeof(double));
  Mixed m{0.3, 1, 0.4};
  const double *walker = &m.x;
  Apart apart{0.5, 0.6};
  set(&apart.y, 0.1);
  std::printf("%.17g %.17g %.17g\n", sum(&s[0].place, 4), p.at(1), v[1] * v[2]);
  std::printf("%.9g %.17g %.17g %.17g\n", h.total(), out[1], walker[m.kind + 1], apart.x + apart.y);
}
