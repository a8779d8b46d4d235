// Cooperative groups.
#include "dialect.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace groups {
namespace cg = cooperative_groups;

__global__ TASK(void) tiles(int *out) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int t = int(block.thread_rank());
  int v = t;
  for (int k = int(tile.size()) / 2; k > 0; k /= 2) v += AWAIT(tile.shfl_down(v, k));
  v = AWAIT(tile.shfl(v, 0));
  AWAIT(tile.sync());
  out[t] = v * 100 + int(tile.thread_rank()) * 10 + int(tile.meta_group_rank());
  out[64 + t] = int(AWAIT(tile.ballot(t % 3 == 0))) + 1000 * AWAIT(tile.any(t == 9)) + 2000 * AWAIT(tile.all(t < 8)) + 10000 * int(AWAIT(tile.match_any(t % 2)));
  out[128 + t] = AWAIT(tile.shfl_up(t, 1)) * 100 + AWAIT(tile.shfl_xor(t, 3));
  AWAIT(block.sync());
  out[192 + t] = int(block.size()) + int(tile.meta_group_size());
}
__global__ TASK(void) sums(const float *x, float *out, int *whole) {
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const auto quarter = cg::tiled_partition<8>(block);
  const int t = threadIdx.x;
  out[t] = AWAIT(cg::reduce(warp, x[t], cg::plus<float>()));
  out[64 + t] = AWAIT(cg::reduce(quarter, x[t], cg::plus<float>()));
  out[128 + t] = AWAIT(cg::reduce(warp, x[t], cg::greater<float>()));
  whole[t] = AWAIT(cg::reduce(warp, t * t, cg::plus<int>()));
  whole[64 + t] = AWAIT(cg::inclusive_scan(quarter, t, cg::plus<int>()));
  whole[128 + t] = AWAIT(cg::exclusive_scan(quarter, t, cg::plus<int>()));
}
__global__ TASK(void) coalesced(int *out) {
  const int t = threadIdx.x;
  if (t % 3 == 1) {
    const cg::coalesced_group active = AWAIT(cg::coalesced_threads());
    const int leader = AWAIT(active.shfl(t, 0));
    out[t] = int(active.thread_rank()) * 1000 + int(active.size()) * 10 + leader;
  } else {
    out[t] = -1;
  }
}
// every block adds to its own shared counter before and after the grid meets
__global__ TASK(void) grid_wide(int *data, int *out) {
  const cg::grid_group grid = cg::this_grid();
  GRID_SHARED(int, mine);
  DYNAMIC_SHARED(int, own);
  if (threadIdx.x == 0) mine = int(blockIdx.x) * 7, own[0] = int(blockIdx.x);
  AWAIT(cg::this_thread_block().sync());
  atomicAdd(&mine, 1);
  data[grid.thread_rank()] = int(grid.thread_rank()) + 1;
  AWAIT(grid.sync());
  const int n = int(grid.size());
  const int other = data[(grid.thread_rank() + n / 2) % n];
  AWAIT(grid.sync());
  data[grid.thread_rank()] = other;
  if (threadIdx.x == 0) out[blockIdx.x] = mine * 100 + own[0] + (grid.is_valid() ? 10000 : 0);
}

void run() {
  int *out = managed<int>(1024);
  LAUNCH(tiles, 1, 64, 0, (int *out), (out), out);
  show("tiles", out, 256);
  float *x = managed<float>(64), *f = managed<float>(192);
  for (int k = 0; k < 64; k++) x[k] = 1.0f / float(k + 3) * float(k % 5 - 2.1);
  LAUNCH(sums, 1, 64, 0, (const float *x, float *out, int *whole), (x, out, whole), x, f, out);
  show("sums of warps", f, 64);
  show("sums of tiles", f + 64, 64);
  show("largest", f + 128, 64);
  show("integers", out, 192);
  LAUNCH(coalesced, 1, 32, 0, (int *out), (out), out);
  show("coalesced", out, 32);
  int *data = managed<int>(256);
  void *pointers[] = {&data, &out};
  std::printf("cooperative launch: %d\n", cudaLaunchCooperativeKernel(KERNEL_ADDRESS(grid_wide), dim3(4), dim3(16), pointers, 64, 0));
  show("data", data, 64);
  show("blocks", out, 4);
}

}  // namespace groups
