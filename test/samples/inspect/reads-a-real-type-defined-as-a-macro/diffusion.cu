// Explicit heat diffusion on a plate. The precision is chosen by one macro, as in many older codes.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define fp double
#define NX 256
#define NY 256
// a macro that declares a variable and starts its value: more than a type
#define DECLARE_FLUX(name, a, b) fp flux_##name = (a) - (b)

__global__ void diffuse(const fp *t_old, fp *t_new, fp alpha)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 1 || j < 1 || i >= NX - 1 || j >= NY - 1) return;
  int here = j * NX + i;

  fp centre = t_old[here];
  DECLARE_FLUX(east, t_old[here + 1], centre);
  DECLARE_FLUX(west, t_old[here - 1], centre);
  fp vertical = t_old[here + NX] + t_old[here - NX] - 2.0 * centre;
  t_new[here] = centre + alpha * (flux_east + flux_west + vertical);
}

static void fail(const char *where)
{
  fprintf(stderr, "failed: %s\n", where);
  exit(1);
}

int main()
{
  fp *plate = (fp *) calloc(NX * NY, sizeof(fp));
  if (!plate) fail("host memory");
  for (int i = 0; i < NX; i++) plate[i] = (fp) 100;

  fp *even, *odd;
  if (cudaMalloc((void **) &even, NX * NY * sizeof(fp)) != cudaSuccess) fail("cudaMalloc");
  if (cudaMalloc((void **) &odd, NX * NY * sizeof(fp)) != cudaSuccess) fail("cudaMalloc");
  cudaMemcpy(even, plate, NX * NY * sizeof(fp), cudaMemcpyHostToDevice);
  cudaMemcpy(odd, plate, NX * NY * sizeof(fp), cudaMemcpyHostToDevice);

  dim3 block(16, 16), grid(NX / 16, NY / 16);
  for (int step = 0; step < 500; step++) {
    diffuse<<<grid, block>>>(even, odd, 0.1);
    diffuse<<<grid, block>>>(odd, even, 0.1);
  }
  if (cudaDeviceSynchronize() != cudaSuccess) fail("kernel");

  cudaMemcpy(plate, even, NX * NY * sizeof(fp), cudaMemcpyDeviceToHost);
  printf("%.10f %.10f\n", plate[NX + NX / 2], plate[NX * NY / 2 + NX / 2]);
  cudaFree(even);
  cudaFree(odd);
  free(plate);
  return 0;
}
