// Texture objects in their address, filter and read modes; surfaces.
#include "dialect.h"
namespace textures {

__global__ void fetches(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex1Dfetch<float>(texture, int(threadIdx.x) - 2); }
__global__ void plane(cudaTextureObject_t texture, float *out, float scale) {
  const float x = (float(threadIdx.x) - 2) * 0.75f * scale, y = (float(threadIdx.y) - 1) * 0.8f * scale;
  out[threadIdx.y * blockDim.x + threadIdx.x] = tex2D<float>(texture, x, y);
}
__global__ void colours(cudaTextureObject_t texture, float4 *out) { out[threadIdx.x] = tex2D<float4>(texture, float(threadIdx.x) + 0.5f, 1.5f); }
__global__ void volume(cudaTextureObject_t texture, float *out) { out[threadIdx.x] = tex3D<float>(texture, float(threadIdx.x) * 0.6f, 1.25f, 1.75f); }
__global__ void paint(cudaSurfaceObject_t surface) {
  const float v = float(threadIdx.x * 10 + threadIdx.y);
  surf2Dwrite(v, surface, int(threadIdx.x * sizeof(float)), int(threadIdx.y));
}
__global__ void look(cudaSurfaceObject_t surface, float *out) {
  out[threadIdx.y * 4 + threadIdx.x] = surf2Dread<float>(surface, int(threadIdx.x * sizeof(float)), int(threadIdx.y)) + surf2Dread<float>(surface, 400, 0, cudaBoundaryModeZero);
}

void run() {
  float *out = managed<float>(256), *data = managed<float>(16), host[16];
  for (int k = 0; k < 16; k++) data[k] = host[k] = float(k * k) * 0.5f;
  cudaResourceDesc resource = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t texture = 0;
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = data;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 16 * sizeof(float);
  how.readMode = cudaReadModeElementType;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  LAUNCH(fetches, 1, 20, 0, (cudaTextureObject_t texture, float *out), (texture, out), texture, out);
  show("fetches", out, 20);
  cudaDestroyTextureObject(texture);

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 4, cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const char *modes[4] = {"wrap", "clamp", "mirror", "border"};
  for (int mode = 0; mode < 4; mode++)
    for (int linear = 0; linear < 2; linear++)
      for (int normalised = 0; normalised < 2; normalised++) {
        how = {};
        how.addressMode[0] = how.addressMode[1] = cudaTextureAddressMode(mode);
        how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        how.normalizedCoords = normalised;
        if (!normalised && (mode == 0 || mode == 2)) continue;  // CUDA knows these for normalised coordinates only
        cudaCreateTextureObject(&texture, &resource, &how, nullptr);
        LAUNCH(plane, 1, dim3(8, 6), 0, (cudaTextureObject_t texture, float *out, float scale), (texture, out, scale), texture, out, normalised ? 0.25f : 1.0f);
        finish();
        std::printf("%s %s%s:", modes[mode], linear ? "linear" : "point", normalised ? " normalised" : "");
        for (int k = 0; k < 48; k++) std::printf(" %.3f", double(out[k]));
        std::printf("\n");
        cudaDestroyTextureObject(texture);
      }
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  LAUNCH(paint, 1, dim3(4, 4), 0, (cudaSurfaceObject_t surface), (surface), surface);
  LAUNCH(look, 1, dim3(4, 4), 0, (cudaSurfaceObject_t surface, float *out), (surface, out), surface, out);
  show("surface", out, 16);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);

  uchar4 pixels[12];
  for (int k = 0; k < 12; k++) pixels[k] = make_uchar4((unsigned char)(k * 20), (unsigned char)(255 - k), 7, (unsigned char)(k));
  const cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&array, &four, 4, 3);
  cudaMemcpy2DToArray(array, 0, 0, pixels, 16, 16, 3, cudaMemcpyHostToDevice);
  resource.res.array.array = array;
  how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.readMode = cudaReadModeNormalizedFloat;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  LAUNCH(colours, 1, 4, 0, (cudaTextureObject_t texture, float4 *out), (texture, out), texture, (float4 *)out);
  show("colours", out, 16);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);

  cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 2, 2));
  cudaMemcpy3DParms what = {};
  what.srcPtr = make_cudaPitchedPtr(host, 16, 4, 2);
  what.dstArray = array;
  what.extent = make_cudaExtent(4, 2, 2);
  what.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&what);
  resource.res.array.array = array;
  how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  LAUNCH(volume, 1, 8, 0, (cudaTextureObject_t texture, float *out), (texture, out), texture, out);
  finish();
  std::printf("volume:");
  for (int k = 0; k < 8; k++) std::printf(" %.2f", double(out[k]));
  std::printf("\n");
}

}  // namespace textures
