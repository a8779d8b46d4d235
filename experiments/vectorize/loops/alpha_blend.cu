#include "../loop-on-gpu.h"
#include "../generated/alpha_blend_fp16.cu"
namespace exact {
#include "../generated/alpha_blend_fp16_exact.cu"
}

int main() {
  return run({"alpha_blend", {1, 1, 1, 1}, 4, 0, 1, {3},
              [=](int n, float **p) { alpha_blend_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, Half **p) { alpha_blend_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, __half **p) { alpha_blend_hand<4><<<blocks(n / 8), BLOCK>>>(n, p[0], p[1], p[2], p[3]); },
              [=](int n, __half **p) { CHECK(alpha_blend_half8(n, p[0], p[1], p[2], p[3])); },
              [=](int n, __half **p) { CHECK(exact::alpha_blend_half8(n, p[0], p[1], p[2], p[3])); }});
}
