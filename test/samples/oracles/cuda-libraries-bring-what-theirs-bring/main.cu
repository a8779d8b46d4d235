#include <cstdio>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/transform.h>

struct Times {
  double by;
  __host__ __device__ double operator()(double x) const { return x * by; }
};

__global__ void best(const double *p, double *out, int n)
{
  cub::KeyValuePair<int, double> most{0, p[0]}, least(0, p[0]), here;
  cub::ArgMax larger;
  cub::ArgMin smaller;
  for (int i = 1; i < n; i++) {
    here.key = i;
    here.value = p[i];
    most = larger(here, most);
    least = smaller(least, here);
  }
  out[0] = most.value / 3;
  out[1] = most.key;
  out[2] = least.key;
}

__global__ void count(const float *p, int *n, float *sum)
{
  if (p[threadIdx.x] > 0.15f) __nv_atomic_fetch_add(n, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(sum, p[threadIdx.x], __NV_ATOMIC_ACQ_REL);
  int seen = __nv_atomic_load_n(n, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK), expected = seen;
  if (threadIdx.x == 3)
    __nv_atomic_compare_exchange_n(n, &expected, seen + 10, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED);
}

__global__ void worst(double *x)
{
  typedef cub::BlockReduce<double, 32> Reduce;
  __shared__ Reduce::TempStorage room;
  auto larger = [](double a, double b) { return a > b ? a : b; };
  double most = Reduce(room).Reduce(x[threadIdx.x], larger);
  if (threadIdx.x == 0) x[0] = most / 3;
}

static void lambdas()
{
  struct Point { double x, y; };
  thrust::device_vector<double> v(32, 0.1);
  double k = 3;
  thrust::transform(v.begin(), v.end(), v.begin(), [=] __host__ __device__(double x) { return x / k; });
  double *p = thrust::raw_pointer_cast(v.data());
  thrust::for_each(thrust::device, thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(32),
                   [=] __host__ __device__(int i) { p[i] += i * 0.1; });
  auto halves = thrust::make_transform_iterator(v.begin(), [] __host__ __device__(double x) { return x * 0.5; });
  double sum = thrust::reduce(halves, halves + 32, 0.0);
  thrust::host_vector<Point> points(2);
  points[1] = Point{.3, .4};
  worst<<<1, 32>>>(p);
  std::printf("%.17g %.17g %.17g\n", sum, (double) v[0], points[1].y);
}

int main()
{
  lambdas();
  thrust::device_vector<double> v(8);
  thrust::fill(v.begin(), v.end(), 0.3);
  thrust::transform(v.begin(), v.begin() + 4, v.begin(), Times{0.7});
  thrust::host_vector<double> h = v;
  std::cout << thrust::reduce(v.begin(), v.end()) << '\n';
  double out[3], *d_out;
  cudaMalloc(&d_out, sizeof out);
  best<<<1, 1>>>(thrust::raw_pointer_cast(v.data()), d_out, 8);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  float f[4] = {0.1f, 0.2f, 0.3f, 0.4f}, *d, total = 0, *sum;
  int *n, m = 0;
  cudaMalloc(&d, sizeof f);
  cudaMalloc(&n, sizeof m);
  cudaMalloc(&sum, sizeof total);
  cudaMemset(n, 0, sizeof m);
  cudaMemset(sum, 0, sizeof total);
  cudaMemcpy(d, f, sizeof f, cudaMemcpyHostToDevice);
  count<<<1, 4>>>(d, n, sum);
  cudaMemcpy(&m, n, sizeof m, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%.17g %.17g %.17g %.17g %d %.9g\n", h[0], out[0], out[1], out[2], m, total);
}
