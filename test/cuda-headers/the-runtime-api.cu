// A heat-equation program that touches most of the runtime API.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <iostream>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#define CHECK(call)                                                                                        \
  do {                                                                                                     \
    cudaError_t error = (call);                                                                            \
    if (error != cudaSuccess) {                                                                            \
      fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, cudaGetErrorString(error), cudaGetErrorName(error)); \
      exit(EXIT_FAILURE);                                                                                  \
    }                                                                                                      \
  } while (0)

typedef double Real;
__constant__ Real stencil[3];
__device__ Real total;
__device__ __managed__ int steps;

template <class T, int block> __global__ void __launch_bounds__(block) heat(const T *__restrict__ u, T *__restrict__ v, size_t pitch, int nx, int ny, T alpha) {
  __shared__ T tile[block + 2];
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
  const T *row = (const T *)((const char *)u + j * pitch);
  tile[threadIdx.x + 1] = i < nx ? row[i] : T(0);
  if (threadIdx.x == 0) tile[0] = i > 0 ? row[i - 1] : T(0);
  __syncthreads();
  if (i > 0 && i < nx - 1 && j < ny) v[j * nx + i] = tile[threadIdx.x + 1] + alpha * (stencil[0] * tile[threadIdx.x] + stencil[1] * tile[threadIdx.x + 1] + stencil[2] * tile[threadIdx.x + 2]);
}
__global__ void sum(const Real *u, int n) {
  extern __shared__ Real partial[];
  Real mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine += u[i];
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s]; __syncthreads(); }
  if (threadIdx.x == 0) atomicAdd(&total, partial[0]);
}
void CUDART_CB done(cudaStream_t, cudaError_t status, void *data) { *(int *)data = status == cudaSuccess; }
void CUDART_CB hostStep(void *data) { ++*(int *)data; }

static void describe() {
  int count = 0, device = 0, driver = 0, runtime = 0, value = 0;
  CHECK(cudaGetDeviceCount(&count)); CHECK(cudaSetDevice(0)); CHECK(cudaGetDevice(&device)); CHECK(cudaDriverGetVersion(&driver)); CHECK(cudaRuntimeGetVersion(&runtime));
  cudaDeviceProp p; CHECK(cudaGetDeviceProperties(&p, device));
  printf("%s: %d.%d, %d SMs, %zu bytes, %zu shared, warp %d, %d threads, grid %d x %d x %d, bus %d bits, L2 %d, ECC %d, pci %d\n", p.name, p.major, p.minor, p.multiProcessorCount, p.totalGlobalMem, p.sharedMemPerBlock, p.warpSize, p.maxThreadsPerBlock, p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2], p.memoryBusWidth, p.l2CacheSize, p.ECCEnabled, p.pciBusID);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device)); CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  size_t freeBytes, totalBytes, limit; CHECK(cudaMemGetInfo(&freeBytes, &totalBytes)); CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20)); CHECK(cudaDeviceGetLimit(&limit, cudaLimitStackSize)); CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  int can = 0; if (count > 1) { CHECK(cudaDeviceCanAccessPeer(&can, 0, 1)); if (can) CHECK(cudaDeviceEnablePeerAccess(1, 0)); }
}

