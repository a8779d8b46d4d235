#include <math.h>
#include "quadrature.h"

/* Gauss-Legendre, five points: the closed forms of the nodes and weights. */
void fill_rule(Rule *rule)
{
  double inner = sqrt(5.0 - 2.0 * sqrt(10.0 / 7.0)) / 3.0;
  double outer = sqrt(5.0 + 2.0 * sqrt(10.0 / 7.0)) / 3.0;
  double heavy = (322.0 + 13.0 * sqrt(70.0)) / 900.0;
  double light = (322.0 - 13.0 * sqrt(70.0)) / 900.0;
  rule->node[0] = -outer;
  rule->node[1] = -inner;
  rule->node[2] = midpoint(inner, -inner);
  rule->node[3] = inner;
  rule->node[4] = outer;
  rule->weight[0] = rule->weight[4] = light;
  rule->weight[1] = rule->weight[3] = heavy;
  rule->weight[2] = 128.0 / 225.0;
  rule->used = 0;
}

double apply_rule(const Rule *rule, const double *samples, double half_width)
{
  double sum = 0.0;
  for (int k = 0; k < POINTS; k++) sum += rule->weight[k] * samples[k];
  return half_width * sum;
}
