// The C++ part of the runtime API: the same calls without the casts to void.
#pragma once
#include "cuda_runtime_api.h"
#ifdef __cplusplus
#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
template <class T> cudaError_t cudaMalloc(T **device, size_t size);
template <class T> cudaError_t cudaMallocHost(T **host, size_t size, unsigned int flags = 0);
cudaError_t cudaMallocHost(void **host, size_t size, unsigned int flags);
template <class T> cudaError_t cudaHostAlloc(T **host, size_t size, unsigned int flags);
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags);
template <class T> cudaError_t cudaMallocManaged(T **device, size_t size, unsigned int flags = cudaMemAttachGlobal);
template <class T> cudaError_t cudaMallocPitch(T **device, size_t *pitch, size_t width, size_t height);
template <class T> cudaError_t cudaMallocAsync(T **device, size_t size, cudaStream_t stream);
template <class T> cudaError_t cudaMallocAsync(T **device, size_t size, cudaMemPool_t pool, cudaStream_t stream);
template <class T> cudaError_t cudaMallocFromPoolAsync(T **device, size_t size, cudaMemPool_t pool, cudaStream_t stream);
template <class T> cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t length = 0, unsigned int flags = cudaMemAttachSingle);

// a symbol is the __device__ or __constant__ variable itself; defined, because its type may have no name: `__constant__ struct { … } box;`
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) { return cudaSuccess; }
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) { return cudaSuccess; }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) { return cudaSuccess; }
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) { return cudaSuccess; }
template <class T> cudaError_t cudaGetSymbolAddress(void **device, const T &symbol) { return cudaSuccess; }
template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) { return cudaSuccess; }
template <class T> cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, const T &symbol, const void *from, size_t size, size_t offset, cudaMemcpyKind kind) { return cudaSuccess; }
template <class T> cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count, void *to, const T &symbol, size_t size, size_t offset, cudaMemcpyKind kind) { return cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags);
template <class T> cudaError_t cudaLaunchKernel(T *kernel, dim3 gridDim, dim3 blockDim, void **arguments, size_t sharedMem = 0, cudaStream_t stream = 0);
template <class T> cudaError_t cudaLaunchCooperativeKernel(T *kernel, dim3 gridDim, dim3 blockDim, void **arguments, size_t sharedMem = 0, cudaStream_t stream = 0);
template <class... Declared, class... Given> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Declared...), Given &&...arguments);
template <class T> cudaError_t cudaLaunch(T *kernel);
template <class T> cudaError_t cudaSetupArgument(T argument, size_t offset);
template <class T> cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config);
template <class T> cudaError_t cudaFuncSetSharedMemConfig(T *kernel, cudaSharedMemConfig config);
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel);
template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value);
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int blockSize, size_t sharedMem);
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel, int blockSize, size_t sharedMem, unsigned int flags);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T kernel, size_t sharedMem = 0, int blockSizeLimit = 0);
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T kernel, size_t sharedMem = 0, int blockSizeLimit = 0, unsigned int flags = 0);
template <class F, class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T kernel, F blockSizeToSharedMem, int blockSizeLimit = 0);
template <class F, class T> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, T kernel, F blockSizeToSharedMem, int blockSizeLimit = 0, unsigned int flags = 0);
template <class T> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *sharedMem, T *kernel, int blocks, int blockSize);
template <class T> cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T *kernel, const cudaLaunchConfig_t *config);
template <class T> cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, T *kernel, const cudaLaunchConfig_t *config);
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
#endif
