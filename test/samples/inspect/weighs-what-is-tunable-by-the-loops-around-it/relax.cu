__global__ void relax(const double *before, double *after, const volatile double *weights, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = 0.0;
  for (int k = 0; k < taps; k++) sum += before[i + k] * weights[k];
  after[i] = sum;
}

__global__ void scale(double *after, float *shown) {
  shown[threadIdx.x] *= 0.5;
  after[threadIdx.x] = after[threadIdx.x] * 0.5;
}

int main() {
  double *before, *after, *weights;
  float *shown;
  cudaMalloc(&before, 128 * sizeof(double));
  cudaMalloc(&after, 64 * sizeof(double));
  cudaMalloc(&weights, 64 * sizeof(double));
  cudaMalloc(&shown, 64 * sizeof(float));
  for (int step = 0; step < 100; step++) relax<<<1, 64>>>(before, after, weights, 64, 8);
  scale<<<1, 64>>>(after, shown);
  return 0;
}
