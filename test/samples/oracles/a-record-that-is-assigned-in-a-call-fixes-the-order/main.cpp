#include <cstdio>

struct State { double u, v; };
State global{0.1, 0.2};

double bump()
{
  global = {global.u * 3, 1};
  return global.u;
}
double look() { return global.u / 7; }

class Walker {
 public:
  double advance()
  {
    const State next{s_.v / 3, s_.u};
    s_ = next;
    return s_.u;
  }
  double distance() const
  {
    State half;
    half = {s_.u / 2, s_.v / 2};
    return half.u + half.v * 0.3;
  }

 private:
  State s_{0.1, 0.7};
};

int main()
{
  Walker w;
  double sum = look() + bump();
  double product = w.distance() * w.advance();
  double difference = bump() - look();
  std::printf("%.17g %.17g %.17g\n", sum, product, difference);
}
