// Tuples, pairs and zipped ranges, in kernels too.
#include <vector>
#include <thrust/tuple.h>
#include <thrust/swap.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/iterator/zip_iterator.h>
typedef thrust::tuple<double, double, double> Triple;
struct dist { __host__ __device__ double operator()(const Triple &t) const { return sqrt(thrust::get<0>(t) * thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<1>(t)); } };
struct upd { template <class T> __host__ __device__ void operator()(T t) const { thrust::get<0>(t) = thrust::get<1>(t) * 2.0; thrust::get<2>(t) += 1.0; } };
struct mk { __host__ __device__ Triple operator()(double x) const { return thrust::make_tuple(x, 2 * x, 3.0); } };
__global__ void k(double *x) { thrust::tuple<int, double> t(1, 2.0), u; u = t; thrust::pair<int, double> p(1, 2.0), q; q = p; x[0] = thrust::get<1>(u) + q.second; thrust::swap(x[0], x[1]); double a, b; thrust::tie(a, b) = thrust::make_tuple(1.0, 2.0); x[2] = a + b; __shared__ thrust::tuple<int, double> s; s = t; p = thrust::make_pair(3, 4.0); }
int main() { thrust::device_vector<double> a(10), b(10), c(10); auto z = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())); thrust::for_each(z, z + 10, upd()); thrust::transform(z, z + 10, a.begin(), dist()); thrust::transform(a.begin(), a.end(), z, mk()); auto mm = thrust::minmax_element(a.begin(), a.end()); double lo = *mm.first; auto [f, g] = mm; auto [p, q] = thrust::make_tuple(1, 2.0); lo += p + q; Triple t = *z; lo += thrust::get<0>(t) + *f + *g;  thrust::host_vector<Triple> h(3); h[0] = Triple(1, 2, 3); double m = *thrust::min_element(a.begin(), a.end()); auto e = thrust::reduce_by_key(a.begin(), a.end(), b.begin(), a.begin(), c.begin()); int n = e.first - a.begin(); return (int)(lo + m) + n; }
