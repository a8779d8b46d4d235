#include <cstdio>
#include <cstdlib>
#include <iostream>
struct point {
  double x, y;
  int id;
};
static void *make(std::size_t count, std::size_t size) {
  void *memory = std::calloc(count, size);
  if (!memory) {
    std::fprintf(stderr, "cannot have %zu bytes\n", count * size);
    std::exit(1);
  }
  return memory;
}
struct told {
  double v[2];
};
int main() {
  point *points = static_cast<point *>(make(3, sizeof(point)));
  std::cerr << "points take " << 3 * sizeof(point) << " bytes, one " << sizeof *points << '\n';
  told one = {{0.1, 0.2}};
  std::fprintf(stdout, "%zu\n", sizeof one);
  for (int i = 0; i < 3; i++) {
    points[i].x = 0.1 * i + one.v[0];
    points[i].y = points[i].x / 3;
  }
  std::printf("%.17g %.17g\n", points[1].x, points[2].y);
  std::free(points);
}
