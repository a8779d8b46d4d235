#ifndef GYRE_REDUCE_H
#define GYRE_REDUCE_H

#include <cstddef>
#include <vector>

#include <cuda_runtime.h>

#include "check.h"
#include "grid.h"

namespace gyre {

struct Plus {
    static __host__ __device__ double none() { return 0.0; }
    static __host__ __device__ double join(double a, double b) { return a + b; }
};

struct Maximum {
    static __host__ __device__ double none() { return -1.0e30; }
    static __host__ __device__ double join(double a, double b) { return a > b ? a : b; }
};

struct Minimum {
    static __host__ __device__ double none() { return 1.0e30; }
    static __host__ __device__ double join(double a, double b) { return a < b ? a : b; }
};

constexpr int kReduceBlocks = 128;
constexpr int kReduceThreads = 256;

template <typename Join, typename Value>
__global__ void reduceKernel(size_t count, Value value, double* partial)
{
    __shared__ double shared[kReduceThreads];
    double mine = Join::none();
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t n = (size_t)blockIdx.x * blockDim.x + threadIdx.x; n < count; n += stride)
        mine = Join::join(mine, value(n));
    shared[threadIdx.x] = mine;
    __syncthreads();
    for (int half = kReduceThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] = Join::join(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = shared[0];
}

// Combines value(n) for n below count, always in the same order.
template <typename Join, typename Value>
double reduceOver(size_t count, Value value)
{
    static double* partial = nullptr;
    if (!partial) partial = deviceArray(kReduceBlocks);
    reduceKernel<Join><<<kReduceBlocks, kReduceThreads>>>(count, value, partial);
    GYRE_LAUNCH("reduceKernel");
    std::vector<double> host(kReduceBlocks);
    GYRE_CUDA(cudaMemcpy(host.data(), partial, kReduceBlocks * sizeof(double), cudaMemcpyDeviceToHost));
    double result = Join::none();
    for (double h : host) result = Join::join(result, h);
    return result;
}

}   // namespace gyre

#endif
