// For every float of two binades (the others differ by powers of four): whether 1/√x, computed in double and rounded to float, is the float nearest to
// 1/√x. The neighbouring midpoints m of the float found must satisfy m² x < 1 < m² x, which integers decide exactly. Prints the number of faults.
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "rounded-operations.h"

int main() {
  long faults = 0;
  for (uint32_t k = 0; k < 1u << 24; k++) {
    const int parity = k >> 23;
    const uint64_t significand = (k & 0x7fffffu) | 0x800000u; // x = significand · 2^(parity − 23)
    const float x = std::ldexp(float(significand), parity - 23);
    const float root = mx_runtime::rsqrt_rn(x); // in (1/2, 1]
    const bool is_one = root == 1.0f;
    // root = units · 2^−24, and a midpoint is an odd number of 2^−25; above 1 floats are twice as far apart
    const uint64_t units = uint64_t(std::ldexp(root, 24));
    const unsigned __int128 below = 2 * units - 1, above = 2 * units + (is_one ? 2 : 1);
    const unsigned __int128 one = (unsigned __int128)1 << (50 + 23 - parity);
    if (!(below * below * significand < one && one < above * above * significand)) faults++;
  }
  std::printf("%ld\n", faults);
  return 0;
}
