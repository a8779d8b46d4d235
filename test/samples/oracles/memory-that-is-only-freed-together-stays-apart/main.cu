#include <cstdio>
#include <cstdlib>

__global__ void step(double *a, double *b, double *c)
{
  int i = threadIdx.x;
  a[i] = a[i] * b[i] / 3;
  c[i] = a[i] * 0.1 + b[i];
}

static void release(void *memory)
{
  if (memory != nullptr) free(memory);
}

struct Pool {
  void *blocks[4];
  int count;
};

static void drain(Pool *pool)
{
  for (int i = 0; i < pool->count; i++) {
    cudaFree(pool->blocks[i]);
    pool->blocks[i] = nullptr;
  }
}

/* where these lead something is read or stored: they tie */
static void replace(void *slot, void *by) { *(void **) slot = by; }
static void *kept[2];

int main()
{
  double *a, *b, *c, host[4] = {0.1, 0.3, 0.7, 0.9}, result[4];
  cudaMalloc((void **) &a, 4 * sizeof(double));
  cudaMalloc((void **) &b, 4 * sizeof(double));
  cudaMalloc((void **) &c, 4 * sizeof(double));
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  for (int i = 0; i < 4; i++) result[i] = host[i] / 7;
  cudaMemcpy(b, result, sizeof result, cudaMemcpyHostToDevice);
  step<<<1, 4>>>(a, b, c);
  cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost);
  void *all[] = {a, b};
  for (void *memory : all) cudaFree(memory);
  Pool pool;
  pool.count = 0;
  pool.blocks[pool.count++] = c;
  drain(&pool);

  double *x = (double *) malloc(2 * sizeof(double)), *y = (double *) malloc(2 * sizeof(double));
  x[0] = 0.1, y[0] = 0.7;
  x[1] = x[0] / 3, y[1] = y[0] / 3;
  std::printf("%.17g %.17g %.17g\n", result[3], x[1], y[1]);
  void *rest[2] = {x, y};
  for (int i = 0; i < 2; i++) release(rest[i]);

  double *first = (double *) malloc(2 * sizeof(double)), *second = (double *) malloc(2 * sizeof(double));
  double *third = (double *) malloc(2 * sizeof(double)), *fourth;
  first[1] = 0.1, second[1] = 0.7, third[1] = 0.3;
  double *was = first;
  replace(&first, second);
  kept[0] = third;
  fourth = (double *) kept[0];
  std::printf("%.17g %.17g\n", first[1] / 3, fourth[1] / 7);
  free(was);
  free(second);
  free(third);
  return 0;
}
