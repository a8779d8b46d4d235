// Only with -DVERIFY: the pair energies of the device against every pair on the host.
#include "gpu.h"
#include "system.h"

#ifdef VERIFY
bool verify_forces(const Melt &melt)
{
  const int n = melt.beads.count;
  std::vector<vec3> position(n);
  std::vector<real> energy(n);
  from_gpu(position.data(), melt.beads.position, n);
  from_gpu(energy.data(), melt.beads.pair_energy, n);
  double worst = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    double expected = 0;
    for (int j = 0; j < n; j++) {
      if (j == i || j == melt.start_bonded[MAX_BONDS * i] || j == melt.start_bonded[MAX_BONDS * i + 1]) continue;
      const vec3 d = melt.box.between(position[i], position[j]);
      const real r2 = dot(d, d);
      if (r2 >= melt.table.cutoff2) continue;
      const int a = melt.start_type[i], b = melt.start_type[j];
      const real s6 = std::pow(melt.table.sigma2[a][b] / r2, 3);
      expected += 0.5 * (4 * melt.table.epsilon[a][b] * s6 * (s6 - 1) - melt.table.shift[a][b]);
    }
    worst = std::fmax(worst, std::fabs(expected - energy[i]));
    sum += expected;
  }
  printf("verification: energy %.15g, largest difference %s 1e-4\n", sum / n, worst < 1e-4 ? "below" : "above");
  return worst < 1e-4;
}
#endif
