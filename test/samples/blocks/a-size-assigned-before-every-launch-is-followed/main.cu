// A size may be assigned where it is not declared, whole or side by side: no launch comes before the assignment.
#define WIDTH 128
#define SIDE 32
__global__ void shrink(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 0.5f;
}
__global__ void grow(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 3.0f;
}
__global__ void shift(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1.0f;
}
int main(int argc, char **argv) {
  const int n = 1000;
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  int size, chosen;
  dim3 threads, blocks;
  size = WIDTH;
  threads.x = SIDE;
  threads.y = 1;
  blocks.x = (n + SIDE - 1) / SIDE;
  shrink<<<(n + size - 1) / size, size>>>(x, n);
  grow<<<blocks, threads>>>(x, n);
  if (argc > 1) chosen = 64;
  else chosen = 96;
  shift<<<(n + chosen - 1) / chosen, chosen>>>(x, n);
  cudaFree(x);
}
