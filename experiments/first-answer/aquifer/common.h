#ifndef AQUIFER_COMMON_H
#define AQUIFER_COMMON_H

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

inline void cudaCheck(cudaError_t status, const char* file, int line)
{
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s:%d: CUDA error: %s\n", file, line, cudaGetErrorString(status));
    std::exit(1);
}

#define CUDA(call) cudaCheck((call), __FILE__, __LINE__)
#define LAUNCHED() cudaCheck(cudaGetLastError(), __FILE__, __LINE__)

// Device memory that belongs to one owner.
template <typename T>
class Buffer {
public:
    Buffer() = default;
    explicit Buffer(size_t count) { allocate(count); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept
    {
        swap(other);
        return *this;
    }
    ~Buffer()
    {
        if (data_) cudaFree(data_);
    }

    void allocate(size_t count)
    {
        CUDA(cudaMalloc(&data_, count * sizeof(T)));
        CUDA(cudaMemset(data_, 0, count * sizeof(T)));
        count_ = count;
    }
    void zero() { CUDA(cudaMemset(data_, 0, count_ * sizeof(T))); }
    void swap(Buffer& other)
    {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
    }

    T* get() const { return data_; }
    size_t size() const { return count_; }

    std::vector<T> host() const
    {
        std::vector<T> copy(count_);
        CUDA(cudaMemcpy(copy.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }
    void set(const std::vector<T>& from)
    {
        CUDA(cudaMemcpy(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
    }

private:
    T* data_ = nullptr;
    size_t count_ = 0;
};

// A box of cells. x runs fastest; z is up.
struct Box {
    int nx, ny, nz;

    __host__ __device__ size_t cells() const { return (size_t)nx * ny * nz; }
    __host__ __device__ size_t at(int i, int j, int k) const { return ((size_t)k * ny + j) * nx + i; }
    __host__ __device__ size_t strideY() const { return (size_t)nx; }
    __host__ __device__ size_t strideZ() const { return (size_t)nx * ny; }
};

inline dim3 threads() { return dim3(32, 4, 2); }
inline dim3 blocks(const Box& b) { return dim3((b.nx + 31) / 32, (b.ny + 3) / 4, (b.nz + 1) / 2); }

#define CELL_OF_THREAD(box)                                   \
    const int i = blockIdx.x * blockDim.x + threadIdx.x;      \
    const int j = blockIdx.y * blockDim.y + threadIdx.y;      \
    const int k = blockIdx.z * blockDim.z + threadIdx.z;      \
    if (i >= (box).nx || j >= (box).ny || k >= (box).nz) return; \
    const size_t p = (box).at(i, j, k)

struct Spacing {
    double dx, dy, dz;   // m
};

// What the ground is made of.
struct Geology {
    double meanLogK;       // of K in m/s
    double sigmaLogK;
    double verticalRatio;  // Kz / Kx
    double clayLogK;       // in the lens
    double specificStorage;   // 1/m
    double specificYield;     // of the uppermost layer
    double porosity;
};

struct Well {
    int i, j, kLow, kHigh;
    double rate;     // m^3/s, extraction positive
    double phase;    // of the yearly variation
};

// The value of a functor over n indices, combined in a fixed order.
struct Sum {
    static __device__ double start() { return 0.0; }
    static __device__ double join(double a, double b) { return a + b; }
    static double joinHost(double a, double b) { return a + b; }
};
struct Largest {
    static __device__ double start() { return -1.0e30; }
    static __device__ double join(double a, double b) { return a > b ? a : b; }
    static double joinHost(double a, double b) { return a > b ? a : b; }
};

constexpr int kReduceBlocks = 256;
constexpr int kReduceThreads = 256;

template <typename Combine, typename Value>
__global__ void reduceKernel(size_t n, Value value, double* partial)
{
    __shared__ double shared[kReduceThreads];
    double mine = Combine::start();
    for (size_t p = (size_t)blockIdx.x * blockDim.x + threadIdx.x; p < n; p += (size_t)gridDim.x * blockDim.x)
        mine = Combine::join(mine, value(p));
    shared[threadIdx.x] = mine;
    __syncthreads();
    for (int half = kReduceThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] = Combine::join(shared[threadIdx.x], shared[threadIdx.x + half]);
        __syncthreads();
    }
    if (threadIdx.x == 0) partial[blockIdx.x] = shared[0];
}

template <typename Combine, typename Value>
double reduce(size_t n, Value value, Buffer<double>& scratch)
{
    reduceKernel<Combine><<<kReduceBlocks, kReduceThreads>>>(n, value, scratch.get());
    LAUNCHED();
    std::vector<double> partial = scratch.host();
    double result = partial[0];
    for (int b = 1; b < kReduceBlocks; ++b) result = Combine::joinHost(result, partial[b]);
    return result;
}

#endif
