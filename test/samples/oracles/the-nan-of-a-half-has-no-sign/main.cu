#include <cmath>
#include <cstdio>

__global__ void make(double *v, double zero)
{
  int i = threadIdx.x;
  double nothing = zero / zero, against = -nothing, root = sqrt(-1.0 - zero);
  v[i] = i == 0 ? nothing : i == 1 ? against : i == 2 ? root : -root * 2 + 1;
}

int main()
{
  double values[4], *device, sum = 0;
  cudaMalloc(&device, sizeof values);
  make<<<1, 4>>>(device, 0.0);
  cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) {
    double copy = values[i], minus = -copy;
    sum = sum - copy;
    std::printf("%d %d %d\n", (int) std::signbit(values[i]), (int) std::signbit(copy), (int) std::signbit(minus));
  }
  std::printf("%d\n", (int) std::signbit(sum));
}
