// What patches do with fp32x2 on a device.
#include "mantissa_fp32x2.h"

struct body {
  fp32x2 x, y, mass;
};
__constant__ float softening = 1e-9f;
__constant__ fp32x2 weights[2][3] = {{1, -1, 2u}, {fp32x2(0.1f, -1.4901161e-9f), short(3), true}};
__constant__ fp32x2 third = 1.0 / 3, quarters[] = {(fp32x2)(3.0 / 4), -fp32x2(0.25f)};

__global__ void forces(const body *bodies, fp32x2 *energy, int n, double *total) {
  __shared__ fp32x2 tile[64];
  fp32x2 sum = 0.0f;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const fp32x2 dx = bodies[i].x - bodies[0].x, dy = bodies[i].y - bodies[0].y;
    const fp32x2 inverse = weights[i % 2][0] * quarters[i % 2] * third * rsqrt(dx * dx + dy * dy + softening);
    sum += bodies[i].mass * inverse * 0.5f;
    if (inverse > 1e6 || isnan(inverse)) sum -= __ldg(&bodies[i].mass) / 2;
  }
  tile[threadIdx.x % 64] = sum;
  __syncthreads();
  for (int lane = 16; lane > 0; lane /= 2) sum += __shfl_down_sync(0xffffffffu, sum, lane);
  atomicAdd(energy, sum + tile[0]);
  *total += sqrt(fabs(sum));
}
