#include <cstdio>
#include <vector>
#include "laplace.h"

int main()
{
  std::vector<REAL> plate(SIDE * SIDE);
  for (int i = 0; i < SIDE; ++i) plate[i] = REAL(1);
  relaxOnDevice(plate.data(), SIDE, 300);
  double sum = 0.0;
  for (REAL value : plate) sum += value;
  std::printf("%.8f\n", sum);
  return 0;
}
