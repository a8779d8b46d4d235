#include "../loop-on-gpu.h"
#include "../generated/stencil_fp16.cu"
namespace exact {
#include "../generated/stencil_fp16_exact.cu"
}

int main() {
  return run({"stencil", {1, 1}, 2, 0, 1, {1},
              [=](int n, float **p) { stencil_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, Half **p) { stencil_scalar<<<blocks(n), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, __half **p) { stencil_hand<4><<<blocks(n / 8), BLOCK>>>(n, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(stencil_half8(n, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::stencil_half8(n, p[0], p[1])); }});
}
