// Where the running thread is in its grid: plain globals, set by the scheduler before a thread starts or resumes.
#pragma once
#include "../host_defines.h"
#include "../../cuda/vector_types.h"

inline uint3 threadIdx{0, 0, 0};
inline uint3 blockIdx{0, 0, 0};
inline dim3 blockDim;
inline dim3 gridDim;
inline constexpr int warpSize = 32;
