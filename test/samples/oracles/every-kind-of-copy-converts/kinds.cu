// Every kind of copy that the runtime offers between host and device, with host arrays that go to a file.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define NX 6
#define NY 4
#define OK(call) if ((call) != cudaSuccess) { printf("failed\n"); exit(1); }

__constant__ double weights[8];
__device__ double total;
__constant__ double table[2][3];

__global__ void smooth(double *plane, size_t pitch, const double *line, double *out)
{
  int x = threadIdx.x, y = threadIdx.y;
  double *row = plane + y * pitch;
  row[x] = row[x] * weights[x] + line[x] / 3.0 + table[y % 2][x % 3];
  if (x == 0 && y == 0) total = row[0] * 1.1;
  out[y * NX + x] = row[x] + 0.1;
}

int main(int argc, char **)
{
  double *image = (double *) malloc(NX * NY * sizeof(double)), h_weights[8], line[NX], sum[1], h_table[2][3], out[NY][NX], again[3];
  for (int i = 0; i < NX * NY; i++) image[i] = 1.0 / (i + 3);
  for (int i = 0; i < 8; i++) h_weights[i] = 0.1 * i + 0.05;
  for (int i = 0; i < NX; i++) line[i] = i / 7.0;
  for (int i = 0; i < 6; i++) h_table[i / 3][i % 3] = i * 0.3;
  if (argc > 100) {
    fwrite(image, sizeof(double), NX * NY, stdout);
    fwrite(h_weights, sizeof(double), 8, stdout);
    fwrite(line, sizeof(double), NX, stdout);
    fwrite(sum, sizeof(double), 1, stdout);
    fwrite(h_table, sizeof h_table, 1, stdout);
    fwrite(out, sizeof out, 1, stdout);
    fwrite(again, sizeof again, 1, stdout);
  }
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  double *d_plane, *d_line, *d_out;
  size_t pitch;
  OK(cudaMallocPitch(&d_plane, &pitch, NX * sizeof(double), NY));
  OK(cudaMalloc(&d_line, sizeof line));
  OK(cudaMalloc(&d_out, NX * NY * sizeof(double)));
  OK(cudaMemcpy2D(d_plane, pitch, image, NX * sizeof(double), NX * sizeof(double), NY, cudaMemcpyHostToDevice));
  OK(cudaMemcpyAsync(d_line, line, NX * sizeof(double), cudaMemcpyHostToDevice, stream));
  OK(cudaMemcpyAsync(d_line + 1, line, sizeof(double), cudaMemcpyHostToDevice));
  OK(cudaMemcpyToSymbol(weights, h_weights, sizeof(h_weights)));
  OK(cudaMemcpyToSymbol(weights, &h_weights[3], 2 * sizeof(double), 2 * sizeof(double)));
  OK(cudaMemcpyToSymbolAsync(table, h_table, sizeof h_table, 0, cudaMemcpyHostToDevice, stream));
  smooth<<<1, dim3(NX, NY), 0, stream>>>(d_plane, pitch / sizeof(double), d_line, d_out);
  OK(cudaMemcpyFromSymbol(sum, total, sizeof(double)));
  OK(cudaMemcpyFromSymbolAsync(again, weights, sizeof again, sizeof(double), cudaMemcpyDeviceToHost, stream));
  OK(cudaMemcpy2DAsync(image, NX * sizeof(double), d_plane, pitch, NX * sizeof(double), NY, cudaMemcpyDeviceToHost, stream));
  OK(cudaMemcpyAsync(out, d_out, sizeof out, cudaMemcpyDeviceToHost, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < NX * NY; i++) printf("%.17g %.17g\n", image[i], out[i / NX][i % NX]);
  printf("%.17g %.17g %.17g %.17g\n", sum[0], again[0], again[1], again[2]);
  OK(cudaStreamDestroy(stream));
  return 0;
}
