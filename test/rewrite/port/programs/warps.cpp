// Shuffles, votes, matches and warp barriers, with whole, partial and diverging warps.
#include "dialect.h"
namespace warps {

__global__ TASK(void) shuffles(int *out, int width) {
  const int t = threadIdx.x, n = blockDim.x;
  out[t] = AWAIT(__shfl_sync(0xffffffffu, t * 10, 3, width));
  out[n + t] = AWAIT(__shfl_sync(0xffffffffu, t * 10, t + 5, width));
  out[2 * n + t] = AWAIT(__shfl_up_sync(0xffffffffu, t, 3, width));
  out[3 * n + t] = AWAIT(__shfl_down_sync(0xffffffffu, t, 3, width));
  out[4 * n + t] = AWAIT(__shfl_xor_sync(0xffffffffu, t, 5, width));
}

__device__ TASK(double) warp_sum(double v) {
  for (int offset = 16; offset > 0; offset /= 2) v += AWAIT(__shfl_down_sync(0xffffffffu, v, offset));
  RETURN v;
}
__global__ TASK(void) block_sum(const double *x, double *out, int n) {
  __shared__ double partial[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  double v = i < n ? x[i] : 0;
  v = AWAIT(warp_sum(v));
  if (lane == 0) partial[warp] = v;
  AWAIT(__syncthreads());
  if (warp == 0) {
    v = lane < blockDim.x / warpSize ? partial[lane] : 0;
    v = AWAIT(warp_sum(v));
    if (lane == 0) atomicAdd(out, v);
  }
}

__global__ TASK(void) votes(unsigned *out) {
  const int t = threadIdx.x;
  const unsigned ballot = AWAIT(__ballot_sync(0xffffffffu, t % 5 == 0));
  const int any = AWAIT(__any_sync(0xffffffffu, t == 63)), all = AWAIT(__all_sync(0xffffffffu, t < 32));
  const unsigned same = AWAIT(__match_any_sync(0xffffffffu, t / 3 % 4));
  int everyone;
  const unsigned every = AWAIT(__match_all_sync(0xffffffffu, t / 32, &everyone));
  const unsigned sum = AWAIT(__reduce_add_sync(0xffffffffu, unsigned(t))), most = AWAIT(__reduce_max_sync(0xffffffffu, unsigned(t * 7 % 50)));
  const unsigned both = AWAIT(__reduce_and_sync(0xffffffffu, unsigned(t | 8))), either = AWAIT(__reduce_or_sync(0xffffffffu, 1u << t % 7));
  unsigned *mine = out + t * 9;
  mine[0] = ballot, mine[1] = any, mine[2] = all, mine[3] = same, mine[4] = every + everyone, mine[5] = sum, mine[6] = most, mine[7] = both, mine[8] = either;
}

// lanes in different branches, each with the mask of its own
__global__ TASK(void) branches(int *out) {
  const int t = threadIdx.x;
  int v = t;
  if (t % 2) {
    v += AWAIT(__shfl_xor_sync(0xaaaaaaaau, v, 2));
    AWAIT(__syncwarp(0xaaaaaaaau));
  } else {
    v -= AWAIT(__shfl_xor_sync(0x55555555u, v, 4));
  }
  AWAIT(__syncwarp());
  out[t] = AWAIT(__shfl_sync(0xffffffffu, v, 31 - t));
}
// lanes that come together
__global__ TASK(void) together(unsigned *out) {
  const int t = threadIdx.x;
  if (t >= 28) RETURN;
  if (t % 4 == 0) out[t] = AWAIT(__activemask());
  else if (t < 16) out[t] = AWAIT(__activemask());
  AWAIT(__syncwarp(0x0fffffffu));
  // one warp-aggregated increment per iteration, with the lanes that are left
  for (int k = 0; k < t % 3; k++) {
    const unsigned active = AWAIT(__activemask());
    if (t % 3 == 2 && k == 1) atomicAdd(&out[32], __popc(active));
  }
}
__global__ TASK(void) through_shared(int *out) {
  __shared__ volatile int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  AWAIT(__syncwarp());
  for (int k = 16; k > 0; k /= 2) {
    int v = t % 32 < k ? s[t + k] : 0;
    AWAIT(__syncwarp());
    if (t % 32 < k) s[t] = s[t] + v;
    AWAIT(__syncwarp());
  }
  out[t] = s[t & 32];
}
__global__ TASK(void) early(int *out) {
  if (threadIdx.x >= 20) RETURN;
  out[threadIdx.x] = AWAIT(__shfl_sync(0x000fffffu, int(threadIdx.x) + 1, 19));
}

void run() {
  int *out = managed<int>(1024);
  for (int width = 32; width >= 4; width /= 2) {
    LAUNCH(shuffles, 1, 32, 0, (int *out, int width), (out, width), out, width);
    char name[32];
    std::snprintf(name, sizeof name, "shuffles of width %d", width);
    show(name, out, 160);
  }
  double *x = managed<double>(1000), *sum = managed<double>(1);
  for (int k = 0; k < 1000; k++) x[k] = k * 0.25;
  *sum = 0;
  LAUNCH(block_sum, 5, 224, 0, (const double *x, double *out, int n), (x, out, n), x, sum, 1000);
  show("sum", sum, 1);
  unsigned *u = managed<unsigned>(1024);
  LAUNCH(votes, 1, 64, 0, (unsigned *out), (out), u);
  show("votes of lane 0", u, 9);
  show("votes of lane 40", u + 40 * 9, 9);
  LAUNCH(branches, 1, 32, 0, (int *out), (out), out);
  show("branches", out, 32);
  std::memset(u, 0, 4096);
  LAUNCH(together, 1, 32, 0, (unsigned *out), (out), u);
  show("together", u, 33);
  LAUNCH(through_shared, 1, 64, 0, (int *out), (out), out);
  show("through shared memory", out, 64);
  std::memset(out, 0, 128);
  LAUNCH(early, 1, 32, 0, (int *out), (out), out);
  show("early", out, 32);
}

}  // namespace warps
