// What the runtime API answers when it is used wrongly.
#include "dialect.h"
namespace errors {

__global__ void nothing() {}
__device__ int symbol[4];

void tell(const char *what, cudaError_t returned) {
  const cudaError_t peeked = cudaPeekAtLastError(), last = cudaGetLastError(), after = cudaGetLastError();
  std::printf("%s: %s, last %s %s, then %s\n", what, cudaGetErrorName(returned), cudaGetErrorName(peeked), last == peeked ? "again" : "not again", cudaGetErrorName(after));
}
#define TRY_LAUNCH(what, grid, block, shared) LAUNCH(nothing, grid, block, shared, (), ()); tell(what, cudaPeekAtLastError())

void run() {
  cudaFree(0);
  TRY_LAUNCH("good launch", 1, 1, 0);
  TRY_LAUNCH("2048 threads", 1, 2048, 0);
  TRY_LAUNCH("33 × 32 threads", 1, dim3(33, 32), 0);
  TRY_LAUNCH("no threads", 1, 0, 0);
  TRY_LAUNCH("no blocks", 0, 32, 0);
  TRY_LAUNCH("65 threads in z", 1, dim3(1, 1, 65), 0);
  TRY_LAUNCH("70000 blocks in y", dim3(1, 70000), 1, 0);
  TRY_LAUNCH("100 KiB shared", 1, 32, 100 << 10);
  LAUNCH(nothing, 1, 2048, 0, (), ());
  cudaError_t returned = cudaDeviceSynchronize();
  std::printf("synchronise after a bad launch: %s, last %s\n", cudaGetErrorName(returned), cudaGetErrorName(cudaGetLastError()));
  LAUNCH(nothing, 1, 2048, 0, (), ());
  LAUNCH(nothing, 1, 1, 0, (), ());
  std::printf("good launch after a bad one: last %s\n", cudaGetErrorName(cudaGetLastError()));
  LAUNCH(nothing, 1, 2048, 0, (), ());
  void *p = nullptr;
  returned = cudaMalloc(&p, 4);
  std::printf("malloc after a bad launch: %s, last %s\n", cudaGetErrorName(returned), cudaGetErrorName(cudaGetLastError()));
  cudaFree(p);

  int *d = nullptr, host[64];
  tell("malloc of nothing", cudaMalloc(&d, 0));
  std::printf("gives null: %d\n", d == nullptr);
  tell("managed malloc of nothing", cudaMallocManaged(&d, 0));
  tell("malloc of too much", cudaMalloc(&d, (size_t)1 << (sizeof(size_t) == 8 ? 60 : 31)));
  tell("malloc", cudaMalloc(&d, 64));
  tell("copy to null", cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice));
  tell("copy from null", cudaMemcpy(d, nullptr, 4, cudaMemcpyHostToDevice));
  tell("copy of nothing from null", cudaMemcpy(d, nullptr, 0, cudaMemcpyHostToDevice));
  tell("copy past the end", cudaMemcpy(d, host, 256, cudaMemcpyHostToDevice));
  tell("copy in no direction", cudaMemcpy(d, host, 4, (cudaMemcpyKind)9));
  tell("set past the end", cudaMemset(d, 0, 1 << 20));
  tell("set of null", cudaMemset(nullptr, 0, 4));
  tell("rows wider than the pitch", cudaMemcpy2D(d, 8, host, 16, 12, 2, cudaMemcpyHostToDevice));
  tell("copy past a symbol", cudaMemcpyToSymbol(symbol, host, 32));
  tell("free", cudaFree(d));
  tell("free again", cudaFree(d));
  tell("free of null", cudaFree(nullptr));
  tell("device 5", cudaSetDevice(5));
  cudaDeviceProp properties;
  tell("properties of device 5", cudaGetDeviceProperties(&properties, 5));
  cudaEvent_t start, end;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  float ms = -1;
  tell("time between events that never were", cudaEventElapsedTime(&ms, start, end));
  cudaEventRecord(start);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  tell("time between events", cudaEventElapsedTime(&ms, start, end));
  std::printf("it is not negative: %d\n", ms >= 0);
  tell("query of an event", cudaEventQuery(end));
  tell("too much shared memory for a kernel", cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 300 << 10));
  tell("100 KiB for a kernel", cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10));
  TRY_LAUNCH("100 KiB shared", 1, 32, 100 << 10);
  cudaStream_t stream;
  tell("a stream", cudaStreamCreate(&stream));
  tell("wait for it", cudaStreamSynchronize(stream));
  tell("destroy it", cudaStreamDestroy(stream));
  std::printf("%s; %s; %s; %s\n", cudaGetErrorString(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidConfiguration), cudaGetErrorString(cudaErrorMemoryAllocation), cudaGetErrorString(cudaSuccess));
}

}  // namespace errors
