// The same smoothing kernel for a measured image (float) and for the model's field (double).
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <class T>
__device__ T mean3(T a, T b, T c)
{
  return (a + b + c) / T(3);
}

template <class T>
__global__ void smooth(const T *in, T *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  T centre = in[i];
  double weight = 0.5;
  out[i] = centre + weight * (mean3(in[i - 1], in[i], in[i + 1]) - centre);
}

__global__ void compare(const float *image, const double *field, double *gap, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) gap[i] = fabs(image[i] - field[i]);
}

#define TRY(x) if ((x) != cudaSuccess) { std::fprintf(stderr, "failed: %s\n", #x); return 1; }

int main()
{
  const int n = 4096;
  std::vector<float> image(n);
  std::vector<double> field(n), gap(n);
  for (int i = 0; i < n; ++i) {
    field[i] = 1.0 / (1 + i % 17);
    image[i] = static_cast<float>(field[i]);
  }

  float *image_in, *image_out;
  double *field_in, *field_out, *d_gap;
  TRY(cudaMalloc(&image_in, n * sizeof(float)));
  TRY(cudaMalloc(&image_out, n * sizeof(float)));
  TRY(cudaMalloc(&field_in, n * sizeof(double)));
  TRY(cudaMalloc(&field_out, n * sizeof(double)));
  TRY(cudaMalloc(&d_gap, n * sizeof(double)));
  TRY(cudaMemcpy(image_in, image.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  TRY(cudaMemcpy(field_in, field.data(), n * sizeof(double), cudaMemcpyHostToDevice));
  TRY(cudaMemset(image_out, 0, n * sizeof(float)));
  TRY(cudaMemset(field_out, 0, n * sizeof(double)));

  smooth<<<n / 128, 128>>>(image_in, image_out, n);
  smooth<<<n / 128, 128>>>(field_in, field_out, n);
  compare<<<n / 128, 128>>>(image_out, field_out, d_gap, n);
  TRY(cudaGetLastError());
  TRY(cudaMemcpy(gap.data(), d_gap, n * sizeof(double), cudaMemcpyDeviceToHost));

  double worst = 0.0;
  for (int i = 0; i < n; ++i) worst = gap[i] > worst ? gap[i] : worst;
  std::printf("largest gap %.3e\n", worst);
  cudaFree(image_in);
  cudaFree(image_out);
  cudaFree(field_in);
  cudaFree(field_out);
  cudaFree(d_gap);
  return 0;
}
