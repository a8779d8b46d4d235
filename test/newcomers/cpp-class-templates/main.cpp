#include "relaxation.hpp"

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>

int main(int argc, char **argv)
{
  const int size = argc > 1 ? std::atoi(argv[1]) : 24;
  const int sweeps = argc > 2 ? std::atoi(argv[2]) : 60;
  Relaxation<double> relaxation(size, 1.5);
  const Report<double> report = relaxation.solve(sweeps);

  std::ofstream out("potential.dat");
  out << std::setprecision(15);
  const Grid<double> &field = relaxation.field();
  for (int row = 0; row < size; row++) out << field(row, size / 2) << "\n";

  std::cout << report.sweeps << " sweeps, last change " << report.residual << ", sum " << field.sum() << "\n";
#ifdef VERIFY
  for (int row = 0; row < size; row++)
    if (field(row, 0) != 0) return 1;
#endif
  return 0;
}
