#include "swarm.h"

#include <math.h>

void report(const Body *bodies, int count)
{
  double x = 0, y = 0, z = 0, mass = 0, extent = 0;
  for (int i = 0; i < count; i++) {
    x += bodies[i].mass * bodies[i].x;
    y += bodies[i].mass * bodies[i].y;
    z += bodies[i].mass * bodies[i].z;
    mass += bodies[i].mass;
    extent += sqrt((double)(bodies[i].x * bodies[i].x + bodies[i].y * bodies[i].y + bodies[i].z * bodies[i].z));
  }
  printf("centre %.12g %.12g %.12g\n", x / mass, y / mass, z / mass);
  printf("extent %.12g\n", extent / count);
#ifdef VERIFY
  for (int i = 0; i < count; i++)
    if (!(bodies[i].mass > 0)) printf("body %d has no mass\n", i);
#endif
}
