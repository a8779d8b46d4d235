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

// Both indices in one declaration, and a variable that is made of them.
__global__ void heat(const float *t, float *u, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
        i = y * nx + x;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) u[i] = 0.25f * (t[i - 1] + t[i + 1] + (t[i - nx] + t[i + nx]));
}

// The first thread has the second element.
__global__ void slope(const float *t, float *u, int n)
{
    const int i{static_cast<int>(threadIdx.x + blockDim.x * blockIdx.x) + 1};
    if (i < (n - 1)) u[i] = t[i] + 0.5f * (t[i - 1] - t[i + 1]);
}

// The row is that of the block, the column runs over the threads.
__global__ void centre(int rows, int cols, const float *x, const float *mean, float *y)
{
    int r = blockIdx.y /* of rows */, c = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FEW
    if (c > 7) return;
#endif
    if ((c < cols && r < rows)) y[r * cols + c] = x[r * cols + c] - mean[r];
}

int main()
{
    return 0;
}
