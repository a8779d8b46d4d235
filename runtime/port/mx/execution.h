// Launching kernels by address, their attributes, and occupancy.
//
// A kernel named with its type runs directly. One cast to void * is found among the kernels whose address was taken through
// kernel_address(k), which the ported source writes for k.
#pragma once
#include "launch.h"

namespace mx_runtime::port {

using launcher = void (*)(const configuration &, const void *kernel, void **arguments);
struct known_kernel {
  const void *address;
  launcher launch;
};
inline std::vector<known_kernel> known_kernels;

template <class R, class... P> void launch_with(const configuration &c, R (*kernel)(P...), void **arguments) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto call = [kernel](P... p) -> R { return kernel(p...); };
    prepare(c, call).with(*static_cast<std::remove_reference_t<P> *>(arguments[I])...);
  }(std::index_sequence_for<P...>());
}
template <class R, class... P> void launch_at(const configuration &c, const void *kernel, void **arguments) {
  launch_with(c, reinterpret_cast<R (*)(P...)>(const_cast<void *>(kernel)), arguments);
}
/** The address of a kernel, as an untyped pointer that cudaLaunchKernel can still launch. */
template <class R, class... P> void *kernel_address(R (*kernel)(P...)) {
  void *address = reinterpret_cast<void *>(kernel);
  for (const known_kernel &one : known_kernels)
    if (one.address == address) return address;
  known_kernels.push_back({address, launch_at<R, P...>});
  return address;
}
inline cudaError_t launch_known(const configuration &c, const void *kernel, void **arguments) {
  for (const known_kernel &one : known_kernels)
    if (one.address == kernel) {
      const cudaError_t before = std::exchange(last_error, cudaSuccess);
      one.launch(c, kernel, arguments);
      const cudaError_t error = last_error;
      if (error == cudaSuccess) last_error = before;
      return error;
    }
  return report(cudaErrorInvalidDeviceFunction);
}
inline bool asks_for_cooperation(const cudaLaunchConfig_t &config) {
  for (unsigned k = 0; k < config.numAttrs; k++)
    if (config.attrs[k].id == cudaLaunchAttributeCooperative && config.attrs[k].val.cooperative) return true;
  return false;
}
inline configuration cooperative(configuration c, bool really = true) {
  c.cooperative = really;
  return c;
}
/** As many blocks as threads, shared memory and the block limit allow. */
inline int resident_blocks(int block_size, std::size_t shared) {
  if (block_size <= 0 || block_size > int(most_threads_per_block) || shared > largest_shared_limit) return 0;
  const int warps = (block_size + 31) / 32;
  int blocks = int(threads_per_multiprocessor / 32) / warps;
  if (blocks > int(most_blocks_per_multiprocessor)) blocks = int(most_blocks_per_multiprocessor);
  const std::size_t by_shared = (228 << 10) / (shared + 1024);
  return blocks < int(by_shared) ? blocks : int(by_shared);
}

}  // namespace mx_runtime::port

inline cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, std::size_t shared = 0, cudaStream_t stream = nullptr) {
  return mx_runtime::port::launch_known(mx_runtime::port::configure(grid, block, shared, stream), kernel, arguments);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, std::size_t shared = 0, cudaStream_t stream = nullptr) {
  return mx_runtime::port::launch_known(mx_runtime::port::cooperative(mx_runtime::port::configure(grid, block, shared, stream)), kernel, arguments);
}
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments) {
  return mx_runtime::port::launch_known(mx_runtime::port::cooperative(mx_runtime::port::configure(config->gridDim, config->blockDim, config->dynamicSmemBytes), mx_runtime::port::asks_for_cooperation(*config)), kernel, arguments);
}
template <class R, class... P> cudaError_t cudaLaunchKernel(R (*kernel)(P...), dim3 grid, dim3 block, void **arguments, std::size_t shared = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(mx_runtime::port::kernel_address(kernel), grid, block, arguments, shared, stream);
}
template <class R, class... P> cudaError_t cudaLaunchCooperativeKernel(R (*kernel)(P...), dim3 grid, dim3 block, void **arguments, std::size_t shared = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(mx_runtime::port::kernel_address(kernel), grid, block, arguments, shared, stream);
}
template <class R, class... P, class... A> cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, R (*kernel)(P...), A &&...arguments) {
  std::tuple<std::decay_t<P>...> values(mx_runtime::port::convert_argument<P>(std::forward<A>(arguments))...);
  return std::apply([&](auto &...value) {
    void *pointers[] = {const_cast<void *>(static_cast<const void *>(&value))..., nullptr};
    return cudaLaunchKernelExC(config, mx_runtime::port::kernel_address(kernel), pointers);
  }, values);
}

template <class K> cudaError_t cudaFuncSetAttribute(K, cudaFuncAttribute attribute, int value) {
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    if (value < 0 || std::size_t(value) > mx_runtime::port::largest_shared_limit) return mx_runtime::port::report(cudaErrorInvalidValue);
    if (std::size_t(value) > mx_runtime::port::shared_limit) mx_runtime::port::shared_limit = std::size_t(value);
  }
  return cudaSuccess;
}
template <class K> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, K) {
  if (!attributes) return mx_runtime::port::report(cudaErrorInvalidValue);
  *attributes = {};
  attributes->maxThreadsPerBlock = 1024;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = int(mx_runtime::port::shared_limit);
  return cudaSuccess;
}
template <class K> cudaError_t cudaFuncSetCacheConfig(K, cudaFuncCache) { return cudaSuccess; }
template <class K> cudaError_t cudaFuncSetSharedMemConfig(K, cudaSharedMemConfig) { return cudaSuccess; }

template <class K> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K, int blockSize, std::size_t shared) {
  if (!blocks || blockSize <= 0) return mx_runtime::port::report(cudaErrorInvalidValue);
  *blocks = mx_runtime::port::resident_blocks(blockSize, shared);
  return cudaSuccess;
}
template <class K> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, K kernel, int blockSize, std::size_t shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, blockSize, shared);
}
/** The largest block among those that fill a multiprocessor best. */
template <class F, class K> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, K, F shared, int limit = 0) {
  if (!minGridSize || !blockSize) return mx_runtime::port::report(cudaErrorInvalidValue);
  if (limit <= 0 || limit > int(mx_runtime::port::most_threads_per_block)) limit = int(mx_runtime::port::most_threads_per_block);
  int best = 0;
  for (int size = limit; size > 0; size = size > 32 ? (size - 1) / 32 * 32 : 0) {
    const int blocks = mx_runtime::port::resident_blocks(size, std::size_t(shared(size)));
    if (blocks * size <= best) continue;
    best = blocks * size;
    *blockSize = size;
    *minGridSize = blocks * int(mx_runtime::port::multiprocessors);
  }
  return cudaSuccess;
}
template <class K> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, K kernel, std::size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, kernel, [shared](int) { return shared; }, limit);
}
template <class K> cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, K kernel, std::size_t shared = 0, int limit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, kernel, shared, limit);
}
template <class F, class K> cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, K kernel, F shared, int limit = 0, unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, kernel, shared, limit);
}
template <class K> cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t *shared, K, int blocks, int) {
  if (!shared || blocks <= 0) return mx_runtime::port::report(cudaErrorInvalidValue);
  *shared = (std::size_t(228) << 10) / std::size_t(blocks) - 1024;
  return cudaSuccess;
}
