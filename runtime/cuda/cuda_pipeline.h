// Asynchronous copies into shared memory.
#ifndef MANTISSA_CUDA_PIPELINE_H
#define MANTISSA_CUDA_PIPELINE_H
#include "cuda_runtime.h"
#ifdef __CUDA__
MANTISSA_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0);
MANTISSA_DEVICE void __pipeline_commit();
MANTISSA_DEVICE void __pipeline_wait_prior(size_t count);
#endif
#endif
