#include <cstdint>
#include <cstdio>
enum class Kind : unsigned char { Number, Two };
template <class T> struct Pair { T first, second; };
struct P { double x; };
struct Q { float y; };
struct R : P, Q { double z; };
struct T { std::uint64_t n; float g; double c; };
union U { R r; T t; };
struct Num { Kind kind; double value; };
struct Two { Kind kind; Pair<float> value; double weight; };
union Token { Kind kind; Num num; Two two; };
template <class A, class B> union either { Pair<A> pair; struct { B raw; A tail[2]; } bits; };
namespace one { struct rec { double v; }; union u { rec r; unsigned long b; }; }
namespace two { struct rec { double v; int n; double far; }; union u { rec r; int only; }; }
struct Free { double v, w; };
template <class A> class Lazy {
  union { char none; A value; };
  bool has = false;
public:
  Lazy() : none(0) {}
  void set(A v) { value = v; has = true; }
  A get() const { return has ? value : A(); }
};
static double local() { union u { struct { double a, b; } s; int k; } x; x.s.a = 0; x.s.b = 0.3; return x.s.b; }
int main() {
  U u;
  u.r.x = 0.1; u.r.y = 0.2f; u.r.z = 0.3;
  Token k[2];
  k[0].num = {Kind::Number, 0.3};
  k[1].two = {Kind::Two, {0.1f, 0.2f}, 0.9};
  either<double, std::uint64_t> e;
  e.pair = {0.1, 0.2};
  e.bits.tail[1] = 0.9;
  one::u a; two::u b;
  a.r.v = 0.1;
  b.r.v = 0.7; b.r.n = 2; b.r.far = 0.9;
  Free f{0.1, 0.7};
  Lazy<double> z;
  z.set(0.3);
  std::printf("%llx %.9g %.17g %.9g %.17g\n", (unsigned long long)u.t.n, u.t.g, u.t.c, k[0].two.value.second, k[1].two.weight);
  std::printf("%llx %.17g %lx %.17g %.17g %.17g %.17g\n", (unsigned long long)e.bits.raw, e.bits.tail[1], a.b, b.r.v * b.r.far, f.v * f.w, local(), z.get());
}
