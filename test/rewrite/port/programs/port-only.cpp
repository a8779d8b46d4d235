// What today's CUDA has no more or never had: lane exchanges without a mask, texture references, the samples' helpers; and how a
// program ends that cannot go on.
#include "dialect.h"
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <device_launch_parameters.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <helper_timer.h>
#include <cuda.h>
#include <cooperative_groups.h>
namespace port_only {

__global__ TASK(void) without_masks(int *out) {
  const int t = threadIdx.x;
  int v = t;
  if (t < 16) v += AWAIT(__shfl_down(v, 8, 16));
  else v -= AWAIT(__shfl_xor(v, 1));
  out[t] = v + 1000 * AWAIT(__any(t == 3)) + 10000 * AWAIT(__all(t < 31)) + int(AWAIT(__ballot(t == 1)));
}
texture<float, 1, cudaReadModeElementType> line;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> grey;
__global__ void referenced(float *out) {
  out[threadIdx.x] = tex1Dfetch(line, int(threadIdx.x)) + tex2D(grey, float(threadIdx.x), 1.0f);
}

void run() {
  int *out = managed<int>(64);
  LAUNCH(without_masks, 1, 32, 0, (int *out), (out), out);
  show("without masks", out, 32);
  float *f = managed<float>(8);
  unsigned char *g = managed<unsigned char>(16);
  for (int k = 0; k < 8; k++) f[k] = float(k), g[k] = 0, g[8 + k] = (unsigned char)(k * 51 % 256);
  cudaBindTexture(nullptr, line, f, 8 * sizeof(float));
  cudaBindTexture2D(nullptr, grey, g, 8, 2, 8);
  float *sum = managed<float>(8);
  LAUNCH(referenced, 1, 8, 0, (float *out), (out), sum);
  show("references", sum, 8);
  cudaUnbindTexture(line);

  float3 a = make_float3(1, 2, 3), b = make_float3(0.5f);
  a += b * 2.0f;
  const float3 c = cross(a, b) / 2;
  std::printf("%g %g %g, %g, %g, %g\n", c.x, c.y, c.z, dot(a, b), length(make_float4(a, 1.0f)), lerp(1.0f, 3.0f, 0.25f));
  const double3 w = normalize(make_double3(a)) + 1.0;
  const int2 i = clamp(make_int2(-5, 9) * 2, 0, 10);
  std::printf("%.12g %.12g %.12g, %d %d\n", w.x, w.y, w.z, i.x, i.y);
  const cuDoubleComplex z = cuCdiv(cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, -1)), make_cuDoubleComplex(0, 2));
  std::printf("%g %g %g\n", cuCreal(z), cuCimag(z), cuCabs(make_cuDoubleComplex(3, 4)));
  StopWatchInterface *timer = nullptr;
  sdkCreateTimer(&timer);
  sdkStartTimer(&timer);
  sdkStopTimer(&timer);
  std::printf("%d\n", sdkGetTimerValue(&timer) >= 0);
  const char *arguments[] = {"program", "--size=12", "-verbose"};
  std::printf("%d %d %d\n", getCmdLineArgumentInt(3, arguments, "size"), checkCmdLineFlag(3, arguments, "verbose"), checkCmdLineFlag(3, arguments, "quiet"));
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDeviceProperties(&properties, 0));
  CUdeviceptr p;
  std::printf("%s, %d %d\n", properties.name, cuInit(0), cuMemAlloc(&p, 16));
  int blocks, size, grid;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, without_masks, 256, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &size, without_masks);
  std::printf("%d blocks, %d × %d\n", blocks, grid, size);
  // a parameter list with everything that does not survive being forwarded
  struct Bits { unsigned three : 3; } bits{5};
  ::mx_runtime::port::prepare(::mx_runtime::port::configure(1, 1), [&](int *p, unsigned n, double2 v) { std::printf("prepared %d %u %g\n", p == nullptr, n, v.y); })(0, bits.three, {1, 2.5});
  std::printf("%g\n", std::lerp(1.0, 2.0, 0.5));
}

__global__ TASK(void) half_wait() { if (threadIdx.x < 20) AWAIT(__syncthreads()); else AWAIT(__shfl_sync(0xffffffffu, 1, 0)); }
__global__ TASK(void) lonely() { if (threadIdx.x == 3) AWAIT(__syncwarp(0xff)); AWAIT(__syncthreads()); }
__global__ TASK(void) grid_wait() { AWAIT(cooperative_groups::this_grid().sync()); }
__global__ TASK(void) uneven() { if (blockIdx.x > 0) AWAIT(cooperative_groups::this_grid().sync()); }
__global__ void child() {}
__global__ void parent() { LAUNCH(child, 1, 1, 0, (), ()); }
__global__ void trapped() { if (blockIdx.x == 1) __trap(); }
__global__ TASK(void) outsider() { AWAIT(__ballot_sync(0xff00u, 1)); }
texture<float> never_bound;
__global__ void unbound() { tex1Dfetch(never_bound, 0); }

void fail_as(const char *name) {
  const auto is = [name](const char *other) { return std::strcmp(name, other) == 0; };
  if (is("half-wait")) LAUNCH(half_wait, dim3(2, 3), 64, 0, (), ());
  if (is("lonely")) LAUNCH(lonely, 1, 8, 0, (), ());
  if (is("grid-wait")) LAUNCH(grid_wait, 1, 8, 0, (), ());
  if (is("uneven")) cudaLaunchCooperativeKernel(uneven, dim3(3), dim3(4), nullptr);
  if (is("parent")) LAUNCH(parent, 1, 1, 0, (), ());
  if (is("trapped")) LAUNCH(trapped, 2, 1, 0, (), ());
  if (is("outsider")) LAUNCH(outsider, 1, 8, 0, (), ());
  if (is("unbound")) LAUNCH(unbound, 1, 1, 0, (), ());
  if (is("capture")) { cudaStream_t s; cudaStreamCreate(&s); cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); }
}

}  // namespace port_only
