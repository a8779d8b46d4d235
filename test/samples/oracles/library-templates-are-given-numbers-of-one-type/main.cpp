#include <algorithm>
#include <cstdio>
#include <set>
#include <type_traits>
#include <utility>
#include <valarray>
#include <vector>

typedef double Real;
struct Wrap {
  Real v;
  operator Real &() { return v; }
};
struct Mid {
  double k;
  explicit Mid(double given) : k(given) {}
  explicit operator double *() { return &k; }
  double *operator->() = delete;
  double twice(double) = delete;
  double twice(int n) { return k * n; }
};

int main()
{
  double x = 0.1, y = 0.3, z = 0.7, kept = 0.9, sized = 0.2;
  float f = 0.25f;
  static_assert(std::is_same<decltype(kept), double>::value, "kept");
  static_assert(sizeof(sized) == 8, "sized");
  std::vector<double> all{0.1, 0.2, 0.3};
  double old = std::exchange(x, y / 3);
  f = std::exchange(f, 0.5f) * 3;
  std::replace(all.begin(), all.end(), 0.2, y);
  std::replace(all.begin(), all.end(), y, z);
  double most = std::max({x, y, z}), least = std::min({x * 2, y, z / 3});
  std::printf("%.17g %.17g %.17g %.17g %.17g %.9g\n", x, old, all[1], most, least, f);
  std::valarray<float> row{0.1f, 0.7f};
  row /= 3;
  std::set<float> ordered{0.7f};
  std::printf("%.9g %.9g\n", row[1] * 3, *ordered.begin() * 3);
  Wrap wrap{0.3};
  Real &inside = wrap;
  inside /= 7;
  Mid mid(0.1);
  std::printf("%.17g %.17g %.17g %.17g\n", wrap.v, *static_cast<double *>(mid), mid.twice(3), kept * sized);
}
