// thrust, cub and cuRAND.
#include "dialect.h"
#include <thrust/copy.h>
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/logical.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <cub/cub.cuh>
#include <curand_kernel.h>
namespace libraries {

template <class V> void print(const char *name, const V &v) {
  thrust::host_vector<double> h(v.begin(), v.end());
  std::printf("%s:", name);
  for (size_t k = 0; k < h.size(); k++) std::printf(" %.9g", h[k]);
  std::printf("\n");
}
struct Square { __host__ __device__ double operator()(double x) const { return x * x; } };
struct Saxpy {
  double a;
  __host__ __device__ double operator()(double x, double y) const { return a * x + y; }
};
struct Even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct Blend {
  template <class T> __host__ __device__ void operator()(T t) const { thrust::get<2>(t) = thrust::get<0>(t) * 2 + thrust::get<1>(t); }
};

void with_thrust() {
  thrust::host_vector<double> h(10);
  for (int k = 0; k < 10; k++) h[k] = (k * 7) % 10 + 0.5;
  thrust::device_vector<double> d = h, e(10, 2.0);
  print("copied", d);
  thrust::sort(d.begin(), d.end());
  print("sorted", d);
  thrust::sort(thrust::device, d.begin(), d.end(), thrust::greater<double>());
  print("descending", d);
  std::printf("sum %.17g, with start %.17g, product %.17g\n", thrust::reduce(d.begin(), d.end()), thrust::reduce(d.begin(), d.end(), 100.0), thrust::reduce(d.begin(), d.end(), 1.0, thrust::multiplies<double>()));
  std::printf("squares %.17g, inner product %.17g, count %d\n", thrust::transform_reduce(d.begin(), d.end(), Square(), 0.0, thrust::plus<double>()), thrust::inner_product(d.begin(), d.end(), e.begin(), 0.0), int(thrust::count(e.begin(), e.end(), 2.0)));
  thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), Saxpy{0.5});
  print("saxpy", e);
  thrust::transform(d.begin(), d.end(), e.begin(), thrust::negate<double>());
  print("negated", e);
  using namespace thrust::placeholders;
  thrust::transform(d.begin(), d.end(), e.begin(), 2.0 * _1 + 1.0);
  print("placeholders", e);
  std::printf("largest at %d, smallest %.9g\n", int(thrust::max_element(e.begin(), e.end()) - e.begin()), double(*thrust::min_element(e.begin(), e.end())));
  thrust::device_vector<int> keys(8), values(8), scanned(8);
  thrust::sequence(keys.begin(), keys.end(), 3, 5);
  print("sequence", keys);
  thrust::inclusive_scan(keys.begin(), keys.end(), scanned.begin());
  print("inclusive scan", scanned);
  thrust::exclusive_scan(keys.begin(), keys.end(), scanned.begin(), 10);
  print("exclusive scan", scanned);
  for (int k = 0; k < 8; k++) keys[k] = (k * 5) % 3, values[k] = k;
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  print("keys", keys);
  print("values", values);
  thrust::device_vector<int> out_keys(8), out_values(8);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), out_keys.begin(), out_values.begin());
  std::printf("%d keys:", int(ends.first - out_keys.begin()));
  for (int k = 0; k < ends.first - out_keys.begin(); k++) std::printf(" %d=%d", int(out_keys[k]), int(out_values[k]));
  std::printf("\n");
  const auto kept = thrust::copy_if(values.begin(), values.end(), scanned.begin(), Even());
  std::printf("even: %d of them, %d in all\n", int(kept - scanned.begin()), int(thrust::count_if(values.begin(), values.end(), Even())));
  std::printf("unique: %d\n", int(thrust::unique(keys.begin(), keys.end()) - keys.begin()));
  thrust::device_vector<int> picked(4);
  thrust::gather(thrust::make_counting_iterator(2), thrust::make_counting_iterator(6), values.begin(), picked.begin());
  print("gathered", picked);
  std::printf("sum of squares below 100: %lld\n", thrust::reduce(thrust::make_transform_iterator(thrust::make_counting_iterator(0LL), thrust::square<long long>()), thrust::make_transform_iterator(thrust::make_counting_iterator(100LL), thrust::square<long long>()), 0LL));
  thrust::device_vector<double> a(4, 1.5), b(4, 0.25), c(4);
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())), thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), Blend());
  print("zipped", c);
  double *raw = thrust::raw_pointer_cast(c.data());
  thrust::device_ptr<double> p = thrust::device_pointer_cast(raw);
  thrust::fill(p, p + 2, 9.0);
  c[3] = 11.0;
  c.push_back(4.0);
  print("through pointers", c);
  thrust::copy(c.begin(), c.end(), h.begin());
  print("back", h);
  thrust::device_vector<int> n(12), m(12);
  for (int k = 0; k < 12; k++) n[k] = k * 5 % 12, m[k] = k / 3;
  thrust::stable_partition(n.begin(), n.end(), Even());
  print("partitioned", n);
  n.erase(thrust::remove_if(n.begin(), n.end(), Even()), n.end());
  print("odd", n);
  thrust::reverse(n.begin(), n.end());
  thrust::replace(n.begin(), n.end(), 3, -3);
  print("reversed", n);
  thrust::sort(n.begin(), n.end());
  thrust::device_vector<int> merged(n.size() + m.size());
  thrust::merge(n.begin(), n.end(), m.begin(), m.end(), merged.begin());
  print("merged", merged);
  std::printf("bounds %d %d, found %d, equal %d, any %d, all %d, range %d\n", int(thrust::lower_bound(m.begin(), m.end(), 2) - m.begin()), int(thrust::upper_bound(m.begin(), m.end(), 2) - m.begin()), int(thrust::find(m.begin(), m.end(), 3) - m.begin()), int(thrust::equal(m.begin(), m.end(), m.begin())), int(thrust::any_of(n.begin(), n.end(), Even())), int(thrust::all_of(m.begin(), m.end(), Even())), int(thrust::minmax_element(n.begin(), n.end()).second - n.begin()));
  thrust::minstd_rand engine(7);
  thrust::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const double first = uniform(engine), second = uniform(engine);
  engine.discard(1000);
  std::printf("random %.9g %.9g %u\n", first, second, engine());
}

