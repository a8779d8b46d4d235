// Layered media: one pointer per layer, a matrix of rows, and both on the device as an array of pointers.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define LAYERS 3
#define ROWS 64
#define COLS 128

__global__ void relax(double **layer, const double *coupling, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int l = 1; l < LAYERS; l++) {
    double *above = layer[l - 1];
    double *here = layer[l];
    double gap = above[i] - here[i];
    here[i] += coupling[i] * gap;
  }
}

static double **makeMatrix(int rows, int cols)
{
  double *storage = (double *) malloc(sizeof(double) * rows * cols);
  double **row = (double **) malloc(sizeof(double *) * rows);
  for (int r = 0; r < rows; r++) row[r] = storage + r * cols;
  return row;
}

static void check(cudaError_t e)
{
  if (e != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(e));
    exit(1);
  }
}

int main()
{
  const int n = ROWS * COLS;
  double **top = makeMatrix(ROWS, COLS);
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLS; c++) top[r][c] = 1.0 / (1.0 + r + c);

  double *d_layer[LAYERS];
  for (int l = 0; l < LAYERS; l++) {
    check(cudaMalloc(&d_layer[l], sizeof(double) * n));
    check(cudaMemset(d_layer[l], 0, sizeof(double) * n));
  }
  check(cudaMemcpy(d_layer[0], top[0], sizeof(double) * n, cudaMemcpyHostToDevice));

  double **d_table;
  check(cudaMalloc(&d_table, sizeof(d_layer)));
  check(cudaMemcpy(d_table, d_layer, sizeof(d_layer), cudaMemcpyHostToDevice));

  double *coupling = (double *) malloc(sizeof(double) * n);
  double *d_coupling;
  for (int i = 0; i < n; i++) coupling[i] = 0.1;
  check(cudaMalloc(&d_coupling, sizeof(double) * n));
  check(cudaMemcpy(d_coupling, coupling, sizeof(double) * n, cudaMemcpyHostToDevice));

  relax<<<n / 128, 128>>>(d_table, d_coupling, n);
  check(cudaGetLastError());
  double *bottom = (double *) malloc(sizeof(double) * n);
  check(cudaMemcpy(bottom, d_layer[LAYERS - 1], sizeof(double) * n, cudaMemcpyDeviceToHost));
  printf("%.14f\n", bottom[COLS + 1]);

  for (int l = 0; l < LAYERS; l++) cudaFree(d_layer[l]);
  cudaFree(d_table);
  cudaFree(d_coupling);
  free(top[0]);
  free(top);
  free(coupling);
  free(bottom);
  return 0;
}
