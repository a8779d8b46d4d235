#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// squares that are far larger than what goes in and comes out
__global__ void distance(int n, const float *x, const float *y, float *d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float square = x[i] * x[i] + y[i] * y[i];
        d[i] = square * 0.001f;
    }
}

__global__ void blur(int width, int height, const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
        out[y * width + x] = 0.2f * (in[y * width + x] + in[y * width + x - 1] + in[y * width + x + 1] +
                                     in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}

__global__ void dot(int n, const float *x, const float *y, float *out)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += x[i] * y[i];
    atomicAdd(out, sum);
}

__global__ void never(int n, float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 2.0f * x[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 101;
    float *h = (float *)malloc(4 * n), *x, *y, *d;
    cudaMalloc(&x, 4 * n);
    cudaMalloc(&y, 4 * n);
    cudaMalloc(&d, 4 * n);
    for (int i = 0; i < n; i++) h[i] = 3.0f * i;
    cudaMemcpy(x, h, 4 * n, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++) h[i] = 2.0f * i + 1.0f;
    cudaMemcpy(y, h, 4 * n, cudaMemcpyHostToDevice);
    for (int times = 0; times < 2; times++) distance<<<(n + 31) / 32, 32>>>(n, x, y, d);
    dim3 block(8, 4), grid(2, 2);
    blur<<<grid, block>>>(11, n / 11, y, d);
    cudaMemset(d, 0, 4);
    dot<<<2, 32>>>(n, x, y, d);
    cudaMemcpy(h, d, 4 * n, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[n - 1]);
    if (argc > 2) never<<<1, 1>>>(n, x);
    return 0;
}
