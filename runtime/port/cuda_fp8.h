// fp8: __nv_fp8_e4m3 and __nv_fp8_e5m2 are the formats of runtime/formats. Pairs and quadruples of them are not here.
#ifndef MANTISSA_CUDA_FP8_H
#define MANTISSA_CUDA_FP8_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "../formats/fp8.h"

typedef unsigned char __nv_fp8_storage_t;
#endif
