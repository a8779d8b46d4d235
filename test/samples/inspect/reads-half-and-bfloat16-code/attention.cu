// Scores of a small attention layer: half inputs, float sums, bfloat16 outputs.
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define DIM 64

__device__ __half blendHalf(__half a, __half b, __half share)
{
  __half rest = __float2half(1.0f) - share;
  return share * a + rest * b;
}

__global__ void scores(const __half *query, const __half *key, __nv_bfloat16 *score, float scale, int keys)
{
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= keys) return;
  __shared__ half cached[DIM];
  if (threadIdx.x < DIM) cached[threadIdx.x] = query[threadIdx.x];
  __syncthreads();
  float sum = 0.0f;
  for (int d = 0; d < DIM; d++) sum += __half2float(cached[d]) * __half2float(key[k * DIM + d]);
  __half first = blendHalf(cached[0], key[k * DIM], __float2half(0.25f));
  sum += __half2float(first);
  score[k] = __float2bfloat16(sum * scale);
}

__global__ void scalePairs(__half2 *pairs, __half2 by, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pairs[i] = __hmul2(pairs[i], by);
}

int main()
{
  const int keys = 256;
  __half *query = (__half *) malloc(DIM * sizeof(__half));
  __half *key = (__half *) malloc(keys * DIM * sizeof(__half));
  __nv_bfloat16 *score = (__nv_bfloat16 *) malloc(keys * sizeof(__nv_bfloat16));
  for (int d = 0; d < DIM; d++) query[d] = __float2half(0.01f * d);
  for (int i = 0; i < keys * DIM; i++) key[i] = __float2half(0.001f * (i % 101));

  __half *d_query, *d_key;
  __half2 *d_pairs;
  __nv_bfloat16 *d_score;
  if (cudaMalloc(&d_query, DIM * sizeof(__half)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_key, keys * DIM * sizeof(__half)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_pairs, DIM * sizeof(__half2)) != cudaSuccess) return 1;
  if (cudaMalloc(&d_score, keys * sizeof(__nv_bfloat16)) != cudaSuccess) return 1;
  cudaMemcpy(d_query, query, DIM * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemcpy(d_key, key, keys * DIM * sizeof(__half), cudaMemcpyHostToDevice);
  cudaMemset(d_pairs, 0, DIM * sizeof(__half2));
  scores<<<keys / 64, 64>>>(d_query, d_key, d_score, 0.125f, keys);
  scalePairs<<<1, DIM>>>(d_pairs, __float2half2_rn(0.5f), DIM);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  cudaMemcpy(score, d_score, keys * sizeof(__nv_bfloat16), cudaMemcpyDeviceToHost);
  printf("%f\n", __bfloat162float(score[7]));
  cudaFree(d_query);
  cudaFree(d_key);
  cudaFree(d_pairs);
  cudaFree(d_score);
  free(query);
  free(key);
  free(score);
  return 0;
}
