#include "../loop-on-gpu.h"
#include "../generated/filter_3x3_fp16.cu"
namespace exact {
#include "../generated/filter_3x3_fp16_exact.cu"
}

int main() {
  const int width = 8192;
  return run({"filter_3x3", {1, 1}, 2, 0, 1, {1},
              [=](int n, float **p) { filter_3x3_scalar<<<blocks(n), BLOCK>>>(width, n, p[0], p[1]); },
              [=](int n, Half **p) { filter_3x3_scalar<<<blocks(n), BLOCK>>>(width, n, p[0], p[1]); },
              [=](int n, __half **p) { filter_3x3_hand<4><<<blocks(n / 8), BLOCK>>>(width, n, p[0], p[1]); },
              [=](int n, __half **p) { CHECK(filter_3x3_half8(width, n, p[0], p[1])); },
              [=](int n, __half **p) { CHECK(exact::filter_3x3_half8(width, n, p[0], p[1])); }});
}
