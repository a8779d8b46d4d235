/* The coarse model: single precision throughout. */
#include "models.h"

static float gain = 0.75f;

static float response(float input)
{
  float damped = gain * input;
  return damped / (1.0f + damped);
}

void run_coarse(float *signal, int n)
{
  for (int i = 0; i < n; i++) signal[i] = response(signal[i]);
}
