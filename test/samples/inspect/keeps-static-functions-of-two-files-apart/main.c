#include <stdio.h>
#include "models.h"

#define SAMPLES 64

int main(void)
{
  float rough[SAMPLES];
  double exact[SAMPLES];
  for (int i = 0; i < SAMPLES; i++) {
    exact[i] = 0.1 * i;
    rough[i] = (float) exact[i];
  }
  run_coarse(rough, SAMPLES);
  run_fine(exact, SAMPLES);
  printf("%.7f %.15f\n", rough[SAMPLES - 1], exact[SAMPLES - 1]);
  return 0;
}
