/* Compte rendu à l'écran, en français. */
#include <stdio.h>

void report(double crust, double difference)
{
  const char *unit = "K (température)"; /* unité */ double celsius = crust - 273.15;
  printf("croûte : %.9f %s, soit %.9f °C\n", crust, unit, celsius);
  printf("écart : %.9f\n", difference); double doubled = 2.0 * difference; printf("écart doublé : %g\n", doubled);
}