__global__ TASK(void) block_collectives(const float *x, float *out, int *whole) {
  using Reduce = cub::BlockReduce<float, 128>;
  using Scan = cub::BlockScan<int, 128>;
  using Warp = cub::WarpReduce<float>;
  __shared__ typename Reduce::TempStorage reduce_storage;
  __shared__ typename Scan::TempStorage scan_storage;
  __shared__ typename Warp::TempStorage warp_storage[4];
  const int t = threadIdx.x;
  const float sum = AWAIT(Reduce(reduce_storage).Sum(x[t]));
  AWAIT(__syncthreads());
  const float most = AWAIT(Reduce(reduce_storage).Reduce(x[t], [](float a, float b) { return a < b ? b : a; }));
  AWAIT(__syncthreads());
  const float some = AWAIT(Reduce(reduce_storage).Sum(x[t], 50));
  if (t == 0) out[0] = sum, out[1] = most, out[2] = some;
  int before, with, total;
  AWAIT(Scan(scan_storage).ExclusiveSum(t, before));
  AWAIT(__syncthreads());
  AWAIT(Scan(scan_storage).InclusiveSum(t, with, total));
  AWAIT(__syncthreads());
  int four[4] = {t, 1, 2, 3};
  AWAIT(Scan(scan_storage).ExclusiveSum(four, four));
  whole[t] = before + 10000 * with, whole[128 + t] = total + four[3];
  const float warp = AWAIT(Warp(warp_storage[t / 32]).Sum(x[t]));
  if (t % 32 == 0) out[3 + t / 32] = warp;
}
__global__ TASK(void) warp_scans(const float *x, float *out) {
  using Scan = cub::WarpScan<float>;
  __shared__ typename Scan::TempStorage storage[2];
  float with, before;
  AWAIT(Scan(storage[threadIdx.x / 32]).InclusiveSum(x[threadIdx.x], with));
  AWAIT(__syncwarp());
  AWAIT(Scan(storage[threadIdx.x / 32]).ExclusiveSum(x[threadIdx.x], before));
  out[threadIdx.x] = with, out[64 + threadIdx.x] = before;
}
__global__ TASK(void) block_sort(int *keys) {
  using Sort = cub::BlockRadixSort<int, 32, 2>;
  __shared__ typename Sort::TempStorage storage;
  int own[2] = {keys[threadIdx.x * 2], keys[threadIdx.x * 2 + 1]};
  AWAIT(Sort(storage).Sort(own));
  keys[threadIdx.x * 2] = own[0], keys[threadIdx.x * 2 + 1] = own[1];
}

