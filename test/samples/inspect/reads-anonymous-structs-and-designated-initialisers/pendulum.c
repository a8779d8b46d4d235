/* A double pendulum by the classical Runge-Kutta method. */
#include <math.h>
#include <stdio.h>

typedef struct {
  double angle[2];
  double rate[2];
} State;

struct settings {
  double dt;
  double gravity;
  struct {
    double upper;
    double lower;
  };
  float damping;
  long steps;
};

static const double weights[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
static const double offsets[] = {[1] = 0.5, [2] = 0.5, [3] = 1.0};

static State derivative(State s, const struct settings *k)
{
  double gap = s.angle[0] - s.angle[1];
  double below = 2.0 - cos(gap) * cos(gap);
  State d = {.angle = {s.rate[0], s.rate[1]}};
  d.rate[0] = -(k->gravity / k->upper) * sin(s.angle[0]) / below - k->damping * s.rate[0];
  d.rate[1] = (k->gravity / k->lower) * sin(gap) / below;
  return d;
}

static State moved(State s, State d, double by)
{
  for (int i = 0; i < 2; i++) {
    s.angle[i] += by * d.angle[i];
    s.rate[i] += by * d.rate[i];
  }
  return s;
}

int main(void)
{
  struct settings k = {.dt = 1.0e-3, .gravity = 9.81, .steps = 20000, .upper = 1.0, .lower = 0.7, .damping = 0.05f};
  State s = {.angle = {1.5, 2.0}, .rate = {0.0}};
  for (long step = 0; step < k.steps; step++) {
    State change = {{0.0}}, slope = {{0.0}};
    for (int stage = 0; stage < 4; stage++) {
      slope = derivative(moved(s, slope, offsets[stage] * k.dt), &k);
      change = moved(change, slope, weights[stage]);
    }
    s = moved(s, change, k.dt);
  }
  printf("%.12f %.12f\n", s.angle[0], (State){.rate = {s.rate[1]}}.rate[0]);
  return 0;
}
