#include "../loop-on-gpu.h"
#include "../generated/tone_curve_fp16.cu"
namespace exact {
#include "../generated/tone_curve_fp16_exact.cu"
}

int main() {
  const float strength = 0.3f;
  return run({"tone_curve", {1, 1}, 2, -0.1f, 1.1f, {1},
              [=](int n, float **p) { tone_curve_scalar<<<blocks(n), BLOCK>>>(n, strength, p[0], p[1]); },
              [=](int n, Half **p) { tone_curve_scalar<<<blocks(n), BLOCK>>>(n, strength, p[0], p[1]); },
              [=](int n, __half **p) { tone_curve_hand<4><<<blocks(n / 8), BLOCK>>>(n, strength, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(tone_curve_half8(n, strength, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::tone_curve_half8(n, strength, p[0], p[1])); }});
}
