/* The runtime API from C: no constructors, no default arguments, no overloads. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <cuda_fp16.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cufft.h>
#include <cublas_v2.h>
extern void launch(float4 *p, int n, cudaStream_t stream);
__host__ __device__ static double square(double x) { return x * x; }
static int run(int n) {
  cudaError_t error; cudaStream_t stream; cudaEvent_t start, stop; struct cudaDeviceProp p; float ms; double *d; float4 v = make_float4(1.f, 2.f, 3.f, 4.f); dim3 grid = {1, 2, 3}, block; __half raw; cuDoubleComplex z = make_cuDoubleComplex(1.0, 2.0); block.x = 4; raw.x = 0x3c00; error = cudaGetDeviceProperties(&p, 0); if (error != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(error)); return 1; }
  cudaMalloc((void **)&d, n * sizeof(double)); cudaMallocManaged((void **)&d, 8, cudaMemAttachGlobal); cudaStreamCreate(&stream); cudaEventCreate(&start); cudaEventCreate(&stop); cudaEventRecord(start, stream); launch(&v, n, stream); cudaEventRecord(stop, stream); cudaEventElapsedTime(&ms, start, stop); cudaMemcpy(d, &z, sizeof z, cudaMemcpyHostToDevice); cudaMemcpyAsync(d, &z, sizeof z, cudaMemcpyHostToDevice, stream); cudaMemset(d, 0, 8); cudaMemPrefetchAsync(d, 8, 0, stream); cudaFree(d); cudaFreeHost(NULL); cudaDeviceSynchronize(); CUdevice device; cuInit(0); cuDeviceGet(&device, 0); enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost; return (int)(ms + grid.x + block.x + raw.x + v.x + z.x + square(2.0) + kind);
}
int main(void) { return run(10); }
