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

int main()
{
    return 0;
}
