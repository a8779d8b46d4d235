#include <array>
#include <cstdio>
#include <vector>

namespace pendulum {
struct state { double angle, speed; };
struct record { double time; state last; };
struct model {
  state s;
  state *best;
  double lean(state *other)
  {
    state z = {0.3, 0.7};
    s = {0.7, 2};
    *other = state{0.1, 2};
    other->speed = 0.9;
    return z.angle + s.speed + other->angle;
  }
};
state step(double v)
{
  state b;
  b = {v, 2};
  return {b.angle / 3, b.speed};
}
}  // namespace pendulum

namespace lorenz {
struct state { double x, y; };
struct record { double time; std::array<double, 2> x; };
state step(const state &from)
{
  auto next = pendulum::step(from.x);
  auto turned = from;
  turned = {next.angle * 2, turned.y / 7};
  return turned;
}
}  // namespace lorenz

namespace both {
using pendulum::state;
state twice(const state &x)
{
  state y;
  y = {x.angle * 2, x.speed * 2};
  return y;
}
}  // namespace both

namespace outer {
namespace inner {
struct record { double a, b; };
}
}  // namespace outer
namespace short_name = outer::inner;

struct Tree {
  struct Node { double key; Node *next; };
  Node root = {0.1, nullptr};
};
struct List {
  struct Node { double value; int count; };
  std::vector<Node> nodes;
  void add(double v) { nodes.push_back({v / 3, 1}); nodes.back() = {v / 7, 2}; }
};

int main()
{
  lorenz::state a = {0.1, 0.3}, moved;
  pendulum::model b;
  pendulum::state c;
  a = {a.x / 3, 0.3};
  b.s = {0.7 * a.x, 2};
  moved = lorenz::step(a);
  auto d = pendulum::step(0.1);
  {
    using namespace pendulum;
    state e;
    e = {0.1 * a.y, 0.9};
    std::printf("%.17g %.17g\n", e.angle, e.speed);
  }
  auto f = both::twice(d);
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", a.x, b.lean(&c), b.s.angle, d.angle, f.angle);
  lorenz::record r;
  r = {a.x, {a.x * 3, a.y / 9}};
  pendulum::record p = {a.x, {a.x / 3, a.y}};
  std::printf("%.17g %.17g\n", r.x[1], p.last.angle);
  short_name::record named = {a.x, a.y};
  named = {named.a / 3, named.b / 7};
  std::printf("%.17g %.17g\n", named.a, named.b);
  Tree tree;
  tree.root = {a.x / 11, nullptr};
  List list;
  list.add(a.y);
  std::printf("%.17g %.17g %.17g %.17g\n", tree.root.key, list.nodes[0].value, moved.x, moved.y);
}
