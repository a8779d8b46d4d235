#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

extern __shared__ double tile[];
extern __shared__ double tile[];

__device__ void turn_around(double *v, int n)
{
  int i = threadIdx.x;
  tile[i] = v[i];
  __syncthreads();
  v[i] = tile[n - 1 - i] / 3.0;
}

__global__ void __launch_bounds__(64) reverse(double *__restrict__ v, int n) { turn_around(v, n); }

namespace rows {
extern __shared__ float grid[][2];
__global__ void turn(float *v)
{
  float(*mine)[2] = grid;
  mine[threadIdx.x][threadIdx.y] = v[2 * threadIdx.x + threadIdx.y];
  __syncthreads();
  v[2 * threadIdx.x + threadIdx.y] = grid[threadIdx.x][1 - threadIdx.y] * 0.7f;
}
}  // namespace rows

template <typename T> __global__ void never_launched(T *v)
{
  extern __shared__ __align__(sizeof(T)) float scratch[];
  scratch[threadIdx.x] = v[threadIdx.x];
}

template <typename T> __device__ T other_half(T v, int lane)
{
  T other = lane < 2 ? __shfl_xor_sync(0x3, v, 1) : T(0);
  return v + other;
}

template <class F> __global__ void for_each(int n, F f)
{
  if (threadIdx.x < n) f(threadIdx.x);
}

template <typename T> __global__ void halve(T *a, T by, const int *order)
{
  int i = threadIdx.x;
  a[i] = other_half(a[order ? order[i] : i], i) * by / T(3);
}

template <typename T> void scaled(int n)
{
  T *d, *h = new T[n];
  for (int i = 0; i < n; i++) h[i] = T(0.1) * i;
  cudaMalloc(&d, n * sizeof(T));
  cudaMemcpy(d, h, n * sizeof(T), cudaMemcpyHostToDevice);
  halve<T> << <1, n>> > (d, T(0.7), 0);
  halve <<< 1, n >> > (d, T(0.3), nullptr);
  cudaMemcpy(h, d, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g\n", (double) h[i]);
  delete[] h;
}

#define ON_FOUR << /* threads */ < 1, 4 >> \
  >

__global__ void fill(double3 *r, double s) { r[threadIdx.x] = {s, 2.0, s / (threadIdx.x + 3)}; }

__global__ void add(const float *a, float *r)
{
  const float2 v = reinterpret_cast<const float2 *>(a)[threadIdx.x];
  float2 both = {v.x + v.y, v.x * v.y};
  r[threadIdx.x] = both.x / both.y;
}

__global__ void together(const double *v, double *sums)
{
  __shared__ double mine[4], first;
  int t = threadIdx.x;
  mine[t] = v[4 * blockIdx.x + t] / 3;
  if (t == 0) first = mine[0] * 0.1;
  cooperative_groups::this_grid().sync();
  sums[4 * blockIdx.x + t] = mine[3 - t] + first;
}

template <class T> struct Plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T, template <class> class Operation> __global__ void combine(const T *a, T *out, int n)
{
  Operation<T> operation;
  T sum = 0;
  for (int i = 0; i < n; i++) sum = operation(sum, a[i]);
  *out = sum;
}

static int mx = 2, my = 2;
__global__ void my_part(float *a, int mx, int my) { if (threadIdx.x < mx * my) a[threadIdx.x] /= 3; }

int main(int argc, char **)
{
  const int n = 8;
  double host[n], *dev;
  float pairs[n] = {1, 2, 3, 4, 5, 6, 7, 8}, quotients[4], *a, *r;
  double3 points[4], *p;
  for (int i = 0; i < n; i++) host[i] = i * 0.1;
  if (argc > 99 && fread(pairs, sizeof(float), n, stdin) != n) return 1;
  cudaMalloc(&dev, sizeof host);
  cudaMalloc(&a, sizeof pairs);
  cudaMalloc(&r, sizeof quotients);
  cudaMalloc(&p, sizeof points);
  cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(a, pairs, sizeof pairs, cudaMemcpyHostToDevice);
  reverse<<<1, n, n * sizeof(double)>>>(dev, n);
  double shift = 0.1;
  for_each<<<1, 32>>>(n, [=] __device__(int i) { dev[i] = dev[i] / 7 + shift; });
  cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
  fill ON_FOUR(p, 0.3);
  add<<<1, 4>>>(a, r);
  rows::turn<<<1, dim3(2, 2), 4 * sizeof(float)>>>(a);
  cudaMemcpy(points, p, sizeof points, cudaMemcpyDeviceToHost);
  cudaMemcpy(quotients, r, sizeof quotients, cudaMemcpyDeviceToHost);
  my_part<<<1, 4>>>(a, mx, my);
  cudaMemcpy(pairs, a, sizeof pairs, cudaMemcpyDeviceToHost);
  double kept[n], *sums;
  cudaMalloc(&sums, sizeof kept);
  void *given[] = {&dev, &sums};
  cudaLaunchCooperativeKernel((void *) together, dim3(2), dim3(4), given, 0, 0);
  cudaMemcpy(kept, sums, sizeof kept, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) printf("%.17g %.9g %.17g\n", host[i], pairs[i], kept[i]);
  for (int i = 0; i < 4; i++) printf("%.9g %.17g %.17g\n", quotients[i], points[i].x, points[i].z);
  float *terms, *combined;
  cudaMallocManaged(&terms, 3 * sizeof(float));
  cudaMallocManaged(&combined, sizeof(float));
  for (int i = 0; i < 3; i++) terms[i] = 0.1f * i + 0.7f;
  combine<float, Plus><<<1, 1>>>(terms, combined, 3);
  cudaDeviceSynchronize();
  printf("%.9g\n", *combined);
  scaled<double>(4);
  scaled<float>(4);
}
