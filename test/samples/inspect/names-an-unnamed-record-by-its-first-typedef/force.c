/* A later typedef mentions the record through the name that the first one gave it. */
#include <stdio.h>

typedef struct {
  double dt;
} Settings;

typedef double (*Force)(double, const Settings *);

static double linear(double x, const Settings *settings) { return x * settings->dt; }

int main(void)
{
  Settings settings = {0.1};
  Force force = linear;
  printf("%.17g\n", force(3.0, &settings));
  return 0;
}
