// What programs take from thrust besides: shuffles, sets, stencils, scans by key, iterators that write.
#include <cstdio>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/uninitialized_copy.h>
#include <thrust/unique.h>
struct Half { __host__ __device__ double operator()(double x) const { return x / 2; } };
struct Big { __host__ __device__ bool operator()(double x) const { return x > 0.35; } };
struct Odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
struct Next { double *state; double operator()() { return *state += 0.25; } };
template <class V> void show(const char *name, const V &v, int n) { printf("%s:", name); for (int i = 0; i < n; i++) printf(" %g", (double)v[i]); printf("\n"); }
int main() {
  const int n = 8;
  thrust::host_vector<double> h(n);
  double state = 0;
  thrust::generate_n(h.begin(), n, Next{&state});
  for (int i = 0; i < n; i++) h[i] = 0.1 * ((i * 5) % n);
  thrust::device_vector<double> d = h, e(n), f(2 * n);
  thrust::device_vector<int> keys(n), flags(n);
  for (int i = 0; i < n; i++) keys[i] = i / 3, flags[i] = (i * 3) % 2;
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), d.begin(), e.begin(), thrust::equal_to<int>(), thrust::maximum<double>()); show("max by key", e, n);
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), d.begin(), e.begin(), 0.5); show("sum by key", e, n);
  thrust::exclusive_scan_by_key(keys.begin(), keys.end(), d.begin(), e.begin(), 1.0, thrust::equal_to<int>(), thrust::plus<double>()); show("sum by key", e, n);
  thrust::transform_if(d.begin(), d.end(), d.begin(), flags.begin(), e.begin(), thrust::plus<double>(), Odd()); show("transform if", e, n);
  thrust::fill(e.begin(), e.end(), 0.0);
  thrust::gather_if(keys.begin(), keys.end(), flags.begin(), d.begin(), e.begin()); show("gather if", e, n);
  thrust::scatter_if(d.begin(), d.end(), thrust::make_counting_iterator(0), d.begin(), e.begin(), Big()); show("scatter if", e, n);
  thrust::replace_copy(d.begin(), d.end(), e.begin(), 0.0, 9.0); show("replaced", e, n);
  thrust::replace_copy_if(thrust::device, d.begin(), d.end(), e.begin(), Big(), 7.0); show("replaced", e, n);
  int left = thrust::remove_copy(d.begin(), d.end(), e.begin(), 0.0) - e.begin(); show("removed", e, left);
  e = d; left = thrust::remove_if(e.begin(), e.end(), flags.begin(), Odd()) - e.begin(); show("removed", e, left);
  e = d; left = thrust::stable_partition(e.begin(), e.end(), flags.begin(), Odd()) - e.begin(); show("parts", e, n);
  auto ends = thrust::stable_partition_copy(d.begin(), d.end(), e.begin(), f.begin(), Big()); show("big", e, ends.first - e.begin()); show("small", f, ends.second - f.begin());
  thrust::device_vector<double> k2(n), v2(n); auto both = thrust::unique_by_key_copy(keys.begin(), keys.end(), d.begin(), k2.begin(), v2.begin()); show("unique", v2, both.second - v2.begin());
  thrust::sort(d.begin(), d.end());
  thrust::sort(e.begin(), e.end(), thrust::greater<double>());
  printf("%d %d %d\n", (int)thrust::is_sorted(e.begin(), e.end(), thrust::greater<double>()), (int)(thrust::is_sorted_until(e.begin(), e.end()) - e.begin()), (int)thrust::is_partitioned(d.begin(), d.end(), Big()));
  thrust::transform(d.begin(), d.end(), e.begin(), Half());
  auto end = thrust::set_union(d.begin(), d.end(), e.begin(), e.end(), f.begin()); show("union", f, end - f.begin());
  end = thrust::set_intersection(d.begin(), d.end(), e.begin(), e.end(), f.begin()); show("both", f, end - f.begin());
  end = thrust::set_difference(d.begin(), d.end(), e.begin(), e.end(), f.begin()); show("left", f, end - f.begin());
  end = thrust::set_symmetric_difference(d.begin(), d.end(), e.begin(), e.end(), f.begin()); show("not both", f, end - f.begin());
  thrust::device_vector<int> place(3); thrust::device_vector<double> ask(3, 0.3); ask[1] = 0.05; ask[2] = 3;
  thrust::lower_bound(d.begin(), d.end(), ask.begin(), ask.end(), place.begin()); show("lower", place, 3);
  thrust::upper_bound(d.begin(), d.end(), ask.begin(), ask.end(), place.begin(), thrust::less<double>()); show("upper", place, 3);
  thrust::binary_search(d.begin(), d.end(), ask.begin(), ask.end(), place.begin()); show("there", place, 3);
  auto range = thrust::equal_range(d.begin(), d.end(), 0.2); printf("%d\n", (int)(range.second - range.first));
  thrust::merge(d.begin(), d.end(), e.begin(), e.end(), f.begin(), thrust::less<double>()); show("merged", f, 2 * n);
  thrust::copy(d.begin(), d.end(), thrust::make_transform_output_iterator(e.begin(), Half())); show("halves", e, n);
  thrust::uninitialized_copy(d.begin(), d.end(), e.begin()); show("copied", e, n);
}
