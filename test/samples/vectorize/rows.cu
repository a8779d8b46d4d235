#include <cstdio>
#include <cuda_runtime.h>

#define HEIGHT 3

// Every pixel between its four neighbours.
__global__ void blur(int width, int height, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int i = y * width + x;
        out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
    }
}

__global__ void gray(const float *red, const float *green, float *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    out[y * width + x] = 0.3f * red[y * width + x] + 0.7f * green[y * width + x];
}

// The second index is the one along which elements lie side by side; the names are those of the library's own.
__global__ void columns(const float *at, float *aligned, int rows, int count)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < count) aligned[row * count + column] = 0.5f * at[row * count + column];
}

__global__ void ends(float *image, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (width <= x) return;
    if (y >= HEIGHT) { return; }
    image[y * width + x] = image[y * width + x] * 0.5f;
}

template <class T> __global__ void axpy(int n, T a, const T *x, T *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void inside(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1) return;
    x[i] = x[i] * 0.5f;
}

typedef float real;

// What a thread has for itself stands before its index.
__global__ void aside(const real *x, real *y, int n)
{
    real kept = 0.25f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (x[i] > 0.0f) kept = x[i] * kept;
    y[i] = kept;
}

int main()
{
    return 0;
}
