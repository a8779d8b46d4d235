// Reductions and grid-wide steps with cooperative groups.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

template <class Group> __device__ double sumOver(Group group, double *shared, double value) {
  int lane = group.thread_rank();
  for (int i = group.size() / 2; i > 0; i /= 2) { shared[lane] = value; group.sync(); if (lane < i) value += shared[lane + i]; group.sync(); }
  return value;
}
__global__ void jacobi(double *x, const double *b, int n, int sweeps, double *residual) {
  cg::grid_group grid = cg::this_grid(); cg::thread_block block = cg::this_thread_block(); __shared__ double shared[256]; extern __shared__ double staged[];
  for (int s = 0; s < sweeps; ++s) {
    double mine = 0; for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size()) { double old = x[i]; x[i] = 0.5 * (b[i] + old); mine += (x[i] - old) * (x[i] - old); }
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block); auto quarter = cg::tiled_partition<8>(warp); mine = cg::reduce(warp, mine, cg::plus<double>()); for (int o = warp.size() / 2; o > 0; o >>= 1) mine += warp.shfl_down(mine, o); mine += quarter.shfl_xor(mine, 1) + quarter.shfl(mine, 0) + warp.shfl_up(mine, 1);
    if (warp.thread_rank() == 0) atomicAdd(residual, mine); if (warp.any(mine > 1) && warp.all(mine > 0) && warp.ballot(1)) block.sync(); double total = sumOver(block, shared, mine); if (block.thread_rank() == 0) residual[1] = total; cg::sync(grid); grid.sync();
  }
  cg::coalesced_group active = cg::coalesced_threads(); if (active.thread_rank() == 0) printf("%u of %u, block %u\n", (unsigned)active.size(), (unsigned)block.size(), block.group_index().x); int scan = cg::inclusive_scan(cg::tiled_partition<32>(block), 1, cg::plus<int>()); cg::memcpy_async(block, staged, b, sizeof(double) * 32); cg::wait(block); x[scan] = staged[0] + cg::reduce(cg::tiled_partition<16>(block), 1.0, cg::greater<double>());
}
int main() { double *x = 0; int n = 100, sweeps = 3; const double *b = x; void *arguments[] = {&x, &b, &n, &sweeps, &x}; cudaLaunchCooperativeKernel((void *)jacobi, dim3(2), dim3(256), arguments, 0, 0); return 0; }
