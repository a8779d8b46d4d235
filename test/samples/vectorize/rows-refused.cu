#include <cstdio>
#include <cuda_runtime.h>

template <class T, int N> __global__ void many(T *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) x[i] = x[i] * x[i];
}

struct Box {
    float low, high;
};

__global__ void clamped(Box box, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] < box.low ? box.low : x[i] > box.high ? box.high : x[i];
}

__global__ void otherwise(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * blockIdx.y;
}

__global__ void triangle(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && i <= row) y[row * n + i] = x[row * n + i];
}

__global__ void stepped(const float *x, float *y, int n, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i * step] = 2.0f * x[i * step];
}

__global__ void hidden(const float *half, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2.0f * half[i];
}

__global__ void otherwise_too(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
    else y[0] = 0.0f;
}

__global__ void moved(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x += 1;
    y[i] = 2.0f * x[i];
}

__global__ void counted(const float *x, float *y, int n)
{
    int first = 0, i = 0, step = blockDim.x * gridDim.x;
    for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        y[i] = 2.0f * x[first];
        first++;
    }
}

int main()
{
    return 0;
}

__global__ void by_lane(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * threadIdx.x;
}

__global__ void by_stride(const float *x, float *y, int n)
{
    int stride = blockDim.x * gridDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = t; i < n; i += stride) y[i] = x[i] * t;
}

__global__ void misread(const float *x, float *y, int n)
{
    int i = blockIdx.x * (blockDim.x + threadIdx.x);
    if (i < n) y[i] = 2.0f * x[i];
}

__global__ void left_inside(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 0; k < 4; k++) {
            if (x[i] > 3.0f) return;
            y[i] = 2.0f * x[i];
        }
}

typedef float real;

__global__ void handed_on(const real *x, real *y, int n)
{
    real kept = 0.25f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int last = n - 1;
    if (i >= last) return;
    if (x[i] > 0.0f) kept = 0.5f * x[i];
    y[i] = kept;
}
