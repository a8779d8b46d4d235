// Copies in one, two and three dimensions, arrays, pitches, setting, attributes.
#include "dialect.h"
namespace memory {

__global__ void increment(int *x, size_t pitch, int width) {
  if (int(threadIdx.x) < width) *((int *)((char *)x + threadIdx.y * pitch) + threadIdx.x) += 1;
}

void run() {
  int host[60], back[60];
  for (int k = 0; k < 60; k++) host[k] = k;
  int *d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, 10 * sizeof(int), 6);
  std::printf("pitch %d\n", int(pitch));
  cudaMemcpy2D(d, pitch, host, 10 * sizeof(int), 10 * sizeof(int), 6, cudaMemcpyHostToDevice);
  LAUNCH(increment, 1, dim3(16, 6), 0, (int *x, size_t pitch, int width), (x, pitch, width), d, pitch, 10);
  cudaMemset2D((char *)d + 2 * pitch, pitch, 0xff, 3 * sizeof(int), 2);
  cudaMemcpy2DAsync(back, 10 * sizeof(int), d, pitch, 10 * sizeof(int), 6, cudaMemcpyDeviceToHost, 0);
  show("rows", back, 60);
  cudaFree(d);

  cudaPitchedPtr box;
  const cudaExtent extent = make_cudaExtent(5 * sizeof(int), 4, 3);
  cudaMalloc3D(&box, extent);
  cudaMemset3D(box, 0, extent);
  cudaMemcpy3DParms what = {};
  what.srcPtr = make_cudaPitchedPtr(host, 5 * sizeof(int), 5, 4);
  what.dstPtr = box;
  what.extent = make_cudaExtent(3 * sizeof(int), 3, 2);
  what.srcPos = make_cudaPos(sizeof(int), 1, 1);
  what.dstPos = make_cudaPos(2 * sizeof(int), 0, 1);
  what.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&what);
  cudaMemcpy3DParms whole = {};
  whole.srcPtr = box;
  whole.dstPtr = make_cudaPitchedPtr(back, 5 * sizeof(int), 5, 4);
  whole.extent = extent;
  whole.kind = cudaMemcpyDeviceToHost;
  std::memset(back, 0, sizeof back);
  cudaMemcpy3D(&whole);
  show("box", back, 60);
  cudaFree(box.ptr);

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  std::printf("format %d %d %d %d %d\n", format.x, format.y, format.z, format.w, int(format.f));
  cudaMallocArray(&array, &format, 10, 6);
  cudaMemcpy2DToArray(array, 0, 0, host, 10 * sizeof(int), 10 * sizeof(int), 6, cudaMemcpyHostToDevice);
  std::memset(back, 0, sizeof back);
  cudaMemcpy2DFromArray(back, 4 * sizeof(int), array, 3 * sizeof(int), 2, 4 * sizeof(int), 3, cudaMemcpyDeviceToHost);
  show("part of an array", back, 12);
  cudaFreeArray(array);

  unsigned *words;
  cudaMalloc(&words, 64);
  cudaMemset(words, 0x5a, 64);
  unsigned first[2];
  cudaMemcpy(first, words, 8, cudaMemcpyDefault);
  std::printf("set to %x %x\n", first[0], first[1]);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, words + 3);
  std::printf("device memory: type %d\n", int(attributes.type));
  cudaPointerGetAttributes(&attributes, host);
  std::printf("host memory: type %d\n", int(attributes.type));
  int *shared = managed<int>(4), *pinned;
  cudaPointerGetAttributes(&attributes, shared);
  std::printf("managed memory: type %d\n", int(attributes.type));
  cudaMallocHost(&pinned, 64);
  cudaPointerGetAttributes(&attributes, pinned);
  std::printf("pinned memory: type %d\n", int(attributes.type));
  const int registered = cudaHostRegister(host, sizeof host, 0), released = cudaHostUnregister(host), again = cudaHostUnregister(host);
  std::printf("register %d, unregister %d, again %d\n", registered, released, again);
  cudaGetLastError();
  cudaFreeHost(pinned);
  cudaFree(words);
  int device = -1, count = 0, value = 0;
  cudaGetDevice(&device);
  cudaGetDeviceCount(&count);
  cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::printf("device %d of %s, warps of %d, %d threads a block, %d bytes shared\n", device, count > 0 ? "some" : "none", value, properties.maxThreadsPerBlock, int(properties.sharedMemPerBlock));
}

}  // namespace memory
