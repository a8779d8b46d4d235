// Texture and surface references: CUDA until 11.
#include <cstdio>
texture<float, 1, cudaReadModeElementType> table;
texture<float, 2> image;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> bytes;
texture<float4, cudaTextureType3D, cudaReadModeElementType> volume;
texture<int2, 1> doubles;
surface<void, cudaSurfaceType2D> target;
static __inline__ __device__ double fetch_double(texture<int2, 1> t, int i) { int2 v = tex1Dfetch(t, i); return __hiloint2double(v.y, v.x); }
__global__ void sample(float *out, double *d, int n) { int x = threadIdx.x; float4 q = tex3D(volume, 0.f, 1.f, 2.f); out[x] = tex1Dfetch(table, x) + tex1D(table, 0.5f) + tex2D(image, x + 0.5f, 0.5f) + tex2D(bytes, 0.1f, 0.2f) + q.w; d[x] = fetch_double(doubles, x); float s; surf2Dread(&s, target, x * 4, 0); surf2Dwrite(s, target, x * 4, 0); }
int main() {
  const int n = 64; float *d; size_t offset; cudaMalloc((void **)&d, n * sizeof(float)); cudaBindTexture(0, table, d, n * sizeof(float)); cudaBindTexture(&offset, table, d); cudaChannelFormatDesc format = cudaCreateChannelDesc<float>(); cudaBindTexture(0, table, d, format, n * sizeof(float)); cudaBindTexture2D(0, image, d, format, n, 1, n * sizeof(float)); cudaArray *array; cudaMallocArray(&array, &image.channelDesc, n, n); cudaMemcpyToArray(array, 0, 0, d, n * sizeof(float), cudaMemcpyDeviceToDevice); image.normalized = false; image.filterMode = cudaFilterModeLinear; image.addressMode[0] = cudaAddressModeClamp; cudaBindTextureToArray(image, array, format); cudaBindTextureToArray(image, array); cudaBindSurfaceToArray(target, array); sample<<<1, n>>>(d, 0, n); cudaUnbindTexture(table); cudaUnbindTexture(image); cudaFreeArray(array); return 0;
}
