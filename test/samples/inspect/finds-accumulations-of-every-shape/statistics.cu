// Sums and products as they come in real kernels: scalar, product, running element, atomic, shuffle tree, filter.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define BINS 32

#define CK(call) if ((call) != cudaSuccess) { fprintf(stderr, "failed at line %d\n", __LINE__); exit(1); }

__global__ void statistics(const double *data, const int *bin, double *histogram, double *total, float *growth, int n)
{
  __shared__ double local[BINS];
  if (threadIdx.x < BINS) local[threadIdx.x] = 0.0;
  __syncthreads();

  double sum = 0.0;
  double product = 1.0;
  double largest = data[0];
  double smoothed = 0.0;
  double last = 0.0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    double value = data[i];
    double scaled = 0.5 * value;
    sum = sum + scaled;
    product *= 1.0 + 1e-6 * value;
    largest = fmax(largest, value);
    smoothed = 0.9 * smoothed + 0.1 * value;
    last = value * 2.0;
    atomicAdd(&local[bin[i]], value);
  }
  __syncthreads();

  double warp = sum;
  for (int offset = 16; offset > 0; offset >>= 1) warp += __shfl_down_sync(0xffffffffu, warp, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(total, warp);
  if (threadIdx.x == 0) growth[0] = (float) (product + largest + smoothed + last);
  if (threadIdx.x < BINS) atomicAdd(&histogram[threadIdx.x], local[threadIdx.x]);
}

__global__ void rowSums(const double *matrix, double *row, int cols)
{
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  row[r] = 0.0;
  for (int c = 0; c < cols; c++) row[r] += matrix[r * cols + c];
}

int main()
{
  const int n = 1 << 14, rows = 128;
  double *data = (double *) malloc(n * sizeof(double));
  int *bin = (int *) malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) {
    data[i] = 1.0 / (i + 1);
    bin[i] = i % BINS;
  }
  double *d_data, *d_histogram, *d_total, *d_row;
  float *d_growth;
  int *d_bin;
  CK(cudaMalloc(&d_data, n * sizeof(double)));
  CK(cudaMalloc(&d_histogram, BINS * sizeof(double)));
  CK(cudaMalloc(&d_total, sizeof(double)));
  CK(cudaMalloc(&d_row, rows * sizeof(double)));
  CK(cudaMalloc(&d_growth, sizeof(float)));
  CK(cudaMalloc(&d_bin, n * sizeof(int)));
  CK(cudaMemset(d_histogram, 0, BINS * sizeof(double)));
  CK(cudaMemset(d_total, 0, sizeof(double)));
  CK(cudaMemcpy(d_data, data, n * sizeof(double), cudaMemcpyHostToDevice));
  CK(cudaMemcpy(d_bin, bin, n * sizeof(int), cudaMemcpyHostToDevice));

  statistics<<<1, 256>>>(d_data, d_bin, d_histogram, d_total, d_growth, n);
  rowSums<<<1, rows>>>(d_data, d_row, n / rows);
  CK(cudaDeviceSynchronize());
  double total, row[rows];
  CK(cudaMemcpy(&total, d_total, sizeof(double), cudaMemcpyDeviceToHost));
  CK(cudaMemcpy(row, d_row, rows * sizeof(double), cudaMemcpyDeviceToHost));
  printf("%.12f %.12f\n", total, row[0]);

  cudaFree(d_data);
  cudaFree(d_histogram);
  cudaFree(d_total);
  cudaFree(d_row);
  cudaFree(d_growth);
  cudaFree(d_bin);
  free(data);
  free(bin);
  return 0;
}
