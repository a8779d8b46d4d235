// White noise from a counter-based generator that assembles doubles from bits,
// a vectorised scaling through double2, and a bit-exact checksum of the result.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

union Bits {
  double value;
  unsigned long long word;
};

__device__ unsigned long long scramble(unsigned long long key)
{
  key ^= key >> 31;
  key *= 0x7fb5d329728ea185ULL;
  key ^= key >> 27;
  key *= 0x81dadef4bc2dd44dULL;
  return key ^ (key >> 33);
}

__global__ void makeNoise(double *noise, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Bits bits;
  bits.word = (scramble(i) >> 12) | 0x3ff0000000000000ULL;
  double centred = bits.value - 1.5;
  noise[i] = centred;
}

__global__ void scalePairs(double *samples, double gain, int pairs)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  double2 *pair = reinterpret_cast<double2 *>(samples);
  double2 both = pair[i];
  both.x *= gain;
  both.y *= gain;
  pair[i] = both;
}

__global__ void offset(float *base, float by, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) base[i] += by;
}

static uint64_t checksum(const unsigned char *bytes, size_t count)
{
  uint64_t hash = 1469598103934665603ULL;
  for (size_t i = 0; i < count; ++i) hash = (hash ^ bytes[i]) * 1099511628211ULL;
  return hash;
}

int main()
{
  const int n = 4096;
  double *d_noise;
  float *d_base;
  if (cudaMalloc(&d_noise, n * sizeof(double)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_base, n * sizeof(float)) != cudaSuccess) return 1;
  cudaMemset(d_base, 0, n * sizeof(float));
  makeNoise<<<n / 256, 256>>>(d_noise, n);
  scalePairs<<<n / 512, 256>>>(d_noise, 2.0, n / 2);
  offset<<<n / 256, 256>>>(d_base, 0.5f, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;

  std::vector<double> noise(n);
  std::vector<float> base(n);
  cudaMemcpy(noise.data(), d_noise, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaMemcpy(base.data(), d_base, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%016llx %f\n", (unsigned long long) checksum(reinterpret_cast<const unsigned char *>(noise.data()), n * sizeof(double)), base[0]);
  cudaFree(d_noise);
  cudaFree(d_base);
  return 0;
}
