// Vectors, algorithms, fancy iterators, complex numbers and block-wide reductions.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/sort.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/fill.h>
#include <thrust/copy.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/functional.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/tuple.h>
#include <thrust/count.h>
#include <thrust/for_each.h>
#include <thrust/random.h>
#include <thrust/complex.h>
#include <thrust/device_ptr.h>
#include <cub/cub.cuh>
#include <iostream>
#include <vector>
struct saxpy { const double a; saxpy(double a_) : a(a_) {} __host__ __device__ double operator()(const double &x, const double &y) const { return a * x + y; } };
struct sq { __host__ __device__ double operator()(double x) const { return x * x; } };
struct arb { template <class T> __host__ __device__ void operator()(T t) { thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t); } };
struct rnd { __host__ __device__ float operator()(unsigned n) const { thrust::default_random_engine rng; thrust::uniform_real_distribution<float> d(0.f, 1.f); rng.discard(n); return d(rng); } };
__global__ void k(double *x, int n) {
  typedef cub::BlockReduce<double, 256> Reduce; __shared__ typename Reduce::TempStorage storage;
  double s = Reduce(storage).Sum(x[threadIdx.x]); if (threadIdx.x == 0) x[0] = s;
  thrust::complex<double> z(1.0, 2.0); z = z * z + 1.0; x[1] = thrust::abs(z) + z.real();
  double m = thrust::reduce(thrust::seq, x, x + n, 0.0, thrust::plus<double>()); x[2] = m;
}
int main() {
  thrust::host_vector<double> h(100, 1.0); h[0] = 2; thrust::device_vector<double> d = h, e(100), f(100); thrust::device_vector<float> g(100);
  thrust::sequence(d.begin(), d.end()); thrust::fill(e.begin(), e.end(), 1.0); thrust::transform(d.begin(), d.end(), e.begin(), f.begin(), saxpy(2.0));
  double s = thrust::reduce(d.begin(), d.end(), 0.0, thrust::plus<double>()); double t = thrust::transform_reduce(thrust::device, d.begin(), d.end(), sq(), 0.0, thrust::plus<double>());
  s += thrust::inner_product(d.begin(), d.end(), e.begin(), 0.0); thrust::sort(d.begin(), d.end(), thrust::greater<double>()); thrust::inclusive_scan(d.begin(), d.end(), e.begin());
  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(d.begin(), e.begin(), f.begin())), thrust::make_zip_iterator(thrust::make_tuple(d.end(), e.end(), f.end())), arb());
  double mx = *thrust::max_element(d.begin(), d.end()); thrust::counting_iterator<unsigned> c(0); thrust::transform(c, c + 100, g.begin(), rnd());
  double *raw = thrust::raw_pointer_cast(d.data()); raw = thrust::raw_pointer_cast(&d[0]); thrust::device_ptr<double> p(raw); thrust::device_ptr<double> q = thrust::device_pointer_cast(raw); s += p[0]; *q = 3.0;
  thrust::copy(d.begin(), d.end(), h.begin()); int n = thrust::count(d.begin(), d.end(), 1.0); std::vector<double> v(10); thrust::device_vector<double> w(v.begin(), v.end()); k<<<1, 256>>>(raw, n);
  h = d; d[3] += 1.0; double sum2 = thrust::reduce(thrust::make_transform_iterator(d.begin(), sq()), thrust::make_transform_iterator(d.end(), sq()));
  void *tmp = 0; size_t bytes = 0; cub::DeviceReduce::Sum(tmp, bytes, raw, raw + 1, 100); cub::DeviceScan::ExclusiveSum(tmp, bytes, raw, raw, 100);
  std::cout << s << t << mx << n << sum2 << d[0] << std::endl;
  { using namespace thrust::placeholders; thrust::transform(d.begin(), d.end(), e.begin(), f.begin(), 2.0 * _1 + _2); }
}
