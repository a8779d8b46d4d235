#ifndef QUADRATURE_H
#define QUADRATURE_H

#define POINTS 5

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double node[POINTS];
  double weight[POINTS];
  int used;
} Rule;

void fill_rule(Rule *rule);
double apply_rule(const Rule *rule, const double *samples, double half_width);

#ifdef __cplusplus
}
#endif

static inline double midpoint(double a, double b) { return 0.5 * (a + b); }

#endif
