#include <charconv>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <typeinfo>
#include <vector>

template <class T> struct Tolerance {
  static constexpr double value = 1e-12;
};
template <> struct Tolerance<float> {
  static constexpr double value = 1e-5;
};
template <class T> double tolerance(const T &) { return Tolerance<T>::value; }
template <class T> double forwarded(T &&) { return Tolerance<std::decay_t<T>>::value; }
template <class T> T smallest(const std::vector<T> &all) { return std::numeric_limits<T>::epsilon() * all.size(); }
template <class T> void scale(T &x) { x *= std::is_same_v<T, float> ? 2 : 3; }
template <class T> int count(const T *, int n) { return sizeof(T) == 4 ? n : -n; }
template <class T> const char *name(T) { return typeid(T) == typeid(float) ? "float" : "other"; }
template <class T> struct Box {
  T held;
  T most() const { return std::numeric_limits<T>::max() * held; }
};
static auto square(float x) { return x * x; }

void floats()
{
  float f = 0.3f, g = 0.7f, k = 0.9f;
  double d = 0.4;
  float row[3] = {0.1f, 0.2f, 0.3f};
  std::vector<float> all{0.1f, 0.2f};
  Box<float> box{0.5f};
  auto product = f * f;
  const auto third = f / 3;
  auto &&sum = f + 1;
  auto braced{row[1] * 2};
  auto chosen = d > 0 ? g : g * f;
  auto squared = square(g);
  std::printf("%g %g %g %g %g\n", tolerance(product), tolerance(third), tolerance(sum), tolerance(braced), forwarded(chosen));
  std::printf("%g %g %g\n", tolerance(f * f), forwarded(g * 2), tolerance(all[0]));
  auto asked = k * k, compared = k / 7;
  std::printf("%d %d %zu\n", std::is_same_v<decltype(asked), float>, typeid(compared) == typeid(float), sizeof(k * 3));
  char text[64];
  auto end = std::to_chars(text, text + 64, g / 3);
  std::printf("%.*s\n", int(end.ptr - text), text);
  scale(g);
  scale(d);
  std::printf("%g %.9g %.17g %d %g\n", double(smallest(all)), g, d, count(row, 3), double(box.most()));
  auto size = [](auto x) { return sizeof(x); };
  auto digits = [](const auto &x) { return std::numeric_limits<std::decay_t<decltype(x)>>::digits; };
  auto both = [](auto a, auto b) { auto m = a * b; return sizeof m; };
  std::printf("%zu %d %zu %s %s %d\n", size(k), digits(k * 2), both(k, box.held), name(k * 2), name(square(k)),
              std::is_same_v<decltype(squared), float>);
}
