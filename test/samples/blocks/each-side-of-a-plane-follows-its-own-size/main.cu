#include <cstdio>
#include <cuda_runtime.h>
#define DIVIDE_UP(a, b) (((a) + (b) - 1) / (b))

struct Field {
  double *values;
  int width, height;
};

__global__ void relax(Field in, Field out)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= in.width - 1 || y >= in.height - 1) return;
  int at = y * in.width + x;
  const double *v = in.values;
  out.values[at] = 0.25 * (v[at - 1] + v[at + 1] + v[at - in.width] + v[at + in.width]);
}

static void smooth(Field &in, Field &out, int steps)
{
  const dim3 block(16, 8);
  const dim3 grid(DIVIDE_UP(in.width, block.x), DIVIDE_UP(in.height, block.y));
  const dim3 tile(16, 16), tiles((in.width + 15) / 16, (in.height + 15) / 16);
  for (int step = 0; step < steps; step++) {
    relax<<<grid, block>>>(in, out);
    cudaMemcpy(in.values, out.values, in.width * in.height * sizeof(double), cudaMemcpyDeviceToDevice);
    relax<<<tiles, tile>>>(in, out);
  }
}

int main()
{
  const int width = 50, height = 41;
  static double host[width * height];
  for (int i = 0; i < width * height; i++) host[i] = (i * 7) % 11;
  Field in = {nullptr, width, height}, out = {nullptr, width, height};
  cudaMalloc(&in.values, sizeof(host));
  cudaMalloc(&out.values, sizeof(host));
  cudaMemcpy(in.values, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(out.values, host, sizeof(host), cudaMemcpyHostToDevice);
  smooth(in, out, 3);
  cudaMemcpy(host, in.values, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < width * height; i += 97) printf("%.17g\n", host[i]);
  return 0;
}
