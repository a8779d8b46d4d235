#include <cstdio>
#include <cuda_runtime.h>

__device__ float bend(float v)
{
    return v > 0.5f ? v * v : sqrtf(v);
}

__global__ void curve(int n, const float *x, float *y, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = scale * bend(v); // brighter
    }
}

__global__ void early(const float *x, float *y, int n)
{
    const unsigned int k = threadIdx.x + blockDim.x * blockIdx.x;
    if (k >= n) return;
    y[k] = 1.0f / (1.0f + x[k]);
}

__global__ void strided(int n, float a, const float *x, float *y)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) y[i] = a * x[i] + y[i];
}

__global__ void late(int n, float a, const float *x, float *y)
{
    int i;
    for (i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) {
        float v = x[i];
        v = v * a;
        y[i] = v + 1.0f;
    }
}

__global__ void goes_on(int n, float a, const float *x, float *y)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    while (i < n) {
        y[i] = a * x[i];
        i += blockDim.x * gridDim.x;
    }
}

__global__ void waits(int n, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
    __syncthreads();
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, 4 * 1000);
    cudaMalloc(&y, 4 * 1000);
    curve<<<4, 256>>>(1000, x, y, 2.0f);
    early<<<4, 256>>>(x, y, 1000);
    strided<<<2, 256>>>(1000, 0.5f, x, y);
    waits<<<4, 256>>>(1000, x, y);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
