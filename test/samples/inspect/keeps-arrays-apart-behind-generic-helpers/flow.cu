// Templates that only move memory serve integers and numbers alike: each call stands for itself.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T> T *onDevice(int n)
{
  T *memory;
  cudaMalloc((void **) &memory, sizeof(T) * n);
  return memory;
}

template <typename T> void upload(T *to, const T *from, int n)
{
  cudaMemcpy((void *) to, (void *) from, n * sizeof(T), cudaMemcpyHostToDevice);
}

template <typename T> void download(T *to, T *from, int n) { cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToHost); }

template <typename T> void exchange(T &a, T &b)
{
  T kept = a;
  a = b;
  b = kept;
}

__global__ void advance(const double *area, double *state, double *next, const int *neighbour, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = state[i] + area[i] * (state[neighbour[i]] - state[i]);
}

int main()
{
  const int n = 512;
  int *h_neighbour = new int[n];
  double *h_area = new double[n], *h_state = new double[n];
  for (int i = 0; i < n; i++) { h_neighbour[i] = (i + 1) % n; h_area[i] = 0.5; h_state[i] = i; }
  int *neighbour = onDevice<int>(n);
  upload<int>(neighbour, h_neighbour, n);
  double *area = onDevice<double>(n);
  upload<double>(area, h_area, n);
  double *state = onDevice<double>(n), *next = onDevice<double>(n);
  upload(state, h_state, n);
  for (int step = 0; step < 10; step++) {
    advance<<<n / 128, 128>>>(area, state, next, neighbour, n);
    exchange(state, next);
  }
  download(h_state, state, n);
  printf("%.15g\n", h_state[0]);
  return 0;
}
