// One byte count measures an array that goes to a file and the device memory it is copied to, through a function and a macro.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define CHECK(call)                                                \
  do {                                                             \
    cudaError_t status = (call);                                   \
    if (status != cudaSuccess) {                                   \
      printf("%s: %s\n", "copy", cudaGetErrorString(status)); \
      exit(1);                                                     \
    }                                                              \
  } while (0)
#define N 12
#define DOWNLOAD(to, from, bytes) CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost))
typedef float real;

__global__ void scale(real *v, const real *w, real by)
{
  int i = threadIdx.x;
  v[i] = v[i] * by + 0.1f * w[i];
}

static void upload(real *to, const real *from, size_t bytes)
{
  CHECK(cudaMemcpy((void *) to, from, bytes, cudaMemcpyHostToDevice));
}

// a name that a patch must not take
static int copy_to_device(int n) { return n; }

int main(int argc, char **)
{
  size_t bytes = N * sizeof(real);
  real *h = (real *) malloc(bytes), w[N][1];
  for (int i = 0; i < N; i++) h[i] = i / 3.0f, w[i][0] = i * 0.7f;
  if (argc > 100 && fread(h, sizeof(real), N, stdin) != N) return 1;
  if (argc > 100) fwrite(w, sizeof w, 1, stdout);
  real *d, *dw;
  CHECK(cudaMalloc((void **) &d, bytes));
  CHECK(cudaMemset(d, 0, bytes));
  CHECK(cudaMalloc((void **) &dw, sizeof w));
  upload(d, h, bytes);
  upload(d + 6, h + 2, 4 * sizeof(real));
  CHECK(cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dw + 1, &w[1], 2 * sizeof(*h), cudaMemcpyHostToDevice));
  scale<<<1, N>>>(d, dw, 1.7f);
  real last;
  CHECK(cudaMemcpy(&last, &d[N - 1], sizeof(real), cudaMemcpyDeviceToHost));
  DOWNLOAD(h, d, bytes);
  for (int i = 0; i < N; i++) printf("%.17g\n", h[i]);
  printf("%.17g %d\n", last, copy_to_device(3));
  cudaFree(d);
  return 0;
}
