#include "h.h"
#include <cstdio>
double shared_state = 0.1;
int main()
{
  Grid g = {1.1, 2.2f};
  fill(&g, 0.37);
  printf("%.17g %.17g %.17g %.17g %.17g\n", g.width, (double) g.height, area(g), wave(g.width), twice(shared_state));
}
