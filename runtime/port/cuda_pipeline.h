// Asynchronous copies into shared memory happen at once.
#ifndef MANTISSA_CUDA_PIPELINE_H
#define MANTISSA_CUDA_PIPELINE_H
#include "cuda_runtime.h"
inline void __pipeline_memcpy_async(void *to, const void *from, std::size_t size, std::size_t zeros = 0) {
  std::memcpy(to, from, size - zeros);
  std::memset(static_cast<char *>(to) + size - zeros, 0, zeros);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}
#endif
