// The capacitance of a shielded strip line per unit length: Laplace's equation on the cross-section by successive over-relaxation, until no
// potential changes by more than the threshold or the limit of sweeps is reached. The substrate below
// the strip has another permittivity. Prints capacitances, potentials and the impedance.
//   capacitor [cells per side] [threshold in volts] [limit of sweeps]
#include <cmath>
#include <cstdio>
#include <cstdlib>

struct Line {
  int n;              // cells per side
  double *potential;  // (n + 1)² nodes
  double *epsilon;    // n² cells, relative permittivity
  char *isFixed;      // nodes of conductors
};

static void build(Line &line, int n, double substrate)
{
  line.n = n;
  int nodes = (n + 1) * (n + 1);
  line.potential = (double *)std::malloc(nodes * sizeof(double));
  line.epsilon = (double *)std::malloc(n * n * sizeof(double));
  line.isFixed = (char *)std::malloc(nodes);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++) {
      int k = i * (n + 1) + j;
      bool onShield = i == 0 || j == 0 || i == n || j == n;
      bool onStrip = i == 2 * n / 5 && j >= 3 * n / 8 && j <= 5 * n / 8;
      line.isFixed[k] = onShield || onStrip;
      line.potential[k] = onStrip ? 1.0 : 0.0;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) line.epsilon[i * n + j] = i < 2 * n / 5 ? substrate : 1.0;
}

static void release(Line &line)
{
  std::free(line.potential);
  std::free(line.epsilon);
  std::free(line.isFixed);
}

// One sweep in lexicographic order; the largest change of a potential.
static double sweep(Line &line, double omega)
{
  const int n = line.n, width = n + 1;
  double *u = line.potential;
  double largest = 0.0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      int k = i * width + j;
      if (line.isFixed[k]) continue;
      const double *below = line.epsilon + (i - 1) * n + j, *above = below + n;
      double west = below[-1] + above[-1], east = below[0] + above[0];
      double south = below[-1] + below[0], north = above[-1] + above[0];
      double sum = west * u[k - 1] + east * u[k + 1] + south * u[k - width] + north * u[k + width];
      double change = omega * (sum / (west + east + south + north) - u[k]);
      u[k] += change;
      double magnitude = std::fabs(change);
      if (magnitude > largest) largest = magnitude;
    }
  return largest;
}

// Twice the energy of the field at one volt, in units of the permittivity of the vacuum.
static double capacitance(const Line &line)
{
  const int n = line.n, width = n + 1;
  const double *u = line.potential;
  double total = 0.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int k = i * width + j;
      double bottom = u[k + 1] - u[k], top = u[k + width + 1] - u[k + width];
      double left = u[k + width] - u[k], right = u[k + width + 1] - u[k + 1];
      total += line.epsilon[i * n + j] * 0.5 * (bottom * bottom + top * top + left * left + right * right);
    }
  return total;
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? std::atoi(argv[1]) : 160;
  double threshold = argc > 2 ? std::atof(argv[2]) : 1e-10;
  int limit = argc > 3 ? std::atoi(argv[3]) : 1500;
  if (n < 20 || limit < 1) {
    std::fprintf(stderr, "usage: capacitor [cells per side, at least 20] [threshold in volts] [limit of sweeps]\n");
    return 2;
  }
  const double pi = 3.14159265358979323846;
  double omega = 2.0 / (1.0 + std::sin(pi / n));
  double of[2];
  int sweeps = 0;
  for (int filled = 0; filled < 2; filled++) {
    Line line;
    build(line, n, filled ? 4.4 : 1.0);
    for (int s = 0; s < limit; s++) {
      sweeps++;
      if (sweep(line, omega) <= threshold) break;
    }
    of[filled] = capacitance(line);
    std::printf("capacitance %s  %.12e\n", filled ? "with substrate" : "empty         ", of[filled]);
    std::printf("potential at the centre     %.12e\n", line.potential[(n / 2) * (n + 1) + n / 2]);
    release(line);
  }
  std::printf("effective permittivity      %.12e\n", of[1] / of[0]);
  std::printf("impedance in ohms           %.12e\n", 376.730313668 / std::sqrt(of[0] * of[1]));
  std::fprintf(stderr, "%d sweeps\n", sweeps);
  return 0;
}
