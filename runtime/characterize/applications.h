// Forces between the particles of a box, with their exponentials (Gu 2.4.3). Results are compared with those in fp64x4.
#pragma once

#include "elimination.h"
#include "exponential.h"

namespace mx_characterize {

/** Coordinates and a charge of each particle, all from (0, high). */
inline std::vector<double> particles_of(int count, double high) {
  Random random{uint64_t(count)};
  std::vector<double> numbers(std::size_t(count) * 4);
  for (double &x : numbers) x = random.between(0, high);
  return numbers;
}
constexpr Range BOXES[] = {{"0…0.1", 0.1}, {"0…1", 1}};

/** The effect of all others on one particle: the sum of charge · e^(−½r²) along one direction. */
template <class T> MX_HD T force_on(const T *particles, int count, int own) {
  const T *here = particles + 4 * own;
  const T half = number<T>(-0.5);
  T force = number<T>(0);
  for (int other = 0; other < count; other++) {
    const T *there = particles + 4 * other;
    const T dx = here[0] - there[0], dy = here[1] - there[1], dz = here[2] - there[2];
    const T square = dx * dx + dy * dy + dz * dz;
    force = force + there[3] * mx_runtime::exp(half * square) * (dx + dy + dz);
  }
  return force;
}

/** The results in fp64x4 come first: the others are compared with them. */
template <class Work> void for_particle_formats(const Work &work) {
  using namespace mx_runtime;
  for_formats<fp64x4, fp32, fp64, cmp32x2, fp32x2, cmp64x2, fp64x2>(work);
}

}  // namespace mx_characterize
