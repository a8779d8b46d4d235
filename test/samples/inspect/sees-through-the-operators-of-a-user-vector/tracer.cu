// Light rays bouncing inside a sphere, with a small vector class of our own.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Vec3 {
  double x, y, z;

  __host__ __device__ Vec3 &operator+=(const Vec3 &o)
  {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  __host__ __device__ double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  __host__ __device__ double norm() const { return sqrt(x * x + y * y + z * z); }
};

__host__ __device__ inline Vec3 operator+(const Vec3 &a, const Vec3 &b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ inline Vec3 operator-(const Vec3 &a, const Vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ inline Vec3 operator*(double s, const Vec3 &v) { return {s * v.x, s * v.y, s * v.z}; }
__host__ __device__ inline double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void bounce(Vec3 *position, Vec3 *direction, double *length, int bounces, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec3 p = position[i], d = direction[i];
  double travelled = 0.0;
  for (int k = 0; k < bounces; k++) {
    double b = dot(p, d);
    double reach = sqrt(b * b - dot(p, p) + 1.0) - b;
    p += reach * d;
    Vec3 normal = (1.0 / p.norm()) * p;
    d = d - 2.0 * dot(d, normal) * normal;
    travelled += reach;
  }
  position[i] = p;
  direction[i] = d;
  length[i] = travelled;
}

static void need(bool fine, const char *what)
{
  if (fine) return;
  fprintf(stderr, "%s failed\n", what);
  exit(1);
}

int main()
{
  const int n = 2000;
  Vec3 *position = new Vec3[n], *direction = new Vec3[n];
  double *length = new double[n];
  for (int i = 0; i < n; i++) {
    position[i] = {0.0, 1e-4 * i, 0.0};
    Vec3 d = {1.0, 0.3, 0.1};
    direction[i] = (1.0 / d.norm()) * d;
  }
  Vec3 *d_position, *d_direction;
  double *d_length;
  need(cudaMalloc(&d_position, n * sizeof(Vec3)) == cudaSuccess, "position");
  need(cudaMalloc(&d_direction, n * sizeof(Vec3)) == cudaSuccess, "direction");
  need(cudaMalloc(&d_length, n * sizeof(double)) == cudaSuccess, "length");
  cudaMemcpy(d_position, position, n * sizeof(Vec3), cudaMemcpyHostToDevice);
  cudaMemcpy(d_direction, direction, n * sizeof(Vec3), cudaMemcpyHostToDevice);
  bounce<<<(n + 127) / 128, 128>>>(d_position, d_direction, d_length, 50, n);
  need(cudaDeviceSynchronize() == cudaSuccess, "bounce");
  cudaMemcpy(length, d_length, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(position, d_position, n * sizeof(Vec3), cudaMemcpyDeviceToHost);
  printf("%.14f %.14f\n", length[n / 2], position[n / 2][1]);
  cudaFree(d_position);
  cudaFree(d_direction);
  cudaFree(d_length);
  delete[] position;
  delete[] direction;
  delete[] length;
  return 0;
}
