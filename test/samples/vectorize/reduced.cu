#include <cuda_runtime.h>

__global__ void dot(int n, const float *x, const float *y, float *out)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += x[i] * y[i];
    atomicAdd(out, sum);
}

__global__ void parts(int n, const float *x, float *part)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = t; i < n; i += blockDim.x * gridDim.x) sum += x[i];
    part[t] = sum;
}

__global__ void roots(int n, const float *x, float *out)
{
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += x[i];
    atomicAdd(out, sqrtf(sum));
}

__global__ void from_one(int n, const float *x, float *out)
{
    float sum = 1.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += x[i];
    atomicAdd(out, sum);
}

__global__ void each(int n, const float *x, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, x[i]);
}

__global__ void counts(int n, const float *x, float *part)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int many = 0;
    float sum = 0.0f;
    for (int i = t; i < n; i += blockDim.x * gridDim.x) {
        sum += x[i] * many;
        many++;
    }
    part[t] = sum;
}

int main()
{
    return 0;
}
