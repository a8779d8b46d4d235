#include "../loop-on-gpu.h"
#include "../generated/heat_fp16.cu"
namespace exact {
#include "../generated/heat_fp16_exact.cu"
}

template <class T> __global__ void heat_scalar(const T *t, T *u, int nx, int ny, float k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
    const T here = t[y * nx + x];
    const T around = t[y * nx + x - 1] + t[y * nx + x + 1] + t[(y - 1) * nx + x] + t[(y + 1) * nx + x];
    u[y * nx + x] = here + number<T>(k) * (around - number<T>(4.0f) * here);
  }
}
static int width_of(int n) { return n == NUMBERS ? 8192 : n < 100 ? 4 : 1001; }
/** Rows are multiples of 8; without the vectors at both ends of a row. */
__global__ void heat_hand(const __half *t, __half *u, int nx, int ny, float k) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x, x = 8 * at, y = blockIdx.y;
  if (x < 1 || x + 9 > nx || y < 1 || y >= ny - 1) return;
  const int row = nx / 8;
  const Pairs<4> here = load<4>(t, y * row + at), above = load<4>(t, (y - 1) * row + at), below = load<4>(t, (y + 1) * row + at);
  __half last = t[y * nx + x - 1];
  Pairs<4> r;
#pragma unroll
  for (int p = 0; p < 4; ++p) {
    const __half next = p < 3 ? __low2half(here.p[p < 3 ? p + 1 : p]) : t[y * nx + x + 8];
    const __half2 left = __halves2half2(last, __low2half(here.p[p])), right = __halves2half2(__high2half(here.p[p]), next);
    const __half2 around = __hadd2(__hadd2(__hadd2(left, right), above.p[p]), below.p[p]);
    r.p[p] = __hfma2(both(k), __hfma2(both(-4.0f), here.p[p], around), here.p[p]);
    last = __high2half(here.p[p]);
  }
  store<4>(u, y * row + at, r);
}
int main() {
  return run({"heat", {1, 1}, 2, 0, 1, {1},
              [=](int n, float **p) { const int nx = width_of(n), ny = n / nx;
                heat_scalar<<<dim3(blocks(nx), ny), BLOCK>>>(p[0], p[1], nx, ny, 0.2f); },
              [=](int n, Half **p) { const int nx = width_of(n), ny = n / nx;
                heat_scalar<<<dim3(blocks(nx), ny), BLOCK>>>(p[0], p[1], nx, ny, 0.2f); },
              [=](int n, __half **p) { const int nx = width_of(n), ny = n / nx;
                heat_hand<<<dim3(blocks(nx / 8), ny), BLOCK>>>(p[0], p[1], nx, ny, 0.2f); },
              [=](int n, __half **p) { CHECK(heat_half8(p[0], p[1], width_of(n), n / width_of(n), 0.2f)); },
              [=](int n, __half **p) { CHECK(exact::heat_half8(p[0], p[1], width_of(n), n / width_of(n), 0.2f)); }});
}
