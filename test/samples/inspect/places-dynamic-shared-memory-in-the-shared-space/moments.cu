// Mean and variance of samples by block reductions in dynamic shared memory:
// one kernel names the memory's type, the other carves two arrays out of raw bytes.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define OK(e) do { if ((e) != cudaSuccess) { fprintf(stderr, "CUDA error, line %d\n", __LINE__); exit(1); } } while (0)

__global__ void sumSamples(const double *sample, double *sums, int n)
{
  extern __shared__ double partial[];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  partial[t] = i < n ? sample[i] : 0.0;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

__global__ void momentsOf(const double *sample, double mean, double *second, float *third, int n)
{
  extern __shared__ char raw[];
  double *square = (double *) raw;
  float *cube = (float *) (raw + blockDim.x * sizeof(double));
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  double gap = i < n ? sample[i] - mean : 0.0;
  square[t] = gap * gap;
  cube[t] = (float) (gap * gap * gap);
  __syncthreads();
  if (t == 0) {
    double s2 = 0.0;
    float s3 = 0.0f;
    for (int k = 0; k < blockDim.x; k++) {
      s2 += square[k];
      s3 += cube[k];
    }
    second[blockIdx.x] = s2;
    third[blockIdx.x] = s3;
  }
}

int main()
{
  const int n = 1 << 18, threads = 256, blocks = n / threads;
  double *sample = (double *) malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) sample[i] = drand48();
  double *d_sample, *d_sums, *d_second;
  float *d_third;
  OK(cudaMalloc(&d_sample, n * sizeof(double)));
  OK(cudaMalloc(&d_sums, blocks * sizeof(double)));
  OK(cudaMalloc(&d_second, blocks * sizeof(double)));
  OK(cudaMalloc(&d_third, blocks * sizeof(float)));
  OK(cudaMemcpy(d_sample, sample, n * sizeof(double), cudaMemcpyHostToDevice));

  sumSamples<<<blocks, threads, threads * sizeof(double)>>>(d_sample, d_sums, n);
  double sums[blocks], mean = 0.0;
  OK(cudaMemcpy(sums, d_sums, sizeof(sums), cudaMemcpyDeviceToHost));
  for (int b = 0; b < blocks; b++) mean += sums[b];
  mean /= n;

  momentsOf<<<blocks, threads, threads * (sizeof(double) + sizeof(float))>>>(d_sample, mean, d_second, d_third, n);
  double second[blocks], variance = 0.0;
  OK(cudaMemcpy(second, d_second, sizeof(second), cudaMemcpyDeviceToHost));
  for (int b = 0; b < blocks; b++) variance += second[b];
  printf("mean %.12f variance %.12f\n", mean, variance / n);
  cudaFree(d_sample);
  cudaFree(d_sums);
  cudaFree(d_second);
  cudaFree(d_third);
  free(sample);
  return 0;
}