int main(int argc, char **argv) {
  const int nx = 512, ny = 512; const size_t bytes = nx * ny * sizeof(Real);
  describe(); CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost));
  std::vector<Real> host(nx * ny, 1.0); Real *pinned, *device, *pitched, *managed, *mapped, *mappedDevice, *asynchronous; size_t pitch;
  CHECK(cudaMallocHost(&pinned, bytes)); CHECK(cudaMallocHost((void **)&pinned, bytes)); CHECK(cudaHostAlloc((void **)&mapped, bytes, cudaHostAllocMapped | cudaHostAllocPortable)); CHECK(cudaHostGetDevicePointer(&mappedDevice, mapped, 0));
  CHECK(cudaMalloc(&device, bytes)); CHECK(cudaMalloc((void **)&device, bytes)); CHECK(cudaMallocPitch(&pitched, &pitch, nx * sizeof(Real), ny)); CHECK(cudaMallocManaged(&managed, bytes)); CHECK(cudaHostRegister(host.data(), bytes, cudaHostRegisterDefault));
  cudaStream_t stream, other; cudaEvent_t start, stop; int least, greatest; CHECK(cudaStreamCreate(&stream)); CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking)); CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest)); CHECK(cudaEventCreate(&start)); CHECK(cudaEventCreateWithFlags(&stop, cudaEventDefault));
  CHECK(cudaMallocAsync(&asynchronous, bytes, stream)); CHECK(cudaFreeAsync(asynchronous, stream));
  CHECK(cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice)); CHECK(cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream)); CHECK(cudaMemcpy2D(pitched, pitch, &host[0], nx * sizeof(Real), nx * sizeof(Real), ny, cudaMemcpyHostToDevice)); CHECK(cudaMemset(device, 0, bytes)); CHECK(cudaMemsetAsync(device, 0, bytes, other)); CHECK(cudaMemset2D(pitched, pitch, 0, nx * sizeof(Real), ny));
  const Real weights[3] = {1, -2, 1}; CHECK(cudaMemcpyToSymbol(stencil, weights, sizeof(weights))); CHECK(cudaMemcpyToSymbolAsync(stencil, weights, sizeof(Real), sizeof(Real), cudaMemcpyHostToDevice, stream)); Real zero = 0, result; CHECK(cudaMemcpyToSymbol(total, &zero, sizeof(Real), 0, cudaMemcpyHostToDevice)); void *address; size_t size; CHECK(cudaGetSymbolAddress(&address, total)); CHECK(cudaGetSymbolAddress((void **)&managed, stencil)); CHECK(cudaGetSymbolSize(&size, stencil));
  dim3 block(256), grid((nx + block.x - 1) / block.x, ny); steps = 10;
  CHECK(cudaEventRecord(start)); CHECK(cudaEventRecord(start, stream));
  for (int s = 0; s < steps; ++s) { heat<Real, 256><<<grid, block>>>(pitched, device, pitch, nx, ny, 0.1); sum<<<1, 256, 256 * sizeof(Real), stream>>>(device, nx * ny); }
  CHECK(cudaGetLastError()); CHECK(cudaPeekAtLastError()); CHECK(cudaEventRecord(stop, 0)); CHECK(cudaEventSynchronize(stop)); float milliseconds; CHECK(cudaEventElapsedTime(&milliseconds, start, stop)); CHECK(cudaStreamWaitEvent(stream, stop, 0)); CHECK(cudaStreamWaitEvent(stream, stop)); if (cudaStreamQuery(stream) == cudaErrorNotReady) CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpyFromSymbol(&result, total, sizeof(Real))); CHECK(cudaMemcpyFromSymbol(&result, total, sizeof(result), 0, cudaMemcpyDeviceToHost)); int flag = 0; CHECK(cudaStreamAddCallback(stream, done, &flag, 0)); CHECK(cudaLaunchHostFunc(stream, hostStep, &flag));
  int blocks, minGrid, blockSize; CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, 256, 0)); CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &blockSize, heat<Real, 256>, 0, 0)); CHECK(cudaFuncSetAttribute(sum, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304)); CHECK(cudaFuncSetCacheConfig(sum, cudaFuncCachePreferL1)); cudaFuncAttributes attributes; CHECK(cudaFuncGetAttributes(&attributes, sum)); printf("%d registers, %zu shared\n", attributes.numRegs, attributes.sharedSizeBytes);
  int n = nx * ny; void *arguments[] = {&device, &n}; CHECK(cudaLaunchKernel((const void *)sum, dim3(1), dim3(256), arguments, 2048, stream)); CHECK(cudaLaunchKernel(sum, 1, 256, arguments)); CHECK(cudaLaunchCooperativeKernel((void *)sum, 1, 256, arguments, 2048, 0));
  cudaLaunchConfig_t config = {}; cudaLaunchAttribute attribute[1]; attribute[0].id = cudaLaunchAttributeClusterDimension; attribute[0].val.clusterDim.x = 1; attribute[0].val.clusterDim.y = 1; attribute[0].val.clusterDim.z = 1; config.gridDim = 1; config.blockDim = 256; config.dynamicSmemBytes = 2048; config.stream = stream; config.attrs = attribute; config.numAttrs = 1; CHECK(cudaLaunchKernelEx(&config, sum, (const Real *)device, n)); CHECK(cudaLaunchKernelEx(&config, sum, device, n));
  cudaPitchedPtr volume; cudaExtent extent = make_cudaExtent(64 * sizeof(Real), 64, 64); CHECK(cudaMalloc3D(&volume, extent)); CHECK(cudaMemset3D(volume, 0, extent)); cudaMemcpy3DParms parameters = {0}; parameters.srcPtr = make_cudaPitchedPtr(host.data(), 64 * sizeof(Real), 64, 64); parameters.dstPtr = volume; parameters.extent = extent; parameters.kind = cudaMemcpyHostToDevice; parameters.srcPos = make_cudaPos(0, 0, 0); CHECK(cudaMemcpy3D(&parameters)); CHECK(cudaMemcpy3DAsync(&parameters, stream));
  cudaGraph_t graph; cudaGraphExec_t executable; CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); sum<<<1, 256, 2048, stream>>>(device, n); CHECK(cudaStreamEndCapture(stream, &graph)); CHECK(cudaGraphInstantiate(&executable, graph, 0)); CHECK(cudaGraphInstantiate(&executable, graph, NULL, NULL, 0)); CHECK(cudaGraphLaunch(executable, stream)); CHECK(cudaGraphExecDestroy(executable)); CHECK(cudaGraphDestroy(graph));
  cudaPointerAttributes where; CHECK(cudaPointerGetAttributes(&where, device)); if (where.type == cudaMemoryTypeDevice) printf("device %d\n", where.device); cudaMemLocation location = {cudaMemLocationTypeDevice, 0}; CHECK(cudaMemPrefetchAsync(managed, bytes, location, 0, stream)); CHECK(cudaMemAdvise(managed, bytes, cudaMemAdviseSetReadMostly, location));
  CHECK(cudaDeviceSynchronize()); CHECK(cudaFree(device)); CHECK(cudaFree(volume.ptr)); CHECK(cudaFreeHost(pinned)); CHECK(cudaHostUnregister(host.data())); CHECK(cudaStreamDestroy(stream)); CHECK(cudaEventDestroy(start)); CHECK(cudaDeviceReset());
  std::cout << "total " << result << " in " << milliseconds << " ms, " << std::string(cudaGetErrorName(cudaErrorMemoryAllocation)) << std::endl;
  return EXIT_SUCCESS;
}
