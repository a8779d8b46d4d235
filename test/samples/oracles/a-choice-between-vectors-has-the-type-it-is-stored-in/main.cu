#include <cstdio>
#include <cuda_runtime.h>

__host__ __device__ inline double dot(double3 a, double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void pull(const double4 *position, double *out, double3 wind, int n)
{
  __shared__ double4 tile[8];
  int i = threadIdx.x;
  double4 me = i < n ? position[i] : make_double4(0, 0.1, 0, 0);
  tile[i] = i % 2 ? me : position[n - 1 - i % n];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < 8; k++) {
    double3 d = make_double3(tile[k].x - me.x, tile[k].y - me.y, tile[k].z);
    sum += dot(k % 3 ? d : wind, make_double3(0.1, me.w, 0.7));
    sum += (k % 2 ? d : k < 4 ? wind : make_double3(0.1, 0.2, 0.3)).y;
  }
  if (i < n) out[i] = sum;
}

int main()
{
  const int n = 5;
  double4 *position;
  double *out;
  cudaMallocManaged(&position, n * sizeof(double4));
  cudaMallocManaged(&out, n * sizeof *out);
  for (int i = 0; i < n; i++) position[i] = make_double4(0.1 * i, 0.7 / (i + 1), i / 9.0, 1);
  pull<<<1, 8>>>(position, out, make_double3(0.3, 0.7, 0.9), n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) std::printf("%.17g\n", out[i]);
}
