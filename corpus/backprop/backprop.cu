// Training a network of many inputs, 16 hidden units and one output by back-propagation with momentum, on one pattern.
//   backprop [inputs] [epochs] [all]
// prints the output of the last epochs, the hidden units, and sums and 16 samples of the first layer's weights (or all of them)
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define HIDDEN 16
#define ROWS 16
#define INPUTS_PER_THREAD 16
#define MOST_BLOCKS 1024

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

// What the inputs of a block bring to each hidden unit: a thread adds up every gridDim.x * ROWS-th input, then a tree the threads.
__global__ void layerForward(const float *__restrict__ input, const float *__restrict__ weights, float *partial,
                             int inputs)
{
  __shared__ float sums[ROWS][HIDDEN];
  int j = threadIdx.x, row = threadIdx.y;
  float sum = 0.0f;
  for (int i = blockIdx.x * ROWS + row; i < inputs; i += gridDim.x * ROWS) {
    float product = input[i] * weights[(size_t) i * HIDDEN + j];
    sum += product;
  }
  sums[row][j] = sum;
  __syncthreads();
  for (int half = ROWS / 2; half > 0; half /= 2) {
    if (row < half) sums[row][j] += sums[row + half][j];
    __syncthreads();
  }
  if (row == 0) partial[blockIdx.x * HIDDEN + j] = sums[0][j];
}

__global__ void adjustWeights(const float *__restrict__ input, const float *__restrict__ delta,
                              float *__restrict__ weights, float *__restrict__ change, int inputs, float rate,
                              float momentum)
{
  int j = threadIdx.x;
  for (int i = blockIdx.x * ROWS + threadIdx.y; i < inputs; i += gridDim.x * ROWS) {
    size_t place = (size_t) i * HIDDEN + j;
    float gradient = delta[j] * input[i];
    float step = rate * gradient + momentum * change[place];
    weights[place] += step;
    change[place] = step;
  }
}

static float squash(float x)
{
  return 1.0f / (1.0f + expf(-x));
}

static unsigned int state = 19860533u;
static float uniform() // in [0, 1)
{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0f;
}

static int wholeNumber(const char *text, const char *what, int least, int most)
{
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > most) {
    fprintf(stderr, "%s must be a whole number from %d to %d, not '%s'\n", what, least, most, text);
    exit(2);
  }
  return (int) value;
}

int main(int argc, char **argv)
{
  int inputs = argc > 1 ? wholeNumber(argv[1], "inputs", 1, 1 << 26) : 65536;
  int epochs = argc > 2 ? wholeNumber(argv[2], "epochs", 1, 1000000) : 20;
  bool all = argc > 3 && strcmp(argv[3], "all") == 0;
  const float momentum = 0.3f, target = 0.9f, outputRate = 0.3f;
  const float rate = 8.0f / inputs; // the inputs' gradients add up
  int blocks = (inputs - 1) / (ROWS * INPUTS_PER_THREAD) + 1;
  if (blocks > MOST_BLOCKS) blocks = MOST_BLOCKS;
  const dim3 threads(HIDDEN, ROWS);

  size_t connections = (size_t) inputs * HIDDEN;
  float *input = (float *) malloc(inputs * sizeof(float));
  float *weights = (float *) malloc(connections * sizeof(float));
  float *partial = (float *) malloc(blocks * HIDDEN * sizeof(float));
  float hidden[HIDDEN], delta[HIDDEN], outputWeights[HIDDEN], outputChange[HIDDEN] = {};
  float spread = 4.0f / sqrtf((float) inputs);
  for (int i = 0; i < inputs; i++) input[i] = uniform();
  for (size_t i = 0; i < connections; i++) weights[i] = spread * (uniform() - 0.5f);
  for (int j = 0; j < HIDDEN; j++) outputWeights[j] = uniform() - 0.5f;

  float *d_input, *d_weights, *d_change, *d_partial, *d_delta;
  CHECK(cudaMalloc(&d_input, inputs * sizeof(float)));
  CHECK(cudaMalloc(&d_weights, connections * sizeof(float)));
  CHECK(cudaMalloc(&d_change, connections * sizeof(float)));
  CHECK(cudaMalloc(&d_partial, blocks * HIDDEN * sizeof(float)));
  CHECK(cudaMalloc(&d_delta, HIDDEN * sizeof(float)));
  CHECK(cudaMemcpy(d_input, input, inputs * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_weights, weights, connections * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d_change, 0, connections * sizeof(float)));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  for (int epoch = 1; epoch <= epochs; epoch++) {
    layerForward<<<blocks, threads>>>(d_input, d_weights, d_partial, inputs);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(partial, d_partial, blocks * HIDDEN * sizeof(float), cudaMemcpyDeviceToHost));

    float activation = 0.0f;
    for (int j = 0; j < HIDDEN; j++) {
      float sum = 0.0f;
      for (int block = 0; block < blocks; block++) sum += partial[block * HIDDEN + j];
      hidden[j] = squash(sum);
      activation += outputWeights[j] * hidden[j];
    }
    float output = squash(activation);
    float outputDelta = (target - output) * output * (1.0f - output);
    for (int j = 0; j < HIDDEN; j++) {
      delta[j] = hidden[j] * (1.0f - hidden[j]) * outputWeights[j] * outputDelta;
      outputChange[j] = outputRate * outputDelta * hidden[j] + momentum * outputChange[j];
      outputWeights[j] += outputChange[j];
    }
    if (epoch > epochs - 8) printf("output %.17g\n", (double) output);

    CHECK(cudaMemcpy(d_delta, delta, HIDDEN * sizeof(float), cudaMemcpyHostToDevice));
    adjustWeights<<<blocks, threads>>>(d_input, d_delta, d_weights, d_change, inputs, rate, momentum);
    CHECK(cudaGetLastError());
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));
  CHECK(cudaMemcpy(weights, d_weights, connections * sizeof(float), cudaMemcpyDeviceToHost));

  double sum = 0, squares = 0;
  for (size_t i = 0; i < connections; i++) {
    sum += weights[i];
    squares += (double) weights[i] * weights[i];
  }
  for (int j = 0; j < HIDDEN; j++) printf("hidden %.17g\n", (double) hidden[j]);
  printf("sum %.17g\nnorm %.17g\n", sum, sqrt(squares));
  size_t shown = all || connections < 16 ? connections : 16;
  for (size_t i = 1; i <= shown; i++) printf("weight %.17g\n", (double) weights[connections / shown * i - 1]);
  fprintf(stderr, "%.1f million connections per second\n", 1e-3 * connections * epochs / milliseconds);

  CHECK(cudaFree(d_input));
  CHECK(cudaFree(d_weights));
  CHECK(cudaFree(d_change));
  CHECK(cudaFree(d_partial));
  CHECK(cudaFree(d_delta));
  free(input);
  free(weights);
  free(partial);
  return 0;
}
