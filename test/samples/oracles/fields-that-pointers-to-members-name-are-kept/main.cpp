// Fields named by pointers to members, in a table, a variable and an argument; the field beside them may change.
#include <cstdio>

typedef double real;
struct Cell {
  real rho, mu, e, free;
  static real Cell::*const table[2];
};
real Cell::*const Cell::table[2] = {&Cell::rho, &Cell::mu};

struct Particle { float mass, charge; };
static float sum(const Particle *p, int n, float Particle::*field)
{
  float s = 0;
  for (int i = 0; i < n; i++) s += p[i].*field;
  return s;
}

int main()
{
  Cell c{.1, .2, .3, .4};
  Particle p[2] = {{0.1f, 0.7f}, {0.3f, 0.9f}};
  real Cell::*energy = &Cell::e;
  real s = c.*energy * 1.1;
  for (auto member : Cell::table) s += c.*member;
  (&c)->*energy = s / 7;
  std::printf("%.17g %.17g %.17g %.9g %.9g\n", s, c.e, c.free / 3, sum(p, 2, &Particle::mass), p[1].charge);
  return 0;
}
