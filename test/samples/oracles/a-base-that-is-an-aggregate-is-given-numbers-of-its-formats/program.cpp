#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

struct Extent {
  double width, height;
};

struct Named {
  std::string name;
  double weight;
};

struct Box : Extent {
  double depth;
  explicit Box(double side) : Extent{side * 0.1, std::sqrt(side) / 3.0}, depth(side * 0.7) {}
  double volume() const { return width * height * depth; }
};

int main()
{
  double total = 0.0;
  for (int k = 1; k < 8; k++) {
    Box box(k * 0.37);
    // the string is a temporary: the whole initialiser is wrapped for it
    Named named{std::string("box ") + std::to_string(k), box.volume() / 7.0};
    total += named.weight * 0.3 + box.width - box.height;
    std::printf("%s %.17g %.17g %.17g\n", named.name.c_str(), named.weight, box.width, box.height);
  }
  std::printf("%.17g\n", total);
  return 0;
}
