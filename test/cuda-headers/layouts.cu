// Sizes and alignments: nvcc and our headers must agree, or a byte count would mean something else.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuComplex.h>
#define LAYOUT(T, size, alignment) static_assert(sizeof(T) == size && alignof(T) == alignment, #T)
LAYOUT(char1, 1, 1); LAYOUT(char2, 2, 2); LAYOUT(char3, 3, 1); LAYOUT(char4, 4, 4); LAYOUT(uchar4, 4, 4);
LAYOUT(short2, 4, 4); LAYOUT(short3, 6, 2); LAYOUT(ushort4, 8, 8); LAYOUT(int2, 8, 8); LAYOUT(int3, 12, 4); LAYOUT(uint4, 16, 16); LAYOUT(uint3, 12, 4);
LAYOUT(long1, 8, 8); LAYOUT(long2, 16, 16); LAYOUT(long3, 24, 8); LAYOUT(longlong2, 16, 16); LAYOUT(ulonglong3, 24, 8);
LAYOUT(float1, 4, 4); LAYOUT(float2, 8, 8); LAYOUT(float3, 12, 4); LAYOUT(float4, 16, 16); LAYOUT(double1, 8, 8); LAYOUT(double2, 16, 16); LAYOUT(double3, 24, 8); LAYOUT(double4, 32, 16); LAYOUT(double4_32a, 32, 32);
LAYOUT(dim3, 12, 4); LAYOUT(__half, 2, 2); LAYOUT(__half2, 4, 4); LAYOUT(__nv_bfloat16, 2, 2); LAYOUT(__nv_bfloat162, 4, 4); LAYOUT(__nv_fp8_e4m3, 1, 1); LAYOUT(cuDoubleComplex, 16, 16);
LAYOUT(cudaPitchedPtr, 32, 8); LAYOUT(cudaExtent, 24, 8); LAYOUT(cudaChannelFormatDesc, 20, 4); LAYOUT(cudaStream_t, 8, 8); LAYOUT(cudaTextureObject_t, 8, 8); LAYOUT(cudaLaunchAttributeValue, 64, 8); LAYOUT(size_t, 8, 8); LAYOUT(long, 8, 8); LAYOUT(clock_t, 8, 8);
struct __align__(16) Body { float4 p; float m; }; LAYOUT(Body, 32, 16); struct Mixed { float3 a; double b; char c; }; LAYOUT(Mixed, 32, 8);
int main() { return 0; }
