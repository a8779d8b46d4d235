#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// Two images over one another.
__global__ void blend(int n, const float *alpha, const float *over, const float *under, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = under[i] + alpha[i] * (over[i] - under[i]);
}

__global__ void every_other(int n, const float *in, float *out)
{
    __shared__ float seen[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    seen[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n) out[i] = seen[threadIdx.x ^ 1];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 203;
    float *alpha, *over, *under, *out, *turned;
    float *image = (float *)malloc(n * sizeof(float));
    cudaMalloc(&alpha, n * sizeof(float));
    cudaMalloc(&over, n * sizeof(float));
    cudaMalloc(&under, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMalloc(&turned, n * sizeof(float));
    for (int i = 0; i < n; i++) image[i] = (i % 17) / 16.0f;
    cudaMemcpy(alpha, image, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++) image[i] = 0.1f + (i % 29) / 31.0f;
    cudaMemcpy(over, image, n * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++) image[i] = 0.9f - (i % 23) / 29.0f;
    cudaMemcpy(under, image, n * sizeof(float), cudaMemcpyHostToDevice);
    blend<<<(n + 63) / 64, 64, 0, 0>>>(n, alpha, over, under, out);
    every_other<<<(n + 63) / 64, 64>>>(n, out, turned);
    cudaMemcpy(image, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) printf("%.9g\n", (double)image[i]);
    cudaMemcpy(image, turned, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) printf("%.9g\n", (double)image[i]);
    return 0;
}
