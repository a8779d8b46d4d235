// One field, copied in every way the runtime offers: async, 2D, device to device, and memcpy on the host.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define NX 96
#define NY 64

static void ok(cudaError_t e)
{
  if (e != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(1);
  }
}

__global__ void scaleRows(double *plane, size_t pitchDoubles, double factor)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y;
  if (i < NX) plane[j * pitchDoubles + i] *= factor;
}

__global__ void shift(const float *tracer, float *moved)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < NX) moved[i] = tracer[(i + 1) % NX];
}

int main()
{
  double *image = (double *) malloc(NX * NY * sizeof(double));
  double *backup = (double *) malloc(NX * NY * sizeof(double));
  for (int i = 0; i < NX * NY; i++) image[i] = 1.0 / (i + 1);
  memcpy(backup, image, NX * NY * sizeof(double));

  double *d_plane;
  size_t pitch;
  ok(cudaMallocPitch((void **) &d_plane, &pitch, NX * sizeof(double), NY));
  ok(cudaMemcpy2D(d_plane, pitch, image, NX * sizeof(double), NX * sizeof(double), NY, cudaMemcpyHostToDevice));
  scaleRows<<<dim3(1, NY), 128>>>(d_plane, pitch / sizeof(double), 3.0);
  ok(cudaGetLastError());

  double *d_copy;
  ok(cudaMalloc((void **) &d_copy, pitch * NY));
  ok(cudaMemcpy(d_copy, d_plane, pitch * NY, cudaMemcpyDeviceToDevice));
  ok(cudaMemcpy2D(image, NX * sizeof(double), d_copy, pitch, NX * sizeof(double), NY, cudaMemcpyDeviceToHost));

  cudaStream_t stream;
  ok(cudaStreamCreate(&stream));
  float *tracer, *result;
  ok(cudaMallocHost((void **) &tracer, NX * sizeof(float)));
  ok(cudaHostAlloc((void **) &result, NX * sizeof(float), cudaHostAllocDefault));
  for (int i = 0; i < NX; i++) tracer[i] = 0.5f * i;
  float *d_tracer, *d_moved;
  ok(cudaMalloc((void **) &d_tracer, NX * sizeof(float)));
  ok(cudaMalloc((void **) &d_moved, NX * sizeof(float)));
  ok(cudaMemcpyAsync(d_tracer, tracer, NX * sizeof(float), cudaMemcpyHostToDevice, stream));
  shift<<<1, 128, 0, stream>>>(d_tracer, d_moved);
  ok(cudaMemcpyAsync(result, d_moved, NX * sizeof(float), cudaMemcpyDeviceToHost, stream));
  ok(cudaStreamSynchronize(stream));

  printf("%.12f %.12f %.6f\n", image[7], backup[7], result[7]);
  ok(cudaStreamDestroy(stream));
  ok(cudaFree(d_plane));
  ok(cudaFree(d_copy));
  ok(cudaFree(d_tracer));
  ok(cudaFree(d_moved));
  ok(cudaFreeHost(tracer));
  ok(cudaFreeHost(result));
  free(image);
  free(backup);
  return 0;
}
