// Kernels as people write them, none of which the vectoriser was developed with: the second half of loops-on-gpu.sh.
#include <cuda_runtime.h>

struct complex_number {
  float re, im;
};
struct rgb {
  float r, g, b;
};
struct body {
  float x, y, z, m;
};

// rotary position embedding of interleaved pairs
__global__ void rope(int pairs, const float *q, const float *c, const float *s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  float x = q[2 * i], y = q[2 * i + 1];
  out[2 * i] = x * c[i] - y * s[i];
  out[2 * i + 1] = x * s[i] + y * c[i];
}

__global__ void multiply(int n, const complex_number *a, const complex_number *b, complex_number *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    complex_number u = a[i], v = b[i];
    c[i].re = u.re * v.re - u.im * v.im;
    c[i].im = u.re * v.im + u.im * v.re;
  }
}

// a gated linear unit
__global__ void swiglu(const float *x, const float *gate, float *y, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] / (1.0f + __expf(-x[i])) * gate[i];
}

// layer normalisation of rows, with their means and deviations known
__global__ void layer_norm(int rows, int columns, const float *x, const float *mean, const float *scale, const float *gamma,
                           const float *beta, float *y) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y;
  if (c < columns && r < rows) y[r * columns + c] = (x[r * columns + c] - mean[r]) * scale[r] * gamma[c] + beta[c];
}

__constant__ float taps[7] = {0.03125f, 0.109375f, 0.21875f, 0.28125f, 0.21875f, 0.109375f, 0.03125f};
__global__ void fir(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 3 || i >= n - 3) return;
  float sum = 0.0f;
  for (int k = 0; k < 7; k++) sum += taps[k] * x[i + k - 3];
  y[i] = sum;
}

// full-range BT.601
__global__ void to_ycc(int n, const rgb *in, rgb *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  rgb p = in[i];
  float y = 0.299f * p.r + 0.587f * p.g + 0.114f * p.b;
  rgb q;
  q.r = y;
  q.g = 0.564f * (p.b - y) + 0.5f;
  q.b = 0.713f * (p.r - y) + 0.5f;
  out[i] = q;
}

__global__ void heat(const float *t, float *u, int nx, int ny, float k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
    float here = t[y * nx + x];
    float around = t[y * nx + x - 1] + t[y * nx + x + 1] + t[(y - 1) * nx + x] + t[(y + 1) * nx + x];
    u[y * nx + x] = here + k * (around - 4.0f * here);
  }
}

__global__ void axpby(int n, float a, float b, const body *p, body *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    q[i].x = a * p[i].x + b * q[i].x;
    q[i].y = a * p[i].y + b * q[i].y;
    q[i].z = a * p[i].z + b * q[i].z;
    q[i].m = p[i].m;
  }
}
