#ifndef PLASMA_CUDA_CHECK_H
#define PLASMA_CUDA_CHECK_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static inline void cudaAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
  if (code == cudaSuccess) return;
  fprintf(stderr, "GPU error: %s %s %d\n", cudaGetErrorString(code), file, line);
  if (abort) exit(code);
}
#define CUDA_OK(ans) \
  { cudaAssert((ans), __FILE__, __LINE__); }

#endif
