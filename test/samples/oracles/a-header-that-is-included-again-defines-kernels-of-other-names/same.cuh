__global__ void KERNEL(double *x, const double *y, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double t = x[i] OP y[i];
    x[i] = t * 0.5;
  }
}
static double HOST(const double *from, int n)
{
  double *x, *y, *h = (double *)malloc(n * sizeof(double));
  cudaMalloc(&x, n * sizeof(double));
  cudaMalloc(&y, n * sizeof(double));
  cudaMemcpy(x, from, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(y, from, n * sizeof(double), cudaMemcpyHostToDevice);
  KERNEL<<<(n + 31) / 32, 32>>>(x, y, n);
  cudaMemcpy(h, x, n * sizeof(double), cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < n; i++) s += h[i];
  cudaFree(x); cudaFree(y); free(h);
  return s;
}
