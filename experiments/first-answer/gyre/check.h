#ifndef GYRE_CHECK_H
#define GYRE_CHECK_H

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

namespace gyre {

inline void checkCuda(cudaError_t status, const char* what, const char* file, int line)
{
    if (status != cudaSuccess) {
        std::fprintf(stderr, "gyre: %s failed at %s:%d: %s\n", what, file, line, cudaGetErrorString(status));
        std::exit(EXIT_FAILURE);
    }
}

}   // namespace gyre

#define GYRE_CUDA(call) gyre::checkCuda((call), #call, __FILE__, __LINE__)
#define GYRE_LAUNCH(name) gyre::checkCuda(cudaGetLastError(), name, __FILE__, __LINE__)

#endif
