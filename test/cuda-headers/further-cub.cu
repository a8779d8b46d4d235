// cub: segments, keys, runs, partitions, scans in place.
#include <cstdio>
#include <cub/cub.cuh>
template <class T> T *managed(const T *from, int n) { T *p; cudaMallocManaged(&p, n * sizeof(T)); for (int i = 0; i < n; i++) p[i] = from ? from[i] : T(); return p; }
struct Larger { __host__ __device__ bool operator()(double a, double b) const { return a > b; } };
struct Square { __host__ __device__ double operator()(double x) const { return x * x; } };
struct Big { __host__ __device__ bool operator()(double x) const { return x > 0.35; } };
struct Smaller { __host__ __device__ double operator()(double a, double b) const { return b < a ? b : a; } };
#define TWICE(...) { void *room = nullptr; size_t bytes = 0; __VA_ARGS__; cudaMalloc(&room, bytes); __VA_ARGS__; cudaDeviceSynchronize(); cudaFree(room); }
template <class T> void show(const char *name, const T *v, int n) { printf("%s:", name); for (int i = 0; i < n; i++) printf(" %g", (double)v[i]); printf("\n"); }
int main() {
  const int n = 8;
  const double values[n] = {0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 1, 0.875};
  const int keyValues[n] = {1, 1, 1, 2, 2, 5, 7, 7}, bounds[5] = {0, 3, 3, 5, 8};
  double *x = managed(values, n), *y = managed<double>(nullptr, n);
  int *keys = managed(keyValues, n), *ends = managed(bounds, 5), *ints = managed<int>(nullptr, n), *count = managed<int>(nullptr, 1);
  TWICE(cub::DeviceSegmentedReduce::Sum(room, bytes, x, y, 4, ends, ends + 1)) show("sums", y, 4);
  TWICE(cub::DeviceSegmentedReduce::Max(room, bytes, x, y, 1, ends, ends + 1)) show("max", y, 1);
  TWICE(cub::DeviceSegmentedReduce::Reduce(room, bytes, x, y, 4, ends, ends + 1, Smaller(), 9.0)) show("min", y, 4);
  TWICE(cub::DeviceReduce::TransformReduce(room, bytes, x, y, n, cuda::std::plus<>(), Square(), 0.0)) show("squares", y, 1);
  TWICE(cub::DeviceScan::InclusiveScanInit(room, bytes, x, y, cuda::std::plus<>(), 10.0, n)) show("scan", y, n);
  TWICE(cub::DeviceScan::ExclusiveScan(room, bytes, x, y, Smaller(), 3.0, n)) show("scan", y, n);
  TWICE(cub::DeviceScan::InclusiveSumByKey(room, bytes, keys, x, y, n)) show("by key", y, n);
  TWICE(cub::DeviceScan::ExclusiveSumByKey(room, bytes, keys, x, y, n)) show("by key", y, n);
  TWICE(cub::DeviceScan::ExclusiveScanByKey(room, bytes, keys, x, y, Smaller(), 2.0, n)) show("by key", y, n);
  TWICE(cub::DeviceSelect::If(room, bytes, x, y, count, n, Big())) show("kept", y, *count);
  TWICE(cub::DeviceSelect::UniqueByKey(room, bytes, keys, x, ints, y, count, n)) show("unique", y, *count);
  TWICE(cub::DevicePartition::If(room, bytes, x, y, count, n, Big())) show("parts", y, n);
  TWICE(cub::DevicePartition::Flagged(room, bytes, x, keys, y, count, n)) show("parts", y, n);
  TWICE(cub::DeviceRunLengthEncode::Encode(room, bytes, keys, ints, ends, count, n)) show("runs", ends, *count);
  TWICE(cub::DeviceRunLengthEncode::NonTrivialRuns(room, bytes, keys, ints, ends, count, n)) show("long runs", ints, *count);
  for (int i = 0; i < 5; i++) ends[i] = bounds[i];
  TWICE(cub::DeviceAdjacentDifference::SubtractLeftCopy(room, bytes, x, y, n)) show("left", y, n);
  TWICE(cub::DeviceAdjacentDifference::SubtractRightCopy(room, bytes, x, y, n)) show("right", y, n);
  TWICE(cub::DeviceSegmentedRadixSort::SortKeys(room, bytes, x, y, n, 4, ends, ends + 1)) show("sorted", y, n);
  TWICE(cub::DeviceSegmentedSort::SortKeysDescending(room, bytes, x, y, n, 4, ends, ends + 1)) show("sorted", y, n);
  double ranges[4] = {0, 0.3, 0.6, 2}, *levels = managed(ranges, 4);
  TWICE(cub::DeviceHistogram::HistogramRange(room, bytes, x, ints, 4, levels, n)) show("counted", ints, 3);
  TWICE(cub::DeviceScan::InclusiveSum(room, bytes, x, n)) show("in place", x, n);
  TWICE(cub::DeviceMergeSort::SortPairs(room, bytes, x, keys, n, Larger())) show("pairs", x, n); show("keys", keys, n);
  printf("%llx %llx\n", (unsigned long long)cub::Traits<double>::MAX_KEY, (unsigned long long)cub::Traits<float>::LOWEST_KEY);
}
