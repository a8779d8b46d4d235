// cub: what the threads of a block exchange.
#include <cstdio>
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_store.cuh>
#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_store.cuh>
#include <cub/thread/thread_reduce.cuh>
#include <cub/iterator/arg_index_input_iterator.cuh>
#include <cub/iterator/cache_modified_input_iterator.cuh>
#include <cub/util_ptx.cuh>
#include <cub/util_device.cuh>
#include <cub/util_macro.cuh>
#include <cuda/std/functional>
struct Less { __device__ bool operator()(double a, double b) const { return a < b; } };
__global__ void k(double *x, double *y, int *flags, int n) {
  typedef cub::BlockLoad<double, 64, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
  typedef cub::BlockStore<double, 64, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  typedef cub::BlockRadixSort<double, 64, 4, int> Sort;
  typedef cub::BlockScan<double, 64> Scan;
  typedef cub::BlockReduce<double, 64> Reduce;
  typedef cub::BlockDiscontinuity<int, 64> Disc;
  typedef cub::BlockExchange<double, 64, 4> Ex;
  typedef cub::BlockShuffle<double, 64> Shuf;
  typedef cub::BlockAdjacentDifference<double, 64> Adj;
  typedef cub::BlockMergeSort<double, 64, 4> MSort;
  typedef cub::BlockHistogram<unsigned char, 64, 4, 16> Hist;
  __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; typename Sort::TempStorage sort; typename Scan::TempStorage scan; typename Reduce::TempStorage reduce; typename Disc::TempStorage disc; typename Ex::TempStorage ex; typename Shuf::TempStorage shuf; typename Adj::TempStorage adj; typename MSort::TempStorage msort; typename Hist::TempStorage hist; } s;
  __shared__ unsigned bins[16];
  double v[4]; int idx[4], heads[4]; unsigned char bytes[4];
  Load(s.load).Load(x, v, n, 0.0); __syncthreads();
  for (int i = 0; i < 4; i++) idx[i] = threadIdx.x * 4 + i, bytes[i] = idx[i] % 16;
  Sort(s.sort).Sort(v, idx); __syncthreads();
  Ex(s.ex).BlockedToStriped(v, v); __syncthreads(); Ex(s.ex).StripedToBlocked(v, v); __syncthreads();
  Disc(s.disc).FlagHeads(heads, idx, cuda::std::not_equal_to<int>()); __syncthreads();
  double prev; Shuf(s.shuf).Offset(v[0], prev, 1); __syncthreads();
  MSort(s.msort).Sort(v, Less()); __syncthreads();
  Hist(s.hist).Histogram(bytes, bins); __syncthreads();
  double total = Reduce(s.reduce).Sum(v); __syncthreads();
  double pre; Scan(s.scan).ExclusiveSum(v[0], pre); __syncthreads();
  Store(s.store).Store(y, v, n);
  if (threadIdx.x == 0) y[0] += total + pre + prev * 0 + cub::ThreadLoad<cub::LOAD_CA>(x) + heads[0] + bins[0] * 0.0;
}
int main() { double *x, *y; int *f; cudaMalloc(&x, 2048); cudaMalloc(&y, 2048); cudaMalloc(&f, 1024); k<<<1, 64>>>(x, y, f, 256); cudaDeviceSynchronize(); double r; cudaMemcpy(&r, y, 8, cudaMemcpyDeviceToHost); printf("%g\n", r); }
