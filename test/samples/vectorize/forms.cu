// Forms of kernels that people write: each is vectorised.
#include <cuda_runtime.h>
struct pixel {
  float r, g, b;
};
__constant__ float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__global__ void convolved(int n, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 2 || i >= n - 2) return;
  float sum = 0.0f;
  for (int k = 0; k < 5; k++) sum += weights[k] * x[i + k - 2];
  y[i] = sum;
}

__global__ void gated(const float *x, const float *gate, float *y, unsigned n)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __fdividef(x[i], 1.0f + __expf(-x[i])) * gate[i];
}

__global__ void softplus(int n, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = log1pf(expf(x[i])) * rsqrtf(x[i]);
}

__global__ void copied(int n, const pixel *in, pixel *out, float gain)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  pixel p = in[i];
  p.r *= gain;
  p.b *= gain;
  out[i] = p;
}

__global__ void turned(int n, const float2 *z, float2 *w, float c, float s)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 v = z[i];
    w[i] = make_float2(c * v.x - s * v.y, s * v.x + c * v.y);
  }
}

__global__ void faded(int n, float4 *p, float a)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].x = a * p[i].x;
  p[i].y = a * p[i].y;
  p[i].w = 1.0f;
}

__global__ void alternating(int n, const float *x, float *y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = i % 2 == 0 ? x[i] : -x[i];
}

__global__ void normalised(int rows, int columns, const float *x, const float *mean, float *y)
{
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c < columns && r < rows) y[r * columns + c] = x[r * columns + c] - mean[r];
}
