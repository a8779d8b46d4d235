#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// Bodies under their own gravity: energy is conserved, so that errors of the first steps stay.
struct Body {
  double x, y, vx, vy;
};

class Bodies {
 public:
  explicit Bodies(int n) : bodies(n) {
    for (int i = 0; i < n; i++) bodies[i] = {std::cos(0.7 * i) * (1 + i), std::sin(0.7 * i) * (1 + i), 0.1 * std::sin(1.3 * i), 0.1 * std::cos(1.1 * i)};
  }
  void step(double dt) {
    for (auto &a : bodies) {
      double ax = 0, ay = 0;
      for (const auto &b : bodies) {
        const double dx = b.x - a.x, dy = b.y - a.y;
        const double r2 = dx * dx + dy * dy + 0.05;
        const double pull = 1 / (r2 * std::sqrt(r2));
        ax += dx * pull;
        ay += dy * pull;
      }
      a.vx += dt * ax;
      a.vy += dt * ay;
    }
    for (auto &a : bodies) {
      a.x += dt * a.vx;
      a.y += dt * a.vy;
    }
  }
  void print() const {
    for (const auto &a : bodies) std::printf("%.17g %.17g\n", a.x, a.y);
  }

 private:
  std::vector<Body> bodies;
};

int main(int argc, char **argv) {
  const int steps = argc > 1 ? std::atoi(argv[1]) : 400;
  Bodies bodies(6);
  int it = 0;
  while (it < steps) {
    bodies.step(0.01);
    it++;
  }
  bodies.print();
}
