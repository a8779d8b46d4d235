#include <any>
#include <cstdio>
#include <map>
#include <string>
#include <variant>
#include <vector>
typedef double real;
static void show(const char *name, const std::any &a) {
  if (auto p = std::any_cast<real>(&a)) std::printf("%s %.17g\n", name, *p);
  else if (auto q = std::any_cast<float>(&a)) std::printf("%s float %.9g\n", name, *q);
  else std::printf("%s none\n", name);
}
int main() { real x = 0.1; float f = 0.3f; std::any a = x * 7, b(x), c = f, d; d = x / 3; std::map<std::string, std::any> m; m["k"] = x; m["f"] = f * 0.1f;
  std::variant<float, real> v = x, w; w = f * 0.1f; std::variant<int, real> u{x * 3};
  show("a", a); show("b", b); show("c", c); show("d", d); for (auto &one : m) show(one.first.c_str(), one.second);
  std::printf("%d %d %d %.17g\n", (int) v.index(), (int) w.index(), (int) u.index(), std::get<real>(u)); show("x", x + 1); show("y", std::any(x)); }
