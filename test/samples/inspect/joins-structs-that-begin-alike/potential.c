/* C's inheritance: the specific potential begins with the general one's fields, and pointers to them are cast. */
#include <stdio.h>
#include <stdlib.h>

typedef struct General { double cutoff; double mass; int (*force)(void *); } General;
typedef struct Specific { double cutoff; double mass; int (*force)(void *); double sigma; } Specific;
typedef struct Packed { float low; float high; } Packed;
typedef struct Other { double both; } Other;

General *create(void)
{
  Specific *potential = malloc(sizeof(Specific));
  potential->cutoff = 2.5;
  potential->mass = 63.5;
  potential->sigma = 2.3;
  return (General *) potential;
}

int main(void)
{
  General *general = create();
  Specific *specific = (Specific *) general;
  Packed packed = {1.0f, 2.0f};
  Other *other = (Other *) &packed;
  printf("%g %g %g\n", general->cutoff * general->mass, specific->sigma, other->both);
  return 0;
}
