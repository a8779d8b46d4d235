// One thread per pixel, one plane per channel.
#include "textbook.cuh"

__device__ float linear(float t) { return t > 0.20689655f ? t * t * t : 0.12841855f * (t - 0.13793103f); }

__global__ void convert(const float *lab, float *rgb, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float fy = (lab[i] + 16.0f) / 116.0f;
  float x = 0.95047f * linear(fy + lab[n + i] / 500.0f), y = linear(fy), z = 1.08883f * linear(fy - lab[2 * (size_t) n + i] / 200.0f);
  rgb[i] = 3.2404542f * x - 1.5371385f * y - 0.4985314f * z;
  rgb[n + i] = -0.9692660f * x + 1.8760108f * y + 0.0415560f * z;
  rgb[2 * (size_t) n + i] = 0.0556434f * x - 0.2040259f * y + 1.0572252f * z;
}

int main(int argc, char **argv)
{
  int n = argument(argc, argv, 1, 8192) * argument(argc, argv, 2, 8192);
  float *lab = randomOnDevice<float>((size_t) 3 * n, 0, 100), *rgb = randomOnDevice<float>((size_t) 3 * n);
  report("launch", 50, [&] { convert<<<(n + 255) / 256, 256>>>(lab, rgb, n); });
}
