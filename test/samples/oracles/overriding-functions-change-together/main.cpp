#include <cstdio>
#include <memory>
#include <vector>
typedef double real;
using scalar = real;
struct Pot { virtual real u(real r) const { return r; } virtual ~Pot() {} virtual Pot *self() { return this; } virtual void fill(real *out, int n) noexcept = 0; };
struct LJ : Pot { real u(real r) const override { return r / 3; } LJ *self() override { return this; } void fill(scalar *out, int n) noexcept override { for (int i = 0; i < n; i++) out[i] = u(i * 0.1); } };
struct Hard : Pot { scalar u(double r) const { return r / 7; } void fill(double *out, int n) noexcept { for (int i = 0; i < n; i++) out[i] = u(i * 0.3); } };
template <class T> struct Base { virtual T w(T x) const { return x; } virtual ~Base() {} };
struct Derived : Base<real> { double w(scalar x) const { return x / 11; } };
struct Auto : Pot { auto u(real r) const -> real { return r / 13; } void fill(real *out, int) noexcept { out[0] = 0.7; } };
int main() { LJ a; Hard b; Auto d; Pot *p[3] = {&a, &b, &d}; Derived c; Base<real> *q = &c; double out[3] = {0};
  for (auto one : p) { one->self()->fill(out, 3); std::printf("%.17g %.17g\n", one->u(0.3), out[2]); } std::printf("%.17g\n", q->w(0.3)); }
