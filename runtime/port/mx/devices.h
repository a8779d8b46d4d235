// The one device there is: numbers of a middling GPU, so that programs that size their launches by them run at a sane size.
#pragma once
#include "launch.h"
#include "memory.h"

inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  if (!properties) return mx_runtime::port::report(cudaErrorInvalidValue);
  if (device != 0) return mx_runtime::port::report(cudaErrorInvalidDevice);
  cudaDeviceProp p = {};
  std::strcpy(p.name, "Mantissa CPU port");
  p.totalGlobalMem = mx_runtime::port::device_memory;
  p.sharedMemPerBlock = mx_runtime::port::default_shared_limit;
  p.sharedMemPerBlockOptin = mx_runtime::port::largest_shared_limit;
  p.sharedMemPerMultiprocessor = 228 << 10;
  p.reservedSharedMemPerBlock = 1024;
  p.regsPerBlock = p.regsPerMultiprocessor = 65536;
  p.warpSize = 32;
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024, p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff, p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.totalConstMem = 65536;
  p.major = 9, p.minor = 0;
  p.textureAlignment = 512, p.texturePitchAlignment = 32;
  p.multiProcessorCount = int(mx_runtime::port::multiprocessors);
  p.maxThreadsPerMultiProcessor = int(mx_runtime::port::threads_per_multiprocessor);
  p.maxBlocksPerMultiProcessor = int(mx_runtime::port::most_blocks_per_multiprocessor);
  p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = p.cooperativeLaunch = 1;
  p.asyncEngineCount = 1;
  p.memoryBusWidth = 256, p.l2CacheSize = 4 << 20;
  p.clockRate = 1000000, p.memoryClockRate = 1000000;
  p.maxTexture1D = p.maxTexture1DLinear = 1 << 27;
  p.maxTexture2D[0] = p.maxTexture2D[1] = 65536;
  p.maxTexture3D[0] = p.maxTexture3D[1] = p.maxTexture3D[2] = 16384;
  p.memoryPoolsSupported = 1;
  *properties = p;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  if (!value) return mx_runtime::port::report(cudaErrorInvalidValue);
  if (const cudaError_t error = cudaGetDeviceProperties(&p, device)) return error;
  const auto number = [&]() -> std::size_t {
    switch (int(attribute)) {
      case cudaDevAttrMaxThreadsPerBlock: return std::size_t(p.maxThreadsPerBlock);
      case cudaDevAttrMaxBlockDimX: case cudaDevAttrMaxBlockDimY: return 1024;
      case cudaDevAttrMaxBlockDimZ: return 64;
      case cudaDevAttrMaxGridDimX: return 0x7fffffff;
      case cudaDevAttrMaxGridDimY: case cudaDevAttrMaxGridDimZ: return 65535;
      case cudaDevAttrMaxSharedMemoryPerBlock: return p.sharedMemPerBlock;
      case cudaDevAttrMaxSharedMemoryPerBlockOptin: return p.sharedMemPerBlockOptin;
      case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return p.sharedMemPerMultiprocessor;
      case cudaDevAttrReservedSharedMemoryPerBlock: return p.reservedSharedMemPerBlock;
      case cudaDevAttrTotalConstantMemory: return p.totalConstMem;
      case cudaDevAttrWarpSize: return 32;
      case cudaDevAttrMaxPitch: return p.memPitch;
      case cudaDevAttrMaxRegistersPerBlock: case cudaDevAttrMaxRegistersPerMultiprocessor: return 65536;
      case cudaDevAttrClockRate: case cudaDevAttrMemoryClockRate: return 1000000;
      case cudaDevAttrTextureAlignment: return p.textureAlignment;
      case cudaDevAttrMultiProcessorCount: return std::size_t(p.multiProcessorCount);
      case cudaDevAttrMaxThreadsPerMultiProcessor: return std::size_t(p.maxThreadsPerMultiProcessor);
      case cudaDevAttrMaxBlocksPerMultiprocessor: return std::size_t(p.maxBlocksPerMultiProcessor);
      case cudaDevAttrGlobalMemoryBusWidth: return 256;
      case cudaDevAttrL2CacheSize: return std::size_t(p.l2CacheSize);
      case cudaDevAttrComputeCapabilityMajor: return std::size_t(p.major);
      case cudaDevAttrComputeCapabilityMinor: return std::size_t(p.minor);
      case cudaDevAttrCanMapHostMemory: case cudaDevAttrConcurrentKernels: case cudaDevAttrUnifiedAddressing:
      case cudaDevAttrManagedMemory: case cudaDevAttrConcurrentManagedAccess: case cudaDevAttrCooperativeLaunch:
      case cudaDevAttrAsyncEngineCount: case cudaDevAttrMemoryPoolsSupported: return 1;
    }
    return 0;
  };
  *value = int(number());
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int *count) { return count ? (*count = 1, cudaSuccess) : mx_runtime::port::report(cudaErrorInvalidValue); }
inline cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : mx_runtime::port::report(cudaErrorInvalidDevice); }
inline cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
inline cudaError_t cudaGetDevice(int *device) { return device ? (*device = 0, cudaSuccess) : mx_runtime::port::report(cudaErrorInvalidValue); }
inline cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) { return cudaGetDevice(device); }
inline cudaError_t cudaGetDeviceFlags(unsigned *flags) { *flags = cudaDeviceMapHost; return cudaSuccess; }
inline cudaError_t cudaDriverGetVersion(int *version) { *version = CUDART_VERSION; return cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int *version) { *version = CUDART_VERSION; return cudaSuccess; }
inline cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = -5;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetPCIBusId(char *id, int length, int) { std::snprintf(id, std::size_t(length), "0000:00:00.0"); return cudaSuccess; }
inline cudaError_t cudaDeviceGetLimit(std::size_t *value, cudaLimit) { *value = std::size_t(8) << 20; return cudaSuccess; }
inline cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) { *config = cudaFuncCachePreferNone; return cudaSuccess; }
inline cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) { *config = cudaSharedMemBankSizeFourByte; return cudaSuccess; }
inline cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) { *can = 0; return cudaSuccess; }
inline cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return mx_runtime::port::report(cudaErrorInvalidDevice); }
inline cudaError_t cudaDeviceDisablePeerAccess(int) { return mx_runtime::port::report(cudaErrorPeerAccessNotEnabled); }
// a launch that was refused is no work to wait for: only cudaGetLastError tells of it
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
#define ACCEPTED(name) template <class... A> cudaError_t name(A &&...) { return cudaSuccess; }
ACCEPTED(cudaDeviceReset) ACCEPTED(cudaThreadExit) ACCEPTED(cudaDeviceSetLimit) ACCEPTED(cudaThreadSetLimit) ACCEPTED(cudaDeviceSetCacheConfig)
ACCEPTED(cudaThreadSetCacheConfig) ACCEPTED(cudaDeviceSetSharedMemConfig) ACCEPTED(cudaSetDeviceFlags) ACCEPTED(cudaSetValidDevices)
ACCEPTED(cudaCtxResetPersistingL2Cache) ACCEPTED(cudaProfilerStart) ACCEPTED(cudaProfilerStop) ACCEPTED(cudaProfilerInitialize)
#undef ACCEPTED
