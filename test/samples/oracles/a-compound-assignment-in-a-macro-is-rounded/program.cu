#include <cstdio>
#define ADD(to, by) ((to) += 0.1 * (by))
__global__ void step(double *x, float by) { int i = threadIdx.x; ADD(x[i], by); ADD(*(x + i), x[i]); }
int main()
{
  double x[4], *d_x;
  for (int i = 0; i < 4; i++) x[i] = 0.3 * i + 0.1;
  cudaMalloc(&d_x, 4 * sizeof(double));
  cudaMemcpy(d_x, x, 4 * sizeof(double), cudaMemcpyHostToDevice);
  step<<<1, 4>>>(d_x, 0.7f);
  cudaMemcpy(x, d_x, 4 * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) printf("%.17g\n", x[i]);
  return 0;
}
