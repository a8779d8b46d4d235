#include "../loop-on-gpu.h"
#include "../generated/lab_to_rgb_fp16.cu"
namespace exact {
#include "../generated/lab_to_rgb_fp16_exact.cu"
}

int main() {
  return run({"lab_to_rgb", {1, 1, 1, 1, 1, 1}, 6, 0, 60, {3, 4, 5},
              [=](int n, float **p) { lab_to_rgb_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3], p[4], p[5]); },
              [=](int n, Half **p) { lab_to_rgb_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3], p[4], p[5]); },
              [=](int n, __half **p) { lab_to_rgb_hand<4><<<blocks(n / 8), BLOCK>>>(n, p[0], p[1], p[2], p[3], p[4], p[5]); },
              [=](int n, __half **p) { CHECK(lab_to_rgb_half8(n, p[0], p[1], p[2], p[3], p[4], p[5])); },
              [=](int n, __half **p) { CHECK(exact::lab_to_rgb_half8(n, p[0], p[1], p[2], p[3], p[4], p[5])); }});
}
