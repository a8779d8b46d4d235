// CUDA's language: templates, classes, lambdas, inline PTX, function pointers, qualifiers in odd places.
#include <cstdio>
#include <cstdint>
#include <cmath>
#include <utility>
#include <vector>

__device__ unsigned laneOf() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__device__ float addBits(float a, float b) { float r; asm volatile("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b) : "memory"); return r; }
__device__ double addBits(double a, double b) { double r; asm("add.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; }
__device__ uint64_t timer() { uint64_t r; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(r)); return r; }

template <class T> struct SharedMemory { __device__ inline operator T *() { extern __shared__ int memory[]; return (T *)memory; } __device__ inline operator const T *() const { extern __shared__ int memory[]; return (T *)memory; } };
template <> struct SharedMemory<double> { __device__ inline operator double *() { extern __shared__ double memoryOfDoubles[]; return (double *)memoryOfDoubles; } };

struct Vec3 { double x, y, z; __host__ __device__ Vec3(double a = 0, double b = 0, double c = 0) : x(a), y(b), z(c) {} __host__ __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); } __host__ __device__ friend Vec3 operator*(double s, const Vec3 &v) { return Vec3(s * v.x, s * v.y, s * v.z); } __device__ double norm() const; };
__device__ double Vec3::norm() const { return sqrt(x * x + y * y + z * z); }
class Field { double *data_; int n_; public: __host__ Field(int n) : n_(n) { cudaMalloc(&data_, n * sizeof(double)); } __host__ ~Field() { cudaFree(data_); } __host__ __device__ double &operator[](int i) { return data_[i]; } double *data() { return data_; } };
struct alignas(16) Particle { float4 position; float3 velocity; float mass; };
struct __align__(8) Pair { float a, b; };

typedef double (*Function)(double);
__device__ double square(double x) { return x * x; }
__device__ Function table[] = {square, square};
static __device__ __constant__ float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};
__device__ volatile int flag; __device__ double globalMax = 0.0;
constexpr int kBlock = 128; enum { kTile = 16 };

template <int N, class T> __device__ __forceinline__ T unrolled(const T *x) { T sum = 0;
#pragma unroll
  for (int i = 0; i < N; ++i) sum += x[i];
  if constexpr (N > 4) sum *= T(2);
  return sum; }
template <class T, int N = 4> __global__ void __launch_bounds__(kBlock, 2) reduce(const T *__restrict__ in, T *__restrict__ out, const unsigned n) { T *shared = SharedMemory<T>(); __shared__ T tile[kTile][kTile + 1]; shared[threadIdx.x] = in[threadIdx.x]; tile[threadIdx.y][threadIdx.x] = unrolled<N>(in); __syncthreads(); if (threadIdx.x == 0 && n) out[blockIdx.x] = shared[0] + tile[0][0] + table[0](1.0) + weights[1]; }
template __global__ void reduce<float, 8>(const float *__restrict__, float *__restrict__, const unsigned);
template <class F> __global__ void apply(F f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
__global__ static void particles(Particle *p, Vec3 *v, int n) { const int i = threadIdx.x + blockDim.x * blockIdx.x; for (int k = i; k < n; k += gridDim.x * blockDim.x) { float4 q = p[k].position; float3 w = p[k].velocity; q.x += w.x * 0.1f; p[k].position = make_float4(q.x, q.y, q.z, 1.0f); v[k] = v[k] + 2.0 * v[k]; v[k].x = v[k].norm() + laneOf() + addBits(1.f, 2.f) + addBits(1.0, 2.0) + (double)timer(); } }
namespace physics { namespace detail { __host__ __device__ inline double force(double r, double eps = 1e-9) { return 1.0 / (r * r + eps); } } __global__ void forces(double *f, int n) { int i = threadIdx.x; auto local = [n](double a) { return a * n; }; if (i < n) f[i] = local(detail::force(f[i])); } }

int main() {
  Field field(100); double *x = field.data(); int n = 100; reduce<double><<<2, kBlock, kBlock * sizeof(double)>>>(x, x, n); reduce<float, 8><<<dim3(2, 2), dim3(16, 16, 1), 0>>>((float *)x, (float *)x, 3u);
  double scale = 2; apply<<<(n + 127) / 128, 128>>>([=] __device__(int i) { x[i] = scale * sin(x[i]); }, n); auto both = [=] __host__ __device__(int i) { return i * scale; }; both(3); particles<<<1, 32>>>(nullptr, NULL, 0); physics::forces<<<1, n>>>(x, n); void (*kernel)(double *, int) = physics::forces; kernel<<<1, 1>>>(x, n); dim3 a = 3, b{1, 2, 3}, c = dim3(4, 5); uint3 u = a; printf("%u %u %u\n", u.x, b.y, c.z); std::vector<Pair> pairs(3); return 0;
}
