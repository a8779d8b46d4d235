#include "../loop-on-gpu.h"
#include "../generated/saxpy_fp16.cu"
namespace exact {
#include "../generated/saxpy_fp16_exact.cu"
}

int main() {
  const float factor = 0.7f;
  return run({"saxpy", {1, 1}, 3, 0, 1, {1},
              [=](int n, float **p) { saxpy_scalar<<<blocks(n), BLOCK>>>(n, factor, p[0], p[1]); },
              [=](int n, Half **p) { saxpy_scalar<<<blocks(n), BLOCK>>>(n, factor, p[0], p[1]); },
              [=](int n, __half **p) { saxpy_hand<4><<<blocks(n / 8), BLOCK>>>(n, factor, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(saxpy_half8(n, factor, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::saxpy_half8(n, factor, p[0], p[1])); }});
}
