/* The fine model: the same names, in double, and a quadratic correction. */
#include "models.h"

static double gain = 0.7512;

static double response(double input)
{
  double damped = gain * input;
  double correction = 1.0e-3 * input * input;
  return (damped + correction) / (1.0 + damped);
}

void run_fine(double *signal, int n)
{
  for (int i = 0; i < n; i++) signal[i] = response(signal[i]);
}