void with_cub() {
  float *x = managed<float>(128), *out = managed<float>(256);
  int *whole = managed<int>(256);
  for (int k = 0; k < 128; k++) x[k] = 1.0f / float(k + 3) * float(k % 7 - 2.3);
  LAUNCH(block_collectives, 1, 128, 0, (const float *x, float *out, int *whole), (x, out, whole), x, out, whole);
  show("block and warp sums", out, 7);
  show("block scans", whole, 256);
  LAUNCH(warp_scans, 1, 64, 0, (const float *x, float *out), (x, out), x, out);
  show("warp scans", out, 128);
  for (int k = 0; k < 64; k++) whole[k] = k * 37 % 64 - 20;
  LAUNCH(block_sort, 1, 32, 0, (int *keys), (keys), whole);
  show("block sort", whole, 64);
  int *in = managed<int>(100), *sorted = managed<int>(100), *result = managed<int>(4);
  for (int k = 0; k < 100; k++) in[k] = k * 31 % 100 - 30;
  size_t bytes = 0;
  void *storage = nullptr;
  cub::DeviceReduce::Sum(nullptr, bytes, in, result, 100);
  cudaMalloc(&storage, bytes);
  cub::DeviceReduce::Sum(storage, bytes, in, result, 100);
  finish();
  cudaFree(storage);
  std::printf("device sum %d\n", result[0]);
  bytes = 0;
  cub::DeviceRadixSort::SortKeys(nullptr, bytes, in, sorted, 100);
  cudaMalloc(&storage, bytes);
  cub::DeviceRadixSort::SortKeys(storage, bytes, in, sorted, 100);
  show("device sort", sorted, 10);
  cudaFree(storage);
  bytes = 0;
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, in, sorted, 100);
  cudaMalloc(&storage, bytes);
  cub::DeviceScan::ExclusiveSum(storage, bytes, in, sorted, 100);
  show("device scan", sorted, 10);
  cudaFree(storage);
}

__global__ void draw(unsigned *out, float *f, double *d) {
  curandState xorwow;
  curandStatePhilox4_32_10_t philox;
  const int t = threadIdx.x;
  curand_init(1234ull + 77ull * t, t * 3, t * 5, &xorwow);
  curand_init(99ull << t, t, t * 3 + 1, &philox);
  for (int k = 0; k < 4; k++) out[t * 20 + k] = curand(&xorwow);
  for (int k = 0; k < 6; k++) out[t * 20 + 4 + k] = curand(&philox);
  const uint4 four = curand4(&philox);
  out[t * 20 + 10] = four.x, out[t * 20 + 11] = four.y, out[t * 20 + 12] = four.z, out[t * 20 + 13] = four.w;
  out[t * 20 + 14] = __float_as_uint(curand_uniform(&xorwow)), out[t * 20 + 15] = __float_as_uint(curand_uniform(&philox));
  d[t * 4] = curand_uniform_double(&xorwow), d[t * 4 + 1] = curand_uniform_double(&philox);
  d[t * 4 + 2] = curand_normal_double(&xorwow), d[t * 4 + 3] = curand_normal_double(&xorwow);
  f[t * 4] = curand_normal(&xorwow), f[t * 4 + 1] = curand_normal(&xorwow), f[t * 4 + 2] = curand_normal(&philox), f[t * 4 + 3] = curand_log_normal(&philox, 0.5f, 0.25f);
  skipahead(1000000007ull, &xorwow);
  out[t * 20 + 16] = curand(&xorwow);
}
void with_curand() {
  unsigned *out = managed<unsigned>(80);
  float *f = managed<float>(16);
  double *d = managed<double>(16);
  LAUNCH(draw, 1, 4, 0, (unsigned *out, float *f, double *d), (out, f, d), out, f, d);
  finish();
  for (int t = 0; t < 4; t++) {
    std::printf("draws:");
    for (int k = 0; k < 17; k++) std::printf(" %08x", out[t * 20 + k]);
    std::printf(" %.17g %.17g %.5g %.5g %.4g %.4g %.4g %.4g\n", d[t * 4], d[t * 4 + 1], d[t * 4 + 2], d[t * 4 + 3], double(f[t * 4]), double(f[t * 4 + 1]), double(f[t * 4 + 2]), double(f[t * 4 + 3]));
  }
}

void run() {
  with_thrust();
  with_cub();
  with_curand();
}

}  // namespace libraries
