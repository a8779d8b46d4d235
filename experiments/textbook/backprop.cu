// The update of the weights: one thread per weight.
#include "textbook.cuh"

#define HIDDEN 16

__global__ void update(const float *input, const float *delta, float *weight, float *change, size_t weights, float rate, float momentum)
{
  size_t at = (size_t) blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= weights) return;
  float step = rate * delta[at % HIDDEN] * input[at / HIDDEN] + momentum * change[at];
  weight[at] += step;
  change[at] = step;
}

int main(int argc, char **argv)
{
  size_t weights = (size_t) argument(argc, argv, 1, 4194304) * HIDDEN;
  float *input = randomOnDevice<float>(weights / HIDDEN), *delta = randomOnDevice<float>(HIDDEN);
  float *weight = randomOnDevice<float>(weights), *change = randomOnDevice<float>(weights, -1e-3, 1e-3);
  report("launch", 50, [&] { update<<<(weights + 255) / 256, 256>>>(input, delta, weight, change, weights, 0.3f, 0.3f); });
}
