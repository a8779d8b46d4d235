#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ float bend(float t)
{
    return t > 0.20689655f ? t * t * t : 0.12841855f * (t - 0.13793103f);
}

// Halves in memory, arithmetic in both, and an array that stays in float.
__global__ void mixed(int n, const __half *x, const float *weight, __half *y, float *z, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = (float)((x[i] + __half(0.3f)) * __half(0.7f));
        __half h = __half(bend(v) * weight[i]);
        y[i] = __half(3.1f * (float)h - 0.5f * v) + h;
        z[i] = (float)h * scale + v;
    }
}

__global__ void narrow_only(int n, const __half *x, __half *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half v = x[i] * x[i];
    if (v > __half(0.5f)) v = v - x[i];
    y[i] = v + x[i];
}

int main()
{
    return 0;
}
