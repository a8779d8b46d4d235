#include <cmath>
#include <cstdio>
#include <vector>

template <typename T>
struct Vec3 {
  T x{}, y{}, z{};
  constexpr Vec3() = default;
  constexpr Vec3(T a, T b, T c) : x(a), y(b), z(c) {}
  Vec3 &operator+=(const Vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
  friend Vec3 operator*(T s, const Vec3 &v) { return {s * v.x, s * v.y, s * v.z}; }
  T norm() const { return std::sqrt(x * x + y * y + z * z); }
};
using Vec = Vec3<double>;

struct Size {
  int count;
  double unit;
  constexpr Size(int n, double u) : count(n), unit(u) {}
};

template <typename T>
Vec3<T> cross(const Vec3<T> &a, const Vec3<T> &b)
{
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

int main()
{
  double memory[Size(3, 0.1).count];
  std::vector<Vec3<double>> path(3, Vec(0.1, 0.7, 1));
  Vec sum;
  for (int i = 0; i < 3; i++) {
    memory[i] = 0.3 * i;
    path[i] += memory[i] * Vec3<double>(i / 3.0, 0.2, 0.3);
    sum += cross(path[i], path[(i + 1) % 3]);
  }
  Size size(4, 0.3);
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", sum.x, sum.y, sum.z, path[2].norm(), size.unit);
}
