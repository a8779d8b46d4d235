// Launching kernels by address, their attributes and occupancy.
#pragma once
#include "driver_types.h"
MANTISSA_BEGIN_C
// clang looks this one up to build kernel<<<grid, block, shared, stream>>>(…)
cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem MANTISSA_DEFAULT(0), cudaStream_t stream MANTISSA_DEFAULT(0));
#ifdef __cplusplus
unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem MANTISSA_DEFAULT(0), struct CUstream_st *stream MANTISSA_DEFAULT(0));
#endif
// and these two for a launch from inside a kernel (with -fgpu-rdc)
void *cudaGetParameterBuffer(size_t alignment, size_t size);
cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 gridDim, dim3 blockDim, unsigned int sharedMem, cudaStream_t stream);
cudaError_t cudaSetupArgument(const void *argument, size_t size, size_t offset);
cudaError_t cudaLaunch(const void *kernel);

cudaError_t cudaLaunchKernel(const void *kernel, dim3 gridDim, dim3 blockDim, void **arguments, size_t sharedMem, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments);
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 gridDim, dim3 blockDim, void **arguments, size_t sharedMem, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launches, unsigned int devices, unsigned int flags MANTISSA_DEFAULT(0));
cudaError_t cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig config);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attributes, const void *kernel);
cudaError_t cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncGetName(const char **name, const void *kernel);
cudaError_t cudaSetDoubleForDevice(double *value);
cudaError_t cudaSetDoubleForHost(double *value);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int blockSize, size_t sharedMem);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int blockSize, size_t sharedMem, unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *sharedMem, const void *kernel, int blocks, int blockSize);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *kernel, const cudaLaunchConfig_t *config);
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const cudaLaunchConfig_t *config);

// what OpenGL programs of the SDK use to reach a buffer
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream MANTISSA_DEFAULT(0));
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream MANTISSA_DEFAULT(0));
cudaError_t cudaGraphicsResourceGetMappedPointer(void **device, size_t *size, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int index, unsigned int level);
MANTISSA_END_C
