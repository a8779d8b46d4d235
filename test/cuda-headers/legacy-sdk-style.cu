// A program as the SDK of 2008 taught to write it.
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
#include <cutil.h>
#include <cutil_inline.h>
#include <cutil_math.h>
#include <shrUtils.h>
#define NUM_THREADS 64
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 600
// the guard NVIDIA's own guide once showed
static __inline__ __device__ double atomicAdd(double *address, double val) { unsigned long long int *a = (unsigned long long int *)address, old = *a, assumed; do { assumed = old; old = atomicCAS(a, assumed, __double_as_longlong(val + __longlong_as_double(assumed))); } while (assumed != old); return __longlong_as_double(old); }
#endif
extern "C" void computeGold(float *reference, float *data, const unsigned int n);
__global__ void testKernel(float *g_idata, float *g_odata, double *sum) { extern __shared__ float sdata[]; const unsigned int tid = threadIdx.x; sdata[tid] = CUT_BANK_CHECKER(g_idata, tid); __syncthreads(); g_odata[tid] = (float)NUM_THREADS * sdata[tid] + __mul24(tid, 3) + __shfl_down(sdata[tid], 1) + __any(1); atomicAdd(sum, (double)sdata[tid]); }
void runTest(int argc, char **argv) {
  CUT_DEVICE_INIT(argc, argv); if (cutCheckCmdLineFlag(argc, (const char **)argv, "device")) cutilDeviceInit(argc, argv); else cudaSetDevice(cutGetMaxGflopsDeviceId()); unsigned int timer = 0; CUT_SAFE_CALL(cutCreateTimer(&timer)); cutilCheckError(cutStartTimer(timer)); unsigned int mem = sizeof(float) * NUM_THREADS; float *h = (float *)malloc(mem), *d, *o; double *s;
  CUDA_SAFE_CALL(cudaMalloc((void **)&d, mem)); cutilSafeCall(cudaMalloc((void **)&o, mem)); cutilSafeCall(cudaMalloc((void **)&s, sizeof(double))); CUDA_SAFE_CALL(cudaMemcpy(d, h, mem, cudaMemcpyHostToDevice)); dim3 grid(1, 1, 1), threads(NUM_THREADS, 1, 1); testKernel<<<grid, threads, mem>>>(d, o, s); CUT_CHECK_ERROR("Kernel execution failed"); cutilCheckMsg("Kernel execution failed"); cudaThreadSynchronize(); cutilSafeCall(cutilDeviceSynchronize()); CUT_SAFE_CALL(cutStopTimer(timer)); printf("Processing time: %f (ms)\n", cutGetTimerValue(timer)); CUT_SAFE_CALL(cutDeleteTimer(timer)); float *reference = (float *)malloc(mem); computeGold(reference, h, NUM_THREADS); CUTBoolean res = cutComparefe(reference, h, NUM_THREADS, 1e-5f); shrLog("%s\n", (1 == res) ? "PASSED" : "FAILED"); cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); printf("%d kHz, %d kHz, overlap %d, mode %d\n", p.clockRate, p.memoryClockRate, p.deviceOverlap, p.computeMode); cudaMemPrefetchAsync(d, mem, 0, 0); cudaMemAdvise(d, mem, cudaMemAdviseSetReadMostly, 0); cudaFree(d); cudaThreadExit();
}
int main(int argc, char **argv) { runTest(argc, argv); CUT_EXIT(argc, argv); }
